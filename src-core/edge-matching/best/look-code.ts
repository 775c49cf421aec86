/**
 * The code of the compiled look: what `lookAt` in look.ts does, eight labels a vector while counting and four
 * while weighing. The values of one column are bytes in registers, so that gathering them, and testing a
 * tile, are byte swizzles.
 */
import {
  block,
  branch,
  branchIf,
  call,
  f32x4,
  i16x8,
  i32,
  i32x4,
  i8x16,
  loop,
  ModuleBuilder,
  v128,
  when,
  type Code,
  type Local,
} from '../../wasm.ts';
import {
  BESIDE_HINT,
  LEAST,
  LOG2,
  LOG_PARTS,
  NONE_LEFT,
  PRICE,
  ROUNDING,
  SOFTENING,
  TINY,
  UNITS_PER_OCTAVE,
} from './look.ts';

/** All that the code depends on. Addresses and sizes in bytes. */
export interface LookShape {
  readonly labels: number;
  readonly mate: readonly number[];
  /** vectors of 16 bytes that hold the used tiles of a board */
  readonly usedVectors: number;
  /** of one board; where its labels to be met and its label counts begin */
  readonly boardBytes: number;
  readonly frontierAt: number;
  readonly countsAt: number;
  /** the largest label count that can be */
  readonly mostCount: number;
  /** labels and counts of a board take two bytes each */
  readonly wide: boolean;
  /** of the answer for one board */
  readonly answerBytes: number;
}

/** Where the code keeps its numbers: the start of memory. */
export interface LookMemory {
  readonly shown: number;
  readonly shownFloat: number;
  readonly price: number;
  readonly ones: number;
  readonly values: number;
  readonly bytes: number;
  readonly softening: number;
  readonly exponent: number;
  readonly logsMet: number;
  readonly logs: number;
  /** the labels 0 .. labels, each as a board holds one */
  readonly labelCells: number;
  readonly level: number;
  readonly end: number;
}

export const groupsOf = (labels: number): number => Math.ceil(labels / 8);
export const registersOf = (labels: number): number => Math.ceil(labels / 16);
/** Bytes of one vector of ways: where the tiles' bytes are, their bits, where the values are. */
export const wayVectorBytes = ({ usedVectors, labels }: LookShape): number =>
  16 * (usedVectors + 1 + registersOf(labels));

/** Bytes of a step in memory, and its fields. */
export const STEP_BYTES = 32;
export const STEP = { kind: 0, onBoard: 4, at: 8, ways: 12, price: 16, gather: 20, lane: 24, counted: 28 };
export const KINDS = { open: 0, pinned: 1, forbidden: 2, given: 3 };
/** Fields of a level: pointers to its frontier (pairs onBoard, at) and to its steps. */
export const LEVEL = {
  frontier: 0,
  frontierEnd: 4,
  back: 8,
  backEnd: 12,
  forward: 16,
  forwardEnd: 20,
  divided: 24,
};
export const LEVEL_BYTES = 32;

export function lookMemoryOf({ labels, wide, mostCount }: LookShape): LookMemory {
  let end = 16;
  const take = (bytes: number): number => {
    const at = end;
    end += (bytes + 15) & ~15;
    return at;
  };
  const lanes = groupsOf(labels) * 8;
  return {
    shown: take(lanes * 2),
    shownFloat: take(lanes * 4),
    price: take(lanes * 4),
    ones: take(lanes * 4),
    values: take(lanes * 4),
    bytes: take(registersOf(labels) * 16),
    softening: take(16),
    exponent: take(16),
    logsMet: take(16),
    logs: take((mostCount + 1) * 4),
    labelCells: take((labels + 1) * (wide ? 2 : 1)),
    level: take(LEVEL_BYTES),
    end: end,
  } satisfies LookMemory & { end: number };
}

const zero = i32.const(0);
const floatBits = (value: number): number => new Int32Array(Float32Array.of(value).buffer)[0]!;
const splatBits = (value: number): Code =>
  v128.const(new Uint8Array(Int32Array.of(value, value, value, value).buffer));
const splatFloat = (value: number): Code => splatBits(floatBits(value));
const numbers = (first: number): Code =>
  v128.const(new Uint8Array(Int32Array.of(first, first + 1, first + 2, first + 3).buffer));
const lanesOf = (...lanes: number[]): number[] =>
  lanes.flatMap((lane) => [0, 1, 2, 3].map((b) => lane * 4 + b));
const HALVES = lanesOf(2, 3, 0, 1);
const PAIRS = lanesOf(1, 0, 3, 2);

/** Over all four lanes, the answer in each of them. */
function across(combine: (a: Code, b: Code) => Code, held: Local): Code[] {
  return [
    held.set(combine(held.get, v128.shuffle(held.get, held.get, HALVES))),
    held.set(combine(held.get, v128.shuffle(held.get, held.get, PAIRS))),
  ];
}

const fold = (combine: (a: Code, b: Code) => Code, parts: readonly Code[]): Code =>
  parts.reduce((a, b) => combine(a, b));
const rounded = (value: Code): Code =>
  i32x4.sub(f32x4.add(value, splatFloat(ROUNDING)), splatBits(floatBits(ROUNDING)));

/** A module that exports `look(first board, boards, answers)`. */
export function lookModule(shape: LookShape, memory: LookMemory): ModuleBuilder {
  const builder = new ModuleBuilder();
  const { labels, mate, usedVectors, boardBytes, countsAt, wide, answerBytes } = shape;
  const groups = groupsOf(labels);
  const registers = registersOf(labels);
  const vectors = groups * 2;
  const each = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, i) => make(i));
  const loadLabel = wide ? i32.load16 : i32.load8;

  /** The label of a step or of a frontier's entry: on the board, or fixed. */
  const labelAt = (board: Code, entry: Code, onBoard: number, at: number): Code =>
    loadLabel(i32.add(i32.and(board, i32.load(entry, onBoard)), i32.load(entry, at)));

  const pass = builder.add(null, ['i32', 'i32', 'i32'], [], ([board, step, end], local) => {
    const vector = (): Local => local('v128');
    const x = each(vectors, vector);
    const whole = each(groups, vector);
    const bytes = each(registers, vector);
    const left = each(usedVectors, vector);
    const sums = each(groups, vector);
    const [top, exponent, mean, total, floor, kept] = each(6, vector) as [
      Local,
      Local,
      Local,
      Local,
      Local,
      Local,
    ];
    const [kind, label, ways, waysEnd, logsMet] = each(5, () => local('i32')) as [
      Local,
      Local,
      Local,
      Local,
      Local,
    ];

    const toBytes: Code[] = [
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
      ...bytes.map((to, r) =>
        to.set(i8x16.narrow(whole[2 * r]!.get, (whole[2 * r + 1] ?? whole[2 * r]!).get)),
      ),
      mean.set(
        fold(
          i32x4.add,
          whole.map(({ get }, g) => i32x4.dot(get, v128.load(zero, memory.shown + 16 * g))),
        ),
      ),
      ...across(i32x4.add, mean),
      mean.set(f32x4.mul(f32x4.convert(mean.get), kept.get)),
    ];

    const addWays = (g: number): Code => {
      const at = (field: number): Code => v128.load(ways.get, g * wayVectorBytes(shape) + 16 * field);
      const bit = at(usedVectors);
      const free = fold(
        v128.or,
        left.map(({ get }, i) => v128.swizzle(get, at(i))),
      );
      const value = fold(
        v128.or,
        bytes.map(({ get }, i) => v128.swizzle(get, at(usedVectors + 1 + i))),
      );
      return sums[g]!.set(
        i16x8.addUnsigned(sums[g]!.get, i16x8.addPairs(v128.and(value, i8x16.eq(v128.and(free, bit), bit)))),
      );
    };

    const open: Code[] = [
      label.set(labelAt(board!.get, step!.get, STEP.onBoard, STEP.at)),
      when(i32.lessSigned(label.get, i32.load(step!.get, STEP.counted)), [
        logsMet.set(
          i32.add(
            logsMet.get,
            i32.load(
              i32.shl(i32.load16(i32.shl(label.get, i32.const(1)), memory.shown), i32.const(2)),
              memory.logs,
            ),
          ),
        ),
      ]),
      label.set(i32.add(i32.load(step!.get, STEP.ways), i32.shl(label.get, i32.const(3)))),
      ways.set(i32.load(label.get)),
      waysEnd.set(i32.load(label.get, 4)),
      ...sums.map((to) => to.set(splatBits(0))),
      block((leave) => [
        loop((again) => [
          branchIf(i32.eq(ways.get, waysEnd.get), leave),
          ...each(groups, (g) => addWays(g)),
          ways.set(i32.add(ways.get, i32.const(groups * wayVectorBytes(shape)))),
          branch(again),
        ]),
      ]),
      total.set(
        fold(
          i32x4.add,
          sums.map(({ get }) => i32x4.addPairs(get)),
        ),
      ),
      ...across(i32x4.add, total),
      floor.set(f32x4.add(f32x4.mul(f32x4.convert(total.get), splatFloat(SOFTENING)), splatFloat(TINY))),
      label.set(i32.load(step!.get, STEP.price)),
      ...x.map((to, v) => {
        const sum = sums[v >> 1]!.get;
        return to.set(
          f32x4.mul(
            f32x4.add(
              f32x4.convert(v % 2 === 0 ? i32x4.extendLow(sum) : i32x4.extendHigh(sum)),
              f32x4.add(floor.get, f32x4.mul(v128.load(zero, memory.shownFloat + 16 * v), mean.get)),
            ),
            v128.load(label.get, 16 * v),
          ),
        );
      }),
    ];

    const forbidden: Code[] = [
      floor.set(f32x4.add(f32x4.mul(mean.get, splatFloat(1000)), splatFloat(TINY))),
      ...x.map((to) => to.set(floor.get)),
    ];

    /** pinned and given */
    const hinted: Code[] = [
      ...bytes.map(({ get }, r) => v128.store(zero, get, memory.bytes + 16 * r)),
      floor.set(
        f32x4.most(
          splatFloat(LEAST),
          f32x4.convert(i32x4.splat(i32.load8(i32.load(step!.get, STEP.gather), memory.bytes))),
        ),
      ),
      total.set(floor.get),
      when(i32.eq(kind.get, i32.const(KINDS.pinned)), [
        total.set(f32x4.mul(floor.get, splatFloat(BESIDE_HINT))),
      ]),
      top.set(i32x4.splat(i32.load(step!.get, STEP.lane))),
      ...x.map((to, v) => to.set(v128.select(i32x4.eq(top.get, numbers(4 * v)), floor.get, total.get))),
    ];

    return [
      ...left.map((to, i) => to.set(v128.not(v128.load(board!.get, 16 * i)))),
      ...x.map((to) => to.set(splatFloat(1))),
      kept.set(v128.load(zero, memory.softening)),
      block((leave) => [
        loop((again) => [
          branchIf(i32.eq(step!.get, end!.get), leave),
          ...toBytes,
          kind.set(i32.load(step!.get, STEP.kind)),
          block((stepped) => [
            block((isHinted) => [
              block((isOpen) => [
                branchIf(i32.eqz(kind.get), isOpen),
                branchIf(i32.ne(kind.get, i32.const(KINDS.forbidden)), isHinted),
                ...forbidden,
                branch(stepped),
              ]),
              ...open,
              branch(stepped),
            ]),
            ...hinted,
          ]),
          step!.set(i32.add(step!.get, i32.const(STEP_BYTES))),
          branch(again),
        ]),
      ]),
      ...x.map(({ get }, v) => v128.store(zero, get, memory.values + 16 * v)),
      v128.store(zero, exponent.get, memory.exponent),
      i32.store(zero, logsMet.get, memory.logsMet),
    ];
  });

  /** Logarithms of the values of a pass, as 16-bit parts of a key; returns the least of them. */
  const answer = builder.add(null, ['i32', 'i32'], ['i32'], ([into, divided], local) => {
    const vector = (): Local => local('v128');
    const [value, mantissa, above, met, exponent, least] = each(6, vector) as [
      Local,
      Local,
      Local,
      Local,
      Local,
      Local,
    ];
    const parts = each(vectors, vector);
    const [a, b, c] = LOG2;
    return [
      met.set(
        f32x4.mul(f32x4.convert(i32x4.splat(i32.load(zero, memory.logsMet))), splatFloat(1 / LOG_PARTS)),
      ),
      exponent.set(i32x4.sub(v128.load(zero, memory.exponent), splatBits(127))),
      ...parts.flatMap((to, v) => [
        value.set(v128.load(zero, memory.values + 16 * v)),
        when(divided!.get, [
          value.set(
            f32x4.div(
              value.get,
              f32x4.most(splatFloat(NONE_LEFT), v128.load(zero, memory.shownFloat + 16 * v)),
            ),
          ),
        ]),
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
        value.set(f32x4.add(f32x4.convert(i32x4.add(i32x4.shr(value.get, 23), exponent.get)), mantissa.get)),
        to.set(rounded(f32x4.sub(met.get, f32x4.mul(value.get, splatFloat(UNITS_PER_OCTAVE))))),
      ]),
      ...each(groups, (g) => [
        value.set(i16x8.narrow(parts[2 * g]!.get, parts[2 * g + 1]!.get)),
        v128.store(into!.get, value.get, 16 * g),
        least.set(g === 0 ? value.get : i16x8.minSigned(least.get, value.get)),
      ]),
      least.set(i16x8.minSigned(least.get, v128.shuffle(least.get, least.get, HALVES))),
      least.set(i16x8.minSigned(least.get, v128.shuffle(least.get, least.get, PAIRS))),
      least.set(i16x8.minSigned(least.get, i32x4.shr(least.get, 16))),
      i16x8.laneSigned(least.get, 0),
    ];
  });

  builder.add('look', ['i32', 'i32', 'i32'], [], ([board, boards, into], local) => {
    const vector = (): Local => local('v128');
    const [part, sum, one] = each(3, vector) as [Local, Local, Local];
    const [entry, label, count, least] = each(4, () => local('i32')) as [Local, Local, Local, Local];
    const size = wide ? 2 : 1;
    const level = (field: number): Code => i32.load(zero, memory.level + field);
    const counts = (l: number): Code => loadLabel(board!.get, countsAt + size * l);
    const lanes = groups * 8;
    const prepare: Code[] = [
      ...each(lanes, (l) => (l < labels ? [i32.store16(zero, counts(mate[l]!), memory.shown + 2 * l)] : [])),
      entry.set(level(LEVEL.frontier)),
      block((leave) => [
        loop((again) => [
          branchIf(i32.eq(entry.get, level(LEVEL.frontierEnd)), leave),
          label.set(labelAt(board!.get, entry.get, 0, 4)),
          when(i32.lessSigned(label.get, i32.const(labels)), [
            label.set(i32.shl(label.get, i32.const(1))),
            count.set(i32.load16(label.get, memory.shown)),
            i32.store16(label.get, i32.sub(count.get, i32.ne(count.get, zero)), memory.shown),
          ]),
          entry.set(i32.add(entry.get, i32.const(8))),
          branch(again),
        ]),
      ]),
      sum.set(splatBits(0)),
      ...each(groups, (g) => [
        part.set(v128.load(zero, memory.shown + 16 * g)),
        ...([i32x4.extendLow, i32x4.extendHigh] as const).map((half, h) => [
          one.set(half(part.get)),
          sum.set(i32x4.add(sum.get, one.get)),
          v128.store(zero, f32x4.convert(one.get), memory.shownFloat + 16 * (2 * g + h)),
        ]),
        part.set(
          wide ? v128.load(board!.get, countsAt + 16 * g) : v128.load8x8(board!.get, countsAt + 8 * g),
        ),
        ...([i32x4.extendLow, i32x4.extendHigh] as const).map((half, h) => [
          one.set(half(part.get)),
          v128.store(
            zero,
            v128.and(
              f32x4.div(
                splatFloat(PRICE),
                f32x4.most(splatFloat(1), f32x4.convert(i32x4.sub(one.get, splatBits(1)))),
              ),
              v128.not(i32x4.eq(one.get, splatBits(0))),
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
    const forward = i32.add(into!.get, i32.const(2 * lanes));
    return [
      block((leave) => [
        loop((again) => [
          branchIf(i32.eqz(boards!.get), leave),
          ...prepare,
          call(pass, board!.get, level(LEVEL.back), level(LEVEL.backEnd)),
          least.set(call(answer, into!.get, zero)),
          // Without a row below there are no steps, and the answer is 0 throughout.
          call(pass, board!.get, level(LEVEL.forward), level(LEVEL.forwardEnd)),
          least.set(i32.add(least.get, call(answer, forward, level(LEVEL.divided)))),
          i32.store(into!.get, least.get, 4 * lanes),
          into!.set(i32.add(into!.get, i32.const(answerBytes))),
          board!.set(i32.add(board!.get, i32.const(boardBytes))),
          boards!.set(i32.sub(boards!.get, i32.const(1))),
          branch(again),
        ]),
      ]),
    ];
  });
  return builder;
}
