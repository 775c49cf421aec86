/**
 * The list kernel: a tree as WebAssembly, eight depths a function as nested loops, with its addresses and field
 * positions baked in. A loop tries the candidates of one list; the list of the next depth is looked up, and its
 * first tile in stock found, before that depth is entered, so that dead ends never cost a call. For any tree whose
 * candidates fit 32 bits; `mask-kernel.ts` is faster where few tiles fit a cell.
 */
import { block, branch, branchIf, call, i32, loop, returns, when } from '../../../wasm.ts';
import type { Code, Local } from '../../../wasm.ts';
import type { SearchTree } from '../tree/search-tree.ts';
import {
  cellAddress,
  cellCount,
  fieldsFrom,
  kernelAllocator,
  labelsAsked,
  longestList,
  placeLevels,
  type KernelLayout,
  type KernelMemory,
} from './kernel-memory.ts';
import { isNested, programOf, type KernelContext, type KernelProgram } from './kernel-module.ts';

export interface ListKernelMemory extends KernelMemory {
  /** tiles in stock by kind number + 1, one byte each; number 0 ends a list and is always in stock */
  readonly stock: number;
  /** by depth: where the word laid was taken from */
  readonly cursors: number;
  /** room for lists that are not held in the cells themselves; 0 when they are */
  readonly lists: number;
}

/** A candidate is one word: kind number above, below it the labels that later depths ask for. */
export interface ListKernelLayout extends KernelLayout {
  readonly memory: ListKernelMemory;
  readonly kindShift: number;
}

export interface ListProgram extends KernelProgram<ListKernelLayout> {
  readonly kernel: 'lists';
}

/** Lists are held in the table's cells while the tables stay this small; else a cell points to its list. */
const INLINE_BYTES = 1 << 21;

/** Null when words of 32 bits cannot hold this tree. */
export function listProgram(tree: SearchTree): ListProgram | null {
  const { variables, tables, kinds, stock, candidateKind } = tree;
  if (stock.some((count) => count > 255) || variables.length < 2) return null;
  const { asked, labelBits, bits } = labelsAsked(tree);
  const kindBits = 32 - Math.clz32(kinds.length);

  const inlineShift = 34 - Math.clz32(longestList(tree, tables));
  const fits = (shift: number): boolean => shift + bits + kindBits <= 32;
  const inline = cellCount(tree) << inlineShift <= INLINE_BYTES && fits(inlineShift);
  const cellShift = inline ? inlineShift : 2;
  if (!fits(cellShift)) return null;

  const allocator = kernelAllocator();
  const depths = variables.length * 4;
  const memory = {
    fuel: allocator.take(4),
    depth: allocator.take(4),
    stock: allocator.take(kinds.length + 1),
    words: allocator.take(depths),
    cursors: allocator.take(depths),
    nodes: allocator.take(depths),
    dead: allocator.take(depths),
    levels: placeLevels(tree, cellShift, allocator),
    lists: inline ? 0 : allocator.take(candidateKind.length * 4),
    end: allocator.end,
  };
  if (allocator.tooLarge) return null;
  const layout: ListKernelLayout = {
    memory,
    labelBits,
    cellShift,
    kindShift: cellShift + bits,
    fields: fieldsFrom(asked, labelBits, cellShift),
  };
  const program = programOf(tree, layout, allocator.pages, ['i32', 'i32'], ([from, word], context) =>
    oneDepth(context.first, [{ from: from!, word: word! }], context),
  );
  return { kernel: 'lists', ...program };
}

/** What a depth has in hand. */
interface Hand {
  /** address of the candidate being tried, and the candidate */
  readonly from: Local;
  readonly word: Local;
}

type Context = KernelContext<ListKernelLayout>;

const zero = i32.const(0);
const one = i32.const(1);

const increment = (address: number): Code => i32.store(zero, i32.add(i32.load(zero, address), one), address);

/** Leaves the function with where every depth of it stands kept. */
const stopAt = (hands: readonly Hand[], { first, layout }: Context): Code => [
  hands.map(({ from }, i) => i32.store(zero, from.get, layout.memory.cursors + (first + i) * 4)),
  returns(one),
];

/** Tries the candidates from the last hand's on; falls through when they are through. */
function oneDepth(depth: number, hands: readonly Hand[], context: Context): Code {
  const { tree, layout, kept, depthOf, first } = context;
  const local = (): Local => context.local('i32');
  const { memory, kindShift } = layout;
  const { from, word } = hands.at(-1)!;
  const at = depth * 4;
  if (depth === tree.variables.length - 1) {
    // A tile laid on the last cell: a solution. The caller takes over.
    return [increment(memory.nodes + at), halt(depth, memory), stopAt(hands, context)];
  }
  const inStock = ({ get }: Local): Code => i32.load8(i32.shr(get, i32.const(kindShift)), memory.stock);
  const single = tree.stock.every((count) => count === 1);
  const stockAfter = (change: typeof i32.add, plain: Code): Code =>
    i32.store8(
      i32.shr(word.get, i32.const(kindShift)),
      single ? plain : change(inStock(word), one),
      memory.stock,
    );
  /** Moves on to the first candidate whose tile is in stock: the end of the list always is. */
  const seek = (hand: Hand): Code =>
    loop((again) => [
      when(i32.eqz(inStock(hand.word)), [
        hand.word.set(i32.load(hand.from.tee(i32.add(hand.from.get, i32.const(4))))),
        branch(again),
      ]),
    ]);
  const base = local();
  const next: Hand = { from: local(), word: local() };
  const { before, address } = cellAddress(tree, layout, depthOf, depth + 1, word, base);
  return [
    depth % 2 === 0 ? stopWhenSpent(depth, hands, context) : [],
    base.set(before),
    loop((again) => [
      increment(memory.nodes + at),
      stockAfter(i32.sub, zero),
      kept.has(depth) ? i32.store(zero, word.get, memory.words + at) : [],
      next.word.set(i32.load(next.from.tee(memory.lists === 0 ? address : i32.load(address)))),
      seek(next),
      block((tried) => [
        block((dead) => [
          branchIf(i32.eqz(next.word.get), dead),
          isNested(first, depth)
            ? [oneDepth(depth + 1, [...hands, next], context), branch(tried)]
            : [
                branchIf(i32.eqz(call(depth + 1, next.from.get, next.word.get)), tried),
                stopAt(hands, context),
              ],
        ]),
        increment(memory.dead + at + 4),
      ]),
      stockAfter(i32.add, one),
      word.set(i32.load(from.tee(i32.add(from.get, i32.const(4))))),
      seek({ from, word }),
      branchIf(word.get, again),
    ]),
  ];
}

const halt = (depth: number, memory: KernelMemory): Code => i32.store(zero, i32.const(depth), memory.depth);

/** Stops before a tile is laid. The candidate to lay is kept as this depth's cursor. */
const stopWhenSpent = (depth: number, hands: readonly Hand[], context: Context): Code => {
  const { memory } = context.layout;
  return [
    i32.store(zero, i32.sub(i32.load(zero, memory.fuel), one), memory.fuel),
    when(i32.lessSigned(i32.load(zero, memory.fuel), zero), [halt(depth, memory), stopAt(hands, context)]),
  ];
};
