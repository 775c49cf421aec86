import type { Tally } from '../../src-core/engine.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { Counter } from '../../src-core/run/engine-facts.ts';
import type { RunFigures } from '../../src-core/run/figures.ts';

/** The score of a board, without the totals (edges, cells, hints), which are the same for all boards of a puzzle. */
export interface BoardMeasure {
  readonly matched: number;
  readonly placed: number;
  readonly hintsKept: number;
}

export interface PuzzleSizes {
  readonly edges: number;
  readonly cells: number;
  readonly hints: number;
}

/** Scores boards on behalf of the runner, which knows nothing about puzzles. */
export interface Scorer {
  readonly sizes: PuzzleSizes;
  measure(board: PartialBoard): BoardMeasure;
  /**
   * hashes of the board: symmetric boards have the same `unique`, and boards that look the same, up to symmetry,
   * have the same `distinct`
   */
  classOf(board: PartialBoard): { readonly unique: string; readonly distinct: string };
}

/**
 * Hashes of the reported solutions (see `Scorer.classOf`). The size of each set is the number of unique or distinct
 * solutions.
 */
export interface SolutionClasses {
  readonly unique: Set<string>;
  readonly distinct: Set<string>;
}

export interface BestBoard extends BoardMeasure {
  readonly board: PartialBoard;
}

export const isBetter = (a: BoardMeasure, b: BoardMeasure | null): boolean =>
  b === null || a.matched > b.matched || (a.matched === b.matched && a.placed > b.placed);

export function figuresOf(
  tally: Tally,
  run: {
    elapsedMs: number;
    nodesPerSecond: number;
    depth: number;
    best: BestBoard | null;
    sizes: PuzzleSizes;
    counters: readonly Counter[];
  },
): RunFigures {
  const counts: Record<string, number | number[]> = {};
  for (const [name, value] of Object.entries(tally.counts)) {
    counts[name] = typeof value === 'number' ? value : [...value];
  }
  for (const { name, perSecondOf } of run.counters) {
    const count = perSecondOf === undefined ? undefined : counts[perSecondOf];
    if (typeof count === 'number' && run.elapsedMs > 0) counts[name] = (count / run.elapsedMs) * 1000;
  }
  const { sliding } = tally;
  return {
    nodes: tally.nodes,
    nodesByDepth: [...tally.nodesByDepth],
    nodesPerSecond: run.nodesPerSecond,
    elapsedMs: run.elapsedMs,
    raw: tally.raw,
    // During the search, an engine may report fractional counts, such as 1/4 for one of four symmetric solutions, so
    // round them up.
    unique: Math.ceil(tally.unique),
    distinct: Math.ceil(tally.distinct),
    fraction: tally.fraction,
    depth: run.depth,
    peakDepth: tally.peakDepth,
    ...run.sizes,
    ...bestOf(tally, run.sizes, run.best),
    counts,
    ...(tally.chosen ? { chosen: { ...tally.chosen } } : {}),
    sliding: sliding && { ...sliding, path: sliding.path && [...sliding.path] },
  };
}

/**
 * Returns the best board's score. If a solution was found, returns the full score, even if solutions were only counted
 * and not stored.
 */
function bestOf(tally: Tally, sizes: PuzzleSizes, best: BestBoard | null): BoardMeasure {
  if (tally.raw > 0) return { matched: sizes.edges, placed: sizes.cells, hintsKept: sizes.hints };
  return { matched: best?.matched ?? 0, placed: best?.placed ?? 0, hintsKept: best?.hintsKept ?? 0 };
}
