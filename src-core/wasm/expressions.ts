/**
 * Expressions in a kernel. For example, `count.plus(4)` is the code that adds 4 to `count`; nothing is computed until
 * the kernel runs. An expression's class is the type of its value, so TypeScript rejects a float where an integer is
 * required. Comparisons have the value 1 or 0.
 */
import { signed, type Code, type ValueType } from './assembler.ts';

/** A statement, which is WebAssembly code that leaves no value on the stack. */
export class Step {
  readonly code: Code;

  constructor(code: Code) {
    this.code = code;
  }
}

/** An expression, which is WebAssembly code that leaves a value on the stack. */
export abstract class Value {
  readonly code: Code;

  constructor(code: Code) {
    this.code = code;
  }
}

/** The class for a type of value, such as `I32`. */
export interface Kind<V extends Value> {
  new (code: Code): V;
  readonly type: ValueType;
}

/** What a caller may pass for a parameter of type V. For an I32, that includes plain numbers. */
export type Given<V extends Value> = V extends I32
  ? I32 | number
  : V extends I64
    ? I64 | number
    : V extends { readonly lanes: 'any' }
      ? AnyVector
      : V;

export interface AnyVector extends Value {
  readonly bits: 128;
}

/** A value that can be assigned to: a local, or a place in memory. */
export type Place<V extends Value> = V & { set(value: Given<V>): Step };

/** An integer that can be assigned to, increased and decreased. */
export type Count<V extends I32 | I64> = Place<V> & {
  increase(by: Given<V>): Step;
  decrease(by: Given<V>): Step;
};

/** A local variable of a function. `tee` sets the variable and returns its new value. */
export type Local<V extends Value> = (V extends I32 | I64 ? Count<V> : Place<V>) & {
  tee(value: Given<V>): V;
};

export class I32 extends Value {
  static readonly type = 'i32';
  declare readonly bits: 32;

  /** Returns a constant. Values that need more than 32 bits wrap around. */
  static of(value: number): I32 {
    return new I32([0x41, signed(BigInt(value | 0))]);
  }

  #with(opcode: number, other: I32 | number): I32 {
    return new I32([this.code, i32Code(other), opcode]);
  }

  #then(opcode: number): I32 {
    return new I32([this.code, opcode]);
  }

  plus(other: I32 | number): I32 {
    return this.#with(0x6a, other);
  }
  minus(other: I32 | number): I32 {
    return this.#with(0x6b, other);
  }
  times(other: I32 | number): I32 {
    return this.#with(0x6c, other);
  }
  /** Multiplies by a power of two by shifting. Use this to turn an index into a byte offset. */
  scaled(bytes: number): I32 {
    return bytes === 1 ? this : this.shiftLeft(Math.log2(bytes));
  }
  and(other: I32 | number): I32 {
    return this.#with(0x71, other);
  }
  or(other: I32 | number): I32 {
    return this.#with(0x72, other);
  }
  xor(other: I32 | number): I32 {
    return this.#with(0x73, other);
  }
  shiftLeft(bits: I32 | number): I32 {
    return this.#with(0x74, bits);
  }
  /** Shifts right and fills with zeros. */
  shiftRight(bits: I32 | number): I32 {
    return this.#with(0x76, bits);
  }

  isZero(): I32 {
    return this.#then(0x45);
  }
  isNotZero(): I32 {
    return this.isZero().isZero();
  }
  equals(other: I32 | number): I32 {
    return this.#with(0x46, other);
  }
  differs(other: I32 | number): I32 {
    return this.#with(0x47, other);
  }
  /**
   * Returns 1 if this number is less than the other, otherwise 0. As in `greater` and `atLeast`, numbers are compared
   * as signed.
   */
  less(other: I32 | number): I32 {
    return this.#with(0x48, other);
  }
  greater(other: I32 | number): I32 {
    return this.#with(0x4a, other);
  }
  atLeast(other: I32 | number): I32 {
    return this.#with(0x4e, other);
  }

  trailingZeros(): I32 {
    return this.#then(0x68);
  }
  bitCount(): I32 {
    return this.#then(0x69);
  }
  unsignedI64(): I64 {
    return new I64([this.code, 0xad]);
  }
  signedI64(): I64 {
    return new I64([this.code, 0xac]);
  }
}

export class I64 extends Value {
  static readonly type = 'i64';
  declare readonly bits: 64;

  static of(value: number): I64 {
    return new I64([0x42, signed(BigInt(value))]);
  }

  #with(opcode: number, other: I64 | number): I64 {
    return new I64([this.code, typeof other === 'number' ? I64.of(other).code : other.code, opcode]);
  }

  plus(other: I64 | number): I64 {
    return this.#with(0x7c, other);
  }
  minus(other: I64 | number): I64 {
    return this.#with(0x7d, other);
  }
  times(other: I64 | number): I64 {
    return this.#with(0x7e, other);
  }
  and(other: I64 | number): I64 {
    return this.#with(0x83, other);
  }
  or(other: I64 | number): I64 {
    return this.#with(0x84, other);
  }
  xor(other: I64 | number): I64 {
    return this.#with(0x85, other);
  }
  shiftLeft(bits: I64 | number): I64 {
    return this.#with(0x86, bits);
  }
  shiftRight(bits: I64 | number): I64 {
    return this.#with(0x88, bits);
  }
  isZero(): I32 {
    return new I32([this.code, 0x50]);
  }
  isNotZero(): I32 {
    return this.isZero().isZero();
  }
  /** Returns 1 if this number is less than the other, otherwise 0. Numbers are compared as signed. */
  less(other: I64): I32 {
    return new I32([this.code, other.code, 0x53]);
  }
  trailingZeros(): I32 {
    return new I64([this.code, 0x7a]).low();
  }
  bitCount(): I32 {
    return this.bitCount64().low();
  }
  /** Returns the number of 1 bits as a 64-bit number, so that 64-bit counts can be added up without conversion. */
  bitCount64(): I64 {
    return new I64([this.code, 0x7b]);
  }
  low(): I32 {
    return new I32([this.code, 0xa7]);
  }
}

/** Returns an expression's code. A plain number becomes a constant. */
export const i32Code = (value: I32 | number): Code =>
  (typeof value === 'number' ? I32.of(value) : value).code;

/** Returns `yes` if the condition isn't 0, otherwise `no`. Both are always evaluated. */
export function choose(condition: I32, yes: I32 | number, no: I32 | number): I32 {
  return new I32([i32Code(yes), i32Code(no), condition.code, 0x1b]);
}

/** Returns the sum of the values, added from left to right. */
export const sumOf = (first: I32, ...others: readonly (I32 | number)[]): I32 =>
  others.reduce<I32>((sum, each) => sum.plus(each), first);
