/**
 * Compiles a course to WebAssembly: one function a depth, with its addresses and field positions baked
 * in. A function tries the entries of one list; the list of the next depth is looked up, and its first
 * tile in stock found, before the call, so that dead ends never cost one.
 */
import { assemble, flow, i32, type Code, type WasmFunction } from './assembler.ts';
import type { Course, Table } from './course.ts';

/** Where things lie in the walker's memory, in bytes. */
export interface Memory {
  readonly pages: number;
  /** tiles in stock by kind number + 1, one byte each; number 0 ends a list and is always in stock */
  readonly stock: number;
  /** by depth, 4 bytes each: the word laid, where it was taken from, tiles laid, dead ends */
  readonly words: number;
  readonly cursors: number;
  readonly nodes: number;
  readonly dead: number;
  /** how often a function may still be entered; the depth at which the walk stopped */
  readonly fuel: number;
  readonly depth: number;
  /** by table: its levels; the last holds lists, or their addresses */
  readonly levels: readonly (readonly number[])[];
  /** room for lists that are not held in the cells themselves; 0 when they are */
  readonly lists: number;
  readonly end: number;
}

/** An entry as one word: kind number above, below it the labels that later depths ask for. */
export interface Layout {
  readonly memory: Memory;
  readonly labelBits: number;
  /** a cell of a table's last level takes 1 << cellShift bytes */
  readonly cellShift: number;
  readonly kindShift: number;
  /** by table and side: lowest bit of the label; -1 where nobody asks */
  readonly fields: readonly (readonly number[])[];
}

export interface Compiled {
  readonly module: WebAssembly.Module;
  readonly layout: Layout;
}

/** Lists are held in the table's cells while the tables stay this small; else a cell points to its list. */
const INLINE_BYTES = 1 << 21;
const MAX_BYTES = 1 << 26;

/** The memory layout; null when words of 32 bits cannot hold this course. */
export function layoutFor(course: Course): Layout | null {
  const { steps, tables, kinds, labels, sides, stock, entryKind } = course;
  if (stock.some((count) => count > 255) || steps.length < 2) return null;
  const labelBits = Math.max(1, 32 - Math.clz32(labels - 1));
  const kindBits = 32 - Math.clz32(kinds.length);

  const asked = tables.map(() => new Array<boolean>(sides).fill(false));
  const depthOf = depthByCell(course);
  for (const { inputs } of steps) {
    for (const side of inputs) {
      const table = steps[depthOf[Math.floor(side / sides)]!]!.table;
      asked[tables.indexOf(table)]![side % sides] = true;
    }
  }
  const mostFields = Math.max(...asked.map((sidesAsked) => sidesAsked.filter(Boolean).length));

  let longest = 0;
  let sinceEnd = 0;
  for (const kind of entryKind) longest = Math.max(longest, kind === -1 ? (sinceEnd = 0) : ++sinceEnd);
  const inlineShift = 34 - Math.clz32(longest);
  const cells = tables.reduce((sum, table) => sum + cellsOf(table, labelBits), 0);
  const fits = (shift: number): boolean => shift + mostFields * labelBits + kindBits <= 32;
  const inline = cells << inlineShift <= INLINE_BYTES && fits(inlineShift);
  const cellShift = inline ? inlineShift : 2;
  if (!fits(cellShift)) return null;

  let end = 16; // address 0 holds an empty list
  const take = (bytes: number): number => {
    const at = end;
    end += (bytes + 15) & ~15;
    return at;
  };
  const depths = steps.length * 4;
  const memory = {
    fuel: take(4),
    depth: take(4),
    stock: take(kinds.length + 1),
    words: take(depths),
    cursors: take(depths),
    nodes: take(depths),
    dead: take(depths),
    levels: tables.map(({ inputs, levels }) =>
      levels.length === 0
        ? [take(1 << cellShift)]
        : levels.map((level, i) => {
            const shift = i === levels.length - 1 ? cellShift : 2;
            return take(rowsOf(level, inputs, i, labels) << (labelBits + shift));
          }),
    ),
    lists: inline ? 0 : take(entryKind.length * 4),
  };
  if (end > MAX_BYTES) return null;
  return {
    memory: { ...memory, end, pages: Math.ceil(end / 65536) },
    labelBits,
    cellShift,
    kindShift: cellShift + mostFields * labelBits,
    fields: asked.map((sidesAsked) => {
      let at = cellShift;
      return sidesAsked.map((isAsked) => (isAsked ? (at += labelBits) - labelBits : -1));
    }),
  };
}

const rowsOf = (level: Int32Array, inputs: number, index: number, labels: number): number =>
  index === 0 && inputs === 1 ? 1 : level.length / labels;

const cellsOf = ({ inputs, levels }: Table, labelBits: number): number =>
  inputs < 2 ? 1 << labelBits : levels.reduce((sum, level) => sum + (level.length << 1), 0);

export const depthByCell = ({ steps, cells }: Course): Int32Array => {
  const depths = new Int32Array(cells).fill(-1);
  steps.forEach(({ cell }, depth) => (depths[cell] = depth));
  return depths;
};

/** Bytes of the module for a course. */
export function compile(course: Course, layout: Layout): WebAssembly.Module {
  return new WebAssembly.Module(assembleCourse(course, layout));
}

/**
 * Every so many depths share one function as nested loops: a call costs nearly as much as the work on a
 * tile (8 depths: 1.25 times the speed of one depth a function). The depths between also have a function
 * each, of one depth, by which a walk that was stopped there is taken up.
 */
const DEPTHS_A_FUNCTION = 8;

// Every depth of a function has three locals; those of its first depth include the two parameters.
const FROM = 0; // address of the entry being tried
const WORD = 1; // the entry
const BASE = 2; // what is known of the next list's address before a tile is laid
const EACH = 3;

interface Context {
  readonly course: Course;
  readonly layout: Layout;
  readonly depthOf: Int32Array;
  /** depths whose word is kept in memory */
  readonly kept: ReadonlySet<number>;
}

function assembleCourse(course: Course, layout: Layout): Uint8Array<ArrayBuffer> {
  const depthOf = depthByCell(course);
  const context = { course, layout, depthOf, kept: askedLater(course, depthOf) };
  const functions = course.steps.map((_, first): WasmFunction => {
    const body = [oneDepth(first, first, context), zero];
    return { params: 2, locals: EACH * (DEPTHS_A_FUNCTION + 1) - 2, body, exportAs: `from${first}` };
  });
  return assemble([], functions, layout.memory.pages);
}

const zero = i32.const(0);
const one = i32.const(1);

const increment = (address: number): Code => i32.store(zero, i32.add(i32.load(zero, address), one), address);

/** Leaves the function with where every depth of it stands kept. */
const stopAt = (first: number, depth: number, { cursors }: Memory): Code => [
  Array.from({ length: depth - first + 1 }, (_, i) =>
    i32.store(zero, i32.get(EACH * i + FROM), cursors + (first + i) * 4),
  ),
  flow.return(one),
];

/** Tries the entries from a depth's FROM on; falls through when they are through. */
function oneDepth(first: number, depth: number, context: Context): Code {
  const { course, layout, kept } = context;
  const { memory, kindShift } = layout;
  const from = EACH * (depth - first) + FROM;
  const word = EACH * (depth - first) + WORD;
  const base = EACH * (depth - first) + BASE;
  const at = depth * 4;
  if (depth === course.steps.length - 1) {
    // A tile laid on the last cell: a solution. The caller takes over.
    return [increment(memory.nodes + at), halt(depth, memory), stopAt(first, depth, memory)];
  }
  const kindOf = (local: number): Code => i32.shrU(i32.get(local), i32.const(kindShift));
  const inStock = (local: number): Code => i32.load8(kindOf(local), memory.stock);
  const single = course.stock.every((count) => count === 1);
  const stockAfter = (change: typeof i32.add, plain: Code): Code =>
    i32.store8(kindOf(word), single ? plain : change(inStock(word), one), memory.stock);
  /** Moves on to the first entry whose tile is in stock: the end of the list always is. */
  const seek = (pointer: number, local: number): Code =>
    flow.loop(
      flow.if(i32.eqz(inStock(local)), [
        i32.set(local, i32.load(i32.tee(pointer, i32.add(i32.get(pointer), i32.const(4))))),
        flow.br(1),
      ]),
    );
  const { before, address } = nextList(depth + 1, context, word, base);
  const next = from + EACH;
  const nextWord = word + EACH;
  const inline = first % DEPTHS_A_FUNCTION === 0 && (depth + 1) % DEPTHS_A_FUNCTION !== 0;
  const below = inline
    ? [oneDepth(first, depth + 1, context), flow.br(1)]
    : [
        flow.brIf(1, i32.eqz(flow.call(depth + 1, i32.get(next), i32.get(nextWord)))),
        stopAt(first, depth, memory),
      ];
  return [
    depth % 2 === 0 ? stopWhenSpent(first, depth, memory) : [],
    i32.set(base, before),
    flow.loop(
      increment(memory.nodes + at),
      stockAfter(i32.sub, zero),
      kept.has(depth) ? i32.store(zero, i32.get(word), memory.words + at) : [],
      i32.set(nextWord, i32.load(i32.tee(next, address))),
      seek(next, nextWord),
      flow.block(
        flow.block(flow.brIf(0, i32.eqz(i32.get(nextWord))), below),
        increment(memory.dead + at + 4),
      ),
      stockAfter(i32.add, one),
      i32.set(word, i32.load(i32.tee(from, i32.add(i32.get(from), i32.const(4))))),
      seek(from, word),
      flow.brIf(0, i32.get(word)),
    ),
  ];
}

/** Depths whose word is needed beyond the next depth. */
function askedLater({ steps, sides }: Course, depthOf: Int32Array): Set<number> {
  return new Set(
    steps.flatMap(({ inputs }, later) =>
      inputs.map((side) => depthOf[Math.floor(side / sides)]!).filter((depth) => depth < later - 1),
    ),
  );
}

const halt = (depth: number, memory: Memory): Code => i32.store(zero, i32.const(depth), memory.depth);

/** Stops before a tile is laid. The entry to lay is kept as this depth's cursor. */
const stopWhenSpent = (first: number, depth: number, memory: Memory): Code => [
  i32.store(zero, i32.sub(i32.load(zero, memory.fuel), one), memory.fuel),
  flow.if(i32.ltS(i32.load(zero, memory.fuel), zero), [halt(depth, memory), stopAt(first, depth, memory)]),
];

/**
 * The address of the list of the next depth, in two parts: what earlier depths decide, and the whole of
 * it once the tile of the depth before (in local `word`) is known.
 */
function nextList(
  next: number,
  { course, layout, depthOf }: Context,
  word: number,
  base: number,
): { before: Code; address: Code } {
  const { steps, tables, sides } = course;
  const { memory, labelBits, cellShift, fields } = layout;
  const { inputs, table } = steps[next]!;
  const levels = memory.levels[tables.indexOf(table)]!;
  const lastLevel = levels.length - 1;

  const isFresh = (side: number): boolean => depthOf[Math.floor(side / sides)] === next - 1;
  const part = (side: number, shift: number): Code => {
    const depth = depthOf[Math.floor(side / sides)]!;
    const position = fields[tables.indexOf(steps[depth]!.table)]![side % sides]!;
    const source = isFresh(side) ? i32.get(word) : i32.load(zero, memory.words + depth * 4);
    const mask = i32.const(((1 << labelBits) - 1) << shift);
    if (position === shift) return i32.and(source, mask);
    const move = i32.const(Math.abs(position - shift));
    return i32.and(position > shift ? i32.shrU(source, move) : i32.shl(source, move), mask);
  };

  const known: Code[] = [i32.const(levels[0]!)];
  // From the first part that depends on the fresh tile on, everything does.
  const late: Code[] = [];
  const addPart = (side: number, shift: number): void => {
    (isFresh(side) || late.length > 0 ? late : known).push(part(side, shift));
  };
  /** whether `late` is still to be added to `base` */
  let based = true;
  const shiftOf = (level: number): number => (level === lastLevel ? cellShift : 2);
  if (inputs.length === 1) addPart(inputs[0]!, cellShift);
  if (inputs.length >= 2) {
    // Older labels first, so that as much as can be is worked out once for all tiles of the depth before.
    const pair = [
      { side: inputs[0]!, shift: labelBits + shiftOf(0) },
      { side: inputs[1]!, shift: shiftOf(0) },
    ].sort((a, b) => Number(isFresh(a.side)) - Number(isFresh(b.side)));
    for (const { side, shift } of pair) addPart(side, shift);
  }
  for (let level = 1; level < levels.length; level++) {
    // A level before the last holds offsets into the next.
    if (late.length > 0) {
      const row = i32.load(based ? sum([i32.get(base), ...late]) : sum(late));
      late.splice(0, Infinity, row, i32.const(levels[level]!));
      based = false;
    } else known.splice(0, Infinity, i32.load(sum(known)), i32.const(levels[level]!));
    addPart(inputs[level + 1]!, shiftOf(level));
  }
  const address = based ? sum([i32.get(base), ...late]) : sum(late);
  return { before: sum(known), address: memory.lists === 0 ? address : i32.load(address) };
}

const sum = (parts: readonly Code[]): Code => parts.reduce((a, b) => i32.add(a, b));
