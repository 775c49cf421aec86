/**
 * Runs the reference implementation of the lookahead on boards in memory. It is slower than the kernel, with identical
 * results.
 */
import type { BoardShape } from '../shared/boards.ts';
import type { RectangleInstance } from '../shared/instance.ts';
import type { OrderedCell } from './row-order.ts';
import { lookAhead, type LookaheadLevel, type PassState } from './lookahead.ts';
import { FRESH_EVERY } from '../shared/lookahead-scale.ts';
import { paddedLabels, wholeVectors } from '../shared/vectors.ts';

/** A batch of boards that are adjacent in memory, and the addresses of the lookahead's inputs and results, in bytes. */
export interface RowBatch {
  /** address of the first board */
  readonly first: number;
  /** index of the first board on its level */
  readonly number: number;
  readonly boards: number;
  /**
   * for each board of the batch: an *answer* of two parts; the first depends on the label that a child shows to the
   * right, the second on the label that it shows below
   */
  readonly answers: number;
  /**
   * for each board of the level: the first parts of the answers that the next levels of the row will use, nearest level
   * first
   */
  readonly rights: number;
  /** for each board of the level: the state after its pass along the row below */
  readonly states: number;
  /** for each board of the previous level: the state after its pass along the row below */
  readonly statesBefore: number;
  /** for each board of the level: its parent's number on the previous level */
  readonly parents: number;
}

/**
 * The lookahead along a row, by the kernel or by the reference implementation. A *part* holds, for each label that a
 * child can show, a 16-bit number that is added to the child's key. The numbers are padded to whole vectors and
 * followed by their minimum in 32 bits. On levels that compute the lookahead in full, each board becomes a *root*,
 * whose results its descendants reuse.
 */
export interface RowLookahead {
  /** Prepares the levels of one row. `cells`: the cells that these levels fill. The memory can grow. */
  begin(levels: readonly LookaheadLevel[], cells: readonly OrderedCell[]): void;
  /**
   * Prepares a level of the row. `share`: by tile, the share of the level's boards that have not used it; ALL_BOARDS
   * means all of them.
   */
  beginLevel(index: number, share: Uint8Array): void;
  /** Computes the answers for a batch of boards. */
  evaluate(batch: RowBatch): void;
}

/** Returns the size of one part of a lookahead answer, in bytes. */
export const partBytesOf = (labels: number): number => wholeVectors(paddedLabels(labels) * 2 + 4);
/** Returns the size of a lookahead answer, in bytes. */
export const answerBytesOf = (labels: number): number => 2 * partBytesOf(labels);
/** Returns the size in bytes, for one board, of the parts that later levels reuse. */
export const rightsBytesOf = (labels: number): number => (FRESH_EVERY - 1) * partBytesOf(labels);
/** Returns the size in bytes of the state of a pass: one byte for each label, then the exponent and `logsMet`. */
export const stateBytesOf = (labels: number): number => wholeVectors(paddedLabels(labels) + 8);

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

  evaluate({ first, number, boards, answers, rights, states, statesBefore, parents }: RowBatch): void {
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
      const stateAt = statesBefore + words[parents / 4 + number + i]! * stateBytesOf(labels);
      const result = lookAhead(
        this.#instance,
        level,
        {
          share: this.#share,
          isUsed: (tile) => ((used[tile >> 3]! >> (tile & 7)) & 1) === 1,
          up: (column) => small[frontier + column]!,
          left: (label) => small[counts + label]!,
        },
        level.age === 0 ? undefined : this.#stateAt(stateAt),
      );
      const answer = answers + i * answerBytesOf(labels);
      result.rights.forEach((right, age) => {
        const later = rights + (number + i) * rightsBytesOf(labels) + (age - 1) * part;
        this.#writePart(age === 0 ? answer : later, right);
      });
      if (level.age === 0) words[at / 4 + root] = number + i;
      else {
        const kept = rights + words[at / 4 + root]! * rightsBytesOf(labels) + (level.age - 1) * part;
        new Uint8Array(buffer, answer, part).set(new Uint8Array(buffer, kept, part));
      }
      this.#writePart(answer + part, result.below);
      this.#writeState(states + (number + i) * stateBytesOf(labels), result.state);
    }
  }

  #writePart(at: number, part: Int16Array): void {
    new Int16Array(this.#memory.buffer, at, part.length).set(part);
    new Int32Array(this.#memory.buffer, at + 2 * part.length, 1)[0] = Math.min(...part);
  }

  #stateAt(at: number): PassState {
    const lanes = paddedLabels(this.#instance.labels);
    const [exponent, logsMet] = new Int32Array(this.#memory.buffer, at + lanes, 2) as unknown as [
      number,
      number,
    ];
    return { bytes: [...new Uint8Array(this.#memory.buffer, at, lanes)], exponent, logsMet };
  }

  #writeState(at: number, { bytes, exponent, logsMet }: PassState): void {
    new Uint8Array(this.#memory.buffer, at, bytes.length).set(bytes);
    new Int32Array(this.#memory.buffer, at + bytes.length, 2).set([exponent, logsMet]);
  }
}
