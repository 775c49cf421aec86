/** The API of the npm package `edgewise`. It uses no files, processes, clocks or threads. */
import type { Engine, Finding, Job, Tally } from './engine.ts';
import { loadEngine, usualEngine } from './engines.ts';
import type { PartialBoard } from './puzzle/partial-board.ts';
import type { Puzzle } from './puzzle/puzzle.ts';
import { drive } from './drive/drive.ts';
import type { Limits } from './run/limits.ts';
import { makeJob } from './drive/make-job.ts';
import type { EngineOptions } from './run/options.ts';

export { generate, type Generated } from './edge-matching/generate/generate.ts';
export { CannotWrite, FormatError } from './formats/format-error.ts';
export { formatsThat } from './formats/formats.ts';
export { readBoard } from './formats/read-board.ts';
export { readPuzzle, type Reading } from './formats/read-puzzle.ts';
export { writeBoard, writePuzzle } from './formats/write.ts';
export { readAnswer, type Answer } from './formats/models/answer.ts';
export { engineNames, loadEngine } from './engines.ts';
export { boardFrom, placementsOf, type PartialBoard, type Placement } from './puzzle/partial-board.ts';
export type { EdgePuzzle, Hint, Puzzle, SlidingPuzzle, Tile } from './puzzle/puzzle.ts';
export { scoreOf } from './puzzle/score.ts';
export { problemsOf } from './puzzle/validate.ts';

/** Options of `solve`. All are optional. */
export interface SolveOptions {
  /**
   * name of the engine, one of `engineNames()`. The default is `auto`, or `exact` if there are options. For sliding
   * puzzles, it is `optimal`, or `branch-and-bound` if `optimal` doesn't support the puzzle.
   */
  readonly engine?: string;
  /** the engine's options, by name */
  readonly options?: EngineOptions;
  /** number of solutions at which the search ends; default 1 */
  readonly solutions?: number | 'all';
  /** seed of all random choices; default 1 */
  readonly seed?: number;
  /** the search ends with status `limit` after placing this many tiles or making this many moves */
  readonly nodes?: number;
  /** called about every 20,000 nodes; if it returns true, the search ends with status `stopped` */
  readonly stop?: () => boolean;
  /**
   * called with each solution and improvement as soon as it is found; the result has all solutions but only the last
   * improvement
   */
  readonly found?: (finding: Finding) => void;
  /** the machine's memory in bytes; some engines use a fraction of it; default 4 GB */
  readonly memoryBytes?: number;
}

export interface Solved {
  /** how the search ended; `exhausted` means that the search is complete: if it found no solution, there is none */
  readonly status: 'solved' | 'exhausted' | 'limit' | 'stopped';
  /** the solutions; empty for sliding puzzles */
  readonly boards: readonly PartialBoard[];
  /** the best partial board; null if the engine reports none */
  readonly best: PartialBoard | null;
  /** sliding puzzles: the shortest solution found, as tile numbers in the order of moves */
  readonly moves: readonly number[] | null;
  /** number of solutions, counting symmetric images separately */
  readonly solutionsRaw: number;
  /** number of solutions, counting symmetric images once */
  readonly solutionsUnique: number;
  /** number of solutions that look different, counting symmetric images and swaps of identical tiles once */
  readonly solutionsDistinct: number;
  readonly nodes: number;
}

const NODES_PER_SLICE = 20_000;
const DEFAULT_MEMORY_BYTES = 4 * 2 ** 30;
const noLimits: Limits = { seconds: null, nodes: null };

/**
 * Solves a puzzle. Blocks the calling thread, so run long searches in a worker. Throws a user-facing error if the
 * engine doesn't support the puzzle or an option is invalid.
 */
export async function solve(puzzle: Puzzle, options: SolveOptions = {}): Promise<Solved> {
  const { solutions = 1, nodes = null } = options;
  const engine = await loadEngine(
    options.engine ?? usualEngine(puzzle, Object.keys(options.options ?? {}).length > 0),
  );
  const job = makeJob(
    engine,
    puzzle,
    {
      wanted: { solutions, boards: true },
      limits: { ...noLimits, nodes },
      options: options.options ?? {},
      seed: options.seed ?? 1,
    },
    options.memoryBytes ?? DEFAULT_MEMORY_BYTES,
  );
  const { tally, boards, best, moves, cut } = search(engine, job, options);
  const enough = hasEnough(tally, solutions) || (puzzle.kind === 'sliding' && moves !== null);
  return {
    status: cut ?? (enough ? 'solved' : 'exhausted'),
    boards,
    best,
    moves,
    solutionsRaw: tally.raw,
    solutionsUnique: Math.ceil(tally.unique),
    solutionsDistinct: Math.ceil(tally.distinct),
    nodes: tally.nodes,
  };
}

interface Results {
  readonly boards: PartialBoard[];
  best: PartialBoard | null;
  moves: readonly number[] | null;
}

interface SearchEnd extends Results {
  readonly tally: Tally;
  /** why the search ended early */
  readonly cut: 'limit' | 'stopped' | null;
}

function search(engine: Engine, job: Job, options: SolveOptions): SearchEnd {
  const { solutions = 1, nodes = null, stop, found } = options;
  const results: Results = { boards: [], best: null, moves: null };
  const driving = drive(engine, job, { nodesASlice: NODES_PER_SLICE });
  for (;;) {
    const step = driving.next();
    if (step.done) return { ...results, tally: step.value.tally(), cut: null };
    const { plan, slice } = step.value;
    for (const finding of slice.findings) {
      keep(results, finding);
      found?.(finding);
    }
    const tally = plan.tally();
    if (hasEnough(tally, solutions)) return { ...results, tally, cut: null };
    if (nodes !== null && tally.nodes >= nodes) return { ...results, tally, cut: 'limit' };
    if (stop?.() === true) return { ...results, tally, cut: 'stopped' };
  }
}

function keep(results: Results, finding: Finding): void {
  if (finding.type === 'solution') results.boards.push(finding.board);
  else if (finding.type === 'improved') results.best = finding.board;
  else results.moves = finding.moves;
}

const hasEnough = ({ raw }: Tally, solutions: number | 'all'): boolean =>
  solutions !== 'all' && raw >= solutions;
