import type { RunFigures } from '../../src-core/run/figures.ts';
import type { Finding } from '../../src-core/engine.ts';
import { writeBoard } from '../../src-core/formats/write.ts';
import { goalNameOf, goalPosition } from '../../src-core/puzzle/sliding-goal.ts';
import { placementsOf, type PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle, Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../src-core/puzzle/score.ts';
import { canonicalBoard } from '../../src-core/puzzle/symmetry.ts';
import { outputTaken } from './output.ts';
import { choiceTeller, type Reporter } from './reporter.ts';
import { allImages, SortedBoards } from './sorted-boards.ts';

/**
 * Returns a reporter that prints JSON objects, one per line, as described in docs/reference/cli.md. Solutions are
 * printed as they are found. If `raw` is true, all solutions are printed at the end, symmetric images included.
 */
export function jsonReporter(puzzle: Puzzle, write: (text: string) => void, raw = false): Reporter {
  const kept = new SortedBoards();
  let solutions = 0;
  const tellChoice = choiceTeller((text) => void process.stderr.write(text));
  const line = (value: object): void => write(`${JSON.stringify(value)}\n`);
  const found = (finding: Finding): void => {
    if (finding.type === 'path') {
      const { moves, lowerBound, optimal } = finding;
      line({ type: 'improved', moves: moves.length, lowerBound, optimal, path: moves });
    } else if (finding.type === 'solution' && raw) {
      kept.add(canonicalBoard(puzzle as EdgePuzzle, finding.board));
    } else if (finding.type === 'solution') {
      line({ type: 'solution', index: solutions++, placements: placementsOf(finding.board) });
    } else line({ type: 'improved', ...measured(puzzle, finding.board) });
  };
  return {
    progress(figures) {
      tellChoice(figures);
      line({ type: 'progress', ...progressOf(figures) });
    },
    found,
    reasons: (messages) => line({ type: 'unsolvable', reasons: messages }),
    async done(status, message, figures, { seed, threads, runId }) {
      tellChoice(figures);
      for (const board of raw ? allImages(puzzle as EdgePuzzle, kept) : []) {
        line({ type: 'solution', index: solutions++, placements: placementsOf(board) });
        await outputTaken();
      }
      line({
        type: 'done',
        status,
        ...(figures.chosen ? { engine: figures.chosen.engine } : {}),
        ...(message === '' ? {} : { message }),
        solutions: figures.raw,
        uniqueSolutions: figures.unique,
        distinctSolutions: figures.distinct,
        nodes: figures.nodes,
        nodesByDepth: figures.nodesByDepth,
        elapsedMs: Math.round(figures.elapsedMs),
        nodesPerSecond: figures.nodesPerSecond,
        matched: figures.matched,
        edges: figures.edges,
        placed: figures.placed,
        cells: figures.cells,
        hintsKept: figures.hintsKept,
        hints: figures.hints,
        peakDepth: figures.peakDepth,
        ...slidingFields(figures),
        ...goalFields(puzzle),
        ...figures.counts,
        seed,
        threads,
        runId,
      });
    },
  };
}

function measured(puzzle: Puzzle, board: PartialBoard): object {
  if (puzzle.kind !== 'edge-matching')
    throw new Error('the solution of a sliding puzzle is a list of moves, not a board');
  const { matched, edges, placed, hintsKept } = scoreOf(puzzle, board);
  return { matched, edges, placed, hintsKept, board: writeBoard(puzzle, board, 'tiles') };
}

function progressOf(figures: RunFigures): object {
  const { nodes, nodesPerSecond, depth, peakDepth, matched, placed, fraction, elapsedMs, raw } = figures;
  return {
    nodes,
    nodesPerSecond,
    depth,
    peakDepth,
    matched,
    placed,
    fraction,
    elapsedMs: Math.round(elapsedMs),
    solutions: raw,
    ...slidingFields(figures),
  };
}

const goalFields = (puzzle: Puzzle): object =>
  puzzle.kind === 'sliding' ? { goal: goalPosition(puzzle, puzzle.goal), goalName: goalNameOf(puzzle) } : {};

function slidingFields({ sliding }: RunFigures): object {
  if (!sliding) return {};
  const { path, lowerBound, optimal } = sliding;
  return { moves: path?.length ?? null, lowerBound, optimal, path };
}
