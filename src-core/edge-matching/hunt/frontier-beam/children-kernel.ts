/**
 * Generates WebAssembly code that does the same as `children.ts`, for boards that are not plain rectangles: it weighs
 * children and makes boards from the selected ones.
 *
 * For speed, a sieve tests 16 candidates at a time, with costs rounded down to one byte. Exact keys are computed only
 * for candidates that pass the sieve. The sieve never rejects a good candidate, because the costs are rounded down.
 */
import { choose, I32, sumOf } from '../../../wasm/expressions.ts';
import { i16x8At, i32At, i32x4At, i8x16At, s16At, u16At, u8At } from '../../../wasm/places.ts';
import { I16x8, I32x4, I8x16 } from '../../../wasm/vectors.ts';
import {
  block,
  branch,
  branchIf,
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
  NO_CANDIDATE,
} from '../shared/child-kernel.ts';
import { anyOf, each } from '../shared/column-kernel.ts';
import { RANDOM_BITS } from './frontier-contract.ts';
import {
  BLOCK,
  blockBytes,
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
  PARTS_OFFSET,
  type FrontierCodeShape,
  type FrontierMemory,
} from './frontier-memory.ts';
import { registersOf } from '../shared/vectors.ts';

const weighParameters = words('board', 'number', 'boards', 'answer');
type WeighCode = ReturnType<typeof weighCode>;

function access({ wide, countsAt }: FrontierCodeShape, memory: FrontierMemory) {
  const labelPlace = wide ? u16At : u8At;
  const size = wide ? 2 : 1;
  return {
    labelPlace,
    size,
    level: (field: keyof typeof LEVEL): I32 => i32At(memory.level + LEVEL[field]),
    labelAt: (board: I32, entry: I32, onBoard: number = MET.onBoard, at: number = MET.at): I32 =>
      labelPlace(board.and(i32At(entry, onBoard)).plus(i32At(entry, at))),
    countOf: (board: I32, label: I32): I32 => labelPlace(board.plus(label.scaled(size)), countsAt),
    pairOf: (n: I32): I32 => i32At(n.scaled(4), memory.pair),
    oneOf: (n: I32): I32 => i32At(n.scaled(4), memory.one),
  };
}

const splatByte = (value: number): I8x16 => I8x16.of(new Uint8Array(16).fill(value));

function weighCode(
  shape: FrontierCodeShape,
  memory: FrontierMemory,
  parts: number,
  taken: Taken<typeof weighParameters>,
  locals: Locals,
) {
  const registers = registersOf(shape.labels);
  return {
    shape,
    memory,
    parts,
    ...taken,
    ...access(shape, memory),
    ...locals.named(I32, 'nth', 'child', 'common', 'limit', 'spent', 'cost', 'n'),
    ...locals.named(I32, 'label', 'list', 'met', 'metEnd'),
    ...locals.named(I32, 'node', 'candidates', 'end', 'sifted', 'place', 'orientation', 'key', 'withChance'),
    free: locals.several(I8x16, shape.usedVectors),
    partBytes: each(parts, () => locals.several(I8x16, registers)),
    missedBytes: locals.several(I8x16, registers),
    ...locals.named(I8x16, 'ones', 'limits', 'excluded', 'bit', 'missed'),
  };
}

/**
 * Adds the functions `weigh0`, `weigh1`, and so on. The digit is the number of stretches of lookahead cells that touch
 * the cell to fill. The parameters are the address of the first board, the index of this board on its level, the
 * number of boards, and the address of the lookahead's results. The functions write the children to memory and return
 * the address after the last child.
 */
export function addFrontierWeigh(
  builder: ModuleBuilder,
  shape: FrontierCodeShape,
  memory: FrontierMemory,
): void {
  for (let parts = 0; parts <= shape.sideCount; parts++) {
    builder.add(`weigh${parts}`, weighParameters, (taken, locals) => {
      const code = weighCode(shape, memory, parts, taken, locals);
      const { board, number, boards, answer, nth, child, ones, list, candidates, end, sifted, level } = code;
      const fourOnes = (from: number): I32x4 => i32x4At(memory.one + 4 * from).shiftRight(COARSE_BITS);
      return [
        child.set(memory.children),
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
          list.set(level('lists')),
          until(
            list.equals(level('listsEnd')),
            beginList(code),
            until(
              candidates.equals(end),
              sieve(code),
              until(sifted.isZero(), takeChild(code)),
              candidates.increase(blockBytes(parts)),
            ),
            list.increase(LIST_BYTES),
          ),
          board.increase(shape.boardBytes),
          answer.increase(shape.answerBytes),
          nth.increase(1),
        ),
        child,
      ];
    });
  }
}

/**
 * Returns code that computes two numbers for the current board: `spent`, the weight of a child without a mismatch, and
 * `limit`, the maximum weight of a child to keep.
 */
function weighBoard(code: WeighCode): Steps {
  const { memory, board, number, nth, answer, common, limit, spent, met } = code;
  const { level, labelAt, countOf, pairOf } = code;
  return [
    common.set(i32At(answer)),
    limit.set(level('threshold').plus(level('base')).minus(common).minus(1)),
    spent.set(i32At(nth.minus(number).scaled(4), memory.weights)),
    met.set(level('frontier')),
    until(
      met.equals(level('met')),
      spent.increase(pairOf(countOf(board, labelAt(board, met)))),
      met.increase(MET_BYTES),
    ),
  ];
}

/**
 * Returns code that loads what the sieve needs for the current board: the unused tiles, and tables of the costs that a
 * candidate can have. Each table holds a one-byte cost for each label.
 */
function prepareSieve(code: WeighCode): Steps {
  const { shape, board, answer, free, partBytes, missedBytes, ones } = code;
  const { wide, countsAt, labels } = shape;
  const groups = Math.ceil(labels / 8);
  const half = (part: number, g: number): I16x8 =>
    i16x8At(answer, PARTS_OFFSET + part * shape.partBytes + 16 * Math.min(g, groups - 1)).shiftRight(
      COARSE_BITS,
    );
  const counts = (r: number): I8x16 =>
    wide
      ? i16x8At(board, countsAt + 32 * r).narrow(i16x8At(board, countsAt + 32 * r + 16))
      : i8x16At(board, countsAt + 16 * r);
  return [
    free.map((to, i) => to.set(i8x16At(board, 16 * i).not())),
    partBytes.flatMap((registers, part) =>
      registers.map((to, r) => to.set(half(part, 2 * r).narrow(half(part, 2 * r + 1)))),
    ),
    missedBytes.map((to, r) => to.set(ones.swizzle(counts(r).min(splatByte(COARSE_COUNT))))),
  ];
}

/**
 * Returns code that looks up the candidates of a list for the current board, and sets `cost` to the part of their
 * weights that is the same for all of them. The cost of the mismatched label differs between candidates and is added
 * later. If `cost` is already too large, the code skips the list.
 */
function beginList(code: WeighCode): Steps {
  const { board, list, limit, spent, cost, n, label, limits, excluded } = code;
  const { candidates, end, node, met, metEnd } = code;
  const { level, labelAt, countOf, pairOf, oneOf } = code;
  const missing = [
    label.set(labelAt(board, list, LIST.missedOnBoard, LIST.missedAt)),
    n.set(countOf(board, label)),
    cost.set(sumOf(spent.minus(pairOf(n)), oneOf(n), level('penalty'))),
    excluded.set(I8x16.splat(label)),
  ];
  // The sieve adds the cost of a mismatched label to every candidate. Candidates that match on every side have label 0
  // stored as their mismatched label. To cancel its cost, subtract it here.
  const matching = [
    cost.set(spent.minus(oneOf(countOf(board, I32.of(0))))),
    excluded.set(splatByte(NO_CANDIDATE)),
  ];
  const search = [
    met.set(i32At(list, LIST.met)),
    metEnd.set(i32At(list, LIST.metEnd)),
    node.set(i32At(list, LIST.root)),
    until(
      met.equals(metEnd),
      node.set(i32At(node.plus(labelAt(board, met).scaled(4)), NODE.next)),
      met.increase(MET_BYTES),
    ),
    candidates.set(i32At(node, NODE.begin)),
    end.set(i32At(node, NODE.end)),
  ];
  return [
    block((done) => [
      block((isMatching) => [
        branchIf(i32At(list, LIST.missedAt).isZero(), isMatching),
        missing,
        branch(done),
      ]),
      matching,
    ]),
    candidates.set(0),
    end.set(0),
    // The limit and all costs are rounded down to the sieve's units, so the costs of a good candidate never exceed the
    // limit.
    n.set(limit.minus(cost)),
    when(
      n.atLeast(0),
      n.set(n.shiftRight(COARSE_BITS)),
      n.set(choose(n.less(255), n, 255)),
      limits.set(I8x16.splat(n)),
      search,
    ),
  ];
}

/**
 * Returns code that runs the sieve on a block of 16 candidates. It sets a candidate's bit in `sifted` if the
 * candidate's tile is unused and its rounded cost is within the limit.
 */
function sieve(code: WeighCode): Steps {
  const { candidates, free, partBytes, missedBytes, limits, excluded, sifted, bit, missed } = code;
  const facts = (at: number): I8x16 => i8x16At(candidates, at);
  /**
   * Returns code that looks up one byte for each index in a table that spans several registers. The byte is 0 if the
   * index is out of range.
   */
  const gather = (from: readonly I8x16[], indices: I8x16): I8x16 =>
    anyOf(from.map((bytes, r) => bytes.swizzle(r === 0 ? indices : indices.minus(splatByte(16 * r)))));
  return [
    bit.set(facts(BLOCK.usedBit)),
    missed.set(facts(BLOCK.missed)),
    sifted.set(
      gather(free, facts(BLOCK.usedByte))
        .and(bit)
        .equals(bit)
        .and(facts(BLOCK.shown).equals(excluded).not())
        .and(
          partBytes
            .map((registers, part) => gather(registers, facts(BLOCK.parts + 16 * part)))
            .reduce((a, b) => a.plusSaturated(b), gather(missedBytes, missed))
            .atMost(limits),
        )
        .bitmask(),
    ),
  ];
}

/** Returns code that computes the exact weight and key of the next candidate in `sifted`. */
function takeChild(code: WeighCode): Steps {
  const { shape, parts, board, answer, candidates, sifted, place, n, key, orientation } = code;
  const { level, countOf, oneOf, common, cost } = code;
  const fact = (at: number): I32 => u8At(candidates.plus(place), at);
  return [
    place.set(sifted.trailingZeros()),
    sifted.set(sifted.and(sifted.minus(1))),
    n.set(cost.plus(oneOf(countOf(board, fact(BLOCK.missed))))),
    key.set(
      sumOf(
        n.minus(level('base')),
        common,
        ...each(parts, (part) =>
          s16At(answer.plus(fact(BLOCK.parts + 16 * part).scaled(2)), PARTS_OFFSET + part * shape.partBytes),
        ),
      ),
    ),
    orientation.set(u16At(candidates.plus(place.scaled(2)), BLOCK.orientations)),
    keepChild(code, {
      weight: n,
      salt: level('salt'),
      threshold: level('threshold'),
      bits: RANDOM_BITS,
    }),
  ];
}

/**
 * Adds the function `lay(first parent, first new board, number of boards)`, which makes boards. For each one, it reads
 * from memory which parent to copy and which orientation to place on the copy.
 */
export function addFrontierLay(
  builder: ModuleBuilder,
  shape: FrontierCodeShape,
  memory: FrontierMemory,
): void {
  const { boardBytes, countsAt } = shape;
  const { labelAt, level, labelPlace, size } = access(shape, memory);
  builder.add('lay', words('parents', 'board', 'boards'), ({ parents, board, boards }, locals) => {
    const { laid, parent, orientation, tile, side, slot, left } = locals.named(
      I32,
      ...(['laid', 'parent', 'orientation', 'tile', 'side', 'slot', 'left'] as const),
    );
    const takes = (entry: I32, field: number): I32 =>
      u8At(orientation.plus(i32At(entry, field)), ORIENTATION.takes);
    // The number of half-edges must not fall below 0 (see `children.ts`).
    const take = (label: I32): Steps => [
      slot.set(board.plus(label.scaled(size))),
      left.set(labelPlace(slot, countsAt)),
      labelPlace(slot, countsAt).set(left.minus(left.differs(0))),
    ];
    return [
      laid.set(memory.laid),
      until(
        boards.isZero(),
        copyParent({ board, parent, parents, laid }, boardBytes),
        orientation.set(I32.of(memory.orientations).plus(i32At(laid, 4).times(ORIENTATION_BYTES))),
        tile.set(u16At(orientation, ORIENTATION.tile)),
        markUsed(board, tile, slot),
        side.set(level('closed')),
        until(
          side.equals(level('closedEnd')),
          take(labelAt(board, side)),
          take(takes(side, CLOSED.side)),
          side.increase(CLOSED_BYTES),
        ),
        side.set(level('opened')),
        until(
          side.equals(level('openedEnd')),
          labelPlace(board.plus(i32At(side, OPENED.at))).set(takes(side, OPENED.side)),
          side.increase(OPENED_BYTES),
        ),
        board.increase(boardBytes),
        laid.increase(LAID_BYTES),
        boards.decrease(1),
      ),
    ];
  });
}
