/**
 * The code of the compiled look: what `lookAhead` in lookahead.ts does, eight labels a vector while counting and four
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
  loop,
  ModuleBuilder,
  named,
  v128,
  when,
  type Code,
  type Local,
} from '../../../wasm.ts';
import { addLay, addWeigh } from './children-kernel.ts';
import {
  across,
  addWays,
  bytesOf,
  columnCode,
  each,
  floorOf,
  fold,
  HALVES,
  log2Mantissa,
  meanOf,
  PAIRS,
  prepareColumns,
  softened,
  toBytes,
  totalOf,
  wordsFrom,
  zero,
  zeros,
  type Column,
} from '../shared/column-kernel.ts';
import {
  KINDS,
  LEVEL,
  MAX_CONSTANTS,
  STEP,
  STEP_BYTES,
  STRETCH,
  STRETCH_BYTES,
  wayVectorBytes,
  type LookaheadMemory,
  type LookaheadShape,
} from './lookahead-memory.ts';
import {
  ALL_BOARDS,
  BESIDE_HINT,
  LEAST,
  NONE_LEFT,
  SOFTENING,
  TINY,
  UNITS_PER_LOG_PART,
  UNITS_PER_OCTAVE,
} from '../shared/lookahead-scale.ts';

/** A module that exports `look(first board, its number, boards, answers)`, and `weigh` and `lay` (children-kernel.ts) beside it. */
export function lookaheadModule(shape: LookaheadShape, memory: LookaheadMemory): ModuleBuilder {
  const builder = new ModuleBuilder();
  const code = columnCode(shape, memory);
  const pass = addPass(builder, code);
  const answer = addAnswer(builder, code);
  addLook(builder, code, pass, answer);
  const { constants } = code;
  if (constants.length > MAX_CONSTANTS)
    throw new Error(`room for ${MAX_CONSTANTS} constants, not ${constants.length}`);
  builder.data(memory.constants, new Uint8Array(Int32Array.from(constants).buffer));
  addWeigh(builder, shape, memory.children);
  addLay(builder, shape, memory.children);
  return builder;
}

type LookCode = ReturnType<typeof columnCode<LookaheadShape, LookaheadMemory>>;

/** The locals of a pass. */
interface Pass extends Column {
  /** addresses of the board and of the step under way */
  readonly board: Local;
  readonly step: Local;
  readonly logsMet: Local;
  /** used within a step */
  readonly kind: Local;
  readonly label: Local;
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

function openStep(code: LookCode, pass: Pass): Code[] {
  const { shape, memory, labelAt } = code;
  const { board, step, label, ways, waysEnd, logsMet, sums } = pass;
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
    ...totalOf(pass),
    ...floorOf(code, pass),
    label.set(i32.load(step.get, STEP.price)),
    ...softened(code, pass, (v) => v128.load(label.get, 16 * v)),
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
        ...log2Mantissa(code, value, mantissa, above),
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
    /** by label, how many tiles to come must meet it: a byte each, so MAX_COLUMNS of row-kernel.ts at most */
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
    const prepared = prepareColumns(code, { board: board!, entry, half8, sum, one, met, toMeet, everyMate }, [
      level(LEVEL.frontier),
      level(LEVEL.frontierEnd),
    ]);
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
