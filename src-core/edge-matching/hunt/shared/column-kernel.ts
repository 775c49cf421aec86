/**
 * What the compiled looks along a row (lookahead-kernel.ts) and along a frontier (frontier-beam/lookahead-kernel.ts) share: how one column is
 * summed, eight labels a vector while counting and four while weighing. Its values are bytes in registers, so that
 * gathering them, and testing a tile, are byte swizzles.
 */
import {
  F32x4,
  f32x4At,
  I16x8,
  i16x8At,
  I32,
  i32At,
  I32x4,
  I8x16,
  i8x16At,
  splatAt,
  u16At,
  u8At,
  V128,
  widenedAt,
  type Local,
} from '../../../wasm/expressions.ts';
import { until, type Steps } from '../../../wasm/statements.ts';
import { LOG2, ROUNDING } from './float32.ts';
import { PRICE } from './label-prices.ts';
import { registersOf } from './vectors.ts';
import { SOFTENING, TINY } from './lookahead-scale.ts';

/** What the code depends on. Sizes in bytes. */
export interface ColumnShape {
  readonly labels: number;
  readonly mate: readonly number[];
  /** vectors of 16 bytes that hold the used tiles of a board */
  readonly usedVectors: number;
  /** where the label counts of a board begin */
  readonly countsAt: number;
  /** labels and counts of a board take two bytes each */
  readonly wide: boolean;
}

/** Where the code keeps its numbers. */
export interface ColumnMemory {
  readonly constants: number;
  readonly shown: number;
  readonly shownFloat: number;
  readonly price: number;
  readonly softening: number;
}

/** The locals of a column. */
export interface Column {
  /** the values: as floats, as 16-bit numbers, as bytes */
  readonly x: readonly Local<F32x4>[];
  readonly whole: readonly Local<I16x8>[];
  readonly bytes: readonly Local<I8x16>[];
  /** tiles that are left, as bits */
  readonly left: readonly Local<I8x16>[];
  /** by label, what its ways add up to */
  readonly sums: readonly Local<I16x8>[];
  /** in every lane */
  readonly exponent: Local<I32x4>;
  readonly mean: Local<V128>;
  readonly kept: Local<F32x4>;
  /** used within a step */
  readonly top: Local<V128>;
  readonly total: Local<V128>;
  readonly floor: Local<F32x4>;
  readonly pairs: Local<V128>;
  readonly ways: Local<I32>;
}

const floatBits = (value: number): number => new Int32Array(Float32Array.of(value).buffer)[0]!;
export const zeros = I8x16.of(new Uint8Array(16));
/** Vectors of consecutive numbers: as four words, and as 16 bytes. */
export const wordsFrom = (first: number): I32x4 =>
  I32x4.of(Int32Array.of(first, first + 1, first + 2, first + 3));
export const bytesOf = (byte: (lane: number) => number): I8x16 =>
  I8x16.of(Uint8Array.from({ length: 16 }, (_, lane) => byte(lane)));
const lanesOf = (...lanes: number[]): number[] =>
  lanes.flatMap((lane) => [0, 1, 2, 3].map((b) => lane * 4 + b));
const HALVES = lanesOf(2, 3, 0, 1);
const PAIRS = lanesOf(1, 0, 3, 2);

/** Combines all four lanes; each of them then holds the answer. */
const across = (held: Local<V128>, combine: (a: V128, b: V128) => V128 | I32x4 | F32x4): Steps => [
  held.set(combine(held, held.shuffle(held, HALVES))),
  held.set(combine(held, held.shuffle(held, PAIRS))),
];
/** Sums the lanes of whole numbers; each lane then holds the sum. */
export const sumLanes = (held: Local<V128>): Steps => across(held, (a, b) => a.i32x4.plus(b.i32x4));
/** Finds the largest of the lanes of floats; each lane then holds it. */
const maxOfLanes = (held: Local<V128>): Steps => across(held, (a, b) => a.f32x4.max(b.f32x4));
/** Finds the smallest of eight lanes of 16 bits, which lane 0 then holds. */
export const minOfEight = (held: Local<V128>): Steps => [
  held.set(held.i16x8.min(held.shuffle(held, HALVES).i16x8)),
  held.set(held.i16x8.min(held.shuffle(held, PAIRS).i16x8)),
  held.set(held.i16x8.min(held.i32x4.shiftRight(16).i16x8)),
];

/** Several vectors, lane by lane: the sums, the largest, the bits of any. */
export const sumOfWords = (parts: readonly I32x4[]): I32x4 => parts.reduce((a, b) => a.plus(b));
const maxOfFloats = (parts: readonly F32x4[]): F32x4 => parts.reduce((a, b) => a.max(b));
export const anyOf = (parts: readonly I8x16[]): I8x16 => parts.reduce((a, b) => a.or(b));
/** Half of a vector's lanes, twice as wide: the lower ones for an even number, the upper ones for an odd one. */
export const halfOf = <Wide>(vector: { lowHalf(): Wide; highHalf(): Wide }, n: number): Wide =>
  n % 2 === 0 ? vector.lowHalf() : vector.highHalf();

export const each = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** What the functions of the module share: sizes, and how their code comes by numbers and labels. */
export function columnCode<Shape extends ColumnShape, Memory extends ColumnMemory>(
  shape: Shape,
  memory: Memory,
) {
  /** Numbers to be splatted lie in memory: that takes one instruction, where V8 needs three for a constant vector. */
  const constants: number[] = [];
  const splatBits = (value: number): I32x4 => {
    const known = constants.indexOf(value);
    const index = known < 0 ? constants.push(value) - 1 : known;
    return splatAt(memory.constants + 4 * index).i32x4;
  };
  const splatFloat = (value: number): F32x4 => splatBits(floatBits(value)).f32x4;
  const rounded = (value: F32x4): I32x4 =>
    value.plus(splatFloat(ROUNDING)).i32x4.minus(splatBits(floatBits(ROUNDING)));
  const loadLabel = shape.wide ? u16At : u8At;
  /** The label of a step or of a frontier's entry: on the board, or fixed. */
  const labelAt = (board: I32, entry: I32, onBoard: number, at: number): I32 =>
    loadLabel(board.and(i32At(entry, onBoard)).plus(i32At(entry, at)));
  const groups = Math.ceil(shape.labels / 8);
  return {
    ...{ shape, memory, constants, splatBits, splatFloat, rounded, loadLabel, labelAt },
    ...{ groups, lanes: groups * 8, vectors: groups * 2, registers: registersOf(shape.labels) },
  };
}

/** What `columnCode` makes, for any shape and memory that have what a column needs. */
export type ColumnCode = ReturnType<typeof columnCode<ColumnShape, ColumnMemory>>;

/** The mean of the column before, weighed by the half-edges left. */
export function meanOf({ memory }: ColumnCode, { mean, whole, kept }: Column): Steps {
  return [
    mean.set(sumOfWords(whole.map((values, g) => values.dot(i16x8At(memory.shown + 16 * g))))),
    sumLanes(mean),
    mean.set(mean.i32x4.toFloats().times(kept)),
  ];
}

/** The values as bytes: the largest becomes 128 to 255, and the power of two is kept apart. */
export function toBytes(
  { splatBits, rounded }: ColumnCode,
  { x, whole, bytes, top, exponent }: Column,
): Steps {
  return [
    top.set(maxOfFloats(x)),
    maxOfLanes(top),
    top.set(top.and(splatBits(0x7f800000))),
    exponent.set(exponent.plus(top.i32x4.shiftRight(23).minus(splatBits(134)))),
    top.set(splatBits(261 << 23).minus(top.i32x4)),
    whole.map((to, g) =>
      to.set(rounded(x[2 * g]!.times(top.f32x4)).narrow(rounded(x[2 * g + 1]!.times(top.f32x4)))),
    ),
    bytes.map((to, r) => to.set(whole[2 * r]!.narrow(whole[2 * r + 1] ?? whole[2 * r]!))),
  ];
}

/** The values of the ways of a vector whose tiles are left, added up by label. */
export function addWays({ shape, registers }: ColumnCode, { left, bytes, sums, pairs, ways }: Column): Steps {
  const { usedVectors } = shape;
  const ofWays = (field: number): I8x16 => i8x16At(ways, 16 * field);
  return [
    pairs.set(anyOf(left.map((bits, i) => bits.relaxedSwizzle(ofWays(i))))),
    pairs.set(
      anyOf(bytes.map((values, i) => values.relaxedSwizzle(ofWays(usedVectors + 1 + i)))).and(
        pairs.i8x16.and(ofWays(usedVectors)).equals(ofWays(usedVectors)),
      ),
    ),
    pairs.set(pairs.i8x16.pairSums()),
    sums.map((to, g) =>
      to.set(to.plusSaturated(pairs.i8x16.relaxedSwizzle(ofWays(usedVectors + 1 + registers + g)).i16x8)),
    ),
  ];
}

/** What the ways of all labels add up to. */
export const totalOf = ({ sums, total }: Column): Steps => [
  total.set(sumOfWords(sums.map((sum) => sum.pairSums()))),
  sumLanes(total),
];

/** What mismatches to the side add. */
export const floorOf = ({ splatFloat }: ColumnCode, { total, floor }: Column): Steps => [
  floor.set(total.i32x4.toFloats().times(splatFloat(SOFTENING)).plus(splatFloat(TINY))),
];

/** The values that the sums become: softened by what mismatches add, and weighed by the edges they lead to, whose prices are given by vector. */
export function softened(
  { memory }: ColumnCode,
  { sums, floor, mean, x }: Column,
  price: (v: number) => F32x4,
): Steps {
  return [
    x.map((to, v) => {
      const sum = sums[v >> 1]!;
      return to.set(
        halfOf(sum, v)
          .toFloats()
          .plus(floor.plus(f32x4At(memory.shownFloat + 16 * v).times(mean.f32x4)))
          .times(price(v)),
      );
    }),
  ];
}

/** The logarithm to base 2 of the float in `value`, but for its exponent: of the mantissa, by a polynomial (lookahead.ts). Uses `above`. */
export function log2Mantissa(
  { splatBits, splatFloat }: ColumnCode,
  value: V128,
  mantissa: Local<F32x4>,
  above: Local<V128>,
): Steps {
  const [a, b, c] = LOG2;
  return [
    mantissa.set(value.and(splatBits(0x7fffff)).or(splatFloat(1)).f32x4),
    above.set(mantissa.minus(splatFloat(1))),
    mantissa.set(above.f32x4.times(mantissa.minus(splatFloat(2)))),
    mantissa.set(
      mantissa.times(
        splatFloat(a).plus(above.f32x4.times(splatFloat(b).plus(above.f32x4.times(splatFloat(c))))),
      ),
    ),
    mantissa.set(above.f32x4.plus(mantissa)),
  ];
}

/** The locals that `prepareColumns` works with. */
export interface PreparedLocals {
  readonly board: I32;
  readonly entry: Local<I32>;
  readonly half8: Local<V128>;
  readonly sum: Local<V128>;
  readonly one: Local<V128>;
  readonly met: Local<V128>;
  readonly toMeet: readonly Local<I8x16>[];
  readonly everyMate: readonly I8x16[];
}

/** Counts the half-edges that show each label on tiles that are left, and weighs its edges: for the board at hand. */
export function prepareColumns(
  code: ColumnCode,
  locals: PreparedLocals,
  /** where the labels that tiles to come must meet are listed, and where the list ends */
  frontier: readonly [I32, I32],
): Steps {
  const { shape, memory, splatBits, splatFloat, loadLabel, labelAt, groups } = code;
  const { mate, wide, countsAt } = shape;
  const { board, entry, half8, sum, one, met, toMeet, everyMate } = locals;
  const size = wide ? 2 : 1;
  const counts = (l: number): I32 => loadLabel(board, countsAt + size * l);
  const countsOf = (g: number): I16x8 =>
    wide ? i16x8At(board, countsAt + 16 * g) : widenedAt(board, countsAt + 8 * g);
  const hasMates = mate.some((other, label) => other !== label);
  return [
    toMeet.map((to) => to.set(zeros)),
    entry.set(frontier[0]),
    until(
      entry.equals(frontier[1]),
      met.set(I8x16.splat(labelAt(board, entry, 0, 4))),
      toMeet.map((to, r) => to.set(to.minus(met.i8x16.equals(everyMate[r]!)))),
      entry.increase(8),
    ),
    hasMates ? mate.map((other, l) => u16At(memory.shown + 2 * l).set(counts(other))) : [],
    sum.set(zeros),
    each(groups, (g) => [
      half8.set(
        (hasMates ? i16x8At(memory.shown + 16 * g) : countsOf(g)).minusSaturated(halfOf(toMeet[g >> 1]!, g)),
      ),
      i16x8At(memory.shown + 16 * g).set(half8.i16x8),
      [0, 1].map((h) => [
        one.set(halfOf(half8.i16x8, h)),
        sum.set(sum.i32x4.plus(one.i32x4)),
        f32x4At(memory.shownFloat + 16 * (2 * g + h)).set(one.i32x4.toFloats()),
      ]),
      half8.set(countsOf(g)),
      [0, 1].map((h) => [
        one.set(halfOf(half8.i16x8, h)),
        f32x4At(memory.price + 16 * (2 * g + h)).set(
          splatFloat(PRICE)
            .dividedBy(splatFloat(1).max(one.i32x4.minus(splatBits(1)).toFloats()))
            .and(one.i32x4.equals(zeros.i32x4).not()),
        ),
      ]),
    ]),
    sumLanes(sum),
    f32x4At(memory.softening).set(splatFloat(SOFTENING).dividedBy(splatFloat(1).max(sum.i32x4.toFloats()))),
  ];
}
