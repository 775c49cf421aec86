/** Dragging a tile: pressing picks it up, and releasing places it under the pointer. */
import { EMPTY } from '../../src-core/puzzle/partial-board.ts';
import type { Game } from './game.svelte.ts';

/** A pointer that moves farther than this is dragging. */
const MAX_CLICK_TRAVEL_PX = 6;

export class Drag {
  /** where to draw the dragged tile; null if none is being dragged */
  pointer = $state.raw<{ readonly x: number; readonly y: number } | null>(null);
  /** cell of the board under the pointer; -1 if there is none */
  over = $state(-1);
  /** true right after a drag, so that the click that follows it is ignored */
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
   * Starts a drag. `code`: the pressed tile and its rotation, as a placement code. `cell`: the tile's cell, or -1 for
   * the tray.
   */
  press(code: number, event: PointerEvent, cell: number): void {
    if (event.button !== 0 || !event.isPrimary) return;
    // Browsers capture a touch for the element where it starts. Release the capture, so that the board receives the
    // events.
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
      // If a hint fixes the tile, nothing was picked up and there is nothing to drag.
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

  /** Cancels the drag when the system takes over the pointer. The tile stays where it was. */
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
