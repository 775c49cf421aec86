/**
 * Sets of labels in the kernel. A set has one bit per label, in a word of 32 bits, or of 64 bits if there are more
 * than 32 labels.
 */
import type { Code } from '../../wasm/assembler.ts';
import type { I32, Kind, Step } from '../../wasm/expressions.ts';
import type { Locals } from '../../wasm/statements.ts';

export interface SetWord<W> {
  readonly code: Code;
  minus(other: number): W;
  and(other: W): W;
  xor(other: W): W;
  isZero(): I32;
  isNotZero(): I32;
  trailingZeros(): I32;
}
export type Settable<W> = W & { set(value: W): Step };

/** Generates code that reads and writes sets of labels, for words of either size. */
export class LabelSets<W extends SetWord<W>> {
  readonly #kind: Kind<W>;
  readonly at: (address: I32, offset?: number) => Settable<W>;

  constructor(kind: Kind<W>, at: (address: I32, offset?: number) => Settable<W>) {
    this.#kind = kind;
    this.at = at;
  }

  local(locals: Locals): Settable<W> {
    return locals.one(this.#kind) as Settable<W>;
  }

  isOne(set: W): I32 {
    return set.and(set.minus(1)).isZero();
  }

  dropLowest(set: Settable<W>): Step {
    return set.set(set.and(set.minus(1)));
  }
}
