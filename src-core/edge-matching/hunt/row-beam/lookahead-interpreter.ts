/**
 * Runs the reference implementation of the lookahead on boards in memory. It is slower than the kernel but gives
 * identical results.
 */
import type { BoardShape } from '../shared/boards.ts';
import type { RectangleInstance } from '../shared/instance.ts';
import { lookAhead, type LookaheadLevel, type PassState } from './lookahead.ts';
import type { RowBatch, RowLookahead } from './row-contract.ts';
import { answerBytesOf, partBytesOf, rightsBytesOf, stateBytesOf } from './row-memory.ts';
import { paddedLabels } from '../shared/vectors.ts';

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
