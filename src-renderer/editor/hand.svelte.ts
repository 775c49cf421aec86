/**
 * The state of editing by hand: the tool, the current stroke, the tile waiting to be swapped, and the current cell.
 */
import type { EdgeLabel, EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import type { Spot } from '../board-view/geometry.ts';
import type { Editor } from './editor.svelte.ts';
import { labelOfKey } from './label-keys.ts';
import {
  addTile,
  deleteTile,
  moveTile,
  openCells,
  paint,
  paintBoth,
  setHint,
  shuffleTiles,
  swapTiles,
  toggleForbidden,
  type Face,
} from './operations.ts';
import { tileGrid } from './tile-grid.ts';

export type Tool = 'brush' | 'select';

/** Maximum number of tiles, which is the number of cells of the largest board. */
const MAX_TILES = 4096;

export class Hand {
  readonly editor: Editor;
  tool = $state<Tool>('brush');
  /** true if painting an edge also paints the edge it touches */
  both = $state(false);
  /** the tile to swap with the next selected tile; -1 if none */
  swapping = $state(-1);
  readonly grid = $derived.by(() => tileGrid(this.editor.puzzle));
  /** the cell under the keyboard cursor: the selected tile's cell, or a cell without a tile */
  readonly cursor = $derived.by(() => {
    const { board, cells, tileOn } = this.grid;
    const { tile } = this.editor;
    const away = this.#away;
    return away?.tile === tile && away.cell < board.length && !tileOn.has(away.cell)
      ? away.cell
      : (cells[tile] ?? 0);
  });
  readonly pinned = $derived.by(() => this.editor.puzzle.hints.some(({ cell }) => cell === this.cursor));
  /** true if the cell under the keyboard cursor is closed */
  readonly closed = $derived.by(() => this.grid.fits && this.editor.puzzle.forbidden.includes(this.cursor));
  readonly canAdd = $derived.by(() => this.editor.puzzle.tiles.length < MAX_TILES);
  /**
   * The cell under the keyboard cursor if it has no tile, and the tile that was selected when the cursor moved there.
   * Ignored once another tile is selected.
   */
  #away = $state.raw<{ readonly cell: number; readonly tile: number } | null>(null);
  /** True once the current stroke has changed something. Further painting joins the same undo step. */
  #stroke = false;
  /** the edge painted last */
  #painted = '';

  constructor(editor: Editor) {
    this.editor = editor;
  }

  moveTo(cell: number): void {
    const tile = this.grid.tileOn.get(cell);
    this.#away = tile === undefined ? { cell, tile: this.editor.tile } : null;
    if (tile !== undefined && tile !== this.editor.tile) this.editor.select(tile, 0);
  }
  stepSide(step: number): void {
    const { editor } = this;
    const sides = editor.puzzle.tiles[editor.tile]!.edges.length;
    editor.select(editor.tile, (editor.side + step + sides) % sides);
  }

  /** Switches between painting the tile's front and back, if tiles may be flipped. */
  turnOver(): void {
    const { editor } = this;
    if (editor.puzzle.turns === 'flip') editor.face = editor.face === 'front' ? 'back' : 'front';
  }

  press(spot: Spot): void {
    this.#stroke = false;
    this.#painted = '';
    if (this.tool === 'brush' && this.swapping < 0) this.#brushAt(spot);
  }
  hover(spot: Spot | null, event: PointerEvent): void {
    if (this.tool === 'brush' && this.swapping < 0 && spot && event.buttons & 1) this.#brushAt(spot);
  }
  #brushAt({ cell, side }: Spot): void {
    const { editor } = this;
    const tile = this.grid.tileOn.get(cell);
    if (tile === undefined || side < 0) return;
    const place = `${tile} ${side}`;
    if (place === this.#painted) return;
    const before = editor.history;
    this.#paint(tile, side, editor.brush, this.#stroke);
    if (editor.history !== before) this.#stroke = true;
    this.#painted = place;
    // The board shows only fronts, so painting on it paints the front.
    editor.face = 'front';
    editor.select(tile, side);
  }
  pick({ cell, side }: Spot): void {
    const tile = this.grid.tileOn.get(cell);
    if (tile === undefined) return;
    if (this.swapping >= 0) this.finishSwap(tile);
    else if (side < 0) this.paintAndAdvance(this.editor.brush);
    else this.editor.select(tile, side);
  }
  /** Handles a click on the enlarged tile. */
  pickSide(side: number, face: Face = 'front'): void {
    const { editor } = this;
    editor.face = face;
    if (side < 0) {
      this.paintAndAdvance(editor.brush);
      return;
    }
    editor.side = side;
    if (this.tool === 'brush') this.#paint(editor.tile, side, editor.brush, false, face);
  }
  /** Paints with the label of the pressed key. Esc cancels a swap. */
  key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && this.swapping >= 0) this.swapping = -1;
    else {
      const label = labelOfKey(this.editor.puzzle, event.key);
      if (label === undefined) return;
      this.editor.brush = label;
      this.paintAndAdvance(label);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #paint(tile: number, side: number, label: EdgeLabel, join = false, face: Face = 'front'): void {
    if (!this.editor.puzzle.tiles[tile]) return;
    const edit =
      face === 'front' && this.both && this.grid.fits
        ? paintBoth(tile, side, label)
        : paint(tile, side, label, face);
    this.editor.do(`Paint tile ${tile + 1}${face === 'back' ? ', its back' : ''}`, edit, join);
  }
  /** Paints the current edge and selects the next edge of the tile or, after the last one, the next tile. */
  paintAndAdvance(label: EdgeLabel): void {
    const { tile, side, face, puzzle } = this.editor;
    this.#paint(tile, side, label, false, face);
    if (side + 1 < puzzle.tiles[tile]!.edges.length) this.editor.select(tile, side + 1);
    else if (tile + 1 < puzzle.tiles.length) this.editor.select(tile + 1, 0);
  }

  /** Applies an edit to the selected tile. `edit` takes the tile's number and returns the edit. */
  onTile(title: string, edit: (tile: number) => (puzzle: EdgePuzzle) => EdgePuzzle): void {
    this.editor.do(`${title} tile ${this.editor.tile + 1}`, edit(this.editor.tile));
  }
  reorder(step: number): void {
    const to = this.editor.tile + step;
    if (to < 0 || to >= this.editor.puzzle.tiles.length) return;
    this.onTile('Move', (tile) => moveTile(tile, to));
    this.editor.select(to);
  }
  startSwap(): void {
    this.swapping = this.editor.tile;
  }
  finishSwap(tile: number): void {
    const other = this.swapping;
    if (tile !== other) this.editor.do(`Swap tiles ${other + 1} and ${tile + 1}`, swapTiles(other, tile));
    this.swapping = -1;
    this.editor.select(tile);
  }
  add(): void {
    this.editor.do('Add a tile', addTile);
    this.editor.select(this.editor.puzzle.tiles.length - 1, 0);
  }
  shuffle(): void {
    this.editor.do(
      'Shuffle the tiles',
      shuffleTiles((limit) => crypto.getRandomValues(new Uint32Array(1))[0]! % limit),
    );
  }

  /** Adds a hint that fixes the tile in its current position, or removes the hint. */
  pin(): void {
    const { editor, grid, cursor, pinned } = this;
    const tile = grid.tileOn.get(cursor);
    if (!grid.fits || tile === undefined) return;
    const hint = pinned ? null : { tile, ...(editor.puzzle.turns === 'fixed' ? {} : { rotation: 0 }) };
    editor.do(`${pinned ? 'Unpin' : 'Pin'} tile ${tile + 1}`, setHint(cursor, hint));
  }
  /**
   * If the cell under the cursor is open, closes it and deletes its tile. If it is closed, opens it and adds a blank
   * tile there. Never deletes the last tile.
   */
  close(): void {
    const { editor, grid, cursor: cell } = this;
    if (!grid.fits) return;
    const tile = grid.tileOn.get(cell);
    if (this.closed) {
      editor.do('Open a cell', (puzzle) => {
        const open = toggleForbidden(cell)(addTile(puzzle));
        return moveTile(open.tiles.length - 1, openCells(open).indexOf(cell))(open);
      });
      this.moveTo(cell);
    } else if (tile !== undefined && editor.puzzle.tiles.length > 1) {
      editor.do('Close a cell', (puzzle) => toggleForbidden(cell)(deleteTile(tile)(puzzle)));
      this.moveTo(cell);
    }
  }
}
