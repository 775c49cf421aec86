/**
 * The list kernel: a tree as WebAssembly, eight depths a function as nested loops, with its addresses and field
 * positions baked in. A loop tries the candidates of one list; the list of the next depth is looked up, and its
 * first tile in stock found, before that depth is entered, so that dead ends never cost a call. For any tree whose
 * candidates fit 32 bits; `mask-kernel.ts` is faster where few tiles fit a cell.
 */
import { I32, i32At, u8At, type Local } from '../../../wasm/expressions.ts';
import {
  block,
  branch,
  branchIf,
  call,
  loop,
  repeat,
  returns,
  when,
  words,
  type Steps,
} from '../../../wasm/statements.ts';
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

interface ListKernelMemory extends KernelMemory {
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
  const program = programOf(tree, layout, allocator.pages, words('from', 'word'), (hand, context) =>
    oneDepth(context.first, [hand], context),
  );
  return { kernel: 'lists', ...program };
}

/** What a depth has in hand. */
interface Hand {
  /** address of the candidate being tried, and the candidate */
  readonly from: Local<I32>;
  readonly word: Local<I32>;
}

type Context = KernelContext<ListKernelLayout>;

/** Leaves the function with where every depth of it stands kept. */
const stopAt = (hands: readonly Hand[], { first, layout }: Context): Steps => [
  hands.map(({ from }, i) => i32At(layout.memory.cursors + (first + i) * 4).set(from)),
  returns(1),
];

/** Tries the candidates from the last hand's on; falls through when they are through. */
function oneDepth(depth: number, hands: readonly Hand[], context: Context): Steps {
  const { tree, layout, kept, depthOf, first, locals } = context;
  const { memory, kindShift } = layout;
  const { from, word } = hands.at(-1)!;
  const at = depth * 4;
  if (depth === tree.variables.length - 1) {
    // A tile laid on the last cell: a solution. The caller takes over.
    return [i32At(memory.nodes + at).increase(1), halt(depth, memory), stopAt(hands, context)];
  }
  const stockOf = (laid: I32) => u8At(laid.shiftRight(kindShift), memory.stock);
  const single = tree.stock.every((count) => count === 1);
  /** Moves on to the first candidate whose tile is in stock: the end of the list always is. */
  const seek = (hand: Hand): Steps =>
    loop((again) => [
      when(
        stockOf(hand.word).isZero(),
        hand.word.set(i32At(hand.from.tee(hand.from.plus(4)))),
        branch(again),
      ),
    ]);
  const base = locals.one(I32);
  const next: Hand = { from: locals.one(I32), word: locals.one(I32) };
  const { before, address } = cellAddress(tree, layout, depthOf, depth + 1, word, base);
  return [
    depth % 2 === 0 ? stopWhenSpent(depth, hands, context) : [],
    base.set(before),
    repeat(
      i32At(memory.nodes + at).increase(1),
      single ? stockOf(word).set(0) : stockOf(word).decrease(1),
      kept.has(depth) ? i32At(memory.words + at).set(word) : [],
      next.word.set(i32At(next.from.tee(memory.lists === 0 ? address : i32At(address)))),
      seek(next),
      block((tried) => [
        block((dead) => [
          branchIf(next.word.isZero(), dead),
          isNested(first, depth)
            ? [oneDepth(depth + 1, [...hands, next], context), branch(tried)]
            : [branchIf(call(depth + 1, next.from, next.word).isZero(), tried), stopAt(hands, context)],
        ]),
        i32At(memory.dead + at + 4).increase(1),
      ]),
      single ? stockOf(word).set(1) : stockOf(word).increase(1),
      word.set(i32At(from.tee(from.plus(4)))),
      seek({ from, word }),
    ).while(word),
  ];
}

const halt = (depth: number, memory: KernelMemory): Steps => i32At(memory.depth).set(depth);

/** Stops before a tile is laid. The candidate to lay is kept as this depth's cursor. */
const stopWhenSpent = (depth: number, hands: readonly Hand[], context: Context): Steps => {
  const { memory } = context.layout;
  return [
    i32At(memory.fuel).decrease(1),
    when(i32At(memory.fuel).less(0), halt(depth, memory), stopAt(hands, context)),
  ];
};
