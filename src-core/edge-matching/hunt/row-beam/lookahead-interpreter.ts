/** The look by its reference, in place of the compiled one: slower by far, and the same to the bit. */
import type { BoardShape } from '../shared/boards.ts';
import type { RectangleInstance } from '../shared/instance.ts';
import type { OrderedCell } from './row-order.ts';
import { lookAhead, type LookaheadLevel, type Stand } from './lookahead.ts';
import { FRESH_EVERY } from '../shared/lookahead-scale.ts';
import { paddedLabels, wholeVectors } from '../shared/vectors.ts';

/** Boards of one level that lie side by side in a memory, and where what is seen of them goes. Addresses in bytes. */
export interface RowBatch {
  readonly first: number;
  /** of the first among all of the level */
  readonly number: number;
  readonly boards: number;
  /** For each board two parts: for what a child shows to the right, and for below. */
  readonly answers: number;
  /** By number of board: the parts to the right for the levels that live off a fresh look, the next one first. */
  readonly rights: number;
  /** By number of board: where it stands below; the same for the level before; and the number of each board's parent there. */
  readonly stands: number;
  readonly standsBefore: number;
  readonly parents: number;
}

/**
 * Looks at boards. A part is, for each label (filled up to whole vectors) that a child shows, what is added to its
 * key, in 16 bits; then the least of them in 32. Where the look is fresh each board's root becomes itself.
 */
export interface RowLookahead {
  /** Makes ready for the levels of one row and the cells they fill. Memory may have grown after it. */
  begin(levels: readonly LookaheadLevel[], cells: readonly OrderedCell[]): void;
  /** Makes ready for a level of the row; `share`: by tile, how many of its boards have it, of ALL_BOARDS. */
  beginLevel(index: number, share: Uint8Array): void;
  look(looked: RowBatch): void;
}

export const partBytesOf = (labels: number): number => wholeVectors(paddedLabels(labels) * 2 + 4);
export const answerBytesOf = (labels: number): number => 2 * partBytesOf(labels);
export const rightsBytesOf = (labels: number): number => (FRESH_EVERY - 1) * partBytesOf(labels);
/** By label a byte, then the exponent and the logarithms met. */
export const standBytesOf = (labels: number): number => wholeVectors(paddedLabels(labels) + 8);

export class ReferenceLookahead implements RowLookahead {
  readonly #memory: WebAssembly.Memory;
  readonly #instance: RectangleInstance;
  readonly #shape: BoardShape;
  #levels: readonly LookaheadLevel[] = [];
  #level!: LookaheadLevel;
  #share: Uint8Array = new Uint8Array();

  constructor(memory: WebAssembly.Memory, instance: RectangleInstance, shape: BoardShape) {
    this.#memory = memory;
    this.#instance = instance;
    this.#shape = shape;
  }

  begin(levels: readonly LookaheadLevel[]): void {
    this.#levels = levels;
  }

  beginLevel(index: number, share: Uint8Array): void {
    this.#level = this.#levels[index]!;
    this.#share = share;
  }

  look({ first, number, boards, answers, rights, stands, standsBefore, parents }: RowBatch): void {
    const { buffer } = this.#memory;
    const { bytes, wide, frontier, counts, root } = this.#shape;
    const { labels } = this.#instance;
    const part = partBytesOf(labels);
    const level = this.#level;
    const words = new Int32Array(buffer);
    for (let i = 0; i < boards; i++) {
      const at = first + i * bytes;
      const used = new Uint8Array(buffer, at, bytes);
      const small = wide ? new Uint16Array(buffer, at, bytes / 2) : used;
      const standAt = standsBefore + words[parents / 4 + number + i]! * standBytesOf(labels);
      const seen = lookAhead(
        this.#instance,
        level,
        {
          share: this.#share,
          isUsed: (tile) => ((used[tile >> 3]! >> (tile & 7)) & 1) === 1,
          up: (column) => small[frontier + column]!,
          left: (label) => small[counts + label]!,
        },
        level.age === 0 ? undefined : this.#standAt(standAt),
      );
      const answer = answers + i * answerBytesOf(labels);
      seen.rights.forEach((right, age) => {
        const later = rights + (number + i) * rightsBytesOf(labels) + (age - 1) * part;
        this.#writePart(age === 0 ? answer : later, right);
      });
      if (level.age === 0) words[at / 4 + root] = number + i;
      else {
        const kept = rights + words[at / 4 + root]! * rightsBytesOf(labels) + (level.age - 1) * part;
        new Uint8Array(buffer, answer, part).set(new Uint8Array(buffer, kept, part));
      }
      this.#writePart(answer + part, seen.below);
      this.#writeStand(stands + (number + i) * standBytesOf(labels), seen.stand);
    }
  }

  #writePart(at: number, part: Int16Array): void {
    new Int16Array(this.#memory.buffer, at, part.length).set(part);
    new Int32Array(this.#memory.buffer, at + 2 * part.length, 1)[0] = Math.min(...part);
  }

  #standAt(at: number): Stand {
    const lanes = paddedLabels(this.#instance.labels);
    const [exponent, logsMet] = new Int32Array(this.#memory.buffer, at + lanes, 2) as unknown as [
      number,
      number,
    ];
    return { bytes: [...new Uint8Array(this.#memory.buffer, at, lanes)], exponent, logsMet };
  }

  #writeStand(at: number, { bytes, exponent, logsMet }: Stand): void {
    new Uint8Array(this.#memory.buffer, at, bytes.length).set(bytes);
    new Int32Array(this.#memory.buffer, at + bytes.length, 2).set([exponent, logsMet]);
  }
}
