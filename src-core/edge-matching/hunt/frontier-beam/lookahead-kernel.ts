/**
 * The code of the compiled look along the frontier: what frontier-beam/lookahead.ts does. How a column is summed it shares with
 * the look along a row (column-kernel.ts).
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
  ModuleBuilder,
  named,
  v128,
  when,
  type Code,
  type Local,
} from '../../../wasm.ts';
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
  until,
  zero,
  zeros,
  type Column,
} from '../shared/column-kernel.ts';
import { PARTS_AT } from './children.ts';
import { addFrontierLay, addFrontierWeigh } from './children-kernel.ts';
import { PRODUCT_BITS, PRODUCT_MEAN, START, START_EXPONENT } from './lookahead.ts';
import {
  KINDS,
  LEVEL,
  MET,
  MET_BYTES,
  MAX_CONSTANTS,
  NODE,
  STEP,
  STEP_BYTES,
  STRETCH,
  STRETCH_BYTES,
  type FrontierCodeShape,
  type FrontierMemory,
} from './frontier-memory.ts';
import { waysLayout, type WaysKind } from './frontier-tables.ts';
import { SOFTENING, TINY, UNITS_PER_LOG_PART, UNITS_PER_OCTAVE } from '../shared/lookahead-scale.ts';

/** A module that exports `look(first board, boards, answers)`, and `weigh0`, `weigh1`, ... and `lay` (frontier-beam/children-kernel.ts) beside it. */
export function frontierModule(shape: FrontierCodeShape, memory: FrontierMemory): ModuleBuilder {
  const builder = new ModuleBuilder();
  const code = columnCode(shape, memory);
  addLook(builder, code);
  const { constants } = code;
  if (constants.length > MAX_CONSTANTS)
    throw new Error(`room for ${MAX_CONSTANTS} constants, not ${constants.length}`);
  builder.data(memory.constants, new Uint8Array(Int32Array.from(constants).buffer));
  addFrontierWeigh(builder, shape, memory);
  addFrontierLay(builder, shape, memory);
  return builder;
}

type LookCode = ReturnType<typeof columnCode<FrontierCodeShape, FrontierMemory>>;

/** The locals of `look`. */
interface Look extends Column {
  readonly board: Local;
  /** addresses: of the step or stretch under way and the end of its steps, of a label to be met and the last's end, of a node */
  readonly stepEnd: Local;
  readonly metEnd: Local;
  readonly step: Local;
  readonly stretch: Local;
  readonly met: Local;
  readonly node: Local;
  readonly waysEnd: Local;
  readonly kind: Local;
  /** where the next part of the answer goes */
  readonly part: Local;
  readonly count: Local;
  readonly logsMet: Local;
  readonly least: Local;
  /** in every lane: the ways of all that children have in common, a float from 1 to 2 and a power of two */
  readonly product: Local;
  readonly power: Local;
  readonly all: Local;
  readonly beside: Local;
  /** of the first end of a stretch */
  readonly meanAside: Local;
  readonly exponentAside: Local;
  readonly value: Local;
  readonly mantissa: Local;
  readonly above: Local;
  readonly lowest: Local;
}

const level = ({ memory }: LookCode, field: keyof typeof LEVEL): Code =>
  i32.load(zero, memory.level + LEVEL[field]);

function addLook(builder: ModuleBuilder, code: LookCode): void {
  const { shape, groups, vectors, registers } = code;
  builder.add('look', ['i32', 'i32', 'i32'], [], ([board, boards, into], local) => {
    const vector = (): Local => local('v128');
    const some = (count: number): Local[] => each(count, vector);
    const look: Look = {
      board: board!,
      ...{ x: some(vectors), whole: some(groups), bytes: some(registers) },
      ...{ left: some(shape.usedVectors), sums: some(groups) },
      ...named(
        vector,
        'top',
        'exponent',
        'mean',
        'total',
        'floor',
        'kept',
        'pairs',
        'product',
        'power',
        'all',
      ),
      ...named(vector, 'beside', 'meanAside', 'exponentAside', 'value', 'mantissa', 'above', 'lowest'),
      ...named(
        local,
        'step',
        'stretch',
        'met',
        'node',
        'ways',
        'waysEnd',
        'stepEnd',
        'metEnd',
        'kind',
        'part',
        'count',
      ),
      ...named(local, 'logsMet', 'least'),
    };
    const everyMate = some(registers);
    const prepared = prepareColumns(
      code,
      {
        ...{
          board: board!,
          entry: look.met,
          half8: look.value,
          sum: look.all,
          one: look.above,
          met: look.top,
        },
        ...{ toMeet: some(registers), everyMate },
      },
      [level(code, 'frontier'), level(code, 'frontierEnd')],
    );
    return [
      ...everyMate.map((to, r) => to.set(bytesOf((lane) => shape.mate[16 * r + lane] ?? 16 * r + lane))),
      until(i32.eqz(boards!.get), [
        ...prepared,
        ...begin(code, look, into!),
        ...singles(code, look),
        look.stretch.set(level(code, 'stretches')),
        until(i32.eq(look.stretch.get, level(code, 'stretchesEnd')), [
          ...ends(code, look),
          ...last(code, look),
          look.stretch.set(i32.add(look.stretch.get, i32.const(STRETCH_BYTES))),
        ]),
        ...common(code, look, into!),
        into!.set(i32.add(into!.get, i32.const(shape.answerBytes))),
        board!.set(i32.add(board!.get, i32.const(shape.boardBytes))),
        boards!.set(i32.sub(boards!.get, i32.const(1))),
      ]),
    ];
  });
}

/** For a board: what is left, the logarithms of the half-edges of the labels met, and products to begin with. */
function begin(code: LookCode, look: Look, into: Local): Code[] {
  const { memory, splatFloat, labelAt } = code;
  const { board, left, kept, all, beside, logsMet, met, least, part, product, power } = look;
  const shownOf = (label: Code): Code => i32.load16(i32.shl(label, i32.const(1)), memory.shown);
  return [
    ...left.map((to, i) => to.set(v128.not(v128.load(board.get, 16 * i)))),
    kept.set(v128.load(zero, memory.softening)),
    all.set(f32x4.convert(all.get)),
    beside.set(f32x4.add(f32x4.mul(all.get, splatFloat(SOFTENING)), splatFloat(TINY))),
    logsMet.set(zero),
    met.set(level(code, 'met')),
    until(i32.eq(met.get, level(code, 'frontierEnd')), [
      logsMet.set(
        i32.add(
          logsMet.get,
          i32.load(
            i32.shl(shownOf(labelAt(board.get, met.get, MET.onBoard, MET.at)), i32.const(2)),
            memory.logs,
          ),
        ),
      ),
      met.set(i32.add(met.get, i32.const(MET_BYTES))),
    ]),
    least.set(zero),
    part.set(i32.add(into.get, i32.const(PARTS_AT))),
    product.set(splatFloat(1)),
    power.set(v128.loadSplat32(zero, memory.level + LEVEL.scale)),
  ];
}

/** From the root of a step's tree to the ways for the labels it meets on the board: sets `ways` and `waysEnd`. */
function walk({ labelAt }: LookCode, { board, step, met, node, ways, waysEnd, metEnd }: Look): Code[] {
  return [
    met.set(i32.load(step.get, STEP.met)),
    metEnd.set(i32.load(step.get, STEP.metEnd)),
    node.set(i32.load(step.get, STEP.root)),
    until(i32.eq(met.get, metEnd.get), [
      node.set(
        i32.load(
          i32.add(node.get, i32.shl(labelAt(board.get, met.get, MET.onBoard, MET.at), i32.const(2))),
          NODE.next,
        ),
      ),
      met.set(i32.add(met.get, i32.const(MET_BYTES))),
    ]),
    ways.set(i32.load(node.get, NODE.begin)),
    waysEnd.set(i32.load(node.get, NODE.end)),
  ];
}

/** Does `body` for each vector of ways of a kind. */
const eachVector = ({ shape }: LookCode, { ways, waysEnd }: Look, kind: WaysKind, body: Code[]): Code =>
  until(i32.eq(ways.get, waysEnd.get), [
    ...body,
    ways.set(i32.add(ways.get, i32.const(waysLayout(shape, kind).bytes))),
  ]);

/** All ones in the bytes of ways whose tiles are left. */
function isLeft({ shape }: LookCode, { left, ways, pairs }: Look): Code {
  const { usedVectors } = shape;
  const ofWays = (field: number): Code => v128.load(ways.get, 16 * field);
  const found = fold(
    v128.or,
    left.map(({ get }, i) => v128.relaxedSwizzle(get, ofWays(i))),
  );
  return i8x16.eq(v128.and(pairs.tee(found), ofWays(usedVectors)), ofWays(usedVectors));
}

/** Multiplies the product by what is in `value`. */
const multiply = ({ splatBits, splatFloat }: LookCode, { product, power, value }: Look): Code[] => [
  product.set(f32x4.mul(product.get, value.get)),
  power.set(i32x4.add(power.get, i32x4.sub(i32x4.shr(product.get, 23), splatBits(127)))),
  product.set(v128.or(v128.and(product.get, splatBits(0x7fffff)), splatFloat(1))),
];

/** Cells that stand for themselves. */
function singles(code: LookCode, look: Look): Code[] {
  const { step, count, value, beside } = look;
  return [
    step.set(level(code, 'singles')),
    until(i32.eq(step.get, level(code, 'singlesEnd')), [
      ...walk(code, look),
      count.set(zero),
      eachVector(code, look, { leads: false, before: 0 }, [
        count.set(i32.add(count.get, i32.popcnt(i8x16.bitmask(isLeft(code, look))))),
      ]),
      value.set(f32x4.add(f32x4.convert(i32x4.splat(count.get)), beside.get)),
      ...multiply(code, look),
      step.set(i32.add(step.get, i32.const(STEP_BYTES))),
    ]),
  ];
}

/** The steps of a stretch from its one end, which are put aside where there is another, and those from the other; `step` then is the last. */
function ends(code: LookCode, look: Look): Code[] {
  const { memory, groups, registers, splatBits } = code;
  const { stretch, step, kind, whole, bytes, exponent, mean, meanAside, exponentAside, stepEnd: to } = look;
  const widened = whole.map((wide, g) =>
    wide.set((g % 2 === 0 ? i16x8.extendLow : i16x8.extendHigh)(bytes[g >> 1]!.get)),
  );
  const start = [
    ...each(registers, (r) => bytes[r]!.set(splatBits(START * 0x1010101))),
    ...each(groups, (g) => whole[g]!.set(splatBits(START * 0x10001))),
    exponent.set(splatBits(START_EXPONENT)),
  ];
  return [
    kind.set(i32.load(stretch.get, STRETCH.kind)),
    step.set(i32.load(stretch.get, STRETCH.first)),
    to.set(i32.load(stretch.get, STRETCH.middle)),
    block((leave) => [
      loop((again) => [
        ...start,
        until(i32.eq(step.get, to.get), [
          ...meanOf(code, look),
          ...summed(code, look, false),
          ...softened(code, look, (v) => v128.load(zero, memory.price + 16 * v)),
          ...toBytes(code, look),
          ...widened,
          step.set(i32.add(step.get, i32.const(STEP_BYTES))),
        ]),
        ...meanOf(code, look),
        branchIf(i32.eq(to.get, i32.load(stretch.get, STRETCH.last)), leave),
        ...bytes.map(({ get }, r) => v128.store(zero, get, memory.aside + 16 * r)),
        meanAside.set(mean.get),
        exponentAside.set(exponent.get),
        to.set(i32.load(stretch.get, STRETCH.last)),
        branch(again),
      ]),
    ]),
  ];
}

/** What the ways of a step add up to, by label; their total and the floor. */
function summed(code: LookCode, look: Look, joined: boolean): Code[] {
  const { sums } = look;
  const kind: WaysKind = { leads: true, before: joined ? 2 : 1 };
  return [
    ...walk(code, look),
    ...sums.map((to) => to.set(zeros)),
    eachVector(code, look, kind, joined ? addProducts(code, look) : addWays(code, look)),
    ...totalOf(look),
    ...floorOf(code, look),
  ];
}

/** The products of the sums from both ends, of the ways of a vector whose tiles are left, added up by label. */
function addProducts(code: LookCode, look: Look): Code[] {
  const { memory, shape } = code;
  const { bytes, ways, pairs, value, sums } = look;
  const { one, two, lanes } = waysLayout(shape, { leads: true, before: 2 });
  const gathered = (from: (r: number) => Code, field: number): Code =>
    fold(
      v128.or,
      bytes.map((_, r) => v128.relaxedSwizzle(from(r), v128.load(ways.get, field + 16 * r))),
    );
  const aside = (r: number): Code => v128.load(zero, memory.aside + 16 * r);
  const added = (products: Code): Code => i32x4.addPairs(i16x8.shr(products, PRODUCT_BITS));
  return [
    value.set(v128.and(isLeft(code, look), gathered(aside, one))),
    pairs.set(gathered((r) => bytes[r]!.get, two)),
    pairs.set(
      i16x8.narrow(
        added(i16x8.productsLow(value.get, pairs.get)),
        added(i16x8.productsHigh(value.get, pairs.get)),
      ),
    ),
    ...sums.map((to, g) =>
      to.set(i16x8.addUnsigned(to.get, v128.relaxedSwizzle(pairs.get, v128.load(ways.get, lanes + 16 * g)))),
    ),
  ];
}

/** The last step of a stretch: its values make a part of the answer, or their total is common to all children. */
function last(code: LookCode, look: Look): Code[] {
  const { memory, splatFloat } = code;
  const { kind, mean, meanAside, exponent, exponentAside, power } = look;
  const isKind = (which: number): Code => i32.eq(kind.get, i32.const(which));
  return [
    power.set(i32x4.add(power.get, exponent.get)),
    block((done) => [
      block((summedUp) => [
        block((leads) => [
          branchIf(isKind(KINDS.leads), leads),
          when(isKind(KINDS.joined), [
            mean.set(f32x4.mul(f32x4.mul(meanAside.get, mean.get), splatFloat(PRODUCT_MEAN))),
            power.set(i32x4.add(power.get, exponentAside.get)),
            ...summed(code, look, true),
            branch(summedUp),
          ]),
          ...totalled(code, look),
          branch(done),
        ]),
        ...summed(code, look, false),
      ]),
      ...softened(code, look, (v) => v128.load(zero, memory.price + 16 * v)),
      ...answered(code, look),
    ]),
  ];
}

/** The total of a last step that leads nowhere, multiplied into the product. */
function totalled(code: LookCode, look: Look): Code[] {
  const { splatFloat, shape } = code;
  const { total, value, mean, all, pairs, ways, bytes } = look;
  const kind: WaysKind = { leads: false, before: 1 };
  const { one } = waysLayout(shape, kind);
  const gathered = fold(
    v128.or,
    bytes.map(({ get }, r) => v128.relaxedSwizzle(get, v128.load(ways.get, one + 16 * r))),
  );
  return [
    ...walk(code, look),
    total.set(zeros),
    eachVector(code, look, kind, [
      pairs.set(v128.and(isLeft(code, look), gathered)),
      total.set(i32x4.add(total.get, i32x4.addPairs(i16x8.addPairs(pairs.get)))),
    ]),
    ...across(i32x4.add, total),
    value.set(f32x4.add(f32x4.convert(total.get), f32x4.mul(all.get, mean.get))),
    value.set(f32x4.add(value.get, splatFloat(TINY))),
    ...multiply(code, look),
  ];
}

/** The octaves of what is in `value`: sets `value`. Its exponent is in `power`, or its own where null. */
const octaves = (code: LookCode, { value, mantissa, above }: Look, power: Code | null): Code[] => [
  ...log2Mantissa(code, value, mantissa, above),
  value.set(
    f32x4.add(f32x4.convert(power ?? i32x4.sub(i32x4.shr(value.get, 23), code.splatBits(127))), mantissa.get),
  ),
];

/** The values of a last step as a part of the answer, by label, beyond their least. */
function answered(code: LookCode, look: Look): Code[] {
  const { groups, splatFloat, rounded, shape } = code;
  const { x, sums, value, lowest, least, part } = look;
  const inUnits = (v: number): Code[] => [
    value.set(x[v]!.get),
    ...octaves(code, look, null),
    x[v]!.set(rounded(f32x4.sub(zeros, f32x4.mul(value.get, splatFloat(UNITS_PER_OCTAVE))))),
  ];
  return [
    ...each(groups, (g) => [
      ...inUnits(2 * g),
      ...inUnits(2 * g + 1),
      sums[g]!.set(i16x8.narrow(x[2 * g]!.get, x[2 * g + 1]!.get)),
      lowest.set(g === 0 ? sums[g]!.get : i16x8.minSigned(lowest.get, sums[g]!.get)),
    ]),
    lowest.set(i16x8.minSigned(lowest.get, v128.shuffle(lowest.get, lowest.get, HALVES))),
    lowest.set(i16x8.minSigned(lowest.get, v128.shuffle(lowest.get, lowest.get, PAIRS))),
    lowest.set(i16x8.minSigned(lowest.get, i32x4.shr(lowest.get, 16))),
    least.set(i32.add(least.get, i16x8.laneSigned(lowest.get, 0))),
    lowest.set(i16x8.splat(i16x8.laneSigned(lowest.get, 0))),
    ...sums.map(({ get }, g) => v128.store(part.get, i16x8.sub(get, lowest.get), 16 * g)),
    part.set(i32.add(part.get, i32.const(shape.partBytes))),
  ];
}

/** What all children of the board have in common. */
function common(code: LookCode, look: Look, into: Local): Code[] {
  const { splatFloat, rounded } = code;
  const { value, product, power, logsMet, least } = look;
  const met = f32x4.mul(f32x4.convert(i32x4.splat(logsMet.get)), splatFloat(UNITS_PER_LOG_PART));
  return [
    value.set(product.get),
    ...octaves(code, look, power.get),
    value.set(rounded(f32x4.sub(met, f32x4.mul(value.get, splatFloat(UNITS_PER_OCTAVE))))),
    i32.store(into.get, i32.add(least.get, i32x4.lane(value.get, 0))),
  ];
}
