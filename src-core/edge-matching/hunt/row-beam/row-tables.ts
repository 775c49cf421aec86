/** Reserves space for the tables of the row kernel in its memory. Addresses and sizes are in bytes. */
import { BLOCK_CANDIDATES } from '../shared/child-kernel.ts';
import { wholeVectors } from '../shared/vectors.ts';
import { placementOf, type Placement } from '../shared/way-vectors.ts';
import type { LookaheadLevel, LookaheadStep, Stretch, Ways } from './lookahead.ts';
import {
  BLOCK_BYTES,
  LIST_BYTES,
  STEP_BYTES,
  STRETCH_BYTES,
  wayVectorBytes,
  type LookaheadShape,
} from './row-memory.ts';
import type { CandidateLists, OrderedCell } from './row-order.ts';

/** The part of the memory for tables. They are allocated one after another, each in a whole number of vectors. */
export class TableMemory {
  #end: number;

  constructor(start: number) {
    this.#end = start;
  }

  /** address after the last table */
  get end(): number {
    return this.#end;
  }

  take(bytes: number): number {
    const at = this.#end;
    this.#end += wholeVectors(bytes);
    return at;
  }
}

export interface StepsTable {
  readonly list: readonly LookaheadStep[];
  readonly at: number;
}

export interface StretchesTable {
  readonly list: readonly { readonly steps: StepsTable; readonly aside: StepsTable }[];
  readonly at: number;
}

/** Addresses of the records for the lookahead of one level. */
export interface LevelTables {
  readonly level: LookaheadLevel;
  readonly frontier: number;
  readonly back: StretchesTable;
  readonly forward: StretchesTable;
}

/**
 * A table of the ways to fill a cell, at address `at`. It has the same groups as `Ways` in `lookahead.ts`: one for each
 * label on the upper side, and one for all ways. `placed` says how each group is arranged in vectors.
 */
export interface WaysTable {
  readonly at: number;
  readonly placed: readonly Placement[];
}

/** Reserves memory for the records of one level. */
export function reserveLevel(level: LookaheadLevel, memory: TableMemory): LevelTables {
  const steps = (list: readonly LookaheadStep[]): StepsTable => ({
    list,
    at: memory.take(list.length * STEP_BYTES),
  });
  const stretches = (list: readonly Stretch[]): StretchesTable => ({
    at: memory.take(list.length * STRETCH_BYTES),
    list: list.map(({ steps: near, aside }) => ({ steps: steps(near), aside: steps(aside) })),
  });
  return {
    level,
    frontier: memory.take(level.frontier.length * 8),
    back: stretches(level.back),
    forward: stretches([level.forward]),
  };
}

/** Reserves a table for each list of ways to fill an open cell. Lookahead steps with the same list share a table. */
export function reserveWays(
  levels: readonly LookaheadLevel[],
  shape: LookaheadShape,
  memory: TableMemory,
): Map<Ways, WaysTable> {
  const tables = new Map<Ways, WaysTable>();
  for (const { back, forward } of levels) {
    for (const { kind, ways } of [...back, forward].flatMap(({ steps, aside }) => [...steps, ...aside])) {
      if (!ways || kind === 'under' || tables.has(ways)) continue;
      const placed = placementsOf(ways, shape.labels);
      const count = placed.reduce((sum, { vectors }) => sum + vectors, 0);
      const at = memory.take((shape.labels + 1) * 8 + 8 + count * wayVectorBytes(shape));
      tables.set(ways, { placed, at });
    }
  }
  return tables;
}

/**
 * Reserves a table for each distinct list of candidates. Returns the addresses of the tables and the length of the
 * longest list.
 */
export function reserveLists(
  cells: readonly OrderedCell[],
  memory: TableMemory,
): { readonly lists: Map<CandidateLists, number>; readonly longest: number } {
  const tables = new Map<CandidateLists, number>();
  let longest = 1;
  for (const { lists } of cells) {
    if (tables.has(lists)) continue;
    let blocks = 0;
    lists.to.forEach((to, key) => {
      const candidates = to - lists.from[key]!;
      blocks += blocksOf(candidates);
      longest = Math.max(longest, candidates);
    });
    tables.set(lists, memory.take(wholeVectors(lists.from.length * LIST_BYTES) + blocks * BLOCK_BYTES));
  }
  return { lists: tables, longest };
}

/** Returns the number of 16-candidate blocks that a candidate list takes. */
export const blocksOf = (candidates: number): number => Math.ceil(candidates / BLOCK_CANDIDATES);

function placementsOf({ from, lane }: Ways, labels: number): Placement[] {
  return Array.from({ length: labels + 1 }, (_, label) => {
    const byLane: number[][] = Array.from({ length: labels }, () => []);
    for (let entry = from[label]!; entry < from[label + 1]!; entry++) byLane[lane[entry]!]!.push(entry);
    return placementOf(byLane);
  });
}
