/**
 * Generates WebAssembly code for the lookahead along a row. It does the same as `lookahead.ts` (see also
 * `shared/column-kernel.ts`).
 */
import { I32, type Local } from '../../../wasm/expressions.ts';
import {
  f32x4At,
  i16x8At,
  i32At,
  i32x4At,
  i8x16At,
  splatAt,
  u16At,
  u8At,
  v128At,
} from '../../../wasm/places.ts';
import { F32x4, I32x4, I8x16, V128 } from '../../../wasm/vectors.ts';
import {
  block,
  branch,
  branchIf,
  endless,
  ModuleBuilder,
  repeat,
  run,
  until,
  when,
  words,
  type Locals,
  type Steps,
  type Taken,
} from '../../../wasm/statements.ts';
import { addLay, addWeigh } from './children-kernel.ts';
import {
  addWays,
  bytesOf,
  columnCode,
  columnLocals,
  each,
  floorOf,
  halfOf,
  log2Mantissa,
  meanOf,
  minOfEight,
  prepareColumns,
  softened,
  sumLanes,
  sumOfWords,
  toBytes,
  totalOf,
  wordsFrom,
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
} from './row-memory.ts';
import {
  BOARD_FRACTION_UNITS,
  HINT_MISMATCH_WEIGHT,
  MIN_VALUE_AT_HINT,
  ZERO_COUNT_SUBSTITUTE,
  MISMATCH_WEIGHT,
  SUM_EPSILON,
  UNITS_PER_LOG_PART,
  UNITS_PER_OCTAVE,
} from '../shared/lookahead-scale.ts';

/**
 * Returns a module with three functions. `look(first board, index of this board, number of boards, results)` computes
 * the lookahead. `weigh` and `lay` are described in `children-kernel.ts`.
 */
export function lookaheadModule(shape: LookaheadShape, memory: LookaheadMemory): ModuleBuilder {
  const builder = new ModuleBuilder();
  const code = columnCode(shape, memory);
  const pass = addPass(builder, code);
  const answer = addAnswer(builder, code);
  addLookahead(builder, code, pass, answer);
  const { constants } = code;
  if (constants.length > MAX_CONSTANTS)
    throw new Error(`the code uses ${constants.length} constants; there is room for ${MAX_CONSTANTS}`);
  builder.data(memory.constants, new Uint8Array(Int32Array.from(constants).buffer));
  addWeigh(builder, shape, memory.children);
  addLay(builder, shape, memory.children);
  return builder;
}

type LookaheadCode = ReturnType<typeof columnCode<LookaheadShape, LookaheadMemory>>;

type PassTaken = Taken<Record<'board' | 'step' | 'end' | 'from' | 'to', typeof I32>>;

interface Pass extends Column {
  /** addresses of the board and of the current step's record */
  readonly board: Local<I32>;
  readonly step: Local<I32>;
  readonly logsMet: Local<I32>;
  /** scratch values for a single step */
  readonly kind: Local<I32>;
  readonly label: Local<I32>;
  readonly waysEnd: Local<I32>;
}

/**
 * Adds the function `pass(board, first step, end of steps, from, to)`. It reads a `PassState` (`lookahead.ts`) from
 * the address `from`, computes the steps, and writes the new `PassState` to the address `to`.
 */
function addPass(builder: ModuleBuilder, code: LookaheadCode): number {
  return builder.add(null, words('board', 'step', 'end', 'from', 'to'), (taken, locals) => {
    const pass = passLocals(code, taken, locals);
    const { step, end } = taken;
    const { exponent } = pass;
    // This call must stay here: constants are stored in the order of their first use, so calling it later would change
    // the bytes of the module.
    const asBytes = toBytes(code, pass);
    return [
      startPass(code, pass, taken),
      until(
        step.equals(end),
        i32x4At(code.memory.exponent).set(exponent),
        meanOf(code, pass),
        takeStep(code, pass),
        asBytes,
        widen(pass),
        step.increase(STEP_BYTES),
      ),
      endPass(code, pass, taken.to),
    ];
  });
}

function passLocals(code: LookaheadCode, { board, step }: PassTaken, locals: Locals): Pass {
  return {
    board,
    step,
    ...columnLocals(code, locals),
    ...locals.named(I32, 'kind', 'label', 'ways', 'waysEnd', 'logsMet'),
  };
}

const widen = ({ whole, bytes }: Pass): Steps => whole.map((to, g) => to.set(halfOf(bytes[g >> 1]!, g)));

function startPass(
  { memory, lanes }: LookaheadCode,
  pass: Pass,
  { board, step, end, from }: PassTaken,
): Steps {
  const { x, whole, bytes, left, exponent, kept, logsMet } = pass;
  return [
    left.map((to, i) => to.set(i8x16At(board, 16 * i).not())),
    bytes.map((to, r) => to.set(i8x16At(from, 16 * r))),
    widen(pass),
    exponent.set(splatAt(from, lanes).i32x4),
    logsMet.set(i32At(from, lanes + 4)),
    i32x4At(memory.exponent).set(exponent),
    when(
      step.equals(end),
      x.map((to, v) => to.set(halfOf(whole[v >> 1]!, v).toFloats())),
    ),
    kept.set(f32x4At(memory.softening)),
  ];
}

function takeStep(code: LookaheadCode, pass: Pass): Steps {
  const { kind, step } = pass;
  const open = openStep(code, pass);
  const forbidden = forbiddenStep(code, pass);
  const hinted = hintedStep(code, pass);
  const under = underStep(code, pass);
  return [
    kind.set(i32At(step, STEP.kind)),
    block((stepped) => [
      block((isHinted) => [
        block((isUnder) => [
          block((isOpen) => [
            branchIf(kind.isZero(), isOpen),
            branchIf(kind.equals(KINDS.under), isUnder),
            branchIf(kind.differs(KINDS.forbidden), isHinted),
            forbidden,
            branch(stepped),
          ]),
          open,
          branch(stepped),
        ]),
        under,
        branch(stepped),
      ]),
      hinted,
    ]),
  ];
}

function endPass({ memory, lanes }: LookaheadCode, { x, bytes, exponent, logsMet }: Pass, to: I32): Steps {
  return [
    x.map((values, v) => f32x4At(memory.values + 16 * v).set(values)),
    bytes.map((values, r) => i8x16At(to, 16 * r).set(values)),
    i32At(to, lanes).set(exponent.lane(0)),
    i32At(to, lanes + 4).set(logsMet),
  ];
}

function openStep(code: LookaheadCode, pass: Pass): Steps {
  const { shape, memory, labelAt } = code;
  const { board, step, label, ways, waysEnd, logsMet, sums } = pass;
  return [
    label.set(labelAt(board, step, STEP.onBoard, STEP.at)),
    when(
      label.less(i32At(step, STEP.counted)),
      logsMet.increase(i32At(u16At(label.shiftLeft(1), memory.shown).shiftLeft(2), memory.logs)),
    ),
    label.set(i32At(step, STEP.ways).plus(label.shiftLeft(3))),
    ways.set(i32At(label)),
    waysEnd.set(i32At(label, 4)),
    sums.map((to) => to.set(zeros.i16x8)),
    until(ways.equals(waysEnd), addWays(code, pass), ways.increase(wayVectorBytes(shape))),
    totalOf(pass),
    floorOf(code, pass),
    label.set(i32At(step, STEP.price)),
    softened(code, pass, (v) => f32x4At(label, 16 * v)),
  ];
}

function forbiddenStep({ splatFloat }: LookaheadCode, { x, mean, floor }: Pass): Steps {
  return [
    floor.set(mean.f32x4.times(splatFloat(1000)).plus(splatFloat(SUM_EPSILON))),
    x.map((to) => to.set(floor)),
  ];
}

function hintedStep(code: LookaheadCode, { step, kind, bytes, x, floor, total, top }: Pass): Steps {
  const { memory, splatFloat } = code;
  return [
    bytes.map((values, r) => i8x16At(memory.bytes + 16 * r).set(values)),
    floor.set(
      splatFloat(MIN_VALUE_AT_HINT).max(I32x4.splat(u8At(i32At(step, STEP.gather), memory.bytes)).toFloats()),
    ),
    total.set(floor),
    when(kind.equals(KINDS.pinned), total.set(floor.times(splatFloat(HINT_MISMATCH_WEIGHT)))),
    top.set(I32x4.splat(i32At(step, STEP.lane))),
    x.map((to, v) => to.set(top.i32x4.equals(wordsFrom(4 * v)).chooseBits<F32x4>(floor, total.f32x4))),
  ];
}

function underStep(code: LookaheadCode, { whole, x, top, total, floor, mean }: Pass): Steps {
  const { memory, splatFloat, lanes, vectors } = code;
  return [
    whole.map((values, g) => i16x8At(memory.whole + 16 * g).set(values)),
    x.map((to) => to.set(zeros.f32x4)),
    each(lanes / 2, (pair) => [
      top.set(splatAt(memory.whole + 4 * pair)),
      x.map((to, v) =>
        to.set(to.i32x4.plus(top.i16x8.dot(i16x8At(memory.common + 16 * (pair * vectors + v)))).f32x4),
      ),
    ]),
    total.set(sumOfWords(x.map((sum) => sum.i32x4))),
    sumLanes(total),
    floor.set(total.i32x4.toFloats().times(splatFloat(1 / BOARD_FRACTION_UNITS))),
    floor.set(floor.times(splatFloat(MISMATCH_WEIGHT)).plus(splatFloat(SUM_EPSILON))),
    x.map((to, v) =>
      to.set(
        to.i32x4
          .toFloats()
          .times(splatFloat(1 / BOARD_FRACTION_UNITS))
          .plus(floor.plus(f32x4At(memory.shownFloat + 16 * v).times(mean.f32x4))),
      ),
    ),
  ];
}

/**
 * Adds the function `answer(into, state, divided)`. It converts the values at the end of a pass to amounts to add to
 * children's keys. It writes the amounts to the address `into`, as one part of the board's result (see `RowLookahead`
 * in `row-contract.ts`).
 */
function addAnswer(builder: ModuleBuilder, code: LookaheadCode): number {
  const { memory, splatBits, splatFloat, rounded, lanes, vectors, groups } = code;
  return builder.add(null, words('into', 'state', 'divided'), ({ into, state, divided }, locals) => {
    const value = locals.one(V128);
    const mantissa = locals.one(F32x4);
    const above = locals.one(V128);
    const met = locals.one(F32x4);
    const exponent = locals.one(I32x4);
    const least = locals.one(V128);
    const parts = locals.several(I32x4, vectors);
    return [
      met.set(
        splatAt(state, lanes + 4)
          .i32x4.toFloats()
          .times(splatFloat(UNITS_PER_LOG_PART)),
      ),
      exponent.set(i32x4At(memory.exponent).minus(splatBits(127))),
      parts.map((to, v) => [
        value.set(f32x4At(memory.values + 16 * v)),
        when(
          divided,
          value.set(
            value.f32x4.dividedBy(splatFloat(ZERO_COUNT_SUBSTITUTE).max(f32x4At(memory.shownFloat + 16 * v))),
          ),
        ),
        log2Mantissa(code, value, mantissa, above),
        value.set(value.i32x4.shiftRight(23).plus(exponent).toFloats().plus(mantissa)),
        to.set(rounded(met.minus(value.f32x4.times(splatFloat(UNITS_PER_OCTAVE))))),
      ]),
      each(groups, (g) => [
        value.set(parts[2 * g]!.narrow(parts[2 * g + 1]!)),
        v128At(into, 16 * g).set(value),
        least.set(g === 0 ? value : least.i16x8.min(value.i16x8)),
      ]),
      minOfEight(least),
      i32At(into, 2 * lanes).set(least.i16x8.lane(0)),
    ];
  });
}

/** The local variables of the function `look`, and the indices of the functions that it calls. */
interface LookaheadLocals {
  readonly code: LookaheadCode;
  readonly pass: number;
  readonly answer: number;
  readonly board: Local<I32>;
  readonly number: Local<I32>;
  readonly boards: Local<I32>;
  /** address of the lookahead's result for the current board */
  readonly into: Local<I32>;
  /**
   * addresses: `entry` is the current stretch of cells, `from` is the state where the stretch starts, `part` is the
   * part of the result that is computed from the stretch, and `to` is where a state is copied to
   */
  readonly entry: Local<I32>;
  readonly from: Local<I32>;
  readonly part: Local<I32>;
  readonly to: Local<I32>;
  /** in `fetchStates`: index of the board whose state is being copied */
  readonly fetched: Local<I32>;
  /** in `fetchStates`: number of boards left; in `lookBack`: address of the next stretch */
  readonly next: Local<I32>;
}

const levelOf = ({ code }: LookaheadLocals, field: number): I32 => i32At(code.memory.level + field);
const stateOf = ({ code }: LookaheadLocals, states: I32, board: I32): I32 =>
  states.plus(board.times(code.shape.stateBytes));

function addLookahead(builder: ModuleBuilder, code: LookaheadCode, pass: number, answer: number): void {
  const { shape, registers } = code;
  const { boardBytes, partBytes } = shape;
  builder.add('look', words('board', 'number', 'boards', 'into'), (taken, locals) => {
    const { board, number, boards, into } = taken;
    const vectors = locals.named(V128, 'half8', 'sum', 'one', 'met');
    /** one byte per label: the number of columns that require it, at most MAX_COLUMNS (`row-kernel.ts`) */
    const toMeet = locals.several(I8x16, registers);
    const everyMate = locals.several(I8x16, registers);
    const { entry, fetched, next, from, part, to } = locals.named(
      I32,
      ...(['entry', 'fetched', 'next', 'from', 'part', 'to'] as const),
    );
    const lookahead: LookaheadLocals = { code, pass, answer, ...taken, entry, fetched, next, from, part, to };
    const isFresh = levelOf(lookahead, LEVEL.back).differs(levelOf(lookahead, LEVEL.backEnd));
    const state = stateOf(lookahead, levelOf(lookahead, LEVEL.states), number);
    const forward = levelOf(lookahead, LEVEL.forward);
    return [
      everyMate.map((mate, r) => mate.set(bytesOf((lane) => shape.mate[16 * r + lane] ?? 16 * r + lane))),
      when(isFresh.isZero(), fetchStates(lookahead)),
      until(
        boards.isZero(),
        prepareColumns(code, { board, entry, ...vectors, toMeet, everyMate }, [
          levelOf(lookahead, LEVEL.frontier),
          levelOf(lookahead, LEVEL.frontierEnd),
        ]),
        from.set(state),
        when(isFresh, lookBack(lookahead)),
        lookAlong(lookahead, forward, state, into.plus(partBytes), levelOf(lookahead, LEVEL.divided)),
        into.increase(2 * partBytes),
        board.increase(boardBytes),
        number.increase(1),
        boards.decrease(1),
      ),
    ];
  });
}

/**
 * Returns code that computes a stretch of cells, starting with the state at the address `from`. It writes the new
 * state to the address `to`, and one part of the board's result to the address `into`.
 */
function lookAlong(lookahead: LookaheadLocals, stretch: I32, to: I32, into: I32, divided: I32): Steps {
  const { code, pass, answer, board, from } = lookahead;
  const { aside } = code.memory;
  const of = (field: number): I32 => i32At(stretch, field);
  return [
    run(pass, board, of(STRETCH.steps), of(STRETCH.stepsEnd), from, to),
    from.set(to),
    when(
      of(STRETCH.aside).differs(of(STRETCH.asideEnd)),
      run(pass, board, of(STRETCH.aside), of(STRETCH.asideEnd), from, I32.of(aside)),
      from.set(aside),
    ),
    run(answer, into, from, divided),
    from.set(to),
  ];
}

/**
 * Returns code for the pass from the right end of the row back to the cell. It runs only on levels whose lookahead is
 * computed from scratch. Each board of such a level becomes a root, whose results are reused on later levels.
 */
function lookBack(lookahead: LookaheadLocals): Steps {
  const { code, board, number, into, entry, from, part, next } = lookahead;
  const { memory, shape } = code;
  const { partBytes, rightsBytes, rootAt } = shape;
  const backEnd = levelOf(lookahead, LEVEL.backEnd);
  return [
    from.set(memory.start),
    entry.set(levelOf(lookahead, LEVEL.back)),
    // Each stretch writes the part of the result that one level uses. The pass starts with the last of these levels
    // and ends with the current one. Parts of nearer levels come first in memory, so `part` decreases.
    part.set(levelOf(lookahead, LEVEL.rights).plus(number.times(rightsBytes))),
    part.increase(backEnd.minus(entry).shiftRight(Math.log2(STRETCH_BYTES)).times(partBytes)),
    part.decrease(2 * partBytes),
    endless((leave) => [
      next.set(entry.plus(STRETCH_BYTES)),
      when(next.equals(backEnd), part.set(into)),
      lookAlong(lookahead, entry, I32.of(memory.back), part, I32.of(0)),
      entry.set(next),
      branchIf(entry.equals(backEnd), leave),
      part.decrease(partBytes),
    ]),
    i32At(board, rootAt).set(number),
    from.set(memory.start),
  ];
}

/**
 * Returns code for a level that reuses results. For each board of a batch, it copies one part of the root's result and
 * the state of the parent. All copies are made in one loop before any sum is computed, so that the processor can
 * overlap the memory accesses.
 */
function fetchStates(lookahead: LookaheadLocals): Steps {
  const { code, board, number, boards, into, entry, from, part, to, fetched, next } = lookahead;
  const { boardBytes, partBytes, rightsBytes, stateBytes, rootAt } = code.shape;
  const copy = (bytes: number): Steps =>
    each(bytes / 16, (i) => v128At(to, 16 * i).set(v128At(from, 16 * i)));
  const level = (field: number): I32 => levelOf(lookahead, field);
  return [
    entry.set(board),
    part.set(into),
    fetched.set(number),
    next.set(boards),
    repeat(
      from.set(level(LEVEL.rights).plus(level(LEVEL.offset)).plus(i32At(entry, rootAt).times(rightsBytes))),
      to.set(part),
      copy(partBytes),
      from.set(i32At(level(LEVEL.parents).plus(fetched.shiftLeft(2)))),
      from.set(stateOf(lookahead, level(LEVEL.statesBefore), from)),
      to.set(stateOf(lookahead, level(LEVEL.states), fetched)),
      copy(stateBytes),
      entry.increase(boardBytes),
      part.increase(2 * partBytes),
      fetched.increase(1),
      next.decrease(1),
    ).while(next),
  ];
}
