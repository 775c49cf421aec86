import type { Random } from '../../../random.ts';

/**
 * A circular list of tiles for the row solver. A tile that doesn't fit is moved to the back. Because the list is
 * circular, this only changes `front`.
 */
export class Bag {
  front = -1;
  size = 0;
  readonly #next: Int32Array;
  readonly #previous: Int32Array;

  /** `tileCount` is the number of tiles in the whole puzzle. */
  constructor(tileCount: number, tiles: readonly number[]) {
    this.#next = new Int32Array(tileCount);
    this.#previous = new Int32Array(tileCount);
    for (const tile of tiles) this.add(tile);
  }

  /** Moves the front tile to the back. */
  turn(): void {
    if (this.size > 0) this.front = this.#next[this.front]!;
  }

  take(): void {
    this.remove(this.front);
  }

  remove(tile: number): void {
    const after = this.#next[tile]!;
    const before = this.#previous[tile]!;
    this.#next[before] = after;
    this.#previous[after] = before;
    if (--this.size === 0) this.front = -1;
    else if (this.front === tile) this.front = after;
  }

  add(tile: number): void {
    if (this.size++ === 0) {
      this.front = this.#next[tile] = this.#previous[tile] = tile;
      return;
    }
    const last = this.#previous[this.front]!;
    this.#next[last] = this.#previous[this.front] = tile;
    this.#previous[tile] = last;
    this.#next[tile] = this.front;
  }

  shuffle(chance: Random): void {
    const tiles = chance.shuffle(this.tiles());
    this.size = 0;
    for (const tile of tiles) this.add(tile);
  }

  tiles(): number[] {
    const tiles: number[] = [];
    for (let tile = this.front; tiles.length < this.size; tile = this.#next[tile]!) tiles.push(tile);
    return tiles;
  }
}
