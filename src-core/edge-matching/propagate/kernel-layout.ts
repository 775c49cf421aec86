/**
 * The addresses and contents of the kernel's tables. Addresses are in bytes. Variables, candidates, groups, domains
 * and constraints are explained in `model.ts`, and levels in `level.ts`.
 *
 * - A *set of labels* has one bit for each label.
 * - Each side has a table of *candidates by label*, with one row for each label that the side's constraint can allow.
 *   A row is a bit set, in the order of a domain. It holds the candidates that are ruled out once the constraint no
 *   longer allows the label.
 */
import { BumpAllocator } from '../../bump-allocator.ts';
import { layoutOf, type LevelLayout } from './level.ts';
import type { Model } from './model.ts';

/**
 * Maximum number of 128-bit vectors in a domain. There is a limit because the kernel has separate instructions for
 * each vector.
 */
const MAX_BLOCKS = 16;
const MAX_LABELS = 64;
/** maximum total size in bytes of all levels of a search (`level.ts`); more would not fit into WebAssembly memory */
const MAX_BYTES = 1.5e9;
export interface KernelLayout {
  readonly level: LevelLayout;
  /** number of 128-bit vectors in a domain */
  readonly blocks: number;
  /**
   * Address of a table with a 16-byte entry for each side, indexed by `variable * sides + side`. An entry holds:
   *
   * - the address of the constraint's set of labels, relative to the start of the level; 0 if the side has no
   *   constraint
   * - the start and end addresses of a list of the constraint's other sides. For each of these sides, the list has
   *   two words: the variable, and the address of the side's candidates by label.
   */
  readonly sides: number;
  /**
   * Address of a table with a 16-byte entry for each variable. An entry holds:
   *
   * - the address of a list that gives, for each bit of the domain, the kind of the candidate
   * - the start and end addresses of a list of all variables in the same group
   * - 1 if the variable is decided last (see `Model.framed`), otherwise 0
   */
  readonly variables: number;
  /**
   * Address of a table with a 16-byte entry for each group. An entry holds the start and end addresses of two lists:
   * the group's variables and the group's kinds. The list of kinds is empty if some of the group's tiles may stay
   * unplaced.
   */
  readonly groups: number;
  /**
   * Address of a table with a 16-byte entry for each kind. An entry holds:
   *
   * - the address of the number of unplaced tiles, relative to the start of the level
   * - the offset in bytes, within a domain, of the word that holds the kind's candidates
   * - the bits of the kind's candidates in this word
   */
  readonly kinds: number;
  /** size of a set of labels in bytes */
  readonly setBytes: number;
  /**
   * Address of a list of tables, one for each variable. A table has a row of `shownBlocks` vectors for each bit of the
   * domain. A candidate's row has one set of labels for each side of the cell. Each set contains a single label: the
   * one that the side's constraint must allow for this candidate.
   */
  readonly shownByBit: number;
  readonly shownBlocks: number;
  /** address of the labels that a domain's candidates show: one set of labels for each side of the cell */
  readonly shown: number;
  readonly once: number;
  readonly twice: number;
  readonly queue: number;
  readonly queued: number;
  readonly fails: number;
  readonly head: number;
  readonly tail: number;
  readonly levels: number;
  readonly pages: number;
  /** contents of the tables, to be written to memory before the kernel runs */
  readonly tables: Int32Array;
}

/** Returns the addresses and tables for a model, or null if the model exceeds a limit of the kernel. */
export function kernelLayoutOf(model: Model, levels: number): KernelLayout | null {
  const level = layoutOf(model);
  const blocks = model.words / 4;
  if (blocks > MAX_BLOCKS || model.labels > MAX_LABELS || levels * level.size * 4 > MAX_BYTES) return null;
  const memory = new BumpAllocator();
  const lists = new Lists(memory);
  const kindsByBit = kindsByBitOf(model, lists);
  const tables = {
    sides: lists.add(sideRecords(model, level, lists)),
    variables: lists.add(variableRecords(model, kindsByBit, lists)),
    kinds: lists.add(kindRecords(model, level)),
  };
  const groups = lists.add(groupRecords(model, tables.kinds, lists));
  const shownBlocks = Math.ceil((model.sides * model.labelWords) / 4);
  const shownByBit = lists.add(shownTables(model, shownBlocks, lists));
  const variables = model.variables.length;
  const scratch = {
    shown: memory.take(16 * shownBlocks),
    once: memory.take(blocks * 16),
    twice: memory.take(blocks * 16),
    queue: memory.take(4 * (variables + 1)),
    queued: memory.take(4 * variables),
    fails: memory.take(4 * variables),
    head: memory.take(4),
    tail: memory.take(4),
  };
  const levelsAt = memory.take(levels * level.size * 4);
  return {
    level,
    blocks,
    ...tables,
    groups,
    setBytes: 4 * model.labelWords,
    shownByBit,
    shownBlocks,
    ...scratch,
    levels: levelsAt,
    pages: memory.pages,
    tables: lists.image(scratch.shown),
  };
}

class Lists {
  readonly #memory: BumpAllocator;
  readonly #lists: { readonly at: number; readonly words: ArrayLike<number> }[] = [];

  constructor(memory: BumpAllocator) {
    this.#memory = memory;
  }

  add(words: ArrayLike<number>): number {
    const at = this.#memory.take(4 * words.length);
    this.#lists.push({ at, words });
    return at;
  }

  image(end: number): Int32Array {
    const image = new Int32Array(end / 4);
    for (const { at, words } of this.#lists) image.set(words, at / 4);
    return image;
  }
}

function kindsByBitOf(model: Model, lists: Lists): number[] {
  const { groups, words, candidateAt, candidateKind } = model;
  return Array.from({ length: groups }, (_, group) =>
    lists.add(
      candidateAt
        .subarray(group * words * 32, (group + 1) * words * 32)
        .map((candidate) => (candidate === -1 ? 0 : candidateKind[candidate]!)),
    ),
  );
}

function sideRecords(model: Model, level: LevelLayout, lists: Lists): number[] {
  const { constraintOf, constraintSides, sides, labelWords } = model;
  const shown = showingTables(model, lists);
  return [...constraintOf].flatMap((constraint, at) => {
    if (constraint === -1) return [0, 0, 0, 0];
    const others = [...constraintSides[constraint]!].filter((other) => other !== at);
    const first = lists.add(others.flatMap((other) => [Math.floor(other / sides), shown(other)]));
    return [4 * (level.labels + constraint * labelWords), first, first + 8 * others.length, 0];
  });
}

/**
 * Returns a function that maps a side to the address of a table. For each label of the side's constraint, the table has
 * the candidates that show this label (or its mate, see `Model.mated`) on the side, as bits. Sides with identical
 * tables share one table.
 */
function showingTables(model: Model, lists: Lists): (at: number) => number {
  const { sides, groupOf, mated, mate, labels, words, showing } = model;
  const known = new Map<string, number>();
  return (at) => {
    const group = groupOf[Math.floor(at / sides)]!;
    const name = `${group} ${at % sides} ${mated[at]}`;
    let address = known.get(name);
    if (address !== undefined) return address;
    const table = new Int32Array(labels * words);
    for (let label = 0; label < labels; label++) {
      const own = mated[at] === 1 ? mate[label]! : label;
      if (own === -1) continue;
      const from = ((group * sides + (at % sides)) * labels + own) * words;
      table.set(showing.subarray(from, from + words), label * words);
    }
    known.set(name, (address = lists.add(table)));
    return address;
  };
}

function shownTables(model: Model, blocks: number, lists: Lists): number[] {
  const { sides, groupOf, mated, mate, labelWords, words, candidateAt, candidateLabels } = model;
  const known = new Map<string, number>();
  return [...groupOf].map((group, variable) => {
    const isMated = mated.subarray(variable * sides, (variable + 1) * sides);
    const name = `${group} ${isMated.join('')}`;
    let address = known.get(name);
    if (address !== undefined) return address;
    const table = new Int32Array(32 * words * 4 * blocks);
    for (let bit = 0; bit < 32 * words; bit++) {
      const candidate = candidateAt[group * words * 32 + bit]!;
      if (candidate === -1) continue;
      for (let side = 0; side < sides; side++) {
        const shown = candidateLabels[candidate * sides + side]!;
        const label = isMated[side] === 1 ? mate[shown]! : shown;
        if (label !== -1) table[bit * 4 * blocks + side * labelWords + (label >> 5)] = 1 << (label & 31);
      }
    }
    known.set(name, (address = lists.add(table)));
    return address;
  });
}

const cellLists = new WeakMap<Lists, Map<Int32Array, number>>();

function cellsAt(cells: Int32Array, lists: Lists): [number, number] {
  let known = cellLists.get(lists);
  if (!known) cellLists.set(lists, (known = new Map<Int32Array, number>()));
  let first = known.get(cells);
  if (first === undefined) known.set(cells, (first = lists.add(cells)));
  return [first, first + 4 * cells.length];
}

function variableRecords(model: Model, kindsByBit: readonly number[], lists: Lists): number[] {
  const { groupOf, cellsOf, framed } = model;
  return [...groupOf].flatMap((group, variable) => [
    kindsByBit[group]!,
    ...cellsAt(cellsOf[group] ?? new Int32Array(0), lists),
    framed[variable]!,
  ]);
}

function kindRecords({ kinds, kindWord, kindMask }: Model, level: LevelLayout): number[] {
  return kinds.flatMap((_, kind) => [4 * (level.left + kind), 4 * kindWord[kind]!, kindMask[kind]!, 0]);
}

function groupRecords(model: Model, kindTable: number, lists: Lists): number[] {
  const { groups, cellsOf, kindsOf, tight } = model;
  return Array.from({ length: groups }, (_, group) => {
    const kinds = tight[group] === 1 ? (kindsOf[group] ?? []) : [];
    const first = lists.add(Array.from(kinds, (kind) => kindTable + 16 * kind));
    return [...cellsAt(cellsOf[group] ?? new Int32Array(0), lists), first, first + 4 * kinds.length];
  }).flat();
}
