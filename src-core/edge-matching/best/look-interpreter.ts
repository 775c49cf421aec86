/** The look by its reference, in place of the compiled one: slower by far, and the same to the bit. */
import type { BoardShape } from './boards.ts';
import type { RectangleInstance } from './instance.ts';
import { lookAt, paddedLabels, type LookLevel } from './look.ts';

/**
 * Looks at boards that lie side by side in a memory. An answer is, for each label (filled up to whole vectors), what
 * is added to the key of a child that shows it to the right; the same for below; and the least sum of two.
 */
export interface Looker {
  /** Makes ready for the levels of one row. Memory may have grown after it. */
  begin(levels: readonly LookLevel[]): void;
  /** `index`: level of the row; `first`, `answers`: addresses. */
  look(index: number, first: number, boards: number, answers: number): void;
}

export const answerBytesOf = (labels: number): number => paddedLabels(labels) * 4 + 16;

export class LookInterpreter implements Looker {
  readonly #memory: WebAssembly.Memory;
  readonly #instance: RectangleInstance;
  readonly #shape: BoardShape;
  #levels: readonly LookLevel[] = [];

  constructor(memory: WebAssembly.Memory, instance: RectangleInstance, shape: BoardShape) {
    this.#memory = memory;
    this.#instance = instance;
    this.#shape = shape;
  }

  begin(levels: readonly LookLevel[]): void {
    this.#levels = levels;
  }

  look(index: number, first: number, boards: number, answers: number): void {
    const { buffer } = this.#memory;
    const { bytes, wide, frontier, counts } = this.#shape;
    const lanes = paddedLabels(this.#instance.labels);
    for (let i = 0; i < boards; i++) {
      const at = first + i * bytes;
      const used = new Uint8Array(buffer, at, bytes);
      const small = wide ? new Uint16Array(buffer, at, bytes / 2) : used;
      const { right, below } = lookAt(this.#instance, this.#levels[index]!, {
        isUsed: (tile) => ((used[tile >> 3]! >> (tile & 7)) & 1) === 1,
        up: (column) => small[frontier + column]!,
        left: (label) => small[counts + label]!,
      });
      const answer = answers + i * answerBytesOf(this.#instance.labels);
      new Int16Array(buffer, answer, lanes).set(right);
      new Int16Array(buffer, answer + 2 * lanes, lanes).set(below);
      new Int32Array(buffer, answer + 4 * lanes, 1)[0] = Math.min(...right) + Math.min(...below);
    }
  }
}
