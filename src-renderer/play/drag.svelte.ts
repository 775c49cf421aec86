/** Drags a tile: pressing on it picks it up, and releasing places it under the pointer. */
import { EMPTY } from '../../src-core/puzzle/partial-board.ts';
import type { Game } from './game.svelte.ts';

/** A pointer that moves farther drags. */
const MAX_CLICK_TRAVEL_PX = 6;

export class Drag {
  /** where the dragged tile is drawn; null while no tile is dragged */
  pointer = $state.raw<{ readonly x: number; readonly y: number } | null>(null);
  /** cell of the board under the pointer; -1: none */
  over = $state(-1);
  /** true if a drag has just ended, so that the click that follows is ignored */
  dropped = false;
  readonly #game: () => Game | null;
  #pressed: {
    readonly id: number;
    readonly x: number;
    readonly y: number;
    readonly code: number;
    readonly cell: number;
  } | null = null;

  constructor(game: () => Game | null) {
    this.#game = game;
  }

  /**
   * Starts a drag. `code`: the tile that was pressed, and its rotation, as a placement code. `cell`: the cell of that
   * tile, or -1 if it is in the tray.
   */
  press(code: number, event: PointerEvent, cell: number): void {
    if (event.button !== 0 || !event.isPrimary) return;
    // The browser captures a touch for the element where it began. Release the capture, so that the board receives
    // the events.
    const target = event.target as Element;
    if (target.hasPointerCapture(event.pointerId)) target.releasePointerCapture(event.pointerId);
    this.#pressed = { id: event.pointerId, x: event.clientX, y: event.clientY, code, cell };
  }

  move(event: PointerEvent): void {
    const pressed = this.#pressed;
    const game = this.#game();
    if (!game || !pressed || pressed.code === EMPTY || pressed.id !== event.pointerId) return;
    const { clientX: x, clientY: y } = event;
    if (!this.pointer) {
      if (Math.hypot(x - pressed.x, y - pressed.y) <= MAX_CLICK_TRAVEL_PX) return;
      game.returnHeldTiles();
      if (pressed.cell >= 0) game.take(pressed.cell);
      else game.held = pressed.code;
      // Nothing was picked up, because the tile is fixed by a hint. So there is nothing to drag.
      if (game.heldTile < 0 && game.carriedFrom < 0) {
        this.#pressed = null;
        return;
      }
    }
    this.pointer = { x, y };
  }

  release(event: PointerEvent): void {
    if (this.#pressed?.id !== event.pointerId) return;
    const game = this.#game();
    if (this.pointer && game) {
      if (this.over >= 0) game.use(this.over);
      else if (game.carriedFrom >= 0) game.returnHeldTiles();
      else if (game.heldPlace >= 0) game.liftFrom(game.heldPlace);
      else game.returnHeldTiles();
      this.dropped = true;
      setTimeout(() => (this.dropped = false));
    }
    this.#end();
  }

  /** Cancels the drag when the system takes over the pointer; the tile stays where it was. */
  cancel(event: PointerEvent): void {
    if (this.#pressed?.id !== event.pointerId) return;
    const game = this.#game();
    if (this.pointer && game) game.returnHeldTiles();
    this.#end();
  }

  #end(): void {
    this.#pressed = null;
    this.pointer = null;
  }
}
