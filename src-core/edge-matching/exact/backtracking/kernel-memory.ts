/**
 * The memory layout of both kernels (`list-kernel.ts`, `mask-kernel.ts`).
 *
 * - A *table* (`tree/candidate-table.ts`) maps the labels around a cell to a list of candidates.
 * - A *level* is one of the arrays that make up a table. The entries of the last level hold the lists themselves, or
 *   the addresses of the lists.
 * - The *word* of a candidate is a 32-bit number in which some of its labels are packed: those that the search needs
 *   at later depths.
 * - *Fuel* is the number of nodes or steps that compiled code may still take before it must stop.
 */
import { BumpAllocator } from '../../../bump-allocator.ts';
import { I32 } from '../../../wasm/expressions.ts';
import { i32At } from '../../../wasm/places.ts';
import type { CandidateTable } from '../tree/candidate-table.ts';
import type { SearchTree } from '../tree/search-tree.ts';

/** Addresses of the data that both kernels use, in bytes. */
export interface KernelMemory {
  /** for each depth, 4 bytes: the word of the candidate placed there, which holds some of its labels */
  readonly words: number;
  /** for each depth, 4 bytes: the number of tiles placed there */
  readonly nodes: number;
  /** for each depth, 4 bytes: the number of dead ends found there */
  readonly dead: number;
  /** the amount of work that compiled code may still do (its fuel); the code stops when this is below 0 */
  readonly fuel: number;
  /** the depth at which the compiled code stopped */
  readonly depth: number;
  /** for each table: the addresses of its levels */
  readonly levels: readonly (readonly number[])[];
  readonly end: number;
}

export interface KernelLayout {
  readonly memory: KernelMemory;
  readonly labelBits: number;
  /** an entry in the last level of a table takes `2 ** cellShift` bytes */
  readonly cellShift: number;
  /**
   * For each table and side: the bit of a word at which the side's label starts; -1 if no later depth reads this
   * label.
   */
  readonly fields: readonly (readonly number[])[];
}

/**
 * Returns an allocator for the memory of a kernel. It skips the first 16 bytes, which stay 0, so that a list at
 * address 0 is empty.
 */
export const kernelAllocator = (): BumpAllocator => new BumpAllocator({ from: 16, maxBytes: 1 << 26 });

/** Returns the length of the longest candidate list in `tables`. */
export function longestList({ candidateKind }: SearchTree, tables: readonly CandidateTable[]): number {
  let longest = 0;
  for (const start of tables.flatMap(startsOf)) {
    let length = 0;
    while (candidateKind[start + length] !== -1) length++;
    longest = Math.max(longest, length);
  }
  return longest;
}

/** Returns the first candidate of each list in a table, except the empty list. */
export const startsOf = ({ levels, start }: CandidateTable): number[] =>
  [...new Set(levels.at(-1) ?? [start])].filter((first) => first !== 0);

function sidesRead(tree: SearchTree): boolean[][] {
  const { variables, tables, sides } = tree;
  const needed = tables.map(() => new Array<boolean>(sides).fill(false));
  const depthOf = depthByCell(tree);
  for (const side of variables.flatMap(({ inputs }) => inputs)) {
    const { table } = variables[depthOf[Math.floor(side / sides)]!]!;
    needed[tables.indexOf(table)]![side % sides] = true;
  }
  return needed;
}

/**
 * Returns which labels must be packed into a word. `needed` is true for each table and side whose label a later depth
 * reads. `labelBits` is the size of a label in bits, and `bits` is the total for the word with the most labels.
 */
export function labelsRead(tree: SearchTree): { needed: boolean[][]; labelBits: number; bits: number } {
  const needed = sidesRead(tree);
  const labelBits = Math.max(1, 32 - Math.clz32(tree.labels - 1));
  const most = Math.max(...needed.map((sides) => sides.filter(Boolean).length));
  return { needed, labelBits, bits: most * labelBits };
}

/**
 * Returns, for each table and side, the bit of a word at which the side's label starts, or -1 if the label isn't
 * needed. The first label of a word starts at bit `lowest`.
 */
export const fieldsFrom = (needed: readonly boolean[][], labelBits: number, lowest: number): number[][] =>
  needed.map((sides) => {
    let at = lowest;
    return sides.map((isAsked) => (isAsked ? (at += labelBits) - labelBits : -1));
  });

/** Returns the total number of entries in all levels of all tables. */
export const cellCount = ({ tables }: SearchTree): number =>
  tables
    .flatMap(({ levels }) => (levels.length === 0 ? 1 : levels.map(({ length }) => length)))
    .reduce((a, b) => a + b, 0);

/**
 * Returns the size in bytes of a row of a table. Rows are not padded to a power of two, because all entries in use
 * would then compete for the same half of the processor's cache.
 */
const pitchOf = (labels: number, shift: number): number => labels << shift;

/**
 * Reserves memory for every level of every table and returns the addresses. A table without levels has a single list,
 * for which `single` bytes are reserved.
 */
export const placeLevels = (
  { tables }: SearchTree,
  cellShift: number,
  memory: BumpAllocator,
  single = 1 << cellShift,
): number[][] =>
  tables.map(({ levels }) =>
    levels.length === 0
      ? [memory.take(single)]
      : levels.map((level, i) => memory.take(level.length << (i === levels.length - 1 ? cellShift : 2))),
  );

/**
 * Writes all levels but the last of every table to memory. Returns a map for each table: from a list's first candidate
 * to the address of the list's entry in the last level.
 */
export const cellsByStart = (
  tree: SearchTree,
  layout: KernelLayout,
  memory: Int32Array,
): Map<number, number>[] =>
  tree.tables.map(({ levels, start }, t) => {
    const { cellShift } = layout;
    const at = layout.memory.levels[t]!;
    const cellOf = new Map<number, number>();
    if (levels.length === 0 && start !== 0) cellOf.set(start, at[0]!);
    levels.forEach((level, l) => {
      const isLast = l === levels.length - 1;
      const shift = isLast ? cellShift : 2;
      level.forEach((value, index) => {
        if (value === 0) return;
        const address = at[l]! + (index << shift);
        if (isLast) cellOf.set(value, address);
        else memory[address >> 2] = value * pitchOf(tree.labels, l + 1 === levels.length - 1 ? cellShift : 2);
      });
    });
    return cellOf;
  });

/** Returns a candidate's word: a 32-bit number that holds the candidate's labels that later depths need. */
export function labelsInWord(
  tree: SearchTree,
  { fields }: KernelLayout,
  table: number,
  candidate: number,
): number {
  const { candidateLabels, sides } = tree;
  return fields[table]!.reduce(
    (word, position, side) =>
      position === -1 ? word : word | (candidateLabels[candidate * sides + side]! << position),
    0,
  );
}

export const depthByCell = ({ variables, cells }: SearchTree): Int32Array => {
  const depths = new Int32Array(cells).fill(-1);
  variables.forEach(({ cell }, depth) => (depths[cell] = depth));
  return depths;
};

/**
 * Returns the depths at which the candidate's word must be kept in memory because a deeper depth reads it. The very
 * next depth doesn't count, because it gets the word in a local variable.
 */
export function readLater({ variables, sides }: SearchTree, depthOf: Int32Array): Set<number> {
  return new Set(
    variables.flatMap(({ inputs }, later) =>
      inputs.map((side) => depthOf[Math.floor(side / sides)]!).filter((depth) => depth < later - 1),
    ),
  );
}

/**
 * Returns code that computes the address of the candidate list for depth `next`, in two parts. `before` computes
 * whatever doesn't depend on the tile just placed. The caller runs it once and stores the result in `base`. `address`
 * then adds the rest for each tile. `word` is a 32-bit number that holds labels of the tile just placed.
 */
export function cellAddress(
  { variables, tables, sides, labels }: SearchTree,
  { memory, labelBits, cellShift, fields }: KernelLayout,
  depthOf: Int32Array,
  next: number,
  word: I32,
  base: I32,
): { before: I32; address: I32 } {
  const { inputs, table } = variables[next]!;
  const levels = memory.levels[tables.indexOf(table)]!;
  const lastLevel = levels.length - 1;

  const isFresh = (side: number): boolean => depthOf[Math.floor(side / sides)] === next - 1;
  /** returns code that reads the label of a side from a word, shifted left by `shift` bits */
  const column = (side: number, shift: number): I32 => {
    const depth = depthOf[Math.floor(side / sides)]!;
    const position = fields[tables.indexOf(variables[depth]!.table)]![side % sides]!;
    const source = isFresh(side) ? word : i32At(memory.words + depth * 4);
    const mask = ((1 << labelBits) - 1) << shift;
    if (position === shift) return source.and(mask);
    const move = Math.abs(position - shift);
    return (position > shift ? source.shiftRight(move) : source.shiftLeft(move)).and(mask);
  };

  const known: I32[] = [I32.of(levels[0]!)];
  // terms of the address that depend on the tile just placed
  const late: I32[] = [];
  const addPart = (side: number, part: I32): void => {
    (isFresh(side) || late.length > 0 ? late : known).push(part);
  };
  let needsBase = true;
  const shiftOf = (level: number): number => (level === lastLevel ? cellShift : 2);
  if (inputs.length === 1) addPart(inputs[0]!, column(inputs[0]!, cellShift));
  if (inputs.length >= 2) {
    // The label of the tile just placed must come second. The other label is known earlier, so `base` can include it.
    const [first, second] = [inputs[0]!, inputs[1]!];
    const row = column(first, 0).times(pitchOf(labels, shiftOf(0)));
    const pair = [
      { side: first, part: row },
      { side: second, part: column(second, shiftOf(0)) },
    ].sort((a, b) => Number(isFresh(a.side)) - Number(isFresh(b.side)));
    for (const { side, part } of pair) addPart(side, part);
  }
  for (let level = 1; level < levels.length; level++) {
    // An entry of a level is the offset of a row in the next level.
    if (late.length > 0) {
      const row = i32At(needsBase ? sum([base, ...late]) : sum(late));
      late.splice(0, Infinity, row, I32.of(levels[level]!));
      needsBase = false;
    } else known.splice(0, Infinity, i32At(sum(known)), I32.of(levels[level]!));
    addPart(inputs[level + 1]!, column(inputs[level + 1]!, shiftOf(level)));
  }
  return { before: sum(known), address: needsBase ? sum([base, ...late]) : sum(late) };
}

const sum = (parts: readonly I32[]): I32 => parts.reduce((a, b) => a.plus(b));
