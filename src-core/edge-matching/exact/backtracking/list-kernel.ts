/**
 * The list kernel compiles a search tree to WebAssembly. Most calls are to functions that contain eight depths as
 * nested loops. Each loop tries the candidates of one list. Before entering the next depth, the code looks for an
 * unused tile in that depth's list, so a dead end costs no call. The kernel supports every tree whose candidates fit
 * into 32 bits. However, if few tiles fit each cell, `mask-kernel.ts` is faster.
 */
import { I32, type Local } from '../../../wasm/expressions.ts';
import { i32At, u8At } from '../../../wasm/places.ts';
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
  labelsRead,
  longestList,
  placeLevels,
  type KernelLayout,
  type KernelMemory,
} from './kernel-memory.ts';
import { isNested, programOf, type KernelContext, type KernelProgram } from './kernel-module.ts';

interface ListKernelMemory extends KernelMemory {
  /**
   * One byte per kind, indexed by `kind + 1`: the number of unused tiles of this kind. Index 0 represents the end of a
   * list. Its byte is never 0, so that searching for an unused tile stops there.
   */
  readonly stock: number;
  /** for each depth, 4 bytes: the address of the current candidate's word */
  readonly cursors: number;
  /** address of the candidate lists if the tables hold only the addresses of lists; otherwise 0 */
  readonly lists: number;
}

/**
 * A candidate is stored as one word. Its high bits hold the kind, and its low bits hold the labels read by later
 * depths.
 */
export interface ListKernelLayout extends KernelLayout {
  readonly memory: ListKernelMemory;
  readonly kindShift: number;
}

export interface ListProgram extends KernelProgram<ListKernelLayout> {
  readonly kernel: 'lists';
}

/**
 * Maximum size in bytes of tables whose entries hold the candidate lists themselves. In larger tables, an entry is the
 * address of a list.
 */
const MAX_INLINE_TABLE_BYTES = 1 << 21;

/** Compiles a search tree. Returns null if a candidate doesn't fit into a 32-bit word. */
export function listProgram(tree: SearchTree): ListProgram | null {
  const { variables, tables, kinds, stock, candidateKind } = tree;
  if (stock.some((count) => count > 255) || variables.length < 2) return null;
  const { needed, labelBits, bits } = labelsRead(tree);
  const kindBits = 32 - Math.clz32(kinds.length);

  const inlineShift = 34 - Math.clz32(longestList(tree, tables));
  const fits = (shift: number): boolean => shift + bits + kindBits <= 32;
  const inline = cellCount(tree) << inlineShift <= MAX_INLINE_TABLE_BYTES && fits(inlineShift);
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
    fields: fieldsFrom(needed, labelBits, cellShift),
  };
  const program = programOf(tree, layout, allocator.pages, words('from', 'word'), (frame, context) =>
    oneDepth(context.first, [frame], context),
  );
  return { kernel: 'lists', ...program };
}

interface Frame {
  /** address of the current candidate's word */
  readonly from: Local<I32>;
  readonly word: Local<I32>;
}

type Context = KernelContext<ListKernelLayout>;

const stopAt = (frames: readonly Frame[], { first, layout }: Context): Steps => [
  frames.map(({ from }, i) => i32At(layout.memory.cursors + (first + i) * 4).set(from)),
  returns(1),
];

function oneDepth(depth: number, frames: readonly Frame[], context: Context): Steps {
  const { tree, layout, kept, depthOf, first, locals } = context;
  const { memory, kindShift } = layout;
  const { from, word } = frames.at(-1)!;
  const at = depth * 4;
  if (depth === tree.variables.length - 1) {
    // Placing a tile in the last cell completes a solution, which the caller handles.
    return [i32At(memory.nodes + at).increase(1), halt(depth, memory), stopAt(frames, context)];
  }
  const stockOf = (laid: I32) => u8At(laid.shiftRight(kindShift), memory.stock);
  const single = tree.stock.every((count) => count === 1);
  /** returns code that moves to the next candidate whose tile is unused, or to the end of the list */
  const seek = (frame: Frame): Steps =>
    loop((again) => [
      when(
        stockOf(frame.word).isZero(),
        frame.word.set(i32At(frame.from.tee(frame.from.plus(4)))),
        branch(again),
      ),
    ]);
  const base = locals.one(I32);
  const next: Frame = { from: locals.one(I32), word: locals.one(I32) };
  const { before, address } = cellAddress(tree, layout, depthOf, depth + 1, word, base);
  return [
    depth % 2 === 0 ? stopWhenSpent(depth, frames, context) : [],
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
            ? [oneDepth(depth + 1, [...frames, next], context), branch(tried)]
            : [branchIf(call(depth + 1, next.from, next.word).isZero(), tried), stopAt(frames, context)],
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

/**
 * Returns code that stops the search when the fuel is used up. It runs before a tile is placed, so that the search can
 * resume by placing this tile.
 */
const stopWhenSpent = (depth: number, frames: readonly Frame[], context: Context): Steps => {
  const { memory } = context.layout;
  return [
    i32At(memory.fuel).decrease(1),
    when(i32At(memory.fuel).less(0), halt(depth, memory), stopAt(frames, context)),
  ];
};
