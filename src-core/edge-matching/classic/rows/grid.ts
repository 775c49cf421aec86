import { gridOf } from '../../../puzzle/board.ts';
import { EMPTY, tileOf, type PartialBoard } from '../../../puzzle/partial-board.ts';
import { BORDER, CENTRE, CORNER, type BagName } from './frame.ts';
import { Bag } from './bag.ts';
import type { Rules } from '../rules.ts';

/**
 * Represents the label required on a side that faces an empty cell: any label fits there. The rim's colour needs no
 * check, because the tiles that are tried in a cell have as many rim sides as the cell.
 */
const ANY_LABEL = -1;

/** a number greater than every label, used to pack two labels into one number */
const LABEL_RADIX = 1024;

/** The row solver's board, and its three lists (bags) of tiles: centre, border and corner tiles. */
export class Grid {
  readonly width: number;
  readonly height: number;
  readonly board: PartialBoard;
  readonly bags: readonly [Bag, Bag, Bag];
  placed = 0;
  /** number of times that a tile was placed, including tiles that were removed later; the run's node count */
  laid = 0;
  readonly #rules: Rules;
  readonly #rim: number;
  /**
   * The orientations of all tiles. Those of tile `t` are at the indices `#first[t]` to `#first[t + 1] - 1`. `#corners`
   * holds the top and left labels of each orientation, packed into one number.
   */
  readonly #first: Int32Array;
  readonly #codes: Int32Array;
  readonly #corners: Int32Array;
  /** for each side of the current cell: the label required there, or ANY_LABEL */
  readonly #need = new Int32Array(4);

  constructor(rules: Rules, bags: readonly (readonly number[])[], board: PartialBoard) {
    const { rim, board: shape } = rules.puzzle;
    this.#rules = rules;
    this.#rim = rim.kind === 'colour' ? rim.colour : 0;
    ({ width: this.width, height: this.height } = gridOf(shape));
    this.board = board;
    this.#codes = Int32Array.from(rules.orientations.flat());
    this.#corners = this.#codes.map(
      (code) => rules.labels[code * 4]! * LABEL_RADIX + rules.labels[code * 4 + 3]!,
    );
    this.#first = new Int32Array(rules.orientations.length + 1);
    rules.orientations.forEach((codes, tile) => (this.#first[tile + 1] = this.#first[tile]! + codes.length));
    const capacity = rules.puzzle.tiles.length;
    this.bags = [
      new Bag(capacity, bags[CENTRE]!),
      new Bag(capacity, bags[BORDER]!),
      new Bag(capacity, bags[CORNER]!),
    ];
    this.placed = board.filter((code) => code !== EMPTY).length;
  }

  bagOf(cell: number): BagName {
    const { across } = this.#rules.board;
    let rims = 0;
    for (let side = 0; side < 4; side++) if (across[cell * 4 + side]! < 0) rims++;
    return rims as BagName;
  }

  /**
   * Places the first tile from the cell's bag that fits. Tiles that don't fit move to the back of the bag. Returns
   * whether a tile fitted.
   */
  fill(cell: number): boolean {
    const bag = this.bags[this.bagOf(cell)];
    this.#readNeeds(cell);
    for (let left = bag.size; left > 0; left--) {
      const code = this.#fitting(bag.front);
      if (code !== EMPTY) {
        bag.take();
        this.#lay(cell, code);
        return true;
      }
      bag.turn();
    }
    return false;
  }

  /**
   * Puts back a tile removed by `clear`. The tile must still be in its bag. `laid` stays the same, because the tile
   * has already been counted.
   */
  layBack(cell: number, code: number): void {
    if (code === EMPTY) return;
    this.bags[this.bagOf(cell)].remove(tileOf(code));
    this.board[cell] = code;
    this.placed++;
  }

  clear(cell: number): void {
    const code = this.board[cell]!;
    if (code === EMPTY) return;
    this.bags[this.bagOf(cell)].add(tileOf(code));
    this.board[cell] = EMPTY;
    this.placed--;
  }

  /**
   * Tile mining: takes a fitting tile from another cell and moves it to this one. The other cell is then refilled from
   * its bag, or by further mining, up to `depth` times. Returns whether this succeeded; if not, the board is unchanged.
   */
  mine(cell: number, depth: number): boolean {
    if (depth === 0) return false;
    const kind = this.bagOf(cell);
    for (let from = 0; from < this.board.length; from++) {
      const code = this.board[from]!;
      if (from === cell || code === EMPTY || this.bagOf(from) !== kind) continue;
      this.board[from] = EMPTY;
      this.placed--;
      this.#readNeeds(cell);
      const moved = this.#fitting(tileOf(code));
      if (moved !== EMPTY) {
        this.#lay(cell, moved);
        if (this.fill(from) || this.mine(from, depth - 1)) return true;
        this.board[cell] = EMPTY;
        this.placed--;
      }
      this.board[from] = code;
      this.placed++;
    }
    return false;
  }

  #lay(cell: number, code: number): void {
    this.board[cell] = code;
    this.placed++;
    this.laid++;
  }

  #readNeeds(cell: number): void {
    const { board, labels, mate } = this.#rules;
    for (let side = 0; side < 4; side++) {
      const opposite = board.across[cell * 4 + side]!;
      if (opposite < 0) {
        this.#need[side] = this.#rim;
        continue;
      }
      const neighbour = this.board[opposite >> 2]!;
      this.#need[side] = neighbour === EMPTY ? ANY_LABEL : mate[labels[neighbour * 4 + (opposite & 3)]!]!;
    }
  }

  #fitting(tile: number): number {
    const { labels } = this.#rules;
    const need = this.#need;
    const corner =
      need[0] === ANY_LABEL || need[3] === ANY_LABEL ? ANY_LABEL : need[0]! * LABEL_RADIX + need[3]!;
    for (let i = this.#first[tile]!; i < this.#first[tile + 1]!; i++) {
      // The top and left labels nearly always decide whether a tile fits, so compare them first.
      if (corner !== ANY_LABEL && this.#corners[i] !== corner) continue;
      const code = this.#codes[i]!;
      let side = 0;
      while (side < 4 && (need[side] === ANY_LABEL || need[side] === labels[code * 4 + side])) side++;
      if (side === 4) return code;
    }
    return EMPTY;
  }
}
