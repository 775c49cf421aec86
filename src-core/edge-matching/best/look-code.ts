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
  named,
  v128,
  when,
  type Code,
  type Local,
} from '../../wasm.ts';
import {
  ALL_BOARDS,
  BESIDE_HINT,
  LEAST,
  LOG2,
  NONE_LEFT,
  PRICE,
  registersOf,
  ROUNDING,
  SOFTENING,
  TINY,
  UNITS_PER_LOG_PART,
  UNITS_PER_OCTAVE,
} from './look.ts';
import { addLay, addWeigh } from './children-code.ts';
import {
  groupsOf,
  KINDS,
  LEVEL,
  MOST_CONSTANTS,
  STEP,
  STEP_BYTES,
  STRETCH,
  STRETCH_BYTES,
  wayVectorBytes,
  type LookMemory,
  type LookShape,
} from './look-memory.ts';

const zero = i32.const(0);
const floatBits = (value: number): number => new Int32Array(Float32Array.of(value).buffer)[0]!;
const zeros = v128.const(new Uint8Array(16));
/** Vectors of consecutive numbers: as four words, and as 16 bytes. */
const wordsFrom = (first: number): Code =>
  v128.const(new Uint8Array(Int32Array.of(first, first + 1, first + 2, first + 3).buffer));
const bytesOf = (byte: (lane: number) => number): Code =>
  v128.const(Uint8Array.from({ length: 16 }, (_, lane) => byte(lane)));
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

/** A module that exports `look(first board, its number, boards, answers)`, and `weigh` and `lay` (children-code.ts) beside it. */
export function lookModule(shape: LookShape, memory: LookMemory): ModuleBuilder {
  const builder = new ModuleBuilder();
  const code = lookCode(shape, memory);
  const pass = addPass(builder, code);
  const answer = addAnswer(builder, code);
  addLook(builder, code, pass, answer);
  const { constants } = code;
  if (constants.length > MOST_CONSTANTS)
    throw new Error(`room for ${MOST_CONSTANTS} constants, not ${constants.length}`);
  builder.data(memory.constants, new Uint8Array(Int32Array.from(constants).buffer));
  addWeigh(builder, shape, memory.children);
  addLay(builder, shape, memory.children);
  return builder;
}

const each = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

type LookCode = ReturnType<typeof lookCode>;

/** What the functions of the module share: sizes, and how their code comes by numbers and labels. */
function lookCode(shape: LookShape, memory: LookMemory) {
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
  const groups = groupsOf(shape.labels);
  return {
    ...{ shape, memory, constants, splatBits, splatFloat, rounded, loadLabel, labelAt },
    ...{ groups, lanes: groups * 8, vectors: groups * 2, registers: registersOf(shape.labels) },
  };
}

/** The locals of a pass. */
interface Pass {
  /** addresses of the board and of the step under way */
  readonly board: Local;
  readonly step: Local;
  /** the values of the column: as floats, as 16-bit numbers, as bytes */
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
  readonly logsMet: Local;
  /** used within a step */
  readonly top: Local;
  readonly total: Local;
  readonly floor: Local;
  readonly pairs: Local;
  readonly kind: Local;
  readonly label: Local;
  readonly ways: Local;
  readonly waysEnd: Local;
}

/**
 * Adds `pass(board, first step, end of the steps, from, to)`: takes steps from where a stand is; where they lead
 * becomes another, and the last values are kept in memory.
 */
function addPass(builder: ModuleBuilder, code: LookCode): number {
  const { shape, memory, groups, lanes, vectors, registers } = code;
  return builder.add(null, ['i32', 'i32', 'i32', 'i32', 'i32'], [], (parameters, local) => {
    const [board, step, end, from, to] = parameters as [Local, Local, Local, Local, Local];
    const some = (count: number): Local[] => each(count, () => local('v128'));
    const pass: Pass = {
      ...{ board, step },
      ...{ x: some(vectors), whole: some(groups), bytes: some(registers) },
      ...{ left: some(shape.usedVectors), sums: some(groups) },
      ...named(() => local('v128'), 'top', 'exponent', 'mean', 'total', 'floor', 'kept', 'pairs'),
      ...named(local, 'kind', 'label', 'ways', 'waysEnd', 'logsMet'),
    };
    const { x, whole, bytes, left, exponent, kept, kind, logsMet } = pass;

    const widened = whole.map((to, g) =>
      to.set((g % 2 === 0 ? i16x8.extendLow : i16x8.extendHigh)(bytes[g >> 1]!.get)),
    );
    const valueOf = (v: number): Code =>
      (v % 2 === 0 ? i32x4.extendLow : i32x4.extendHigh)(whole[v >> 1]!.get);

    const broughtToBytes = toBytes(code, pass);
    const open = openStep(code, pass);
    const forbidden = forbiddenStep(code, pass);
    const hinted = hintedStep(code, pass);
    const under = underStep(code, pass);

    return [
      ...left.map((to, i) => to.set(v128.not(v128.load(board.get, 16 * i)))),
      ...bytes.map((to, r) => to.set(v128.load(from.get, 16 * r))),
      ...widened,
      exponent.set(v128.loadSplat32(from.get, lanes)),
      logsMet.set(i32.load(from.get, lanes + 4)),
      v128.store(zero, exponent.get, memory.exponent),
      when(i32.eq(step.get, end.get), [...x.map((to, v) => to.set(f32x4.convert(valueOf(v))))]),
      kept.set(v128.load(zero, memory.softening)),
      block((leave) => [
        loop((again) => [
          branchIf(i32.eq(step.get, end.get), leave),
          v128.store(zero, exponent.get, memory.exponent),
          ...meanOf(code, pass),
          kind.set(i32.load(step.get, STEP.kind)),
          block((stepped) => [
            block((isHinted) => [
              block((isUnder) => [
                block((isOpen) => [
                  branchIf(i32.eqz(kind.get), isOpen),
                  branchIf(i32.eq(kind.get, i32.const(KINDS.under)), isUnder),
                  branchIf(i32.ne(kind.get, i32.const(KINDS.forbidden)), isHinted),
                  ...forbidden,
                  branch(stepped),
                ]),
                ...open,
                branch(stepped),
              ]),
              ...under,
              branch(stepped),
            ]),
            ...hinted,
          ]),
          ...broughtToBytes,
          ...widened,
          step.set(i32.add(step.get, i32.const(STEP_BYTES))),
          branch(again),
        ]),
      ]),
      ...x.map(({ get }, v) => v128.store(zero, get, memory.values + 16 * v)),
      ...bytes.map(({ get }, r) => v128.store(to.get, get, 16 * r)),
      i32.store(to.get, i32x4.lane(exponent.get, 0), lanes),
      i32.store(to.get, logsMet.get, lanes + 4),
    ];
  });
}

/** The mean of the column before, weighed by the half-edges left. */
function meanOf({ memory }: LookCode, { mean, whole, kept }: Pass): Code[] {
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
function toBytes({ splatBits, rounded }: LookCode, { x, whole, bytes, top, exponent }: Pass): Code[] {
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
function addWays({ shape, registers }: LookCode, { left, bytes, sums, pairs, ways }: Pass): Code[] {
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

function openStep(code: LookCode, pass: Pass): Code[] {
  const { shape, memory, splatFloat, labelAt } = code;
  const { board, step, label, ways, waysEnd, logsMet, sums, total, floor, mean, x } = pass;
  return [
    label.set(labelAt(board.get, step.get, STEP.onBoard, STEP.at)),
    when(i32.lessSigned(label.get, i32.load(step.get, STEP.counted)), [
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
    label.set(i32.add(i32.load(step.get, STEP.ways), i32.shl(label.get, i32.const(3)))),
    ways.set(i32.load(label.get)),
    waysEnd.set(i32.load(label.get, 4)),
    ...sums.map((to) => to.set(zeros)),
    block((leave) => [
      loop((again) => [
        branchIf(i32.eq(ways.get, waysEnd.get), leave),
        ...addWays(code, pass),
        ways.set(i32.add(ways.get, i32.const(wayVectorBytes(shape)))),
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
    label.set(i32.load(step.get, STEP.price)),
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
}

function forbiddenStep({ splatFloat }: LookCode, { x, mean, floor }: Pass): Code[] {
  return [
    floor.set(f32x4.add(f32x4.mul(mean.get, splatFloat(1000)), splatFloat(TINY))),
    ...x.map((to) => to.set(floor.get)),
  ];
}

/** Pinned and given. */
function hintedStep(code: LookCode, { step, kind, bytes, x, floor, total, top }: Pass): Code[] {
  const { memory, splatFloat } = code;
  return [
    ...bytes.map(({ get }, r) => v128.store(zero, get, memory.bytes + 16 * r)),
    floor.set(
      f32x4.most(
        splatFloat(LEAST),
        f32x4.convert(i32x4.splat(i32.load8(i32.load(step.get, STEP.gather), memory.bytes))),
      ),
    ),
    total.set(floor.get),
    when(i32.eq(kind.get, i32.const(KINDS.pinned)), [
      total.set(f32x4.mul(floor.get, splatFloat(BESIDE_HINT))),
    ]),
    top.set(i32x4.splat(i32.load(step.get, STEP.lane))),
    ...x.map((to, v) => to.set(v128.select(i32x4.eq(top.get, wordsFrom(4 * v)), floor.get, total.get))),
  ];
}

function underStep(code: LookCode, { whole, x, top, total, floor, mean }: Pass): Code[] {
  const { memory, splatFloat, lanes, vectors } = code;
  return [
    ...whole.map(({ get }, g) => v128.store(zero, get, memory.whole + 16 * g)),
    ...x.map((to) => to.set(zeros)),
    ...each(lanes / 2, (pair) => [
      top.set(v128.loadSplat32(zero, memory.whole + 4 * pair)),
      ...x.map((to, v) =>
        to.set(
          i32x4.add(to.get, i32x4.dot(top.get, v128.load(zero, memory.common + 16 * (pair * vectors + v)))),
        ),
      ),
    ]),
    total.set(
      fold(
        i32x4.add,
        x.map(({ get }) => get),
      ),
    ),
    ...across(i32x4.add, total),
    floor.set(f32x4.mul(f32x4.convert(total.get), splatFloat(1 / ALL_BOARDS))),
    floor.set(f32x4.add(f32x4.mul(floor.get, splatFloat(SOFTENING)), splatFloat(TINY))),
    ...x.map((to, v) =>
      to.set(
        f32x4.add(
          f32x4.mul(f32x4.convert(to.get), splatFloat(1 / ALL_BOARDS)),
          f32x4.add(floor.get, f32x4.mul(v128.load(zero, memory.shownFloat + 16 * v), mean.get)),
        ),
      ),
    ),
  ];
}

/** Adds `answer(into, stand, divided)`: logarithms of the values of the last pass, which ended at a stand. A part of an answer. */
function addAnswer(builder: ModuleBuilder, code: LookCode): number {
  const { memory, splatBits, splatFloat, rounded, lanes, vectors, groups } = code;
  return builder.add(null, ['i32', 'i32', 'i32'], [], ([into, stand, divided], local) => {
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
        f32x4.mul(f32x4.convert(v128.loadSplat32(stand!.get, lanes + 4)), splatFloat(UNITS_PER_LOG_PART)),
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
      i32.store(into!.get, i16x8.laneSigned(least.get, 0), 2 * lanes),
    ];
  });
}

function addLook(builder: ModuleBuilder, code: LookCode, pass: number, answer: number): void {
  const { shape, memory, registers } = code;
  const { boardBytes, partBytes, rightsBytes, standBytes, rootAt } = shape;
  builder.add('look', ['i32', 'i32', 'i32', 'i32'], [], ([board, number, boards, into], local) => {
    const vector = (): Local => local('v128');
    const [half8, sum, one, met] = each(4, vector) as [Local, Local, Local, Local];
    /** by label, how many tiles to come must meet it: a byte each, so MOST_COLUMNS of beam-kernel.ts at most */
    const toMeet = each(registers, vector);
    const everyMate = each(registers, vector);
    const [entry, label, count, from, part, to] = each(6, () => local('i32')) as [
      Local,
      Local,
      Local,
      Local,
      Local,
      Local,
    ];
    const level = (field: number): Code => i32.load(zero, memory.level + field);
    const prepared = prepare(code, { board: board!, entry, half8, sum, one, met, toMeet, everyMate });
    /** A stretch from where `from` points to, to a stand; the part for it goes to `into`. */
    const along = (stretch: Code, to: Code, into: Code, divided: Code): Code[] => [
      call(
        pass,
        board!.get,
        i32.load(stretch, STRETCH.steps),
        i32.load(stretch, STRETCH.stepsEnd),
        from.get,
        to,
      ),
      from.set(to),
      when(i32.ne(i32.load(stretch, STRETCH.aside), i32.load(stretch, STRETCH.asideEnd)), [
        call(
          pass,
          board!.get,
          i32.load(stretch, STRETCH.aside),
          i32.load(stretch, STRETCH.asideEnd),
          from.get,
          i32.const(memory.aside),
        ),
        from.set(i32.const(memory.aside)),
      ]),
      call(answer, into, from.get, divided),
      from.set(to),
    ];
    const isFresh = i32.ne(level(LEVEL.back), level(LEVEL.backEnd));
    const standOf = (stands: Code, board: Code): Code =>
      i32.add(stands, i32.mul(board, i32.const(standBytes)));
    const back: Code[] = [
      from.set(i32.const(memory.start)),
      entry.set(level(LEVEL.back)),
      // The parts for later levels lie one after the other, the last first; that for this level is in the answer.
      part.set(i32.add(level(LEVEL.rights), i32.mul(number!.get, i32.const(rightsBytes)))),
      part.set(
        i32.add(
          part.get,
          i32.mul(
            i32.shr(i32.sub(level(LEVEL.backEnd), entry.get), i32.const(Math.log2(STRETCH_BYTES))),
            i32.const(partBytes),
          ),
        ),
      ),
      part.set(i32.sub(part.get, i32.const(2 * partBytes))),
      block((leave) => [
        loop((again) => [
          count.set(i32.add(entry.get, i32.const(STRETCH_BYTES))),
          when(i32.eq(count.get, level(LEVEL.backEnd)), [part.set(into!.get)]),
          ...along(entry.get, i32.const(memory.back), part.get, zero),
          entry.set(count.get),
          branchIf(i32.eq(entry.get, level(LEVEL.backEnd)), leave),
          part.set(i32.sub(part.get, i32.const(partBytes))),
          branch(again),
        ]),
      ]),
      i32.store(board!.get, number!.get, rootAt),
      from.set(i32.const(memory.start)),
    ];
    const copy = (bytes: number): Code[] =>
      each(bytes / 16, (i) => v128.store(to.get, v128.load(from.get, 16 * i), 16 * i));
    /** What boards live off, from wherever it lies to where they are: by itself, so that memory is waited for once. */
    const fetch: Code[] = [
      entry.set(board!.get),
      part.set(into!.get),
      label.set(number!.get),
      count.set(boards!.get),
      loop((again) => [
        from.set(
          i32.add(
            i32.add(level(LEVEL.rights), level(LEVEL.offset)),
            i32.mul(i32.load(entry.get, rootAt), i32.const(rightsBytes)),
          ),
        ),
        to.set(part.get),
        ...copy(partBytes),
        from.set(i32.load(i32.add(level(LEVEL.parents), i32.shl(label.get, i32.const(2))))),
        from.set(standOf(level(LEVEL.standsBefore), from.get)),
        to.set(standOf(level(LEVEL.stands), label.get)),
        ...copy(standBytes),
        entry.set(i32.add(entry.get, i32.const(boardBytes))),
        part.set(i32.add(part.get, i32.const(2 * partBytes))),
        label.set(i32.add(label.get, i32.const(1))),
        count.set(i32.sub(count.get, i32.const(1))),
        branchIf(count.get, again),
      ]),
    ];
    return [
      ...everyMate.map((to, r) => to.set(bytesOf((lane) => shape.mate[16 * r + lane] ?? 16 * r + lane))),
      when(i32.eqz(isFresh), fetch),
      block((leave) => [
        loop((again) => [
          branchIf(i32.eqz(boards!.get), leave),
          ...prepared,
          from.set(standOf(level(LEVEL.stands), number!.get)),
          when(isFresh, back),
          ...along(
            level(LEVEL.forward),
            standOf(level(LEVEL.stands), number!.get),
            i32.add(into!.get, i32.const(partBytes)),
            level(LEVEL.divided),
          ),
          into!.set(i32.add(into!.get, i32.const(2 * partBytes))),
          board!.set(i32.add(board!.get, i32.const(boardBytes))),
          number!.set(i32.add(number!.get, i32.const(1))),
          boards!.set(i32.sub(boards!.get, i32.const(1))),
          branch(again),
        ]),
      ]),
    ];
  });
}

/** Counts the half-edges that show each label on tiles that are left, and weighs its edges: for the board at hand. */
function prepare(
  code: LookCode,
  locals: Readonly<Record<'board' | 'entry' | 'half8' | 'sum' | 'one' | 'met', Local>> & {
    readonly toMeet: readonly Local[];
    readonly everyMate: readonly Local[];
  },
): Code[] {
  const { shape, memory, splatBits, splatFloat, loadLabel, labelAt, groups } = code;
  const { mate, wide, countsAt } = shape;
  const { board, entry, half8, sum, one, met, toMeet, everyMate } = locals;
  const level = (field: number): Code => i32.load(zero, memory.level + field);
  const size = wide ? 2 : 1;
  const counts = (l: number): Code => loadLabel(board.get, countsAt + size * l);
  const countsOf = (g: number): Code =>
    wide ? v128.load(board.get, countsAt + 16 * g) : v128.load8x8(board.get, countsAt + 8 * g);
  const hasMates = mate.some((other, label) => other !== label);
  return [
    ...toMeet.map((to) => to.set(zeros)),
    entry.set(level(LEVEL.frontier)),
    block((leave) => [
      loop((again) => [
        branchIf(i32.eq(entry.get, level(LEVEL.frontierEnd)), leave),
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
