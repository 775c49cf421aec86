/**
 * Generates WebAssembly code for the lookahead along the frontier. It does the same as `lookahead.ts` (see also
 * `shared/column-kernel.ts`).
 */
import { I32, type Local } from '../../../wasm/expressions.ts';
import { f32x4At, i16x8At, i32At, i8x16At, splatAt, u16At } from '../../../wasm/places.ts';
import { F32x4, I16x8, I32x4, I8x16, V128 } from '../../../wasm/vectors.ts';
import {
  block,
  branch,
  branchIf,
  endless,
  ModuleBuilder,
  until,
  when,
  words,
  type Locals,
  type Steps,
  type Taken,
} from '../../../wasm/statements.ts';
import {
  addWays,
  anyOf,
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
  toBytes,
  totalOf,
  zeros,
  type Column,
} from '../shared/column-kernel.ts';
import { addFrontierLay, addFrontierWeigh } from './children-kernel.ts';
import { PRODUCT_BITS, PRODUCT_MEAN, START_BYTE, START_EXPONENT } from './lookahead.ts';
import {
  KINDS,
  LEVEL,
  MET,
  MET_BYTES,
  MAX_CONSTANTS,
  NODE,
  PARTS_OFFSET,
  STEP,
  STEP_BYTES,
  STRETCH,
  STRETCH_BYTES,
  type FrontierCodeShape,
  type FrontierMemory,
} from './frontier-memory.ts';
import { waysLayout, type WaysKind } from './frontier-tables.ts';
import {
  MISMATCH_WEIGHT,
  SUM_EPSILON,
  UNITS_PER_LOG_PART,
  UNITS_PER_OCTAVE,
} from '../shared/lookahead-scale.ts';

/**
 * Returns a module with the function `look(first board, number of boards, results)`, which computes the lookahead. Its
 * other functions, `weigh0`, `weigh1`, … and `lay`, are described in `children-kernel.ts`.
 */
export function frontierModule(shape: FrontierCodeShape, memory: FrontierMemory): ModuleBuilder {
  const builder = new ModuleBuilder();
  const code = columnCode(shape, memory);
  addLookahead(builder, code);
  const { constants } = code;
  if (constants.length > MAX_CONSTANTS)
    throw new Error(`the code uses ${constants.length} constants; there is room for ${MAX_CONSTANTS}`);
  builder.data(memory.constants, new Uint8Array(Int32Array.from(constants).buffer));
  addFrontierWeigh(builder, shape, memory);
  addFrontierLay(builder, shape, memory);
  return builder;
}

type LookaheadCode = ReturnType<typeof columnCode<FrontierCodeShape, FrontierMemory>>;

type LookaheadParameters = Taken<Record<'board' | 'boards' | 'into', typeof I32>>;

interface LookaheadLocals extends Column {
  readonly board: Local<I32>;
  readonly stepEnd: Local<I32>;
  readonly metEnd: Local<I32>;
  readonly step: Local<I32>;
  readonly stretch: Local<I32>;
  readonly met: Local<I32>;
  readonly node: Local<I32>;
  readonly waysEnd: Local<I32>;
  readonly kind: Local<I32>;
  /** address for the next part of the board's result (see `PARTS_OFFSET` in `frontier-memory.ts`) */
  readonly part: Local<I32>;
  readonly count: Local<I32>;
  readonly logsMet: Local<I32>;
  readonly least: Local<I32>;
  /**
   * The product of all factors that are the same for every child. In every lane, `product` holds its mantissa (from 1
   * to 2), and `power` its exponent.
   */
  readonly product: Local<V128>;
  readonly power: Local<I32x4>;
  readonly all: Local<V128>;
  readonly beside: Local<F32x4>;
  /**
   * `mean` and `exponent` after the steps from the first end of a stretch, kept while the steps from the second end
   * are computed
   */
  readonly meanAside: Local<F32x4>;
  readonly exponentAside: Local<I32x4>;
  readonly value: Local<V128>;
  readonly mantissa: Local<F32x4>;
  readonly above: Local<V128>;
  readonly lowest: Local<V128>;
}

const level = ({ memory }: LookaheadCode, field: keyof typeof LEVEL): I32 =>
  i32At(memory.level + LEVEL[field]);

function lookaheadLocals(
  code: LookaheadCode,
  { board }: LookaheadParameters,
  locals: Locals,
): LookaheadLocals {
  return {
    board,
    ...columnLocals(code, locals),
    product: locals.one(V128),
    power: locals.one(I32x4),
    all: locals.one(V128),
    beside: locals.one(F32x4),
    meanAside: locals.one(F32x4),
    exponentAside: locals.one(I32x4),
    value: locals.one(V128),
    mantissa: locals.one(F32x4),
    above: locals.one(V128),
    lowest: locals.one(V128),
    ...locals.named(I32, 'step', 'stretch', 'met', 'node', 'ways', 'waysEnd', 'stepEnd', 'metEnd'),
    ...locals.named(I32, 'kind', 'part', 'count', 'logsMet', 'least'),
  };
}

function addLookahead(builder: ModuleBuilder, code: LookaheadCode): void {
  const { shape, registers } = code;
  builder.add('look', words('board', 'boards', 'into'), (taken, locals) => {
    const { board, boards, into } = taken;
    const lookahead = lookaheadLocals(code, taken, locals);
    const everyMate = locals.several(I8x16, registers);
    const preparing = {
      board,
      entry: lookahead.met,
      half8: lookahead.value,
      sum: lookahead.all,
      one: lookahead.above,
      met: lookahead.top,
      toMeet: locals.several(I8x16, registers),
      everyMate,
    };
    return [
      everyMate.map((to, r) => to.set(bytesOf((lane) => shape.mate[16 * r + lane] ?? 16 * r + lane))),
      until(
        boards.isZero(),
        prepareColumns(code, preparing, [level(code, 'frontier'), level(code, 'frontierEnd')]),
        begin(code, lookahead, into),
        singles(code, lookahead),
        lookahead.stretch.set(level(code, 'stretches')),
        until(
          lookahead.stretch.equals(level(code, 'stretchesEnd')),
          ends(code, lookahead),
          last(code, lookahead),
          lookahead.stretch.increase(STRETCH_BYTES),
        ),
        common(code, lookahead, into),
        into.increase(shape.answerBytes),
        board.increase(shape.boardBytes),
        boards.decrease(1),
      ),
    ];
  });
}

function begin(code: LookaheadCode, lookahead: LookaheadLocals, into: I32): Steps {
  const { memory, splatFloat, labelAt } = code;
  const { board, left, kept, all, beside, logsMet, met, least, part, product, power } = lookahead;
  const shownOf = (label: I32): I32 => u16At(label.shiftLeft(1), memory.shown);
  return [
    left.map((to, i) => to.set(i8x16At(board, 16 * i).not())),
    kept.set(f32x4At(memory.softening)),
    all.set(all.i32x4.toFloats()),
    beside.set(all.f32x4.times(splatFloat(MISMATCH_WEIGHT)).plus(splatFloat(SUM_EPSILON))),
    logsMet.set(0),
    met.set(level(code, 'met')),
    until(
      met.equals(level(code, 'frontierEnd')),
      logsMet.increase(i32At(shownOf(labelAt(board, met, MET.onBoard, MET.at)).shiftLeft(2), memory.logs)),
      met.increase(MET_BYTES),
    ),
    least.set(0),
    part.set(into.plus(PARTS_OFFSET)),
    product.set(splatFloat(1)),
    power.set(splatAt(memory.level + LEVEL.scale).i32x4),
  ];
}

function findWays(
  { labelAt }: LookaheadCode,
  { board, step, met, node, ways, waysEnd, metEnd }: LookaheadLocals,
): Steps {
  return [
    met.set(i32At(step, STEP.met)),
    metEnd.set(i32At(step, STEP.metEnd)),
    node.set(i32At(step, STEP.root)),
    until(
      met.equals(metEnd),
      node.set(i32At(node.plus(labelAt(board, met, MET.onBoard, MET.at).shiftLeft(2)), NODE.next)),
      met.increase(MET_BYTES),
    ),
    ways.set(i32At(node, NODE.begin)),
    waysEnd.set(i32At(node, NODE.end)),
  ];
}

const eachVector = (
  { shape }: LookaheadCode,
  { ways, waysEnd }: LookaheadLocals,
  kind: WaysKind,
  body: Steps,
): Steps => until(ways.equals(waysEnd), body, ways.increase(waysLayout(shape, kind).bytes));

/**
 * Returns a vector with one byte for each of 16 ways: all bits are set if the way's tile is unused, none otherwise.
 */
function isLeft({ shape }: LookaheadCode, { left, ways, pairs }: LookaheadLocals): I8x16 {
  const { usedVectors } = shape;
  const ofWays = (field: number): I8x16 => i8x16At(ways, 16 * field);
  const found = anyOf(left.map((bits, i) => bits.relaxedSwizzle(ofWays(i))));
  return pairs.tee(found).i8x16.and(ofWays(usedVectors)).equals(ofWays(usedVectors));
}

const multiply = (
  { splatBits, splatFloat }: LookaheadCode,
  { product, power, value }: LookaheadLocals,
): Steps => [
  product.set(product.f32x4.times(value.f32x4)),
  power.set(power.plus(product.i32x4.shiftRight(23).minus(splatBits(127)))),
  product.set(product.and(splatBits(0x7fffff)).or(splatFloat(1))),
];

function singles(code: LookaheadCode, lookahead: LookaheadLocals): Steps {
  const { step, count, value, beside } = lookahead;
  return [
    step.set(level(code, 'singles')),
    until(
      step.equals(level(code, 'singlesEnd')),
      findWays(code, lookahead),
      count.set(0),
      eachVector(code, lookahead, { leads: false, before: 0 }, [
        count.increase(isLeft(code, lookahead).bitmask().bitCount()),
      ]),
      value.set(I32x4.splat(count).toFloats().plus(beside)),
      multiply(code, lookahead),
      step.increase(STEP_BYTES),
    ),
  ];
}

/**
 * Returns code for all steps of a stretch but the last: first those from the first end, then those from the second
 * end. After it has run, `step` is the last step.
 */
function ends(code: LookaheadCode, lookahead: LookaheadLocals): Steps {
  const { memory, groups, registers, splatBits } = code;
  const {
    stretch,
    step,
    kind,
    whole,
    bytes,
    exponent,
    mean,
    meanAside,
    exponentAside,
    stepEnd: to,
  } = lookahead;
  const widened = whole.map((wide, g) => wide.set(halfOf(bytes[g >> 1]!, g)));
  const start = [
    each(registers, (r) => bytes[r]!.set(splatBits(START_BYTE * 0x1010101).i8x16)),
    each(groups, (g) => whole[g]!.set(splatBits(START_BYTE * 0x10001).i16x8)),
    exponent.set(splatBits(START_EXPONENT)),
  ];
  return [
    kind.set(i32At(stretch, STRETCH.kind)),
    step.set(i32At(stretch, STRETCH.first)),
    to.set(i32At(stretch, STRETCH.middle)),
    endless((leave) => [
      start,
      until(
        step.equals(to),
        meanOf(code, lookahead),
        summed(code, lookahead, false),
        softened(code, lookahead, (v) => f32x4At(memory.price + 16 * v)),
        toBytes(code, lookahead),
        widened,
        step.increase(STEP_BYTES),
      ),
      meanOf(code, lookahead),
      branchIf(to.equals(i32At(stretch, STRETCH.last)), leave),
      bytes.map((values, r) => i8x16At(memory.aside + 16 * r).set(values)),
      meanAside.set(mean.f32x4),
      exponentAside.set(exponent),
      to.set(i32At(stretch, STRETCH.last)),
    ]),
  ];
}

/**
 * Returns code that adds up the ways to fill the cell of a step, separately for each label shown to the next cell.
 * `joined` is true if the cell is reached from both ends of its stretch.
 */
function summed(code: LookaheadCode, lookahead: LookaheadLocals, joined: boolean): Steps {
  const { sums } = lookahead;
  const kind: WaysKind = { leads: true, before: joined ? 2 : 1 };
  return [
    findWays(code, lookahead),
    sums.map((to) => to.set(zeros.i16x8)),
    eachVector(code, lookahead, kind, joined ? addProducts(code, lookahead) : addWays(code, lookahead)),
    totalOf(lookahead),
    floorOf(code, lookahead),
  ];
}

/**
 * Returns code for 16 ways to fill a cell that is reached from both ends of a stretch. For each way with an unused
 * tile, the code multiplies the values from both ends and adds the product to the sum for one label.
 */
function addProducts(code: LookaheadCode, lookahead: LookaheadLocals): Steps {
  const { memory, shape } = code;
  const { bytes, ways, pairs, value, sums } = lookahead;
  const { one, two, lanes } = waysLayout(shape, { leads: true, before: 2 });
  const gathered = (from: (r: number) => I8x16, field: number): I8x16 =>
    anyOf(bytes.map((_, r) => from(r).relaxedSwizzle(i8x16At(ways, field + 16 * r))));
  const aside = (r: number): I8x16 => i8x16At(memory.aside + 16 * r);
  const added = (products: I16x8): I32x4 => products.shiftRight(PRODUCT_BITS).pairSums();
  return [
    value.set(isLeft(code, lookahead).and(gathered(aside, one))),
    pairs.set(gathered((r) => bytes[r]!, two)),
    pairs.set(
      added(value.i8x16.productsLow(pairs.i8x16)).narrow(added(value.i8x16.productsHigh(pairs.i8x16))),
    ),
    sums.map((to, g) =>
      to.set(to.plusSaturated(pairs.i8x16.relaxedSwizzle(i8x16At(ways, lanes + 16 * g)).i16x8)),
    ),
  ];
}

/**
 * Returns code for the last step of a stretch. If its cell touches the cell to fill, the code writes a part of the
 * board's result (see `PARTS_OFFSET` in `frontier-memory.ts`). Otherwise, it multiplies `product` by the sum over all
 * ways to fill the step's cell.
 */
function last(code: LookaheadCode, lookahead: LookaheadLocals): Steps {
  const { memory, splatFloat } = code;
  const { kind, mean, meanAside, exponent, exponentAside, power } = lookahead;
  const isKind = (which: number): I32 => kind.equals(which);
  return [
    power.set(power.plus(exponent)),
    block((done) => [
      block((summedUp) => [
        block((leads) => [
          branchIf(isKind(KINDS.leads), leads),
          when(
            isKind(KINDS.joined),
            mean.set(meanAside.times(mean.f32x4).times(splatFloat(PRODUCT_MEAN))),
            power.set(power.plus(exponentAside)),
            summed(code, lookahead, true),
            branch(summedUp),
          ),
          totalled(code, lookahead),
          branch(done),
        ]),
        summed(code, lookahead, false),
      ]),
      softened(code, lookahead, (v) => f32x4At(memory.price + 16 * v)),
      answered(code, lookahead),
    ]),
  ];
}

function totalled(code: LookaheadCode, lookahead: LookaheadLocals): Steps {
  const { splatFloat, shape } = code;
  const { total, value, mean, all, pairs, ways, bytes } = lookahead;
  const kind: WaysKind = { leads: false, before: 1 };
  const { one } = waysLayout(shape, kind);
  const gathered = anyOf(bytes.map((values, r) => values.relaxedSwizzle(i8x16At(ways, one + 16 * r))));
  return [
    findWays(code, lookahead),
    total.set(zeros),
    eachVector(code, lookahead, kind, [
      pairs.set(isLeft(code, lookahead).and(gathered)),
      total.set(total.i32x4.plus(pairs.i8x16.pairSums().pairSums())),
    ]),
    sumLanes(total),
    value.set(total.i32x4.toFloats().plus(all.f32x4.times(mean.f32x4))),
    value.set(value.f32x4.plus(splatFloat(SUM_EPSILON))),
    multiply(code, lookahead),
  ];
}

/**
 * Returns code that replaces `value` with its base-2 logarithm. `power` holds the exponent of `value` if it is stored
 * separately, and is null otherwise.
 */
const octaves = (
  code: LookaheadCode,
  { value, mantissa, above }: LookaheadLocals,
  power: I32x4 | null,
): Steps => [
  log2Mantissa(code, value, mantissa, above),
  value.set((power ?? value.i32x4.shiftRight(23).minus(code.splatBits(127))).toFloats().plus(mantissa)),
];

/**
 * Returns code that writes one part of the board's result (see `PARTS_OFFSET` in `frontier-memory.ts`): for each label,
 * the amount to add to a child's key, minus the smallest of these amounts. The smallest amount is added to `least`.
 */
function answered(code: LookaheadCode, lookahead: LookaheadLocals): Steps {
  const { groups, splatFloat, rounded, shape } = code;
  const { x, sums, value, lowest, least, part } = lookahead;
  const inUnits = (v: number): Steps => [
    value.set(x[v]!),
    octaves(code, lookahead, null),
    x[v]!.set(rounded(zeros.f32x4.minus(value.f32x4.times(splatFloat(UNITS_PER_OCTAVE)))).f32x4),
  ];
  return [
    each(groups, (g) => [
      inUnits(2 * g),
      inUnits(2 * g + 1),
      sums[g]!.set(x[2 * g]!.i32x4.narrow(x[2 * g + 1]!.i32x4)),
      lowest.set(g === 0 ? sums[g]! : lowest.i16x8.min(sums[g]!)),
    ]),
    minOfEight(lowest),
    least.increase(lowest.i16x8.lane(0)),
    lowest.set(I16x8.splat(lowest.i16x8.lane(0))),
    sums.map((sum, g) => i16x8At(part, 16 * g).set(sum.minus(lowest.i16x8))),
    part.increase(shape.partBytes),
  ];
}

/** Returns code that computes the amount to add to the keys of all children of the board, and writes it to memory. */
function common(code: LookaheadCode, lookahead: LookaheadLocals, into: I32): Steps {
  const { splatFloat, rounded } = code;
  const { value, product, power, logsMet, least } = lookahead;
  const met = I32x4.splat(logsMet).toFloats().times(splatFloat(UNITS_PER_LOG_PART));
  return [
    value.set(product),
    octaves(code, lookahead, power),
    value.set(rounded(met.minus(value.f32x4.times(splatFloat(UNITS_PER_OCTAVE))))),
    i32At(into).set(least.plus(value.i32x4.lane(0))),
  ];
}
