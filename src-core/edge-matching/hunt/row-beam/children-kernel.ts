/**
 * The code that weighs the children of boards as `RowBeam` does in the open: those that match every side, then those
 * with one mismatch; and that makes boards of those chosen. Most candidates are no good, so a sieve goes first: 16 at
 * a time, all that they are weighed by in bytes, rounded so that none is lost. What it leaves is weighed exactly.
 */
import {
  choose,
  I16x8,
  i16x8At,
  I32,
  i32At,
  I32x4,
  i32x4At,
  I8x16,
  i8x16At,
  s16At,
  sumOf,
  u16At,
  u8At,
  V128,
  type Local,
} from '../../../wasm/expressions.ts';
import {
  until,
  when,
  words,
  type Locals,
  type ModuleBuilder,
  type Steps,
  type Taken,
} from '../../../wasm/statements.ts';
import {
  COARSE_BITS,
  COARSE_COUNT,
  copyParent,
  keepChild,
  LAID_BYTES,
  markUsed,
} from '../shared/child-kernel.ts';
import { anyOf } from '../shared/column-kernel.ts';
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

const weighParameters = words('board', 'number', 'boards', 'answer', 'child');
type WeighCode = ReturnType<typeof weighCode>;

/** The locals of `weigh`, and how its code comes by what it weighs by. */
function weighCode(shape: ChildrenShape, at: number, taken: Taken<typeof weighParameters>, locals: Locals) {
  const { labels, usedVectors, countsAt, wide } = shape;
  const registers = registersOf(labels);
  const reach = access(shape, at);
  const { labelPlace } = reach;
  const numbers = {
    ...locals.named(I32, 'up', 'left', 'upN', 'leftN', 'rightN', 'belowN'),
    ...locals.named(I32, 'nth', 'pair', 'one', 'weight', 'limit', 'second', 'cost', 'spare', 'most'),
    ...locals.named(I32, 'list', 'candidates', 'end', 'sifted', 'place', 'orientation', 'key', 'withChance'),
  };
  return {
    shape,
    lanes: paddedLabels(labels),
    costs: at + CHILDREN.costs,
    ...reach,
    ...taken,
    ...numbers,
    free: locals.several(I8x16, usedVectors),
    rightBytes: locals.several(I8x16, registers),
    belowBytes: locals.several(I8x16, registers),
    missedBytes: locals.several(I8x16, registers),
    ones: locals.one(I8x16),
    least: locals.one(I16x8),
    limits: locals.one(V128),
    spares: locals.one(I32x4),
    bit: locals.one(I8x16),
    countOf: (label: I32): I32 => labelPlace(taken.board.plus(label.scaled(wide ? 2 : 1)), countsAt),
    pairOf: (n: I32): I32 => i32At(numbers.pair.plus(n.scaled(4))),
    oneOf: (n: I32): I32 => i32At(numbers.one.plus(n.scaled(4))),
  };
}

/** Adds `weigh(first board, its number, boards, answers, children)`, which returns where the children end. */
export function addWeigh(builder: ModuleBuilder, shape: ChildrenShape, at: number): void {
  const { boardBytes, partBytes } = shape;
  builder.add('weigh', weighParameters, (taken, locals) => {
    const code = weighCode(shape, at, taken, locals);
    const { board, number, boards, answer, child, field } = code;
    const { nth, pair, one, ones, candidates, end, sifted } = code;
    const fourOnes = (from: number): I32x4 => i32x4At(one, 4 * from).shiftRight(COARSE_BITS);
    return [
      pair.set(field('pair')),
      one.set(field('one')),
      ones.set(
        fourOnes(0)
          .narrow(fourOnes(4))
          .narrow(fourOnes(8).narrow(fourOnes(12))),
      ),
      nth.set(number),
      boards.set(number.plus(boards)),
      until(
        nth.equals(boards),
        weighBoard(code),
        prepareSieve(code),
        until(
          candidates.equals(end),
          sieve(code),
          until(sifted.isZero(), takeChild(code)),
          candidates.increase(BLOCK_BYTES),
        ),
        board.increase(boardBytes),
        answer.increase(2 * partBytes),
        nth.increase(1),
      ),
      child,
    ];
  });
}

/** What every child of the board at hand weighs, what the best of them may, and where its candidates are. */
function weighBoard(code: WeighCode): Steps {
  const { shape, lanes, costs, field, labelAt, countOf, pairOf, oneOf } = code;
  const { board, number, nth, answer, up, left, upN, leftN, rightN, belowN, weight, limit, second } = code;
  const { cost, spare, spares, limits, most, list, candidates, end } = code;
  const { labels, partBytes } = shape;
  const met = (label: I32): I32 => choose(label.less(labels), countOf(label), 0);
  const given = (label: I32): I32 => choose(label.atLeast(0), countOf(label), 0);
  /** Keeps `cost`; sets `spare` to what the label missed and the look beyond its least may add to it at most. */
  const keepCost = (side: number): Steps => [i32At(costs + 4 * side).set(cost), spare.set(limit.minus(cost))];
  const sides: readonly (readonly [number, I32])[] = [
    [TOP, upN],
    [RIGHT, rightN],
    [BOTTOM, belowN],
    [LEFT, leftN],
  ];
  return [
    up.set(labelAt(board, 'upOnBoard', 'upAt')),
    left.set(labelAt(board, 'leftOnBoard', 'leftAt')),
    upN.set(met(up)),
    leftN.set(met(left)),
    rightN.set(given(field('right'))),
    belowN.set(given(field('below'))),
    // What a child may weigh at most, by what the look adds at least.
    limit.set(
      field('threshold')
        .plus(field('base'))
        .minus(sumOf(i32At(answer, 2 * lanes), i32At(answer, 2 * lanes + partBytes), 1)),
    ),
    weight.set(
      sumOf(
        i32At(field('weights').plus(nth.minus(number).scaled(4))),
        pairOf(upN),
        pairOf(rightN),
        pairOf(belowN),
      ),
    ),
    // Where both sides take the same label, the second edge finds two half-edges less.
    second.set(leftN.minus(left.equals(up).scaled(2))),
    second.set(choose(second.less(0), 0, second)),
    cost.set(weight.plus(pairOf(second)).minus(oneOf(countOf(I32.of(0))))),
    keepCost(NO_SIDE),
    spares.set(I32x4.splat(spare)),
    limits.set(spares),
    weight.set(sumOf(weight, pairOf(leftN), field('penalty'))),
    most.set(-1),
    sides.map(([side, n]) => [
      cost.set(weight.minus(pairOf(n)).plus(oneOf(n))),
      keepCost(side),
      most.set(choose(spare.greater(most), spare, most)),
      limits.set(limits.i32x4.withLane(side, spare)),
    ]),
    // Bytes by side, NO_SIDE the fifth; what is below 0 becomes 0. Rounded down as the parts of what is added are:
    // their sum in coarse units is never more than that of the exact sum.
    limits.set(limits.i32x4.shiftRightSigned(COARSE_BITS).narrow(spares.shiftRightSigned(COARSE_BITS))),
    limits.set(limits.i16x8.narrow(limits.i16x8)),
    list.set(
      field('lists').plus(
        left
          .times(labels + 1)
          .plus(up)
          .times(LIST_BYTES),
      ),
    ),
    candidates.set(i32At(list)),
    end.set(choose(most.less(0), i32At(list, 4), i32At(list, 8))),
  ];
}

/** What a candidate adds, in bytes by label, for the board at hand. */
function prepareSieve(code: WeighCode): Steps {
  const { shape, lanes, board, answer, free, rightBytes, belowBytes, missedBytes, ones, least } = code;
  const { wide, countsAt, partBytes } = shape;
  /** What a part of the answer adds beyond its least, by label. */
  const bytesOfPart = (part: number, to: readonly Local<I8x16>[]): Steps => {
    const half = (g: number): I16x8 =>
      i16x8At(answer, part + 16 * Math.min(g, lanes / 8 - 1))
        .minus(least)
        .shiftRight(COARSE_BITS);
    return [
      least.set(I16x8.splat(i32At(answer, part + 2 * lanes))),
      to.map((bytes, r) => bytes.set(half(2 * r).narrow(half(2 * r + 1)))),
    ];
  };
  const counts = (r: number): I8x16 =>
    wide
      ? i16x8At(board, countsAt + 32 * r).narrow(i16x8At(board, countsAt + 32 * r + 16))
      : i8x16At(board, countsAt + 16 * r);
  return [
    free.map((to, i) => to.set(i8x16At(board, 16 * i).not())),
    bytesOfPart(0, rightBytes),
    bytesOfPart(partBytes, belowBytes),
    missedBytes.map((to, r) => to.set(ones.swizzle(counts(r).min(splatByte(COARSE_COUNT))))),
  ];
}

/** Sets bits of those candidates whose tile is left, and that may be good enough. */
function sieve(code: WeighCode): Steps {
  const { candidates, free, rightBytes, belowBytes, missedBytes, limits, sifted, bit } = code;
  const facts = (name: keyof typeof BLOCK): I8x16 => i8x16At(candidates, BLOCK[name]);
  /** Of bytes in registers side by side, those at indices; 0 where an index is beyond them. */
  const gather = (from: readonly I8x16[], name: keyof typeof BLOCK): I8x16 =>
    anyOf(
      from.map((bytes, r) => bytes.swizzle(r === 0 ? facts(name) : facts(name).minus(splatByte(16 * r)))),
    );
  return [
    bit.set(facts('usedBit')),
    sifted.set(
      gather(free, 'usedByte')
        .and(bit)
        .equals(bit)
        .and(
          gather(rightBytes, 'right')
            .plusSaturated(gather(belowBytes, 'below'))
            .plusSaturated(gather(missedBytes, 'missed'))
            .atMost(limits.i8x16.swizzle(facts('missedSide'))),
        )
        .bitmask(),
    ),
  ];
}

/** Weighs the next of the candidates that are left exactly. */
function takeChild(code: WeighCode): Steps {
  const { costs, field, countOf, oneOf } = code;
  const { shape, answer, candidates, sifted, place, cost, key, orientation } = code;
  const { partBytes } = shape;
  const fact = (name: keyof typeof BLOCK): I32 => u8At(candidates.plus(place), BLOCK[name]);
  return [
    place.set(sifted.trailingZeros()),
    sifted.set(sifted.and(sifted.minus(1))),
    cost.set(i32At(fact('missedSide').scaled(4), costs).plus(oneOf(countOf(fact('missed'))))),
    key.set(
      sumOf(
        cost.minus(field('base')),
        s16At(answer.plus(fact('right').scaled(2))),
        s16At(answer.plus(fact('below').scaled(2)), partBytes),
      ),
    ),
    orientation.set(u16At(candidates.plus(place.scaled(2)), BLOCK.orientations)),
    keepChild(code, {
      weight: cost,
      salt: field('salt'),
      threshold: field('threshold'),
      bits: RANDOM_BITS,
    }),
  ];
}

/** Adds `lay(first parent, first of the new boards, how many, what lays them)`. */
export function addLay(builder: ModuleBuilder, shape: ChildrenShape, at: number): void {
  const { labels, boardBytes, countsAt, wide } = shape;
  const { labelAt, field, labelPlace } = access(shape, at);
  builder.add('lay', words('parents', 'board', 'boards', 'laid'), (taken, locals) => {
    const { parents, board, boards, laid } = taken;
    const { parent, orientation, tile, up, left, slot } = locals.named(
      I32,
      ...(['parent', 'orientation', 'tile', 'up', 'left', 'slot'] as const),
    );
    const takes = (side: number): I32 => u8At(orientation, ORIENTATION.takes + side);
    const take = (label: I32): Steps => [
      slot.set(board.plus(label.scaled(wide ? 2 : 1))),
      labelPlace(slot, countsAt).decrease(1),
    ];
    const edge = (isMet: I32, label: I32, side: number): Steps => when(isMet, take(label), take(takes(side)));
    const show = (where: keyof typeof CHILDREN, opens: keyof typeof CHILDREN, side: number): Steps =>
      labelPlace(board.plus(field(where))).set(choose(field(opens), takes(side), labels));
    return [
      until(
        boards.isZero(),
        copyParent({ board, parent, parents, laid }, boardBytes),
        orientation.set(field('orientations').plus(i32At(laid, 4).times(ORIENTATION_BYTES))),
        tile.set(u16At(orientation, ORIENTATION.tile)),
        markUsed(board, tile, slot),
        up.set(labelAt(board, 'upOnBoard', 'upAt')),
        left.set(labelAt(board, 'leftOnBoard', 'leftAt')),
        edge(up.less(labels), up, TOP),
        edge(left.less(labels), left, LEFT),
        edge(field('right').atLeast(0), field('right'), RIGHT),
        edge(field('below').atLeast(0), field('below'), BOTTOM),
        show('upSlot', 'opensBelow', BOTTOM),
        show('leftSlot', 'opensRight', RIGHT),
        board.increase(boardBytes),
        laid.increase(LAID_BYTES),
        boards.decrease(1),
      ),
    ];
  });
}

/** How the code comes by labels of a board and by what a level shares. */
function access({ wide }: ChildrenShape, at: number) {
  const labelPlace = wide ? u16At : u8At;
  const field = (name: keyof typeof CHILDREN): I32 => i32At(at + CHILDREN[name]);
  const labelAt = (board: I32, onBoard: keyof typeof CHILDREN, where: keyof typeof CHILDREN): I32 =>
    labelPlace(board.and(field(onBoard)).plus(field(where)));
  return { labelPlace, field, labelAt };
}

const splatByte = (value: number): I8x16 => I8x16.of(new Uint8Array(16).fill(value));
