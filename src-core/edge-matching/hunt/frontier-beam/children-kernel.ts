/**
 * The code that weighs the children of boards without plain rows, and makes boards of them: what frontier-beam/children.ts
 * does. As where rows are filled (children-kernel.ts), a sieve goes first, 16 candidates at a time, all that they are
 * weighed by in bytes, rounded so that none is lost; what it leaves is weighed exactly.
 */
import {
  block,
  branch,
  branchIf,
  i16x8,
  i32,
  i32x4,
  i8x16,
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
  NO_CANDIDATE,
  times,
} from '../shared/child-kernel.ts';
import { each, until, zero } from '../shared/column-kernel.ts';
import { PARTS_AT, RANDOM_BITS } from './children.ts';
import {
  CLOSED,
  CLOSED_BYTES,
  LEVEL,
  LIST,
  LIST_BYTES,
  MET,
  MET_BYTES,
  NODE,
  OPENED,
  OPENED_BYTES,
  ORIENTATION,
  ORIENTATION_BYTES,
  type FrontierCodeShape,
  type FrontierMemory,
} from './frontier-memory.ts';
import { registersOf } from '../shared/vectors.ts';

/**
 * A byte for each candidate: where a board has the bit of its tile; of the side that is missed, the label shown there
 * and what mates with it, or 0 and 0; from `parts` on, by stretch that touches the cell, the label that it takes there. Orientations, two bytes each.
 */
export const BLOCK = { usedByte: 0, usedBit: 16, missed: 32, shown: 48, orientations: 64, parts: 96 };
export const blockBytes = (parts: number): number => BLOCK.parts + 16 * parts;
type WeighCode = ReturnType<typeof weighCode>;

/** How the code comes by labels of a board and by what a level shares. */
function access({ wide, countsAt }: FrontierCodeShape, memory: FrontierMemory) {
  const loadLabel = wide ? i32.load16 : i32.load8;
  const storeLabel = wide ? i32.store16 : i32.store8;
  const size = wide ? 2 : 1;
  return {
    ...{ loadLabel, storeLabel, size },
    level: (field: keyof typeof LEVEL): Code => i32.load(zero, memory.level + LEVEL[field]),
    labelAt: (board: Code, entry: Code, onBoard: number = MET.onBoard, at: number = MET.at): Code =>
      loadLabel(i32.add(i32.and(board, i32.load(entry, onBoard)), i32.load(entry, at))),
    countOf: (board: Code, label: Code): Code => loadLabel(i32.add(board, times(label, size)), countsAt),
    pairOf: (n: Code): Code => i32.load(times(n, 4), memory.pair),
    oneOf: (n: Code): Code => i32.load(times(n, 4), memory.one),
  };
}

const splatByte = (value: number): Code => v128.const(new Uint8Array(16).fill(value));
const sum = (parts: readonly Code[]): Code => parts.reduce((a, b) => i32.add(a, b));

/** The locals of `weigh`, and how its code comes by what it weighs by. */
function weighCode(
  shape: FrontierCodeShape,
  memory: FrontierMemory,
  parts: number,
  parameters: readonly Local[],
  local: (type: ValueType) => Local,
) {
  const [board, number, boards, answer] = parameters as [Local, Local, Local, Local];
  const vector = (): Local => local('v128');
  const registers = registersOf(shape.labels);
  return {
    ...{ shape, memory, parts, board, number, boards, answer, ...access(shape, memory) },
    ...named(
      local,
      'nth',
      'child',
      'common',
      'limit',
      'spent',
      'cost',
      'n',
      'label',
      'list',
      'met',
      'metEnd',
    ),
    ...named(local, 'node', 'candidates', 'end', 'sifted', 'place', 'orientation', 'key', 'withChance'),
    free: each(shape.usedVectors, vector),
    partBytes: each(parts, () => each(registers, vector)),
    missedBytes: each(registers, vector),
    ...named(vector, 'ones', 'limits', 'excluded', 'bit', 'missed'),
  };
}

/** Adds, for each number of parts of an answer, `weigh(first board, its number, boards, answers)`, which returns where the children end. */
export function addFrontierWeigh(
  builder: ModuleBuilder,
  shape: FrontierCodeShape,
  memory: FrontierMemory,
): void {
  for (let parts = 0; parts <= shape.sideCount; parts++) {
    builder.add(`weigh${parts}`, ['i32', 'i32', 'i32', 'i32'], ['i32'], (parameters, local) => {
      const code = weighCode(shape, memory, parts, parameters, local);
      const { board, number, boards, answer, nth, child, ones, list, candidates, end, sifted, level } = code;
      const fourOnes = (from: number): Code => i32x4.shr(v128.load(zero, memory.one + 4 * from), COARSE_BITS);
      return [
        child.set(i32.const(memory.children)),
        ones.set(
          i8x16.narrow(i16x8.narrow(fourOnes(0), fourOnes(4)), i16x8.narrow(fourOnes(8), fourOnes(12))),
        ),
        nth.set(number.get),
        boards.set(i32.add(number.get, boards.get)),
        until(i32.eq(nth.get, boards.get), [
          ...weighBoard(code),
          ...prepareSieve(code),
          list.set(level('lists')),
          until(i32.eq(list.get, level('listsEnd')), [
            ...beginList(code),
            until(i32.eq(candidates.get, end.get), [
              ...sieve(code),
              until(i32.eqz(sifted.get), takeChild(code)),
              candidates.set(i32.add(candidates.get, i32.const(blockBytes(parts)))),
            ]),
            list.set(i32.add(list.get, i32.const(LIST_BYTES))),
          ]),
          board.set(i32.add(board.get, i32.const(shape.boardBytes))),
          answer.set(i32.add(answer.get, i32.const(shape.answerBytes))),
          nth.set(i32.add(nth.get, i32.const(1))),
        ]),
        child.get,
      ];
    });
  }
}

/** What the children of the board at hand weigh that match all they meet, and what one may weigh at most. */
function weighBoard(code: WeighCode): Code[] {
  const { memory, board, number, nth, answer, common, limit, spent, met } = code;
  const { level, labelAt, countOf, pairOf } = code;
  return [
    common.set(i32.load(answer.get)),
    limit.set(i32.sub(i32.sub(i32.add(level('threshold'), level('base')), common.get), i32.const(1))),
    spent.set(i32.load(times(i32.sub(nth.get, number.get), 4), memory.weights)),
    met.set(level('frontier')),
    until(i32.eq(met.get, level('met')), [
      spent.set(i32.add(spent.get, pairOf(countOf(board.get, labelAt(board.get, met.get))))),
      met.set(i32.add(met.get, i32.const(MET_BYTES))),
    ]),
  ];
}

/** What a candidate adds, in bytes by label, for the board at hand. */
function prepareSieve(code: WeighCode): Code[] {
  const { shape, board, answer, free, partBytes, missedBytes, ones } = code;
  const { wide, countsAt, labels } = shape;
  const groups = Math.ceil(labels / 8);
  const half = (part: number, g: number): Code =>
    i16x8.shr(
      v128.load(answer.get, PARTS_AT + part * shape.partBytes + 16 * Math.min(g, groups - 1)),
      COARSE_BITS,
    );
  const counts = (r: number): Code =>
    wide
      ? i8x16.narrow(v128.load(board.get, countsAt + 32 * r), v128.load(board.get, countsAt + 32 * r + 16))
      : v128.load(board.get, countsAt + 16 * r);
  return [
    ...free.map((to, i) => to.set(v128.not(v128.load(board.get, 16 * i)))),
    ...partBytes.flatMap((registers, part) =>
      registers.map((to, r) => to.set(i8x16.narrow(half(part, 2 * r), half(part, 2 * r + 1)))),
    ),
    ...missedBytes.map((to, r) =>
      to.set(v128.swizzle(ones.get, i8x16.minUnsigned(counts(r), splatByte(COARSE_COUNT)))),
    ),
  ];
}

/** What the candidates of a list weigh without what their label missed costs, and where they are; none where that is too much. */
function beginList(code: WeighCode): Code[] {
  const { board, list, limit, spent, cost, n, label, limits, excluded } = code;
  const { candidates, end, node, met, metEnd } = code;
  const { level, labelAt, countOf, pairOf, oneOf } = code;
  const missing = [
    label.set(labelAt(board.get, list.get, LIST.missedOnBoard, LIST.missedAt)),
    n.set(countOf(board.get, label.get)),
    cost.set(sum([i32.sub(spent.get, pairOf(n.get)), oneOf(n.get), level('penalty')])),
    excluded.set(i8x16.splat(label.get)),
  ];
  // One that matches all misses label 0, and gets back what that costs.
  const matching = [
    cost.set(i32.sub(spent.get, oneOf(countOf(board.get, zero)))),
    excluded.set(splatByte(NO_CANDIDATE)),
  ];
  const search = [
    met.set(i32.load(list.get, LIST.met)),
    metEnd.set(i32.load(list.get, LIST.metEnd)),
    node.set(i32.load(list.get, LIST.root)),
    until(i32.eq(met.get, metEnd.get), [
      node.set(i32.load(i32.add(node.get, times(labelAt(board.get, met.get), 4)), NODE.next)),
      met.set(i32.add(met.get, i32.const(MET_BYTES))),
    ]),
    candidates.set(i32.load(node.get, NODE.begin)),
    end.set(i32.load(node.get, NODE.end)),
  ];
  return [
    block((done) => [
      block((isMatching) => [
        branchIf(i32.eqz(i32.load(list.get, LIST.missedAt)), isMatching),
        ...missing,
        branch(done),
      ]),
      ...matching,
    ]),
    candidates.set(zero),
    end.set(zero),
    // In units of the sieve, rounded down as its parts are: their sum is never more than that of the exact sum.
    n.set(i32.sub(limit.get, cost.get)),
    when(i32.greaterOrEqualSigned(n.get, zero), [
      n.set(i32.shr(n.get, i32.const(COARSE_BITS))),
      n.set(select(i32.lessSigned(n.get, i32.const(255)), n.get, i32.const(255))),
      limits.set(i8x16.splat(n.get)),
      ...search,
    ]),
  ];
}

/** Sets bits of those candidates whose tile is left, and that may be good enough. */
function sieve(code: WeighCode): Code[] {
  const { candidates, free, partBytes, missedBytes, limits, excluded, sifted, bit, missed } = code;
  const facts = (at: number): Code => v128.load(candidates.get, at);
  /** Of bytes in registers side by side, those at indices; 0 where an index is beyond them. */
  const gather = (from: readonly Local[], indices: Code): Code =>
    from
      .map(({ get }, r) => v128.swizzle(get, r === 0 ? indices : i8x16.sub(indices, splatByte(16 * r))))
      .reduce((a, b) => v128.or(a, b));
  return [
    bit.set(facts(BLOCK.usedBit)),
    missed.set(facts(BLOCK.missed)),
    sifted.set(
      i8x16.bitmask(
        v128.and(
          v128.and(
            i8x16.eq(v128.and(gather(free, facts(BLOCK.usedByte)), bit.get), bit.get),
            v128.not(i8x16.eq(facts(BLOCK.shown), excluded.get)),
          ),
          i8x16.lessOrEqualUnsigned(
            partBytes
              .map((registers, part) => gather(registers, facts(BLOCK.parts + 16 * part)))
              .reduce((a, b) => i8x16.addUnsigned(a, b), gather(missedBytes, missed.get)),
            limits.get,
          ),
        ),
      ),
    ),
  ];
}

/** Weighs the next of the candidates that are left exactly. */
function takeChild(code: WeighCode): Code[] {
  const { shape, parts, board, answer, candidates, sifted, place, n, key, orientation } = code;
  const { level, countOf, oneOf, common, cost } = code;
  const fact = (at: number): Code => i32.load8(i32.add(candidates.get, place.get), at);
  return [
    place.set(i32.ctz(sifted.get)),
    sifted.set(i32.and(sifted.get, i32.sub(sifted.get, i32.const(1)))),
    n.set(i32.add(cost.get, oneOf(countOf(board.get, fact(BLOCK.missed))))),
    key.set(
      sum([
        i32.sub(n.get, level('base')),
        common.get,
        ...each(parts, (part) =>
          i32.load16Signed(
            i32.add(answer.get, times(fact(BLOCK.parts + 16 * part), 2)),
            PARTS_AT + part * shape.partBytes,
          ),
        ),
      ]),
    ),
    orientation.set(i32.load16(i32.add(candidates.get, times(place.get, 2)), BLOCK.orientations)),
    ...keepChild(code, {
      weight: n.get,
      salt: level('salt'),
      threshold: level('threshold'),
      bits: RANDOM_BITS,
    }),
  ];
}

/** Adds `lay(first parent, first of the new boards, how many)`; what lays them is in memory. */
export function addFrontierLay(
  builder: ModuleBuilder,
  shape: FrontierCodeShape,
  memory: FrontierMemory,
): void {
  const { boardBytes, countsAt } = shape;
  const { labelAt, level, storeLabel, loadLabel, size } = access(shape, memory);
  builder.add('lay', ['i32', 'i32', 'i32'], [], (parameters, local) => {
    const [parents, board, boards] = parameters as [Local, Local, Local];
    const { laid, parent, orientation, tile, side, slot, left } = named(
      local,
      ...(['laid', 'parent', 'orientation', 'tile', 'side', 'slot', 'left'] as const),
    );
    const takes = (entry: Code, field: number): Code =>
      i32.load8(i32.add(orientation.get, i32.load(entry, field)), ORIENTATION.takes);
    // A label that is used up stays so.
    const take = (label: Code): Code[] => [
      slot.set(i32.add(board.get, times(label, size))),
      left.set(loadLabel(slot.get, countsAt)),
      storeLabel(slot.get, i32.sub(left.get, i32.ne(left.get, zero)), countsAt),
    ];
    return [
      laid.set(i32.const(memory.laid)),
      until(i32.eqz(boards.get), [
        ...copyParent({ board, parent, parents, laid }, boardBytes),
        orientation.set(
          i32.add(
            i32.const(memory.orientations),
            i32.mul(i32.load(laid.get, 4), i32.const(ORIENTATION_BYTES)),
          ),
        ),
        tile.set(i32.load16(orientation.get, ORIENTATION.tile)),
        ...markUsed(board, tile, slot),
        side.set(level('closed')),
        until(i32.eq(side.get, level('closedEnd')), [
          ...take(labelAt(board.get, side.get)),
          ...take(takes(side.get, CLOSED.side)),
          side.set(i32.add(side.get, i32.const(CLOSED_BYTES))),
        ]),
        side.set(level('opened')),
        until(i32.eq(side.get, level('openedEnd')), [
          storeLabel(i32.add(board.get, i32.load(side.get, OPENED.at)), takes(side.get, OPENED.side)),
          side.set(i32.add(side.get, i32.const(OPENED_BYTES))),
        ]),
        board.set(i32.add(board.get, i32.const(boardBytes))),
        laid.set(i32.add(laid.get, i32.const(LAID_BYTES))),
        boards.set(i32.sub(boards.get, i32.const(1))),
      ]),
    ];
  });
}
