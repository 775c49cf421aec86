import { random } from '../../random.ts';

/** Cells whose tiles fit 4 bits each into two words: no two positions look alike. */
const EXACT_CELLS = 16;
const FIRST_SLOTS = 1 << 16;
/** 12 bytes each. Once three quarters of so many are taken, no further positions are noted. */
const MOST_SLOTS = 1 << 25;
const FULL = 0.75;

/**
 * The positions a search has come to, each with the fewest moves so far. Up to 4 × 4 a position is kept itself, on
 * larger boards 64 random bits of it (Zobrist, 1970).
 */
export class KnownPositions {
  readonly #exact: boolean;
  readonly #bits: Int32Array;
  readonly #cells: number;
  #slots = FIRST_SLOTS;
  #first = new Int32Array(FIRST_SLOTS);
  #second = new Int32Array(FIRST_SLOTS);
  /** fewest moves + 1; 0 where the slot is free */
  #moves = new Int32Array(FIRST_SLOTS);
  #count = 0;

  constructor(cells: number) {
    this.#cells = cells;
    this.#exact = cells <= EXACT_CELLS;
    const chance = random(0xb0b);
    this.#bits = Int32Array.from({ length: 2 * cells * cells }, () => chance.next() | 0);
  }

  /** Notes that a position was come to by so many moves. False when it is known from as few or fewer. */
  improves(tiles: Uint8Array, moves: number): boolean {
    let first = 0;
    let second = 0;
    for (let cell = 0; cell < tiles.length; cell++) {
      const tile = tiles[cell]!;
      if (!this.#exact) {
        const at = 2 * (tile * this.#cells + cell);
        first ^= this.#bits[at]!;
        second ^= this.#bits[at + 1]!;
      } else if (cell < 8) first |= tile << (4 * cell);
      else second |= tile << (4 * (cell - 8));
    }
    const at = this.#slotOf(first, second);
    const known = this.#moves[at]!;
    if (known !== 0) {
      if (known - 1 <= moves) return false;
      this.#moves[at] = moves + 1;
      return true;
    }
    if (this.#count >= FULL * this.#slots) {
      if (this.#slots === MOST_SLOTS) return true;
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
