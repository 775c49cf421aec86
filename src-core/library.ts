/**
 * Edgewise as a library: what the package `edgewise` of npm exports. Everything here is pure: no file, process, clock
 * or thread. docs/library.md has examples, which a test runs.
 */
import type { Finding } from './engine.ts';
import { loadEngine } from './engines.ts';
import { defaultEngine } from './run/engine-facts.ts';
import type { PartialBoard } from './puzzle/partial-board.ts';
import type { Puzzle } from './puzzle/puzzle.ts';
import { drive } from './drive/drive.ts';
import type { Limits } from './run/limits.ts';
import { makeJob } from './drive/make-job.ts';
import type { EngineOptions } from './run/options.ts';

export { generate, type Generated } from './edge-matching/generate/generate.ts';
export { CannotWrite, FormatError } from './formats/format-error.ts';
export {
  formatsThat,
  readBoard,
  readPuzzle,
  writeBoard,
  writePuzzle,
  type Reading,
} from './formats/formats.ts';
export { readAnswer, type Answer } from './formats/models/answer.ts';
export { engineNames, loadEngine } from './engines.ts';
export { boardFrom, placementsOf, type PartialBoard, type Placement } from './puzzle/partial-board.ts';
export type { EdgePuzzle, Hint, Puzzle, SlidingPuzzle, Tile } from './puzzle/puzzle.ts';
export { scoreOf } from './puzzle/score.ts';
export { problemsOf } from './puzzle/validate.ts';

/** What is asked of `solve`; everything may be left out. */
export interface SolveOptions {
  /** name of one of `engineNames()`; default `exact`, for sliding puzzles `optimal` */
  readonly engine?: string;
  /** options of the engine, by name */
  readonly options?: EngineOptions;
  /** how many solutions end the search; default 1 */
  readonly solutions?: number | 'all';
  /** default 1 */
  readonly seed?: number;
  /** the search ends as `limit` when it has placed so many tiles (sliding: made so many moves) */
  readonly nodes?: number;
  /** asked between slices of some ten thousand nodes: true ends the search as `stopped` */
  readonly stop?: () => boolean;
  /** hears everything at once; what a search finds is also in its result */
  readonly found?: (finding: Finding) => void;
  /** of the machine, for engines that take a share of it; default 4 GB */
  readonly memoryBytes?: number;
}

export interface Solved {
  /** `exhausted`: all was searched; with no solution found, there is none */
  readonly status: 'solved' | 'exhausted' | 'limit' | 'stopped';
  /** solutions found, as boards; of a sliding puzzle none */
  readonly boards: readonly PartialBoard[];
  /** the best board of a search that found no solution; null where the engine tells none */
  readonly best: PartialBoard | null;
  /** of a sliding puzzle: the moves of the shortest solution found, as tile numbers; null when none was */
  readonly moves: readonly number[] | null;
  /** every placement found, turned ones too; classes under the board's symmetry; looks */
  readonly solutionsRaw: number;
  readonly solutionsUnique: number;
  readonly solutionsDistinct: number;
  readonly nodes: number;
}

const NODES_A_SLICE = 20_000;
const USUAL_MEMORY = 4 * 2 ** 30;
const noLimits: Limits = { seconds: null, nodes: null };

/**
 * Solves a puzzle in this thread; it waits for nothing in between but goes back to the event loop never, so a long
 * search belongs into a worker. Throws, in a sentence, when the engine can't take the puzzle or the options.
 */
export async function solve(puzzle: Puzzle, wishes: SolveOptions = {}): Promise<Solved> {
  const { solutions = 1, nodes = null, stop, found } = wishes;
  const engine = await loadEngine(wishes.engine ?? defaultEngine[puzzle.kind]);
  const job = makeJob(
    engine,
    puzzle,
    {
      wanted: { solutions, boards: true },
      limits: { ...noLimits, nodes },
      options: wishes.options ?? {},
      seed: wishes.seed ?? 1,
    },
    wishes.memoryBytes ?? USUAL_MEMORY,
  );
  const boards: PartialBoard[] = [];
  let best: PartialBoard | null = null;
  let moves: readonly number[] | null = null;
  let cut: 'limit' | 'stopped' | null = null;
  const driving = drive(engine, job, { nodesASlice: NODES_A_SLICE });
  let tally;
  for (;;) {
    const step = driving.next();
    if (step.done) {
      tally = step.value.tally();
      break;
    }
    const { plan, slice } = step.value;
    for (const finding of slice.findings) {
      if (finding.type === 'solution') boards.push(finding.board);
      else if (finding.type === 'improved') best = finding.board;
      else moves = finding.moves;
      found?.(finding);
    }
    tally = plan.tally();
    if (solutions !== 'all' && tally.raw >= solutions) break;
    if (nodes !== null && tally.nodes >= nodes) cut = 'limit';
    else if (stop?.() === true) cut = 'stopped';
    if (cut) break;
  }
  const enough =
    (solutions !== 'all' && tally.raw >= solutions) || (puzzle.kind === 'sliding' && moves !== null);
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
