/**
 * Writes WebAssembly code as arithmetic: `count.plus(4)` stands for push, push and add. An expression is code
 * that leaves one value. Its class is the value's type, so TypeScript rejects a float where an integer is
 * required. Building an expression executes nothing; it becomes code when a function contains it. Number
 * operands become constants. Comparisons return 1 or 0.
 */
import { signed, unsigned, type Code, type Slot, type ValueType } from './assembler.ts';

/** A statement: code that leaves no value. */
export class Step {
  readonly code: Code;

  constructor(code: Code) {
    this.code = code;
  }
}

/** Code that leaves a value. */
export abstract class Value {
  readonly code: Code;

  constructor(code: Code) {
    this.code = code;
  }
}

/** A type of values, by its class. */
export interface Kind<V extends Value> {
  new (code: Code): V;
  readonly type: ValueType;
}

/** The types accepted where a value of type V is required. */
export type Given<V extends Value> = V extends I32
  ? I32 | number
  : V extends I64
    ? I64 | number
    : V extends { readonly lanes: 'any' }
      ? AnyVector
      : V;

/** A value that can be assigned: a local, or a place in memory. */
export type Place<V extends Value> = V & { set(value: Given<V>): Step };

/** An assignable integer. `increase` and `decrease` read it, change it and write it. */
export type Count<V extends I32 | I64> = Place<V> & {
  increase(by: Given<V>): Step;
  decrease(by: Given<V>): Step;
};

/** A local of a function. `tee` sets it and returns its new value. */
export type Local<V extends Value> = (V extends I32 | I64 ? Count<V> : Place<V>) & {
  tee(value: Given<V>): V;
};

export class I32 extends Value {
  static readonly type = 'i32';
  declare readonly bits: 32;

  /** Returns a constant; values beyond 32 bits wrap around. */
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
  /** Multiplies by a power of two with a shift, to convert an index to an offset in bytes. */
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
  /** Compares as signed numbers, like `greater` and `atLeast`. */
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
  /** Compares as signed numbers. */
  less(other: I64): I32 {
    return new I32([this.code, other.code, 0x53]);
  }
  /** Returns the number of zeros below the lowest 1. */
  trailingZeros(): I32 {
    return new I64([this.code, 0x7a]).low();
  }
  bitCount(): I32 {
    return this.bitCount64().low();
  }
  /** Returns the number of ones, in 64 bits: for sums of several. */
  bitCount64(): I64 {
    return new I64([this.code, 0x7b]);
  }
  /** Returns the low 32 bits. */
  low(): I32 {
    return new I32([this.code, 0xa7]);
  }
}

const i32Code = (value: I32 | number): Code => (typeof value === 'number' ? I32.of(value) : value).code;

/** Returns the bytes of a vector instruction: prefix and number (chapter 5.4.8 of the specification). */
const vector = (opcode: number): number[] => [0xfd, ...unsigned(opcode)];

/** A vector of 16 bytes with any lanes. `Self` is the class that bitwise operations return. */
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
  /** Returns the bits that are not in `other`. */
  andNot(other: AnyVector): Self {
    return this.#same([this.code, other.code, vector(0x4f)]);
  }
  not(): Self {
    return this.#same([this.code, vector(0x4d)]);
  }
  isNotZero(): I32 {
    return new I32([this.code, vector(0x53)]);
  }
  /** Returns bits of `yes` where this vector has ones, and bits of `no` where it has zeros. */
  chooseBits<V extends AnyVector>(yes: V, no: V): V {
    return new (yes.constructor as new (code: Code) => V)([yes.code, no.code, this.code, vector(0x52)]);
  }
  /** Selects 16 of the 32 bytes of this vector and `other`. */
  shuffle(other: AnyVector, lanes: readonly number[]): Self {
    return this.#same([this.code, other.code, vector(0x0d), [...lanes]]);
  }

  // The same bits with other lanes; needs no instruction.
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

/** A vector of any lanes. */
export interface AnyVector extends Value {
  readonly bits: 128;
}

/** A vector without fixed lanes, for locals that hold vectors of several types. */
export class V128 extends Bits128<V128> {
  declare readonly lanes: 'any';
}

/** 16 unsigned bytes. */
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
  /** Adds and limits each sum to 255. */
  plusSaturated(other: I8x16): I8x16 {
    return this.#with(0x70, other);
  }
  min(other: I8x16): I8x16 {
    return this.#with(0x77, other);
  }
  /** Returns all ones in equal lanes, zeros in the others. */
  equals(other: I8x16): I8x16 {
    return this.#with(0x23, other);
  }
  atMost(other: I8x16): I8x16 {
    return this.#with(0x2a, other);
  }
  /** Returns the bytes at the given indices; 0 if an index is 16 or more. */
  swizzle(indices: I8x16): I8x16 {
    return this.#with(0x0e, indices);
  }
  /**
   * Like `swizzle`, in one machine instruction. Indices must be below 16 or have their highest bit set; with
   * any other index, the result depends on the processor.
   */
  relaxedSwizzle(indices: I8x16): I8x16 {
    return this.#with(0x100, indices);
  }
  /** Returns the highest bit of each lane, lane 0 in the lowest bit. */
  bitmask(): I32 {
    return new I32([this.code, vector(0x64)]);
  }
  /** Returns the sums of adjacent lanes. */
  pairSums(): I16x8 {
    return this.#wider(0x7d);
  }
  lowHalf(): I16x8 {
    return this.#wider(0x89);
  }
  highHalf(): I16x8 {
    return this.#wider(0x8a);
  }
  /** Returns the products of the first eight lanes; `productsHigh` those of the last eight. */
  productsLow(other: I8x16): I16x8 {
    return this.#wider(0x9e, other);
  }
  productsHigh(other: I8x16): I16x8 {
    return this.#wider(0x9f, other);
  }
}

/** Eight 16-bit numbers. */
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
  /** Adds as unsigned numbers and limits each sum to 65,535. */
  plusSaturated(other: I16x8): I16x8 {
    return this.#with(0x90, other);
  }
  /** Subtracts as unsigned numbers and limits each difference to 0. */
  minusSaturated(other: I16x8): I16x8 {
    return this.#with(0x93, other);
  }
  /** Returns the smaller numbers, signed. */
  min(other: I16x8): I16x8 {
    return this.#with(0x96, other);
  }
  /** Shifts right and fills with zeros. */
  shiftRight(bits: number): I16x8 {
    return new I16x8([this.code, i32Code(bits), vector(0x8d)]);
  }
  /** Converts both vectors to unsigned bytes, limited to 0 and 255. */
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
  /** Returns the sums of adjacent signed products. */
  dot(other: I16x8): I32x4 {
    return this.#wider(0xba, other);
  }
  /** Returns one lane, signed. */
  lane(lane: number): I32 {
    return new I32([this.code, vector(0x18), lane]);
  }
}

/** Four 32-bit numbers. */
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
  /** Converts both vectors to signed 16-bit numbers, limited to their range. */
  narrow(other: I32x4): I16x8 {
    return new I16x8([this.code, other.code, vector(0x85)]);
  }
  toFloats(): F32x4 {
    return new F32x4([this.code, vector(0xfa)]);
  }
}

/** Four 32-bit floats. */
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
  /** Returns `other` in the lanes where it is greater (the instruction `pmax`). */
  max(other: F32x4): F32x4 {
    return this.#with(0xeb, other);
  }
}

/** Returns `yes` if the condition is not 0, else `no`. Evaluates both. */
export function choose(condition: I32, yes: I32 | number, no: I32 | number): I32 {
  return new I32([i32Code(yes), i32Code(no), condition.code, 0x1b]);
}

/** Returns the sum of several values, added from left to right. */
export const sumOf = (first: I32, ...others: readonly (I32 | number)[]): I32 =>
  others.reduce<I32>((sum, each) => sum.plus(each), first);

const codeOf = (kind: Kind<Value>, value: Value | number): Code => {
  if (typeof value !== 'number') return value.code;
  return kind.type === 'i64' ? I64.of(value).code : I32.of(value).code;
};

/** Makes a value assignable. `write` returns the code that stores a new value. */
function placeOf<V extends Value>(kind: Kind<V>, code: Code, write: (value: Code) => Code): Place<V> {
  const value: object = new kind(code);
  const set = (given: Value | number): Step => new Step(write(codeOf(kind, given)));
  const ways: Record<string, (given: Value | number) => Step> = { set };
  if (value instanceof I32 || value instanceof I64) {
    const number = value as { plus(by: unknown): Value; minus(by: unknown): Value };
    ways.increase = (by) => set(number.plus(by));
    ways.decrease = (by) => set(number.minus(by));
  }
  const place: unknown = Object.assign(value, ways);
  return place as Place<V>;
}

/** Returns a local as an assignable value. */
export function localOf<V extends Value>(kind: Kind<V>, slot: Slot): Local<V> {
  const place = placeOf(kind, { opcode: 0x20, slot }, (value) => [value, { opcode: 0x21, slot }]);
  const tee = (given: Value | number): V => new kind([codeOf(kind, given), { opcode: 0x22, slot }]);
  return Object.assign(place, { tee }) as never;
}

type Address = I32 | number;
/** A place in memory, at an address plus an offset; a single number is the address itself. */
type PlaceAt<P> = (address: Address, offset?: number) => P;

/** Bit 6 of the alignment announces a memory number. */
const access = (offset: number, memory = 0): Code => [memory === 0 ? 0 : [0x40, memory], unsigned(offset)];

const split = (address: Address, offset: number): readonly [Code, number] =>
  typeof address === 'number' ? [i32Code(0), address + offset] : [address.code, offset];

function placeAt<V extends Value>(kind: Kind<V>, loads: Code, stores: Code) {
  return (address: Address, offset = 0) => {
    const [base, from] = split(address, offset);
    const reads = [base, loads, access(from)];
    return placeOf(kind, reads, (value) => [base, value, stores, access(from)]) as Local<V>;
  };
}

// Numbers in memory. `u` reads unsigned, `s` signed; writing keeps the low bits.
export const u8At: PlaceAt<Count<I32>> = placeAt(I32, 0x2d, 0x3a);
export const s16At: PlaceAt<Count<I32>> = placeAt(I32, 0x2e, 0x3b);
export const u16At: PlaceAt<Count<I32>> = placeAt(I32, 0x2f, 0x3b);
export const i32At: PlaceAt<Count<I32>> = placeAt(I32, 0x28, 0x36);
export const i64At: PlaceAt<Count<I64>> = placeAt(I64, 0x29, 0x37);
// Vectors in memory, at any address.
export const v128At: PlaceAt<Place<V128>> = placeAt(V128, vector(0x00), vector(0x0b));
export const i8x16At: PlaceAt<Place<I8x16>> = placeAt(I8x16, vector(0x00), vector(0x0b));
export const i16x8At: PlaceAt<Place<I16x8>> = placeAt(I16x8, vector(0x00), vector(0x0b));
export const i32x4At: PlaceAt<Place<I32x4>> = placeAt(I32x4, vector(0x00), vector(0x0b));
export const f32x4At: PlaceAt<Place<F32x4>> = placeAt(F32x4, vector(0x00), vector(0x0b));

/** Reads eight bytes as eight unsigned 16-bit numbers. */
export function widenedAt(address: Address, offset = 0): I16x8 {
  const [base, from] = split(address, offset);
  return new I16x8([base, vector(0x02), access(from)]);
}

/** Reads four bytes into each of the four lanes. */
export function splatAt(address: Address, offset = 0): V128 {
  const [base, from] = split(address, offset);
  return new V128([base, vector(0x09), access(from)]);
}

/** Reads a byte of a memory other than the first. */
export const u8OfMemory = (memory: number, address: I32, offset = 0): I32 =>
  new I32([address.code, 0x2d, access(offset, memory)]);
