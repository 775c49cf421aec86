/**
 * The code that weighs the children of boards as `Beam` does in the open: those that match every side, then those
 * with one mismatch, whichever cannot be among the best dropped at once; and that makes boards of those chosen.
 * Candidates lie side by side in memory, as the look's tables do.
 */
import {
  block,
  branch,
  branchIf,
  i32,
  loop,
  select,
  v128,
  when,
  type Code,
  type Local,
  type ModuleBuilder,
} from '../../wasm.ts';
import { BOTTOM, LEFT, RIGHT, TOP } from './instance.ts';
import { paddedLabels } from './look.ts';

export interface ChildrenShape {
  readonly usedVectors: number;
  readonly labels: number;
  readonly boardBytes: number;
  readonly countsAt: number;
  /** labels and counts of a board take two bytes each */
  readonly wide: boolean;
  readonly partBytes: number;
}

/** A candidate in memory: its orientation and tile, two bytes each; then its facts (order.ts), a byte each. */
export const CANDIDATE_BYTES = 8;
export const CANDIDATE = { orientation: 0, tile: 2, right: 4, below: 5, missed: 6, missedSide: 7 };
/** Candidates of a pair of labels met: pointers to those that match, to those that nearly do, and to their end. */
export const LIST_BYTES = 12;
/** A child in memory. */
export const CHILD_BYTES = 16;
export const CHILD = { key: 0, weight: 4, parent: 8, orientation: 12 };

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
  /** by side, for the board at hand: what is saved where it does not match */
  saves: 56,
  /** where a board keeps the labels that the child shows, and whether they will be met */
  upSlot: 72,
  leftSlot: 76,
  opensBelow: 80,
  opensRight: 84,
  orientations: 88,
};
export const LEVEL_OF_CHILDREN_BYTES = 96;
/** An orientation in memory: its tile, two bytes; and by side the label that it takes, a byte each. */
export const ORIENTATION_BYTES = 8;
export const ORIENTATION = { tile: 0, takes: 4 };
/** What lays a board: the number of its parent and an orientation, 4 bytes each. */
export const LAID_BYTES = 8;

const zero = i32.const(0);

/** Of the random part of a key, in 1 / UNIT: too little to spoil the order, and enough that equal beams part. */
const RANDOM_BITS = 2;
const MIX = [0x9e3779b1, 0x85ebca6b];
/** The random part of a child's key, the same wherever it is weighed. */
export const chanceOf = (salt: number, parent: number, orientation: number): number =>
  Math.imul(Math.imul(parent ^ salt, MIX[0]!) + orientation, MIX[1]!) >>> (32 - RANDOM_BITS);

/** Adds `weigh(first board, its number, boards, answers, children)`, which returns where the children end. */
export function addWeigh(builder: ModuleBuilder, shape: ChildrenShape, at: number): void {
  const { labels, boardBytes, countsAt, wide, partBytes } = shape;
  const lanes = paddedLabels(labels);
  const { loadLabel, field, times, labelAt } = access(shape, at);

  builder.add('weigh', ['i32', 'i32', 'i32', 'i32', 'i32'], ['i32'], (parameters, local) => {
    const [board, number, boards, answer, child] = parameters as [Local, Local, Local, Local, Local];
    const named = <Name extends string>(...names: Name[]): Record<Name, Local> =>
      Object.fromEntries(names.map((name) => [name, local('i32')])) as Record<Name, Local>;
    const { up, left, upN, leftN, rightN, belowN } = named('up', 'left', 'upN', 'leftN', 'rightN', 'belowN');
    const { weight, least, list, candidate, end, cost, key, limit, nth, pair, one, tile, best } = named(
      'weight',
      'least',
      'list',
      'candidate',
      'end',
      'cost',
      'key',
      'limit',
      'nth',
      'pair',
      'one',
      'tile',
      'best',
    );
    const countOf = (label: Code): Code =>
      loadLabel(i32.add(board.get, times(label, wide ? 2 : 1)), countsAt);
    const met = (label: Code): Code => select(i32.lessSigned(label, i32.const(labels)), countOf(label), zero);
    const given = (label: Code): Code => select(i32.greaterOrEqualSigned(label, zero), countOf(label), zero);
    const pairOf = (n: Code): Code => i32.load(i32.add(pair.get, times(n, 4)));
    const oneOf = (n: Code): Code => i32.load(i32.add(one.get, times(n, 4)));
    const fact = (name: keyof typeof CANDIDATE): Code => i32.load8(candidate.get, CANDIDATE[name]);
    /** What the look adds to the candidate's key. */
    const seen: Code = i32.add(
      i32.load16Signed(i32.add(answer.get, times(fact('right'), 2))),
      i32.load16Signed(i32.add(answer.get, times(fact('below'), 2)), partBytes),
    );
    const unused: Code = [
      tile.set(i32.load16(candidate.get, CANDIDATE.tile)),
      i32.eqz(
        i32.and(
          i32.shr(
            i32.load8(i32.add(board.get, i32.shr(tile.get, i32.const(3)))),
            i32.and(tile.get, i32.const(7)),
          ),
          i32.const(1),
        ),
      ),
    ];
    const orientation = i32.load16(candidate.get, CANDIDATE.orientation);
    const take: Code[] = [
      key.set(
        i32.add(
          key.get,
          i32.shr(
            i32.mul(
              i32.add(i32.mul(i32.xor(nth.get, field('salt')), i32.const(MIX[0]!)), orientation),
              i32.const(MIX[1]!),
            ),
            i32.const(32 - RANDOM_BITS),
          ),
        ),
      ),
      i32.store(child.get, select(i32.lessSigned(key.get, zero), zero, key.get), CHILD.key),
      i32.store(child.get, cost.get, CHILD.weight),
      i32.store(child.get, nth.get, CHILD.parent),
      i32.store(child.get, orientation, CHILD.orientation),
      child.set(i32.add(child.get, i32.const(CHILD_BYTES))),
    ];
    const saved = (side: number, n: Local): Code =>
      i32.store(zero, i32.sub(pairOf(n.get), oneOf(n.get)), at + CHILDREN.saves + 4 * side);
    const saves = (side: number): Code => i32.load(zero, at + CHILDREN.saves + 4 * side);
    /** Sets `key` to what the key is without the random part. */
    const keyOf: Code = key.set(i32.add(i32.sub(cost.get, field('base')), seen));
    const each = (body: Code[]): Code =>
      block((leave) => [
        loop((again) => [
          branchIf(i32.eq(candidate.get, end.get), leave),
          ...body,
          candidate.set(i32.add(candidate.get, i32.const(CANDIDATE_BYTES))),
          branch(again),
        ]),
      ]);
    const weigh: Code[] = [
      up.set(labelAt(board.get, 'upOnBoard', 'upAt')),
      left.set(labelAt(board.get, 'leftOnBoard', 'leftAt')),
      upN.set(met(up.get)),
      leftN.set(met(left.get)),
      rightN.set(given(field('right'))),
      belowN.set(given(field('below'))),
      weight.set(i32.load(i32.add(field('weights'), times(i32.sub(nth.get, number.get), 4)))),
      // What a child must weigh less than, by what the look adds at least.
      least.set(i32.add(i32.load(answer.get, 2 * lanes), i32.load(answer.get, 2 * lanes + partBytes))),
      limit.set(i32.sub(i32.add(field('threshold'), field('base')), least.get)),
      list.set(
        i32.add(
          field('lists'),
          i32.mul(i32.add(i32.mul(left.get, i32.const(labels + 1)), up.get), i32.const(LIST_BYTES)),
        ),
      ),
    ];
    const matching: Code[] = [
      candidate.set(i32.load(list.get)),
      end.set(i32.load(list.get, 4)),
      // Where both sides take the same label, the second edge finds two half-edges less.
      best.set(i32.sub(leftN.get, times(i32.eq(left.get, up.get), 2))),
      best.set(select(i32.lessSigned(best.get, zero), zero, best.get)),
      cost.set(fold([weight.get, pairOf(upN.get), pairOf(best.get), pairOf(rightN.get), pairOf(belowN.get)])),
      when(i32.lessSigned(cost.get, limit.get), [
        each([keyOf, when(i32.lessSigned(key.get, field('threshold')), [when(unused, take)])]),
      ]),
    ];
    const sides: readonly (readonly [number, Local])[] = [
      [TOP, upN],
      [RIGHT, rightN],
      [BOTTOM, belowN],
      [LEFT, leftN],
    ];
    const missing: Code[] = [
      candidate.set(i32.load(list.get, 4)),
      end.set(i32.load(list.get, 8)),
      ...sides.map(([side, n]) => saved(side, n)),
      best.set(saves(TOP)),
      ...[RIGHT, BOTTOM, LEFT].map((side) =>
        when(i32.lessSigned(best.get, saves(side)), [best.set(saves(side))]),
      ),
      weight.set(fold([weight.get, field('penalty'), ...sides.map(([, n]) => pairOf(n.get))])),
      when(i32.lessSigned(i32.sub(weight.get, best.get), limit.get), [
        // What the look may add at most, whichever side does not match: most candidates go by that.
        limit.set(i32.sub(i32.add(limit.get, least.get), i32.sub(weight.get, best.get))),
        each([
          key.set(seen),
          when(i32.lessSigned(key.get, limit.get), [
            cost.set(
              i32.add(
                i32.sub(weight.get, i32.load(times(fact('missedSide'), 4), at + CHILDREN.saves)),
                oneOf(countOf(fact('missed'))),
              ),
            ),
            key.set(i32.add(key.get, i32.sub(cost.get, field('base')))),
            when(i32.lessSigned(key.get, field('threshold')), [when(unused, take)]),
          ]),
        ]),
      ]),
    ];
    return [
      pair.set(field('pair')),
      one.set(field('one')),
      nth.set(number.get),
      boards.set(i32.add(number.get, boards.get)),
      block((leave) => [
        loop((again) => [
          branchIf(i32.eq(nth.get, boards.get), leave),
          ...weigh,
          ...matching,
          ...missing,
          board.set(i32.add(board.get, i32.const(boardBytes))),
          answer.set(i32.add(answer.get, i32.const(2 * partBytes))),
          nth.set(i32.add(nth.get, i32.const(1))),
          branch(again),
        ]),
      ]),
      child.get,
    ];
  });
}

/** Adds `lay(first parent, first of the new boards, how many, what lays them)`. */
export function addLay(builder: ModuleBuilder, shape: ChildrenShape, at: number): void {
  const { labels, boardBytes, countsAt, wide } = shape;
  const { labelAt, field, times, storeLabel, loadLabel } = access(shape, at);
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
    const vectors = boardBytes >> 4;
    return [
      block((leave) => [
        loop((again) => [
          branchIf(i32.eqz(boards.get), leave),
          parent.set(i32.add(parents.get, i32.mul(i32.load(laid.get), i32.const(boardBytes)))),
          ...Array.from({ length: vectors }, (_, i) =>
            v128.store(board.get, v128.load(parent.get, 16 * i), 16 * i),
          ),
          ...Array.from({ length: (boardBytes - 16 * vectors) / 4 }, (_, i) =>
            i32.store(board.get, i32.load(parent.get, 16 * vectors + 4 * i), 16 * vectors + 4 * i),
          ),
          orientation.set(
            i32.add(field('orientations'), i32.mul(i32.load(laid.get, 4), i32.const(ORIENTATION_BYTES))),
          ),
          tile.set(i32.load16(orientation.get, ORIENTATION.tile)),
          slot.set(i32.add(board.get, i32.shr(tile.get, i32.const(3)))),
          i32.store8(
            slot.get,
            i32.or(i32.load8(slot.get), i32.shl(i32.const(1), i32.and(tile.get, i32.const(7)))),
          ),
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
  const times = (value: Code, bytes: number): Code =>
    bytes === 1 ? value : i32.shl(value, i32.const(Math.log2(bytes)));
  const labelAt = (board: Code, onBoard: keyof typeof CHILDREN, where: keyof typeof CHILDREN): Code =>
    loadLabel(i32.add(i32.and(board, field(onBoard)), field(where)));
  return { loadLabel, storeLabel, field, times, labelAt };
}

const fold = (parts: readonly Code[]): Code => parts.reduce((a, b) => i32.add(a, b));
