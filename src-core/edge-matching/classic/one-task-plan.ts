import * as v from 'valibot';
import type { CheckpointSchemas, EngineData, Plan, Slice, Tally, Task } from '../../engine.ts';
import type { PartialBoard } from '../../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { canonicalKey, distinctKey } from '../../puzzle/symmetry.ts';

/**
 * The data of a run with a single task that reports nothing but counts. `SearchState` is the type of the search's
 * checkpoint.
 */
export interface OneTaskData<SearchState = unknown> extends EngineData {
  work: null;
  note: null;
  news: never;
  planState: Totals;
  searchState: SearchState;
  prepared: undefined;
}

interface Totals {
  out: boolean;
  finished: boolean;
  nodes: number;
  nodesByDepth: number[];
  raw: number;
  unique: Set<string>;
  distinct: Set<string>;
  fraction: number | null;
  counts: Record<string, number>;
}

/** Returns the checkpoint schemas of a run with a single task. `search` is the schema of the search's checkpoint. */
export const oneTaskSchemas = <SearchState>(
  search: v.GenericSchema<unknown, SearchState>,
): CheckpointSchemas<OneTaskData<SearchState>> => ({
  plan: v.strictObject({
    out: v.boolean(),
    finished: v.boolean(),
    nodes: v.number(),
    nodesByDepth: v.array(v.number()),
    raw: v.number(),
    unique: v.set(v.string()),
    distinct: v.set(v.string()),
    fraction: v.nullable(v.number()),
    counts: v.record(v.string(), v.number()),
  }),
  work: v.null(),
  search,
});

/** What an engine reports about its result besides the usual totals. */
export interface ResultReport {
  readonly counts?: (totals: Readonly<Totals>) => Tally['counts'];
  /** returns how a finished run ended; needed only if the default of `Plan.outcome` doesn't apply */
  readonly outcome?: (totals: Readonly<Totals>) => 'solved' | 'exhausted' | 'limit';
}

/**
 * Returns the plan of a run with a single task. The classic engines search in one fixed order, so they use only one
 * thread.
 */
export function oneTaskPlan<SearchState>(
  puzzle: EdgePuzzle,
  checkpoint: Totals | undefined,
  telling: ResultReport = {},
): Plan<OneTaskData<SearchState>> {
  const totals = checkpoint === undefined ? fresh() : structuredClone(checkpoint);
  const seen = (board: PartialBoard): void => {
    totals.raw++;
    totals.unique.add(canonicalKey(puzzle, board));
    totals.distinct.add(distinctKey(puzzle, board));
  };
  return {
    next() {
      if (totals.out) return null;
      totals.out = true;
      return { id: 0, work: null };
    },
    absorb(_task: Task, slice: Slice) {
      totals.nodes += slice.nodes;
      slice.nodesByDepth?.forEach((nodes, depth) => {
        totals.nodesByDepth[depth] = (totals.nodesByDepth[depth] ?? 0) + nodes;
      });
      for (const finding of slice.findings) if (finding.type === 'solution') seen(finding.board);
      for (const [name, count] of Object.entries(slice.counts)) {
        totals.counts[name] = (totals.counts[name] ?? 0) + count;
      }
      totals.fraction = slice.fraction;
      totals.finished = slice.done;
    },
    get finished() {
      return totals.finished;
    },
    tally: () => ({
      nodes: totals.nodes,
      nodesByDepth: [...totals.nodesByDepth],
      raw: totals.raw,
      unique: totals.unique.size,
      distinct: totals.distinct.size,
      fraction: totals.fraction,
      peakDepth: totals.nodesByDepth.findLastIndex((nodes) => nodes > 0) + 1,
      counts: telling.counts?.(totals) ?? { ...totals.counts },
      sliding: null,
    }),
    checkpoint: () => structuredClone(totals),
    ...(telling.outcome && { outcome: () => telling.outcome!(totals) }),
  };
}

const fresh = (): Totals => ({
  out: false,
  finished: false,
  nodes: 0,
  nodesByDepth: [],
  raw: 0,
  unique: new Set(),
  distinct: new Set(),
  fraction: null,
  counts: {},
});
