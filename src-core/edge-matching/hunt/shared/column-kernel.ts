/**
 * Code shared by the lookahead kernels of both beams (`lookahead-kernel.ts` in `row-beam` and `frontier-beam`). For
 * one cell, it computes a sum for each label. Sums are 16-bit integers, eight per vector. Multiplied by the weights of
 * edges, they become *values*, which are floats, four per vector. The values of the previous cell are rounded to bytes
 * and kept in registers, where the instruction `swizzle` looks them up.
 */
import { I32, type Local } from '../../../wasm/expressions.ts';
import { f32x4At, i16x8At, i32At, i8x16At, splatAt, u16At, u8At, widenedAt } from '../../../wasm/places.ts';
import { F32x4, I16x8, I32x4, I8x16, V128 } from '../../../wasm/vectors.ts';
import { until, type Locals, type Steps } from '../../../wasm/statements.ts';
import { LOG2_COEFFICIENTS, ROUNDING_OFFSET } from './float32.ts';
import { PRICE_SCALE } from './label-prices.ts';
import { registersOf } from './vectors.ts';
import { MISMATCH_WEIGHT, SUM_EPSILON } from './lookahead-scale.ts';

/** The properties of a puzzle that the generated code depends on. Sizes and offsets are in bytes. */
export interface ColumnShape {
  readonly labels: number;
  /** for each label: the label that matches it */
  readonly mate: readonly number[];
  /** number of 16-byte vectors in the bit set of a board's used tiles */
  readonly usedVectors: number;
  /** offset, within a board, of an array with the number of half-edges left for each label */
  readonly countsAt: number;
  /** true if a board's labels and counts take two bytes each */
  readonly wide: boolean;
}

/** Byte addresses of the data that the code uses. */
export interface ColumnMemory {
  /** constants that the code copies to all lanes of a vector */
  readonly constants: number;
  /**
   * Two arrays with a number for each label: the half-edges on unused tiles that show it, minus those needed to match
   * placed tiles. `shown` holds 16-bit integers, and `shownFloat` holds floats.
   */
  readonly shown: number;
  readonly shownFloat: number;
  /** for each label: the weight of its edges, as a float */
  readonly price: number;
  /** MISMATCH_WEIGHT divided by the sum of `shown`, stored four times to fill a vector */
  readonly softening: number;
}

/** The local variables of the WebAssembly code that computes the values of one cell. */
export interface Column {
  /** value of each label at the cell, as a float */
  readonly x: readonly Local<F32x4>[];
  /** value of each label, scaled and rounded to a 16-bit integer */
  readonly whole: readonly Local<I16x8>[];
  /** value of each label, scaled and rounded to a byte */
  readonly bytes: readonly Local<I8x16>[];
  /** the unused tiles, one bit each */
  readonly left: readonly Local<I8x16>[];
  /**
   * For each label, a sum over all ways to fill the cell that show this label to the next cell. Each way adds a value
   * of the previous cell.
   */
  readonly sums: readonly Local<I16x8>[];
  /** in every lane: the exponent. A number `n` in `whole` or `bytes` represents the value `n * 2 ** exponent`. */
  readonly exponent: Local<I32x4>;
  /** in every lane: MISMATCH_WEIGHT times the mean of the previous cell's values */
  readonly mean: Local<V128>;
  /** in every lane: MISMATCH_WEIGHT divided by the sum of `ColumnMemory.shown` (see `softening`) */
  readonly kept: Local<F32x4>;
  /** scratch values for a single cell */
  readonly top: Local<V128>;
  readonly total: Local<V128>;
  readonly floor: Local<F32x4>;
  readonly pairs: Local<V128>;
  readonly ways: Local<I32>;
}

/**
 * Creates all locals of `Column` except `ways`. Their order determines the bytes of the module, which a test checks.
 */
export const columnLocals = (
  { shape, groups, vectors, registers }: ColumnCode,
  locals: Locals,
): Omit<Column, 'ways'> => ({
  x: locals.several(F32x4, vectors),
  whole: locals.several(I16x8, groups),
  bytes: locals.several(I8x16, registers),
  left: locals.several(I8x16, shape.usedVectors),
  sums: locals.several(I16x8, groups),
  top: locals.one(V128),
  exponent: locals.one(I32x4),
  mean: locals.one(V128),
  total: locals.one(V128),
  floor: locals.one(F32x4),
  kept: locals.one(F32x4),
  pairs: locals.one(V128),
});

const floatBits = (value: number): number => new Int32Array(Float32Array.of(value).buffer)[0]!;
export const zeros = I8x16.of(new Uint8Array(16));
/** Returns a constant vector of four consecutive 32-bit numbers, starting with `first`. */
export const wordsFrom = (first: number): I32x4 =>
  I32x4.of(Int32Array.of(first, first + 1, first + 2, first + 3));
/** Returns a constant vector of 16 bytes. `byte` returns the byte for each lane. */
export const bytesOf = (byte: (lane: number) => number): I8x16 =>
  I8x16.of(Uint8Array.from({ length: 16 }, (_, lane) => byte(lane)));
const lanesOf = (...lanes: number[]): number[] =>
  lanes.flatMap((lane) => [0, 1, 2, 3].map((b) => lane * 4 + b));
const SWAPPED_HALVES = lanesOf(2, 3, 0, 1);
const SWAPPED_NEIGHBOURS = lanesOf(1, 0, 3, 2);

/** Returns code that combines the four lanes of a vector and writes the result to every lane. */
const across = (held: Local<V128>, combine: (a: V128, b: V128) => V128 | I32x4 | F32x4): Steps => [
  held.set(combine(held, held.shuffle(held, SWAPPED_HALVES))),
  held.set(combine(held, held.shuffle(held, SWAPPED_NEIGHBOURS))),
];
/** Returns code that adds up four 32-bit integer lanes and writes the sum to every lane. */
export const sumLanes = (held: Local<V128>): Steps => across(held, (a, b) => a.i32x4.plus(b.i32x4));
const maxOfLanes = (held: Local<V128>): Steps => across(held, (a, b) => a.f32x4.max(b.f32x4));
/** Returns code that finds the smallest of eight 16-bit lanes and writes it to lane 0. */
export const minOfEight = (held: Local<V128>): Steps => [
  held.set(held.i16x8.min(held.shuffle(held, SWAPPED_HALVES).i16x8)),
  held.set(held.i16x8.min(held.shuffle(held, SWAPPED_NEIGHBOURS).i16x8)),
  held.set(held.i16x8.min(held.i32x4.shiftRight(16).i16x8)),
];

export const sumOfWords = (parts: readonly I32x4[]): I32x4 => parts.reduce((a, b) => a.plus(b));
const maxOfFloats = (parts: readonly F32x4[]): F32x4 => parts.reduce((a, b) => a.max(b));
export const anyOf = (parts: readonly I8x16[]): I8x16 => parts.reduce((a, b) => a.or(b));
/**
 * Returns half of a vector's lanes, widened to twice their size: the lower half if `n` is even, the upper half if `n`
 * is odd.
 */
export const halfOf = <Wide>(vector: { lowHalf(): Wide; highHalf(): Wide }, n: number): Wide =>
  n % 2 === 0 ? vector.lowHalf() : vector.highHalf();

/** Calls `make` with each number from 0 to `count - 1` and returns the results. */
export const each = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

export function columnCode<Shape extends ColumnShape, Memory extends ColumnMemory>(
  shape: Shape,
  memory: Memory,
) {
  /**
   * Constants that are kept in memory, because a single instruction can load a number from memory into all lanes. V8
   * needs three instructions for a constant vector in the code.
   */
  const constants: number[] = [];
  const splatBits = (value: number): I32x4 => {
    const known = constants.indexOf(value);
    const index = known < 0 ? constants.push(value) - 1 : known;
    return splatAt(memory.constants + 4 * index).i32x4;
  };
  const splatFloat = (value: number): F32x4 => splatBits(floatBits(value)).f32x4;
  const rounded = (value: F32x4): I32x4 =>
    value.plus(splatFloat(ROUNDING_OFFSET)).i32x4.minus(splatBits(floatBits(ROUNDING_OFFSET)));
  const loadLabel = shape.wide ? u16At : u8At;
  /**
   * Returns code that reads a label that a tile must match. The record at `entry` gives the place of the label: on the
   * board or in a table.
   */
  const labelAt = (board: I32, entry: I32, onBoard: number, at: number): I32 =>
    loadLabel(board.and(i32At(entry, onBoard)).plus(i32At(entry, at)));
  const groups = Math.ceil(shape.labels / 8);
  return {
    shape,
    memory,
    constants,
    splatBits,
    splatFloat,
    rounded,
    loadLabel,
    labelAt,
    groups,
    lanes: groups * 8,
    vectors: groups * 2,
    registers: registersOf(shape.labels),
  };
}

export type ColumnCode = ReturnType<typeof columnCode<ColumnShape, ColumnMemory>>;

/**
 * Returns code that sets `mean` to MISMATCH_WEIGHT times the weighted mean of the previous cell's values. A label's
 * weight is the number of half-edges on unused tiles that show it.
 */
export function meanOf({ memory }: ColumnCode, { mean, whole, kept }: Column): Steps {
  return [
    mean.set(sumOfWords(whole.map((values, g) => values.dot(i16x8At(memory.shown + 16 * g))))),
    sumLanes(mean),
    mean.set(mean.i32x4.toFloats().times(kept)),
  ];
}

/**
 * Returns code that rounds the values to bytes, after scaling them so that the largest is between 128 and 255. Adjusts
 * `exponent` accordingly.
 */
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

/**
 * Returns code that processes 16 ways to fill the cell. Each way whose tile is unused adds one of the previous cell's
 * values to the sum for one label (see `Column.sums`).
 */
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

/** Returns code that sets `total` to the sum over all labels of `sums`. */
export const totalOf = ({ sums, total }: Column): Steps => [
  total.set(sumOfWords(sums.map((sum) => sum.pairSums()))),
  sumLanes(total),
];

/** Returns code that sets `floor`, the amount added to each sum to allow for a mismatch on the next edge. */
export const floorOf = ({ splatFloat }: ColumnCode, { total, floor }: Column): Steps => [
  floor.set(total.i32x4.toFloats().times(splatFloat(MISMATCH_WEIGHT)).plus(splatFloat(SUM_EPSILON))),
];

/**
 * Returns code that turns sums into values: it adds an amount to each sum to allow for mismatches, and multiplies the
 * result by the weight of the edge.
 */
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

/**
 * Returns code that sets `mantissa` to the base-2 logarithm of the mantissa of the float `value`, computed as in
 * `float32.ts`.
 */
export function log2Mantissa(
  { splatBits, splatFloat }: ColumnCode,
  value: V128,
  mantissa: Local<F32x4>,
  above: Local<V128>,
): Steps {
  const [a, b, c] = LOG2_COEFFICIENTS;
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

/** The local variables of the code that `prepareColumns` returns. */
export interface PreparedLocals {
  /** addresses of the board, and of the record for a label that a tile must match */
  readonly board: I32;
  readonly entry: Local<I32>;
  /** scratch values */
  readonly half8: Local<V128>;
  readonly sum: Local<V128>;
  readonly one: Local<V128>;
  readonly met: Local<V128>;
  /** one byte per label: the number of sides that require it */
  readonly toMeet: readonly Local<I8x16>[];
  /** one byte per label: the label that matches it */
  readonly everyMate: readonly I8x16[];
}

/**
 * Returns code that counts, for each label, the sides that require it. The records from `first` to `end` hold the
 * label required by each side.
 */
function countFrontier(
  { labelAt }: ColumnCode,
  locals: PreparedLocals,
  [first, end]: readonly [I32, I32],
): Steps {
  const { board, entry, met, toMeet, everyMate } = locals;
  return [
    toMeet.map((to) => to.set(zeros)),
    entry.set(first),
    until(
      entry.equals(end),
      met.set(I8x16.splat(labelAt(board, entry, 0, 4))),
      toMeet.map((to, r) => to.set(to.minus(met.i8x16.equals(everyMate[r]!)))),
      entry.increase(8),
    ),
  ];
}

/**
 * Returns code that writes the fields `shown`, `shownFloat`, `price` and `softening` of `ColumnMemory` for one board.
 */
export function prepareColumns(
  code: ColumnCode,
  locals: PreparedLocals,
  /** start and end addresses of the records for the labels to match */
  frontier: readonly [I32, I32],
): Steps {
  const { shape, memory, splatBits, splatFloat, loadLabel, groups } = code;
  const { mate, wide, countsAt } = shape;
  const { board, half8, sum, one, toMeet } = locals;
  const size = wide ? 2 : 1;
  const counts = (l: number): I32 => loadLabel(board, countsAt + size * l);
  const countsOf = (g: number): I16x8 =>
    wide ? i16x8At(board, countsAt + 16 * g) : widenedAt(board, countsAt + 8 * g);
  const hasMates = mate.some((other, label) => other !== label);
  return [
    countFrontier(code, locals, frontier),
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
          splatFloat(PRICE_SCALE)
            .dividedBy(splatFloat(1).max(one.i32x4.minus(splatBits(1)).toFloats()))
            .and(one.i32x4.equals(zeros.i32x4).not()),
        ),
      ]),
    ]),
    sumLanes(sum),
    f32x4At(memory.softening).set(
      splatFloat(MISMATCH_WEIGHT).dividedBy(splatFloat(1).max(sum.i32x4.toFloats())),
    ),
  ];
}
