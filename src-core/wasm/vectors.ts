/** Vectors of 16 bytes as expressions (128-bit SIMD). */
import { unsigned, type Code } from './assembler.ts';
import { type AnyVector, I32, Value, i32Code } from './expressions.ts';

/** Returns the bytes of a vector instruction: a prefix and the opcode (chapter 5.4.8 of the specification). */
export const vector = (opcode: number): number[] => [0xfd, ...unsigned(opcode)];

/** A vector of 16 bytes, with lanes of any type. Bitwise operations return a vector of the class `Self`. */
export abstract class Bits128<Self extends Value> extends Value {
  static readonly type = 'v128';
  declare readonly bits: 128;

  #same(code: Code): Self {
    return new (this.constructor as new (code: Code) => Self)(code);
  }

  and(other: AnyVector): Self {
    return this.#same([this.code, other.code, vector(0x4e)]);
  }
  or(other: AnyVector): Self {
    return this.#same([this.code, other.code, vector(0x50)]);
  }
  /** Returns the bits of this vector that are not set in `other`. */
  andNot(other: AnyVector): Self {
    return this.#same([this.code, other.code, vector(0x4f)]);
  }
  not(): Self {
    return this.#same([this.code, vector(0x4d)]);
  }
  isNotZero(): I32 {
    return new I32([this.code, vector(0x53)]);
  }
  /** Returns a vector with the bits of `yes` where this vector has ones, and those of `no` where it has zeros. */
  chooseBits<V extends AnyVector>(yes: V, no: V): V {
    return new (yes.constructor as new (code: Code) => V)([yes.code, no.code, this.code, vector(0x52)]);
  }
  /** Returns 16 of the 32 bytes of this vector and `other`, selected by the indices in `lanes`. */
  shuffle(other: AnyVector, lanes: readonly number[]): Self {
    return this.#same([this.code, other.code, vector(0x0d), [...lanes]]);
  }

  // These conversions need no instruction, because the 16 bytes stay the same. Only the type of the lanes changes.
  get i8x16(): I8x16 {
    return new I8x16(this.code);
  }
  get i16x8(): I16x8 {
    return new I16x8(this.code);
  }
  get i32x4(): I32x4 {
    return new I32x4(this.code);
  }
  get f32x4(): F32x4 {
    return new F32x4(this.code);
  }
}

/** A vector whose lanes have no fixed type, for a local that holds vectors of several types. */
export class V128 extends Bits128<V128> {
  declare readonly lanes: 'any';
}

/** A vector of 16 unsigned bytes. */
export class I8x16 extends Bits128<I8x16> {
  declare readonly lanes: 'i8x16';

  static of(bytes: Uint8Array): I8x16 {
    return new I8x16([vector(0x0c), [...bytes]]);
  }
  static splat(value: I32): I8x16 {
    return new I8x16([value.code, vector(0x0f)]);
  }

  #with(opcode: number, other: I8x16): I8x16 {
    return new I8x16([this.code, other.code, vector(opcode)]);
  }
  #wider(opcode: number, ...others: I8x16[]): I16x8 {
    return new I16x8([this.code, others.map(({ code }) => code), vector(opcode)]);
  }

  minus(other: I8x16): I8x16 {
    return this.#with(0x71, other);
  }
  /** Adds lane by lane, capping each sum at 255. */
  plusSaturated(other: I8x16): I8x16 {
    return this.#with(0x70, other);
  }
  min(other: I8x16): I8x16 {
    return this.#with(0x77, other);
  }
  /** Returns a vector with all ones in the lanes that are equal, and all zeros in the others. */
  equals(other: I8x16): I8x16 {
    return this.#with(0x23, other);
  }
  atMost(other: I8x16): I8x16 {
    return this.#with(0x2a, other);
  }
  /** Returns this vector's bytes at the given indices. An index of 16 or more gives 0. */
  swizzle(indices: I8x16): I8x16 {
    return this.#with(0x0e, indices);
  }
  /**
   * Like `swizzle`, but compiles to a single machine instruction. For an index from 16 to 127, the result depends on
   * the processor.
   */
  relaxedSwizzle(indices: I8x16): I8x16 {
    return this.#with(0x100, indices);
  }
  /** Returns a number made of the highest bit of each lane. Lane 0 supplies the lowest bit. */
  bitmask(): I32 {
    return new I32([this.code, vector(0x64)]);
  }
  /** Returns the sums of pairs of adjacent lanes. */
  pairSums(): I16x8 {
    return this.#wider(0x7d);
  }
  lowHalf(): I16x8 {
    return this.#wider(0x89);
  }
  highHalf(): I16x8 {
    return this.#wider(0x8a);
  }
  /** Returns the products of the first eight lanes. `productsHigh` multiplies the last eight. */
  productsLow(other: I8x16): I16x8 {
    return this.#wider(0x9e, other);
  }
  productsHigh(other: I8x16): I16x8 {
    return this.#wider(0x9f, other);
  }
}

/** A vector of eight 16-bit numbers. */
export class I16x8 extends Bits128<I16x8> {
  declare readonly lanes: 'i16x8';

  static splat(value: I32): I16x8 {
    return new I16x8([value.code, vector(0x10)]);
  }

  #with(opcode: number, other: I16x8): I16x8 {
    return new I16x8([this.code, other.code, vector(opcode)]);
  }
  #wider(opcode: number, ...others: I16x8[]): I32x4 {
    return new I32x4([this.code, others.map(({ code }) => code), vector(opcode)]);
  }

  minus(other: I16x8): I16x8 {
    return this.#with(0x91, other);
  }
  /** Adds lane by lane as unsigned numbers, capping each sum at 65,535. */
  plusSaturated(other: I16x8): I16x8 {
    return this.#with(0x90, other);
  }
  /** Subtracts lane by lane as unsigned numbers. Negative differences become 0. */
  minusSaturated(other: I16x8): I16x8 {
    return this.#with(0x93, other);
  }
  /** Returns the smaller number in each lane, compared as signed. */
  min(other: I16x8): I16x8 {
    return this.#with(0x96, other);
  }
  /** Shifts right and fills with zeros. */
  shiftRight(bits: number): I16x8 {
    return new I16x8([this.code, i32Code(bits), vector(0x8d)]);
  }
  /**
   * Converts the lanes of both vectors to unsigned bytes. Values below 0 become 0, and values above 255 become 255.
   */
  narrow(other: I16x8): I8x16 {
    return new I8x16([this.code, other.code, vector(0x66)]);
  }
  pairSums(): I32x4 {
    return this.#wider(0x7f);
  }
  lowHalf(): I32x4 {
    return this.#wider(0xa9);
  }
  highHalf(): I32x4 {
    return this.#wider(0xaa);
  }
  /** Multiplies lane by lane as signed numbers, and returns the sums of adjacent products. */
  dot(other: I16x8): I32x4 {
    return this.#wider(0xba, other);
  }
  /** Returns one lane as a signed number. */
  lane(lane: number): I32 {
    return new I32([this.code, vector(0x18), lane]);
  }
}

/** A vector of four 32-bit numbers. */
export class I32x4 extends Bits128<I32x4> {
  declare readonly lanes: 'i32x4';

  static of(words: Int32Array): I32x4 {
    return I8x16.of(new Uint8Array(words.buffer)).i32x4;
  }
  static splat(value: I32): I32x4 {
    return new I32x4([value.code, vector(0x11)]);
  }

  #with(opcode: number, other: I32x4): I32x4 {
    return new I32x4([this.code, other.code, vector(opcode)]);
  }

  plus(other: I32x4): I32x4 {
    return this.#with(0xae, other);
  }
  minus(other: I32x4): I32x4 {
    return this.#with(0xb1, other);
  }
  equals(other: I32x4): I32x4 {
    return this.#with(0x37, other);
  }
  shiftRight(bits: number): I32x4 {
    return new I32x4([this.code, i32Code(bits), vector(0xad)]);
  }
  shiftRightSigned(bits: number): I32x4 {
    return new I32x4([this.code, i32Code(bits), vector(0xac)]);
  }
  lane(lane: number): I32 {
    return new I32([this.code, vector(0x1b), lane]);
  }
  withLane(lane: number, value: I32): I32x4 {
    return new I32x4([this.code, value.code, vector(0x1c), lane]);
  }
  /**
   * Converts the lanes of both vectors to signed 16-bit numbers. Values out of range become the nearest value in
   * range.
   */
  narrow(other: I32x4): I16x8 {
    return new I16x8([this.code, other.code, vector(0x85)]);
  }
  toFloats(): F32x4 {
    return new F32x4([this.code, vector(0xfa)]);
  }
}

/** A vector of four 32-bit floats. */
export class F32x4 extends Bits128<F32x4> {
  declare readonly lanes: 'f32x4';

  #with(opcode: number, other: F32x4): F32x4 {
    return new F32x4([this.code, other.code, vector(opcode)]);
  }

  plus(other: F32x4): F32x4 {
    return this.#with(0xe4, other);
  }
  minus(other: F32x4): F32x4 {
    return this.#with(0xe5, other);
  }
  times(other: F32x4): F32x4 {
    return this.#with(0xe6, other);
  }
  dividedBy(other: F32x4): F32x4 {
    return this.#with(0xe7, other);
  }
  /** Returns the larger value in each lane (the instruction `pmax`). */
  max(other: F32x4): F32x4 {
    return this.#with(0xeb, other);
  }
}
