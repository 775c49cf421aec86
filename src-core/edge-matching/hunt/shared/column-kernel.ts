/**
 * What the compiled looks along a row (lookahead-kernel.ts) and along a frontier (frontier-beam/lookahead-kernel.ts) share: how one column is
 * summed, eight labels a vector while counting and four while weighing. Its values are bytes in registers, so that
 * gathering them, and testing a tile, are byte swizzles.
 */
import {
  block,
  branch,
  branchIf,
  f32x4,
  i16x8,
  i32,
  i32x4,
  i8x16,
  loop,
  v128,
  type Code,
  type Local,
} from '../../../wasm.ts';
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
  readonly x: readonly Local[];
  readonly whole: readonly Local[];
  readonly bytes: readonly Local[];
  /** tiles that are left, as bits */
  readonly left: readonly Local[];
  /** by label, what its ways add up to */
  readonly sums: readonly Local[];
  /** in every lane */
  readonly exponent: Local;
  readonly mean: Local;
  readonly kept: Local;
  /** used within a step */
  readonly top: Local;
  readonly total: Local;
  readonly floor: Local;
  readonly pairs: Local;
  readonly ways: Local;
}

export const zero = i32.const(0);
const floatBits = (value: number): number => new Int32Array(Float32Array.of(value).buffer)[0]!;
export const zeros = v128.const(new Uint8Array(16));
/** Vectors of consecutive numbers: as four words, and as 16 bytes. */
export const wordsFrom = (first: number): Code =>
  v128.const(new Uint8Array(Int32Array.of(first, first + 1, first + 2, first + 3).buffer));
export const bytesOf = (byte: (lane: number) => number): Code =>
  v128.const(Uint8Array.from({ length: 16 }, (_, lane) => byte(lane)));
const lanesOf = (...lanes: number[]): number[] =>
  lanes.flatMap((lane) => [0, 1, 2, 3].map((b) => lane * 4 + b));
export const HALVES = lanesOf(2, 3, 0, 1);
export const PAIRS = lanesOf(1, 0, 3, 2);

/** Over all four lanes, the answer in each of them. */
export function across(combine: (a: Code, b: Code) => Code, held: Local): Code[] {
  return [
    held.set(combine(held.get, v128.shuffle(held.get, held.get, HALVES))),
    held.set(combine(held.get, v128.shuffle(held.get, held.get, PAIRS))),
  ];
}

export const fold = (combine: (a: Code, b: Code) => Code, parts: readonly Code[]): Code =>
  parts.reduce((a, b) => combine(a, b));

/** Does `body` again and again until `done` says so beforehand. */
export const until = (done: Code, body: Code[]): Code =>
  block((leave) => [loop((again) => [branchIf(done, leave), ...body, branch(again)])]);

export const each = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** What the functions of the module share: sizes, and how their code comes by numbers and labels. */
export function columnCode<Shape extends ColumnShape, Memory extends ColumnMemory>(
  shape: Shape,
  memory: Memory,
) {
  /** Numbers to be splatted lie in memory: that takes one instruction, where V8 needs three for a constant vector. */
  const constants: number[] = [];
  const splatBits = (value: number): Code => {
    const known = constants.indexOf(value);
    const index = known < 0 ? constants.push(value) - 1 : known;
    return v128.loadSplat32(zero, memory.constants + 4 * index);
  };
  const splatFloat = (value: number): Code => splatBits(floatBits(value));
  const rounded = (value: Code): Code =>
    i32x4.sub(f32x4.add(value, splatFloat(ROUNDING)), splatBits(floatBits(ROUNDING)));
  const loadLabel = shape.wide ? i32.load16 : i32.load8;
  /** The label of a step or of a frontier's entry: on the board, or fixed. */
  const labelAt = (board: Code, entry: Code, onBoard: number, at: number): Code =>
    loadLabel(i32.add(i32.and(board, i32.load(entry, onBoard)), i32.load(entry, at)));
  const groups = Math.ceil(shape.labels / 8);
  return {
    ...{ shape, memory, constants, splatBits, splatFloat, rounded, loadLabel, labelAt },
    ...{ groups, lanes: groups * 8, vectors: groups * 2, registers: registersOf(shape.labels) },
  };
}

/** What `columnCode` makes, for any shape and memory that have what a column needs. */
export type ColumnCode = ReturnType<typeof columnCode<ColumnShape, ColumnMemory>>;

/** The mean of the column before, weighed by the half-edges left. */
export function meanOf({ memory }: ColumnCode, { mean, whole, kept }: Column): Code[] {
  return [
    mean.set(
      fold(
        i32x4.add,
        whole.map(({ get }, g) => i32x4.dot(get, v128.load(zero, memory.shown + 16 * g))),
      ),
    ),
    ...across(i32x4.add, mean),
    mean.set(f32x4.mul(f32x4.convert(mean.get), kept.get)),
  ];
}

/** The values as bytes: the largest becomes 128 to 255, and the power of two is kept apart. */
export function toBytes(
  { splatBits, rounded }: ColumnCode,
  { x, whole, bytes, top, exponent }: Column,
): Code[] {
  return [
    top.set(
      fold(
        f32x4.most,
        x.map(({ get }) => get),
      ),
    ),
    ...across(f32x4.most, top),
    top.set(v128.and(top.get, splatBits(0x7f800000))),
    exponent.set(i32x4.add(exponent.get, i32x4.sub(i32x4.shr(top.get, 23), splatBits(134)))),
    top.set(i32x4.sub(splatBits(261 << 23), top.get)),
    ...whole.map((to, g) =>
      to.set(
        i16x8.narrow(
          rounded(f32x4.mul(x[2 * g]!.get, top.get)),
          rounded(f32x4.mul(x[2 * g + 1]!.get, top.get)),
        ),
      ),
    ),
    ...bytes.map((to, r) => to.set(i8x16.narrow(whole[2 * r]!.get, (whole[2 * r + 1] ?? whole[2 * r]!).get))),
  ];
}

/** The values of the ways of a vector whose tiles are left, added up by label. */
export function addWays(
  { shape, registers }: ColumnCode,
  { left, bytes, sums, pairs, ways }: Column,
): Code[] {
  const { usedVectors } = shape;
  const ofWays = (field: number): Code => v128.load(ways.get, 16 * field);
  return [
    pairs.set(
      fold(
        v128.or,
        left.map(({ get }, i) => v128.relaxedSwizzle(get, ofWays(i))),
      ),
    ),
    pairs.set(
      v128.and(
        fold(
          v128.or,
          bytes.map(({ get }, i) => v128.relaxedSwizzle(get, ofWays(usedVectors + 1 + i))),
        ),
        i8x16.eq(v128.and(pairs.get, ofWays(usedVectors)), ofWays(usedVectors)),
      ),
    ),
    pairs.set(i16x8.addPairs(pairs.get)),
    ...sums.map((to, g) =>
      to.set(
        i16x8.addUnsigned(to.get, v128.relaxedSwizzle(pairs.get, ofWays(usedVectors + 1 + registers + g))),
      ),
    ),
  ];
}

/** What the ways of all labels add up to. */
export const totalOf = ({ sums, total }: Column): Code[] => [
  total.set(
    fold(
      i32x4.add,
      sums.map(({ get }) => i32x4.addPairs(get)),
    ),
  ),
  ...across(i32x4.add, total),
];

/** What mismatches to the side add. */
export const floorOf = ({ splatFloat }: ColumnCode, { total, floor }: Column): Code[] => [
  floor.set(f32x4.add(f32x4.mul(f32x4.convert(total.get), splatFloat(SOFTENING)), splatFloat(TINY))),
];

/** The values that the sums become: softened by what mismatches add, and weighed by the edges they lead to, whose prices are given by vector. */
export function softened(
  { memory }: ColumnCode,
  { sums, floor, mean, x }: Column,
  price: (v: number) => Code,
): Code[] {
  return [
    ...x.map((to, v) => {
      const sum = sums[v >> 1]!.get;
      return to.set(
        f32x4.mul(
          f32x4.add(
            f32x4.convert(v % 2 === 0 ? i32x4.extendLow(sum) : i32x4.extendHigh(sum)),
            f32x4.add(floor.get, f32x4.mul(v128.load(zero, memory.shownFloat + 16 * v), mean.get)),
          ),
          price(v),
        ),
      );
    }),
  ];
}

/** The logarithm to base 2 of the float in `value`, but for its exponent: of the mantissa, by a polynomial (lookahead.ts). Uses `above`. */
export function log2Mantissa(
  { splatBits, splatFloat }: ColumnCode,
  value: Local,
  mantissa: Local,
  above: Local,
): Code[] {
  const [a, b, c] = LOG2;
  return [
    mantissa.set(v128.or(v128.and(value.get, splatBits(0x7fffff)), splatFloat(1))),
    above.set(f32x4.sub(mantissa.get, splatFloat(1))),
    mantissa.set(f32x4.mul(above.get, f32x4.sub(mantissa.get, splatFloat(2)))),
    mantissa.set(
      f32x4.mul(
        mantissa.get,
        f32x4.add(
          splatFloat(a),
          f32x4.mul(above.get, f32x4.add(splatFloat(b), f32x4.mul(above.get, splatFloat(c)))),
        ),
      ),
    ),
    mantissa.set(f32x4.add(above.get, mantissa.get)),
  ];
}

/** Counts the half-edges that show each label on tiles that are left, and weighs its edges: for the board at hand. */
export function prepareColumns(
  code: ColumnCode,
  locals: Readonly<Record<'board' | 'entry' | 'half8' | 'sum' | 'one' | 'met', Local>> & {
    readonly toMeet: readonly Local[];
    readonly everyMate: readonly Local[];
  },
  /** where the labels that tiles to come must meet are listed, and where the list ends */
  frontier: readonly [Code, Code],
): Code[] {
  const { shape, memory, splatBits, splatFloat, loadLabel, labelAt, groups } = code;
  const { mate, wide, countsAt } = shape;
  const { board, entry, half8, sum, one, met, toMeet, everyMate } = locals;
  const size = wide ? 2 : 1;
  const counts = (l: number): Code => loadLabel(board.get, countsAt + size * l);
  const countsOf = (g: number): Code =>
    wide ? v128.load(board.get, countsAt + 16 * g) : v128.load8x8(board.get, countsAt + 8 * g);
  const hasMates = mate.some((other, label) => other !== label);
  return [
    ...toMeet.map((to) => to.set(zeros)),
    entry.set(frontier[0]),
    block((leave) => [
      loop((again) => [
        branchIf(i32.eq(entry.get, frontier[1]), leave),
        met.set(i8x16.splat(labelAt(board.get, entry.get, 0, 4))),
        ...toMeet.map((to, r) => to.set(i8x16.sub(to.get, i8x16.eq(met.get, everyMate[r]!.get)))),
        entry.set(i32.add(entry.get, i32.const(8))),
        branch(again),
      ]),
    ]),
    ...(hasMates ? mate.map((other, l) => i32.store16(zero, counts(other), memory.shown + 2 * l)) : []),
    sum.set(zeros),
    ...each(groups, (g) => [
      half8.set(
        i16x8.subUnsigned(
          hasMates ? v128.load(zero, memory.shown + 16 * g) : countsOf(g),
          (g % 2 === 0 ? i16x8.extendLow : i16x8.extendHigh)(toMeet[g >> 1]!.get),
        ),
      ),
      v128.store(zero, half8.get, memory.shown + 16 * g),
      ...([i32x4.extendLow, i32x4.extendHigh] as const).map((half, h) => [
        one.set(half(half8.get)),
        sum.set(i32x4.add(sum.get, one.get)),
        v128.store(zero, f32x4.convert(one.get), memory.shownFloat + 16 * (2 * g + h)),
      ]),
      half8.set(countsOf(g)),
      ...([i32x4.extendLow, i32x4.extendHigh] as const).map((half, h) => [
        one.set(half(half8.get)),
        v128.store(
          zero,
          v128.and(
            f32x4.div(
              splatFloat(PRICE),
              f32x4.most(splatFloat(1), f32x4.convert(i32x4.sub(one.get, splatBits(1)))),
            ),
            v128.not(i32x4.eq(one.get, zeros)),
          ),
          memory.price + 16 * (2 * g + h),
        ),
      ]),
    ]),
    ...across(i32x4.add, sum),
    v128.store(
      zero,
      f32x4.div(splatFloat(SOFTENING), f32x4.most(splatFloat(1), f32x4.convert(sum.get))),
      memory.softening,
    ),
  ];
}
