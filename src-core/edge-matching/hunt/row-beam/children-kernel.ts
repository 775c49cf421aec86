/**
 * Generates WebAssembly code that does the same as `children.ts`: it weighs children and makes boards from the
 * selected ones.
 *
 * Most candidates are not good enough, so a sieve tests 16 candidates at a time, with costs rounded down to one byte.
 * Exact keys are computed only for candidates that pass the sieve. The sieve never rejects a good candidate, because
 * the costs are rounded down.
 */
import { choose, I32, sumOf, type Local } from '../../../wasm/expressions.ts';
import { i16x8At, i32At, i32x4At, i8x16At, s16At, u16At, u8At } from '../../../wasm/places.ts';
import { I16x8, I32x4, I8x16, V128 } from '../../../wasm/vectors.ts';
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
import { RANDOM_BITS } from './row-contract.ts';
import {
  BLOCK,
  CHILDREN,
  LIST_BYTES,
  ORIENTATION,
  ORIENTATION_BYTES,
  BLOCK_BYTES,
  NO_SIDE,
} from './row-memory.ts';
import { BOTTOM, LEFT, RIGHT, TOP } from '../shared/instance.ts';
import { paddedLabels, registersOf } from '../shared/vectors.ts';

export interface ChildrenShape {
  readonly usedVectors: number;
  readonly labels: number;
  readonly boardBytes: number;
  readonly countsAt: number;
  /** true if a board's labels and counts take two bytes each */
  readonly wide: boolean;
  readonly partBytes: number;
}

const weighParameters = words('board', 'number', 'boards', 'answer', 'child');
type WeighCode = ReturnType<typeof weighCode>;

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

/**
 * Adds the function `weigh(first board, index of this board, number of boards, lookahead, children)`. It writes the
 * children to memory, starting at the address `children`, and returns the address after the last child.
 */
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

/**
 * Returns code that reads the labels that the next tile must match, and the number of half-edges left that could match
 * each of them. It also sets `limit`, the maximum weight of a child to keep.
 */
function readBoard(code: WeighCode): Steps {
  const { shape, lanes, field, labelAt, countOf, pairOf } = code;
  const { board, number, nth, answer, up, left, upN, leftN, rightN, belowN, weight, limit } = code;
  const { labels, partBytes } = shape;
  const met = (label: I32): I32 => choose(label.less(labels), countOf(label), 0);
  const given = (label: I32): I32 => choose(label.atLeast(0), countOf(label), 0);
  return [
    up.set(labelAt(board, 'upOnBoard', 'upAt')),
    left.set(labelAt(board, 'leftOnBoard', 'leftAt')),
    upN.set(met(up)),
    leftN.set(met(left)),
    rightN.set(given(field('right'))),
    belowN.set(given(field('below'))),
    // A child's key is its weight, minus `base`, plus the amount added by the lookahead. This amount has a known
    // minimum. If the amount is at its minimum, a child with the weight `limit` has a key just below the threshold. So
    // a child with a larger weight can't be kept.
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
  ];
}

/**
 * Returns code that computes, for each side, the weight of a child with a mismatch on that side. The code also sets
 * the range of candidates to test and, for each side, the maximum cost of candidates that pass the sieve.
 */
function weighBoard(code: WeighCode): Steps {
  const { shape, costs, field, countOf, pairOf, oneOf } = code;
  const { up, left, upN, leftN, rightN, belowN, weight, limit, second } = code;
  const { cost, spare, spares, limits, most, list, candidates, end } = code;
  const { labels } = shape;
  /**
   * Stores `cost`, and sets `spare` to `limit - cost`. A child can be kept only if the cost of its mismatched label,
   * plus the amount by which the lookahead exceeds its minimum, is at most `spare`.
   */
  const keepCost = (side: number): Steps => [i32At(costs + 4 * side).set(cost), spare.set(limit.minus(cost))];
  const sides: readonly (readonly [number, I32])[] = [
    [TOP, upN],
    [RIGHT, rightN],
    [BOTTOM, belowN],
    [LEFT, leftN],
  ];
  return [
    readBoard(code),
    // If the tiles above and on the left require the same label, the match above uses up two of its half-edges, so
    // there are two fewer for the match on the left.
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
    // `limits` has one byte for each side, then one for NO_SIDE. Negative limits become 0. Limits and costs are all
    // rounded down, so the costs of a good candidate never exceed its limit.
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

/**
 * Returns code that loads what the sieve needs for the current board: the unused tiles, and tables of the costs that a
 * candidate can have. Each table holds a one-byte cost for each label.
 */
function prepareSieve(code: WeighCode): Steps {
  const { shape, lanes, board, answer, free, rightBytes, belowBytes, missedBytes, ones, least } = code;
  const { wide, countsAt, partBytes } = shape;
  /**
   * Returns code that loads one part of the lookahead's result (see `RowLookahead` in `row-contract.ts`): for each
   * label, the amount to add to a child's key, minus the smallest of these amounts.
   */
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

/**
 * Returns code that runs the sieve on a block of 16 candidates. It sets a candidate's bit in `sifted` if the
 * candidate's tile is unused and its rounded cost is within the limit.
 */
function sieve(code: WeighCode): Steps {
  const { candidates, free, rightBytes, belowBytes, missedBytes, limits, sifted, bit } = code;
  const facts = (name: keyof typeof BLOCK): I8x16 => i8x16At(candidates, BLOCK[name]);
  /**
   * Returns code that looks up one byte per candidate in a table that spans several registers. The index is the
   * candidate's field `name` (see `BLOCK`). The byte is 0 if the index is out of range.
   */
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

/** Returns code that computes the exact weight and key of the next candidate in `sifted`. */
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

/**
 * Adds the function `lay(first parent, first new board, number of boards, instructions)`, which makes boards. An
 * instruction is the index of a parent and the orientation to place.
 */
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

function access({ wide }: ChildrenShape, at: number) {
  const labelPlace = wide ? u16At : u8At;
  const field = (name: keyof typeof CHILDREN): I32 => i32At(at + CHILDREN[name]);
  const labelAt = (board: I32, onBoard: keyof typeof CHILDREN, where: keyof typeof CHILDREN): I32 =>
    labelPlace(board.and(field(onBoard)).plus(field(where)));
  return { labelPlace, field, labelAt };
}

const splatByte = (value: number): I8x16 => I8x16.of(new Uint8Array(16).fill(value));
