/**
 * The list kernel: a course as WebAssembly, one function a depth, with its addresses and field positions
 * baked in. A function tries the entries of one list; the list of the next depth is looked up, and its
 * first tile in stock found, before the call, so that dead ends never cost one. For any course whose
 * entries fit 32 bits; `mask-code.ts` is faster where few tiles fit a cell.
 */
import { block, branch, branchIf, call, i32, loop, ModuleBuilder, returns, when } from '../../wasm.ts';
import type { Code, Local } from '../../wasm.ts';
import type { Course } from './course.ts';
import {
  askedLater,
  askedSides,
  cellAddress,
  cellCount,
  DEPTHS_A_FUNCTION,
  depthByCell,
  fieldsFrom,
  labelBitsOf,
  longestList,
  placeLevels,
  Room,
  type Layout,
  type Memory,
} from './layout.ts';

export interface ListMemory extends Memory {
  /** tiles in stock by kind number + 1, one byte each; number 0 ends a list and is always in stock */
  readonly stock: number;
  /** by depth: where the word laid was taken from */
  readonly cursors: number;
  /** room for lists that are not held in the cells themselves; 0 when they are */
  readonly lists: number;
}

/** An entry is one word: kind number above, below it the labels that later depths ask for. */
export interface ListLayout extends Layout {
  readonly memory: ListMemory;
  readonly kindShift: number;
}

export interface ListProgram {
  readonly kernel: 'lists';
  readonly module: WebAssembly.Module;
  readonly layout: ListLayout;
  readonly pages: number;
}

/** Lists are held in the table's cells while the tables stay this small; else a cell points to its list. */
const INLINE_BYTES = 1 << 21;

/** Null when words of 32 bits cannot hold this course. */
export function listProgram(course: Course): ListProgram | null {
  const { steps, tables, kinds, stock, entryKind } = course;
  if (stock.some((count) => count > 255) || steps.length < 2) return null;
  const labelBits = labelBitsOf(course);
  const kindBits = 32 - Math.clz32(kinds.length);
  const asked = askedSides(course);
  const mostFields = Math.max(...asked.map((sidesAsked) => sidesAsked.filter(Boolean).length));

  const inlineShift = 34 - Math.clz32(longestList(course, tables));
  const fits = (shift: number): boolean => shift + mostFields * labelBits + kindBits <= 32;
  const inline = cellCount(course) << inlineShift <= INLINE_BYTES && fits(inlineShift);
  const cellShift = inline ? inlineShift : 2;
  if (!fits(cellShift)) return null;

  const room = new Room();
  const depths = steps.length * 4;
  const memory = {
    fuel: room.take(4),
    depth: room.take(4),
    stock: room.take(kinds.length + 1),
    words: room.take(depths),
    cursors: room.take(depths),
    nodes: room.take(depths),
    dead: room.take(depths),
    levels: placeLevels(course, cellShift, room),
    lists: inline ? 0 : room.take(entryKind.length * 4),
    end: room.end,
  };
  if (room.tooLarge) return null;
  const layout: ListLayout = {
    memory,
    labelBits,
    cellShift,
    kindShift: cellShift + mostFields * labelBits,
    fields: fieldsFrom(asked, labelBits, cellShift),
  };
  return { kernel: 'lists', module: assembled(course, layout, room.pages), layout, pages: room.pages };
}

/** What a depth has in hand. */
interface Hand {
  /** address of the entry being tried, and the entry */
  readonly from: Local;
  readonly word: Local;
}

interface Context {
  readonly course: Course;
  readonly layout: ListLayout;
  readonly depthOf: Int32Array;
  /** depths whose word is kept in memory */
  readonly kept: ReadonlySet<number>;
  /** first depth of the function that is written */
  readonly first: number;
  readonly local: () => Local;
}

function assembled(course: Course, layout: ListLayout, pages: number): WebAssembly.Module {
  const depthOf = depthByCell(course);
  const kept = askedLater(course, depthOf);
  const builder = new ModuleBuilder();
  course.steps.forEach((_, first) => {
    builder.add(`from${first}`, ['i32', 'i32'], ['i32'], ([from, word], local) => {
      const context = { course, layout, depthOf, kept, first, local: () => local('i32') };
      return [oneDepth(first, [{ from: from!, word: word! }], context), zero];
    });
  });
  return new WebAssembly.Module(builder.bytes([{ name: 'env', pages }]));
}

const zero = i32.const(0);
const one = i32.const(1);

const increment = (address: number): Code => i32.store(zero, i32.add(i32.load(zero, address), one), address);

/** Leaves the function with where every depth of it stands kept. */
const stopAt = (hands: readonly Hand[], { first, layout }: Context): Code => [
  hands.map(({ from }, i) => i32.store(zero, from.get, layout.memory.cursors + (first + i) * 4)),
  returns(one),
];

/** Tries the entries from the last hand's on; falls through when they are through. */
function oneDepth(depth: number, hands: readonly Hand[], context: Context): Code {
  const { course, layout, kept, depthOf, first, local } = context;
  const { memory, kindShift } = layout;
  const { from, word } = hands.at(-1)!;
  const at = depth * 4;
  if (depth === course.steps.length - 1) {
    // A tile laid on the last cell: a solution. The caller takes over.
    return [increment(memory.nodes + at), halt(depth, memory), stopAt(hands, context)];
  }
  const inStock = ({ get }: Local): Code => i32.load8(i32.shr(get, i32.const(kindShift)), memory.stock);
  const single = course.stock.every((count) => count === 1);
  const stockAfter = (change: typeof i32.add, plain: Code): Code =>
    i32.store8(
      i32.shr(word.get, i32.const(kindShift)),
      single ? plain : change(inStock(word), one),
      memory.stock,
    );
  /** Moves on to the first entry whose tile is in stock: the end of the list always is. */
  const seek = (hand: Hand): Code =>
    loop((again) => [
      when(i32.eqz(inStock(hand.word)), [
        hand.word.set(i32.load(hand.from.tee(i32.add(hand.from.get, i32.const(4))))),
        branch(again),
      ]),
    ]);
  const base = local();
  const next: Hand = { from: local(), word: local() };
  const { before, address } = cellAddress(course, layout, depthOf, depth + 1, word, base);
  const inline = first % DEPTHS_A_FUNCTION === 0 && (depth + 1) % DEPTHS_A_FUNCTION !== 0;
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
          inline
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

const halt = (depth: number, memory: Memory): Code => i32.store(zero, i32.const(depth), memory.depth);

/** Stops before a tile is laid. The entry to lay is kept as this depth's cursor. */
const stopWhenSpent = (depth: number, hands: readonly Hand[], context: Context): Code => {
  const { memory } = context.layout;
  return [
    i32.store(zero, i32.sub(i32.load(zero, memory.fuel), one), memory.fuel),
    when(i32.lessSigned(i32.load(zero, memory.fuel), zero), [halt(depth, memory), stopAt(hands, context)]),
  ];
};
