/** Values that can be assigned to: locals, and places in memory. */
import { unsigned, type Code, type Slot } from './assembler.ts';
import {
  type Count,
  I32,
  I64,
  type Kind,
  type Local,
  type Place,
  Step,
  Value,
  i32Code,
} from './expressions.ts';
import { F32x4, I16x8, I32x4, I8x16, V128, vector } from './vectors.ts';

const codeOf = (kind: Kind<Value>, value: Value | number): Code => {
  if (typeof value !== 'number') return value.code;
  return kind.type === 'i64' ? I64.of(value).code : I32.of(value).code;
};

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

export function localOf<V extends Value>(kind: Kind<V>, slot: Slot): Local<V> {
  const place = placeOf(kind, { opcode: 0x20, slot }, (value) => [value, { opcode: 0x21, slot }]);
  const tee = (given: Value | number): V => new kind([codeOf(kind, given), { opcode: 0x22, slot }]);
  return Object.assign(place, { tee }) as never;
}

type Address = I32 | number;
type PlaceAt<P> = (address: Address, offset?: number) => P;

/**
 * Returns the immediate bytes of a load or store. Bit 6 of the alignment byte indicates that the number of a memory
 * follows.
 */
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

// In these names, `u` means that reads are unsigned, and `s` that they are signed. Writes store only a number's low
// bits.
export const u8At: PlaceAt<Count<I32>> = placeAt(I32, 0x2d, 0x3a);
export const s16At: PlaceAt<Count<I32>> = placeAt(I32, 0x2e, 0x3b);
export const u16At: PlaceAt<Count<I32>> = placeAt(I32, 0x2f, 0x3b);
export const i32At: PlaceAt<Count<I32>> = placeAt(I32, 0x28, 0x36);
export const i64At: PlaceAt<Count<I64>> = placeAt(I64, 0x29, 0x37);
// The address of a vector needn't be a multiple of 16.
export const v128At: PlaceAt<Place<V128>> = placeAt(V128, vector(0x00), vector(0x0b));
export const i8x16At: PlaceAt<Place<I8x16>> = placeAt(I8x16, vector(0x00), vector(0x0b));
export const i16x8At: PlaceAt<Place<I16x8>> = placeAt(I16x8, vector(0x00), vector(0x0b));
export const i32x4At: PlaceAt<Place<I32x4>> = placeAt(I32x4, vector(0x00), vector(0x0b));
export const f32x4At: PlaceAt<Place<F32x4>> = placeAt(F32x4, vector(0x00), vector(0x0b));

/** Reads eight unsigned bytes and widens each to a 16-bit lane. */
export function widenedAt(address: Address, offset = 0): I16x8 {
  const [base, from] = split(address, offset);
  return new I16x8([base, vector(0x02), access(from)]);
}

/** Reads four bytes and copies them to all four lanes. */
export function splatAt(address: Address, offset = 0): V128 {
  const [base, from] = split(address, offset);
  return new V128([base, vector(0x09), access(from)]);
}

/** Reads one byte from any memory, not just the first one. */
export const u8OfMemory = (memory: number, address: I32, offset = 0): I32 =>
  new I32([address.code, 0x2d, access(offset, memory)]);
