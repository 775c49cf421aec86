/**
 * The code that weighs the children of boards as `RowBeam` does in the open: those that match every side, then those
 * with one mismatch; and that makes boards of those chosen. Most candidates are no good, so a sieve goes first: 16 at
 * a time, all that they are weighed by in bytes, rounded so that none is lost. What it leaves is weighed exactly.
 */
import {
  block,
  branch,
  branchIf,
  i16x8,
  i32,
  i32x4,
  i8x16,
  loop,
  named,
  select,
  v128,
  when,
  type Code,
  type Local,
  type ModuleBuilder,
  type ValueType,
} from '../../../wasm.ts';
import {
  COARSE_BITS,
  COARSE_COUNT,
  copyParent,
  keepChild,
  LAID_BYTES,
  markUsed,
  times,
} from '../shared/child-kernel.ts';
import { RANDOM_BITS } from './children.ts';
import { BOTTOM, LEFT, RIGHT, TOP } from '../shared/instance.ts';
import { paddedLabels, registersOf } from '../shared/vectors.ts';

export interface ChildrenShape {
  readonly usedVectors: number;
  readonly labels: number;
  readonly boardBytes: number;
  readonly countsAt: number;
  /** labels and counts of a board take two bytes each */
  readonly wide: boolean;
  readonly partBytes: number;
}

/** A block of candidates. */
export const BLOCK_BYTES = 128;
/** Facts (row-order.ts) and where a board has the bit of the tile, a byte for each candidate; orientations, two bytes. */
export const BLOCK = {
  right: 0,
  below: 16,
  missed: 32,
  missedSide: 48,
  usedByte: 64,
  usedBit: 80,
  orientations: 96,
};
/** In place of the side, where every side matches. Such a candidate misses label 0, and gets back what that costs. */
export const NO_SIDE = 4;
/**
 * Candidates of a pair of labels met, those that match first: pointers to their first block, to the end of the blocks
 * that have one that matches, and to the end of all.
 */
export const LIST_BYTES = 12;
/** What all boards of a level share. `up`, `left`: where a board has the label it meets, as in a look's step. */
export const CHILDREN = {
  lists: 0,
  upOnBoard: 4,
  upAt: 8,
  leftOnBoard: 12,
  leftAt: 16,
  /** label of a hint to the right, below; -1 for none */
  right: 20,
  below: 24,
  penalty: 28,
  /** taken off each key */
  base: 32,
  threshold: 36,
  salt: 40,
  /** of the boards at hand, 4 bytes each */
  weights: 44,
  pair: 48,
  one: 52,
  /** by the side that does not match, for the board at hand: what a child weighs without the label missed */
  costs: 56,
  /** where a board keeps the labels that the child shows, and whether they will be met */
  upSlot: 76,
  leftSlot: 80,
  opensBelow: 84,
  opensRight: 88,
  orientations: 92,
};
export const LEVEL_OF_CHILDREN_BYTES = 96;
/** An orientation in memory: its tile, two bytes; and by side the label that it takes, a byte each. */
export const ORIENTATION_BYTES = 8;
export const ORIENTATION = { tile: 0, takes: 4 };
const zero = i32.const(0);

type WeighCode = ReturnType<typeof weighCode>;

/** The locals of `weigh`, and how its code comes by what it weighs by. */
function weighCode(
  shape: ChildrenShape,
  at: number,
  parameters: readonly Local[],
  local: (type: ValueType) => Local,
) {
  const { labels, usedVectors, countsAt, wide } = shape;
  const [board, number, boards, answer, child] = parameters as [Local, Local, Local, Local, Local];
  const vector = (): Local => local('v128');
  const vectors = (count: number): Local[] => Array.from({ length: count }, vector);
  const registers = registersOf(labels);
  const reach = access(shape, at);
  const { loadLabel } = reach;
  const locals = {
    ...{ board, number, boards, answer, child },
    ...named(local, 'up', 'left', 'upN', 'leftN', 'rightN', 'belowN'),
    ...named(local, 'nth', 'pair', 'one', 'weight', 'limit', 'second', 'cost', 'spare', 'most'),
    ...named(local, 'list', 'candidates', 'end', 'sifted', 'place', 'orientation', 'key', 'withChance'),
    free: vectors(usedVectors),
    rightBytes: vectors(registers),
    belowBytes: vectors(registers),
    missedBytes: vectors(registers),
    ...named(vector, 'ones', 'least', 'limits', 'spares', 'bit'),
  };
  const countOf = (label: Code): Code =>
    loadLabel(i32.add(locals.board.get, times(label, wide ? 2 : 1)), countsAt);
  return {
    ...{ shape, lanes: paddedLabels(labels), costs: at + CHILDREN.costs },
    ...reach,
    ...locals,
    countOf,
    pairOf: (n: Code): Code => i32.load(i32.add(locals.pair.get, times(n, 4))),
    oneOf: (n: Code): Code => i32.load(i32.add(locals.one.get, times(n, 4))),
  };
}

/** Adds `weigh(first board, its number, boards, answers, children)`, which returns where the children end. */
export function addWeigh(builder: ModuleBuilder, shape: ChildrenShape, at: number): void {
  const { boardBytes, partBytes } = shape;
  builder.add('weigh', ['i32', 'i32', 'i32', 'i32', 'i32'], ['i32'], (parameters, local) => {
    const code = weighCode(shape, at, parameters, local);
    const { board, number, boards, answer, child, field } = code;
    const { nth, pair, one, ones, candidates, end, sifted } = code;
    const eachUntil = (done: Code, body: Code[]): Code =>
      block((leave) => [loop((again) => [branchIf(done, leave), ...body, branch(again)])]);
    const fourOnes = (from: number): Code => i32x4.shr(v128.load(one.get, 4 * from), COARSE_BITS);
    return [
      pair.set(field('pair')),
      one.set(field('one')),
      ones.set(i8x16.narrow(i16x8.narrow(fourOnes(0), fourOnes(4)), i16x8.narrow(fourOnes(8), fourOnes(12)))),
      nth.set(number.get),
      boards.set(i32.add(number.get, boards.get)),
      eachUntil(i32.eq(nth.get, boards.get), [
        ...weighBoard(code),
        ...prepareSieve(code),
        eachUntil(i32.eq(candidates.get, end.get), [
          ...sieve(code),
          eachUntil(i32.eqz(sifted.get), takeChild(code)),
          candidates.set(i32.add(candidates.get, i32.const(BLOCK_BYTES))),
        ]),
        board.set(i32.add(board.get, i32.const(boardBytes))),
        answer.set(i32.add(answer.get, i32.const(2 * partBytes))),
        nth.set(i32.add(nth.get, i32.const(1))),
      ]),
      child.get,
    ];
  });
}

/** What every child of the board at hand weighs, what the best of them may, and where its candidates are. */
function weighBoard(code: WeighCode): Code[] {
  const { shape, lanes, costs, field, labelAt, countOf, pairOf, oneOf } = code;
  const { board, number, nth, answer, up, left, upN, leftN, rightN, belowN, weight, limit, second } = code;
  const { cost, spare, spares, limits, most, list, candidates, end } = code;
  const { labels, partBytes } = shape;
  const met = (label: Code): Code => select(i32.lessSigned(label, i32.const(labels)), countOf(label), zero);
  const given = (label: Code): Code => select(i32.greaterOrEqualSigned(label, zero), countOf(label), zero);
  /** Keeps `cost`; sets `spare` to what the label missed and the look beyond its least may add to it at most. */
  const keepCost = (side: number): Code[] => [
    i32.store(zero, cost.get, costs + 4 * side),
    spare.set(i32.sub(limit.get, cost.get)),
  ];
  const sides: readonly (readonly [number, Local])[] = [
    [TOP, upN],
    [RIGHT, rightN],
    [BOTTOM, belowN],
    [LEFT, leftN],
  ];
  return [
    up.set(labelAt(board.get, 'upOnBoard', 'upAt')),
    left.set(labelAt(board.get, 'leftOnBoard', 'leftAt')),
    upN.set(met(up.get)),
    leftN.set(met(left.get)),
    rightN.set(given(field('right'))),
    belowN.set(given(field('below'))),
    // What a child may weigh at most, by what the look adds at least.
    limit.set(
      i32.sub(
        i32.add(field('threshold'), field('base')),
        fold([i32.load(answer.get, 2 * lanes), i32.load(answer.get, 2 * lanes + partBytes), i32.const(1)]),
      ),
    ),
    weight.set(
      fold([
        i32.load(i32.add(field('weights'), times(i32.sub(nth.get, number.get), 4))),
        pairOf(upN.get),
        pairOf(rightN.get),
        pairOf(belowN.get),
      ]),
    ),
    // Where both sides take the same label, the second edge finds two half-edges less.
    second.set(i32.sub(leftN.get, times(i32.eq(left.get, up.get), 2))),
    second.set(select(i32.lessSigned(second.get, zero), zero, second.get)),
    cost.set(i32.sub(i32.add(weight.get, pairOf(second.get)), oneOf(countOf(zero)))),
    ...keepCost(NO_SIDE),
    spares.set(i32x4.splat(spare.get)),
    limits.set(spares.get),
    weight.set(fold([weight.get, pairOf(leftN.get), field('penalty')])),
    most.set(i32.const(-1)),
    ...sides.flatMap(([side, n]) => [
      cost.set(i32.add(i32.sub(weight.get, pairOf(n.get)), oneOf(n.get))),
      ...keepCost(side),
      most.set(select(i32.greaterSigned(spare.get, most.get), spare.get, most.get)),
      limits.set(i32x4.withLane(limits.get, side, spare.get)),
    ]),
    // Bytes by side, NO_SIDE the fifth; what is below 0 becomes 0. Rounded down as the parts of what is added are:
    // their sum in coarse units is never more than that of the exact sum.
    limits.set(
      i16x8.narrow(i32x4.shrSigned(limits.get, COARSE_BITS), i32x4.shrSigned(spares.get, COARSE_BITS)),
    ),
    limits.set(i8x16.narrow(limits.get, limits.get)),
    list.set(
      i32.add(
        field('lists'),
        i32.mul(i32.add(i32.mul(left.get, i32.const(labels + 1)), up.get), i32.const(LIST_BYTES)),
      ),
    ),
    candidates.set(i32.load(list.get)),
    end.set(select(i32.lessSigned(most.get, zero), i32.load(list.get, 4), i32.load(list.get, 8))),
  ];
}

/** What a candidate adds, in bytes by label, for the board at hand. */
function prepareSieve(code: WeighCode): Code[] {
  const { shape, lanes, board, answer, free, rightBytes, belowBytes, missedBytes, ones, least } = code;
  const { wide, countsAt, partBytes } = shape;
  /** What a part of the answer adds beyond its least, by label. */
  const bytesOfPart = (part: number, to: readonly Local[]): Code[] => {
    const half = (g: number): Code =>
      i16x8.shr(
        i16x8.sub(v128.load(answer.get, part + 16 * Math.min(g, lanes / 8 - 1)), least.get),
        COARSE_BITS,
      );
    return [
      least.set(i16x8.splat(i32.load(answer.get, part + 2 * lanes))),
      ...to.map((bytes, r) => bytes.set(i8x16.narrow(half(2 * r), half(2 * r + 1)))),
    ];
  };
  const counts = (r: number): Code =>
    wide
      ? i8x16.narrow(v128.load(board.get, countsAt + 32 * r), v128.load(board.get, countsAt + 32 * r + 16))
      : v128.load(board.get, countsAt + 16 * r);
  return [
    ...free.map((to, i) => to.set(v128.not(v128.load(board.get, 16 * i)))),
    ...bytesOfPart(0, rightBytes),
    ...bytesOfPart(partBytes, belowBytes),
    ...missedBytes.map((to, r) =>
      to.set(v128.swizzle(ones.get, i8x16.minUnsigned(counts(r), splatByte(COARSE_COUNT)))),
    ),
  ];
}

/** Sets bits of those candidates whose tile is left, and that may be good enough. */
function sieve(code: WeighCode): Code[] {
  const { candidates, free, rightBytes, belowBytes, missedBytes, limits, sifted, bit } = code;
  const facts = (name: keyof typeof BLOCK): Code => v128.load(candidates.get, BLOCK[name]);
  /** Of bytes in registers side by side, those at indices; 0 where an index is beyond them. */
  const gather = (from: readonly Local[], name: keyof typeof BLOCK): Code =>
    from
      .map(({ get }, r) =>
        v128.swizzle(get, r === 0 ? facts(name) : i8x16.sub(facts(name), splatByte(16 * r))),
      )
      .reduce((a, b) => v128.or(a, b));
  return [
    bit.set(facts('usedBit')),
    sifted.set(
      i8x16.bitmask(
        v128.and(
          i8x16.eq(v128.and(gather(free, 'usedByte'), bit.get), bit.get),
          i8x16.lessOrEqualUnsigned(
            i8x16.addUnsigned(
              i8x16.addUnsigned(gather(rightBytes, 'right'), gather(belowBytes, 'below')),
              gather(missedBytes, 'missed'),
            ),
            v128.swizzle(limits.get, facts('missedSide')),
          ),
        ),
      ),
    ),
  ];
}

/** Weighs the next of the candidates that are left exactly. */
function takeChild(code: WeighCode): Code[] {
  const { costs, field, countOf, oneOf } = code;
  const { shape, answer, candidates, sifted, place, cost, key, orientation } = code;
  const { partBytes } = shape;
  const fact = (name: keyof typeof BLOCK): Code => i32.load8(i32.add(candidates.get, place.get), BLOCK[name]);
  return [
    place.set(i32.ctz(sifted.get)),
    sifted.set(i32.and(sifted.get, i32.sub(sifted.get, i32.const(1)))),
    cost.set(i32.add(i32.load(times(fact('missedSide'), 4), costs), oneOf(countOf(fact('missed'))))),
    key.set(
      fold([
        i32.sub(cost.get, field('base')),
        i32.load16Signed(i32.add(answer.get, times(fact('right'), 2))),
        i32.load16Signed(i32.add(answer.get, times(fact('below'), 2)), partBytes),
      ]),
    ),
    orientation.set(i32.load16(i32.add(candidates.get, times(place.get, 2)), BLOCK.orientations)),
    ...keepChild(code, {
      weight: cost.get,
      salt: field('salt'),
      threshold: field('threshold'),
      bits: RANDOM_BITS,
    }),
  ];
}

/** Adds `lay(first parent, first of the new boards, how many, what lays them)`. */
export function addLay(builder: ModuleBuilder, shape: ChildrenShape, at: number): void {
  const { labels, boardBytes, countsAt, wide } = shape;
  const { labelAt, field, storeLabel, loadLabel } = access(shape, at);
  builder.add('lay', ['i32', 'i32', 'i32', 'i32'], [], (parameters, local) => {
    const [parents, board, boards, laid] = parameters as [Local, Local, Local, Local];
    const [parent, orientation, tile, up, left, slot] = Array.from({ length: 6 }, () => local('i32')) as [
      Local,
      Local,
      Local,
      Local,
      Local,
      Local,
    ];
    const takes = (side: number): Code => i32.load8(orientation.get, ORIENTATION.takes + side);
    const take = (label: Code): Code[] => [
      slot.set(i32.add(board.get, times(label, wide ? 2 : 1))),
      storeLabel(slot.get, i32.sub(loadLabel(slot.get, countsAt), i32.const(1)), countsAt),
    ];
    const edge = (isMet: Code, label: Code, side: number): Code =>
      when(isMet, [...take(label), ...take(takes(side))]);
    const show = (where: keyof typeof CHILDREN, opens: keyof typeof CHILDREN, side: number): Code =>
      storeLabel(i32.add(board.get, field(where)), select(field(opens), takes(side), i32.const(labels)));
    return [
      block((leave) => [
        loop((again) => [
          branchIf(i32.eqz(boards.get), leave),
          ...copyParent({ board, parent, parents, laid }, boardBytes),
          orientation.set(
            i32.add(field('orientations'), i32.mul(i32.load(laid.get, 4), i32.const(ORIENTATION_BYTES))),
          ),
          tile.set(i32.load16(orientation.get, ORIENTATION.tile)),
          ...markUsed(board, tile, slot),
          up.set(labelAt(board.get, 'upOnBoard', 'upAt')),
          left.set(labelAt(board.get, 'leftOnBoard', 'leftAt')),
          edge(i32.lessSigned(up.get, i32.const(labels)), up.get, TOP),
          edge(i32.lessSigned(left.get, i32.const(labels)), left.get, LEFT),
          edge(i32.greaterOrEqualSigned(field('right'), zero), field('right'), RIGHT),
          edge(i32.greaterOrEqualSigned(field('below'), zero), field('below'), BOTTOM),
          show('upSlot', 'opensBelow', BOTTOM),
          show('leftSlot', 'opensRight', RIGHT),
          board.set(i32.add(board.get, i32.const(boardBytes))),
          laid.set(i32.add(laid.get, i32.const(LAID_BYTES))),
          boards.set(i32.sub(boards.get, i32.const(1))),
          branch(again),
        ]),
      ]),
    ];
  });
}

/** How the code comes by labels of a board and by what a level shares. */
function access({ wide }: ChildrenShape, at: number) {
  const loadLabel = wide ? i32.load16 : i32.load8;
  const storeLabel = wide ? i32.store16 : i32.store8;
  const field = (name: keyof typeof CHILDREN): Code => i32.load(zero, at + CHILDREN[name]);
  const labelAt = (board: Code, onBoard: keyof typeof CHILDREN, where: keyof typeof CHILDREN): Code =>
    loadLabel(i32.add(i32.and(board, field(onBoard)), field(where)));
  return { loadLabel, storeLabel, field, labelAt };
}

const fold = (parts: readonly Code[]): Code => parts.reduce((a, b) => i32.add(a, b));
const splatByte = (value: number): Code => v128.const(new Uint8Array(16).fill(value));
