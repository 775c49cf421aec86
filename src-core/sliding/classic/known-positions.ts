import { random } from '../../random.ts';

/**
 * Maximum number of cells for which a key describes the position exactly. With 16 cells, at 4 bits per tile, the
 * position fills the two words of a key.
 */
const MAX_EXACT_KEY_CELLS = 16;
const INITIAL_SLOTS = 1 << 16;
/**
 * Maximum number of slots, at 12 bytes each. Once a table of this size is three quarters full, it accepts no more
 * positions.
 */
const MAX_SLOTS = 1 << 25;
const MAX_LOAD_FACTOR = 0.75;

/**
 * The positions reached so far, each with the smallest number of moves that reaches it. On boards up to 4 × 4, a
 * position's key is the position itself. On larger boards, it is a 64-bit hash (Zobrist, 1970). In both cases,
 * the key is the XOR of one number per tile, which depends on the tile's cell. So a move changes only the numbers of
 * the moved tile and the empty space.
 */
export class KnownPositions {
  readonly #words: Int32Array;
  readonly #cells: number;
  #slots = INITIAL_SLOTS;
  #first = new Int32Array(INITIAL_SLOTS);
  #second = new Int32Array(INITIAL_SLOTS);
  /** for each slot: 1 more than the smallest number of moves, or 0 if the slot is free */
  #moves = new Int32Array(INITIAL_SLOTS);
  #count = 0;
  /** key of the position last passed to `from` */
  #fromFirst = 0;
  #fromSecond = 0;

  constructor(cells: number) {
    this.#cells = cells;
    const chance = random(0xb0b);
    this.#words = Int32Array.from({ length: 2 * cells * cells }, (_, i) => {
      if (cells > MAX_EXACT_KEY_CELLS) return chance.next() | 0;
      const [tile, cell] = [Math.floor(i / 2 / cells), Math.floor(i / 2) % cells];
      return i % 2 === Math.floor(cell / 8) ? tile << (4 * (cell % 8)) : 0;
    });
  }

  /** True if the table accepts no more positions. */
  get full(): boolean {
    return this.#slots === MAX_SLOTS && this.#count >= MAX_LOAD_FACTOR * this.#slots;
  }

  /** Sets the current position. `note` records it, and `improves` slides one of its tiles. */
  from(tiles: Uint8Array): void {
    let first = 0;
    let second = 0;
    for (let cell = 0; cell < tiles.length; cell++) {
      const at = 2 * (tiles[cell]! * this.#cells + cell);
      first ^= this.#words[at]!;
      second ^= this.#words[at + 1]!;
    }
    this.#fromFirst = first;
    this.#fromSecond = second;
  }

  /** Records that the current position was reached in this many moves. */
  note(moves: number): void {
    this.#improves(this.#fromFirst, this.#fromSecond, moves);
  }

  /**
   * Records the position after `tile` slides from `cell` to `blank`. Returns false if it was already reached in this
   * many moves or fewer.
   */
  improves(tile: number, cell: number, blank: number, moves: number): boolean {
    const cells = this.#cells;
    const words = this.#words;
    const [left, taken] = [2 * (tile * cells + cell), 2 * (tile * cells + blank)];
    return this.#improves(
      this.#fromFirst ^ words[left]! ^ words[taken]! ^ words[2 * blank]! ^ words[2 * cell]!,
      this.#fromSecond ^ words[left + 1]! ^ words[taken + 1]! ^ words[2 * blank + 1]! ^ words[2 * cell + 1]!,
      moves,
    );
  }

  #improves(first: number, second: number, moves: number): boolean {
    const at = this.#slotOf(first, second);
    const known = this.#moves[at]!;
    if (known !== 0) {
      if (known - 1 <= moves) return false;
      this.#moves[at] = moves + 1;
      return true;
    }
    if (this.#count >= MAX_LOAD_FACTOR * this.#slots) {
      if (this.#slots === MAX_SLOTS) return true;
      this.#grow();
      return this.#note(this.#slotOf(first, second), first, second, moves);
    }
    return this.#note(at, first, second, moves);
  }

  #note(at: number, first: number, second: number, moves: number): true {
    this.#first[at] = first;
    this.#second[at] = second;
    this.#moves[at] = moves + 1;
    this.#count++;
    return true;
  }

  #slotOf(first: number, second: number): number {
    const mask = this.#slots - 1;
    const mixed = Math.imul(first ^ Math.imul(second, 0x85ebca6b), 0x9e3779b1);
    for (let at = (mixed ^ (mixed >>> 15)) & mask; ; at = (at + 1) & mask) {
      if (this.#moves[at] === 0 || (this.#first[at] === first && this.#second[at] === second)) return at;
    }
  }

  #grow(): void {
    const [firsts, seconds, moves] = [this.#first, this.#second, this.#moves];
    this.#slots *= 2;
    this.#first = new Int32Array(this.#slots);
    this.#second = new Int32Array(this.#slots);
    this.#moves = new Int32Array(this.#slots);
    for (let i = 0; i < moves.length; i++) {
      if (moves[i] === 0) continue;
      const at = this.#slotOf(firsts[i]!, seconds[i]!);
      this.#first[at] = firsts[i]!;
      this.#second[at] = seconds[i]!;
      this.#moves[at] = moves[i]!;
    }
  }
}
