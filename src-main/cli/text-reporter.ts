import { ERASED_LINE } from './printable.ts';
import type { RunFigures } from '../../src-core/run/figures.ts';
import type { Counter } from '../../src-core/run/engine-facts.ts';
import { solutionsFound, solutionsReport } from '../../src-core/formats/ascii.ts';
import { writeBoard } from '../../src-core/formats/write.ts';
import { solutionsInSquares } from '../../src-core/formats/squares.ts';
import { goalNameOf, goalText, hasEqualTiles, shownOn } from '../../src-core/puzzle/sliding-goal.ts';
import { positionsAlong } from '../../src-core/sliding/state.ts';
import { placementsOf, type PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import { counted, grouped, nounFor } from '../../src-core/text/counted.ts';
import type { EdgePuzzle, Puzzle, SlidingPuzzle } from '../../src-core/puzzle/puzzle.ts';
import { canonicalBoard } from '../../src-core/puzzle/symmetry.ts';
import { countersText } from './counters.ts';
import { outputTaken } from './output.ts';
import { choiceTeller, type Reporter } from './reporter.ts';
import { allImages, SortedBoards } from './sorted-boards.ts';

export type BoardFormat = 'ascii' | 'squares' | 'tiles' | 'bucas' | 'json' | 'moves';

export interface TextOptions {
  readonly format: BoardFormat;
  /**
   * What to print. `all`: unique boards, sorted, at the end. `count`: only the counts. `some`: boards as they are
   * found.
   */
  readonly wanted: 'all' | 'count' | 'some';
  /** if `wanted` is `all`: true to print every solution, symmetric images included */
  readonly raw?: boolean;
  readonly write: (text: string) => void;
  /** Writes progress and remarks to standard error. */
  readonly remark: (text: string) => void;
  readonly isTerminal: boolean;
  /** the counters that the engine reports, such as pruned nodes, to be printed at the end */
  readonly counters: readonly Counter[];
}

const PROGRESS_INTERVAL_MS = 10_000;

/** Returns a reporter that prints text for users. Boards and moves go to `write`, and everything else to `remark`. */
export function textReporter(puzzle: Puzzle, options: TextOptions): Reporter {
  const { write, remark, wanted, isTerminal } = options;
  const unique = new SortedBoards();
  let best: PartialBoard | null = null;
  let printed = 0;
  let toldAt = 0;
  const tellChoice = choiceTeller(remark);

  const print = (board: PartialBoard): void => {
    write(
      `${printed++ > 0 ? separatorOf(options.format) : ''}${boardText(puzzle as EdgePuzzle, board, options.format)}`,
    );
  };
  const printAll = async (): Promise<void> => {
    const boards = options.raw ? allImages(puzzle as EdgePuzzle, unique) : unique;
    for (const piece of listed(puzzle as EdgePuzzle, boards, options)) {
      write(piece);
      await outputTaken();
    }
  };
  return {
    progress(figures) {
      if (figures.chosen && isTerminal) remark(ERASED_LINE);
      tellChoice(figures);
      if (isTerminal) remark(`${ERASED_LINE}${progressText(figures)}`);
      else if (figures.elapsedMs - toldAt >= PROGRESS_INTERVAL_MS) {
        toldAt = figures.elapsedMs;
        remark(`${progressText(figures)}\n`);
      }
    },
    found(finding) {
      if (finding.type === 'improved') best = finding.board;
      if (finding.type !== 'solution') return;
      if (wanted === 'some') {
        if (isTerminal) remark(ERASED_LINE);
        print(finding.board);
      } else {
        unique.add(canonicalBoard(puzzle as EdgePuzzle, finding.board));
      }
    },
    reasons: (messages) => remark(`${messages.join('\n')}\n`),
    async done(status, message, figures, facts) {
      if (isTerminal) remark(ERASED_LINE);
      if (status === 'failed') return;
      if (figures.sliding) {
        write(pathText(puzzle, figures.sliding, status));
        if (puzzle.kind === 'sliding') remark(`Goal: ${goalNameOf(puzzle)} (${goalText(puzzle)})\n`);
      } else if (wanted === 'count') write(`${countsText(figures.raw, figures.unique, figures.distinct)}\n`);
      else if (wanted === 'all') await printAll();
      else if (printed === 0) {
        const board = facts.best ?? best;
        if (status === 'exhausted') write(`${solutionsFound(0)}\n`);
        else if (board) print(board);
      }
      tellChoice(figures);
      remark(`${summaryText(status, message, figures)}\n${countersText(options.counters, figures.counts)}`);
      if (facts.runId !== undefined) remark(`Saved as run ${facts.runId}.\n`);
    },
  };
}

/**
 * Returns the moves of the solution. If there is no solution, returns “No solution found.” after a complete search,
 * and otherwise an empty string.
 */
function pathText(puzzle: Puzzle, { path }: NonNullable<RunFigures['sliding']>, status: string): string {
  if (path && puzzle.kind === 'sliding') return `${movesText(puzzle, path)}\n`;
  return status === 'exhausted' ? 'No solution found.\n' : '';
}

/** Returns the moves as numbers of tiles, with directions if several tiles show the same number. */
export const movesText = (puzzle: SlidingPuzzle, path: readonly number[]): string =>
  (hasEqualTiles(puzzle) ? movesWithWays(puzzle, path) : path).join(' ');

/**
 * Returns each move as the tile's number with its direction (U, D, L, R). The number alone may be ambiguous, because
 * two tiles can show the same one.
 */
function movesWithWays(puzzle: SlidingPuzzle, path: readonly number[]): string[] {
  const positions = positionsAlong(puzzle, puzzle.start, path);
  return path.map((tile, i) => {
    const step = positions[i]!.indexOf(0) - positions[i]!.indexOf(tile);
    const way = step === 1 ? 'R' : step === -1 ? 'L' : step > 0 ? 'D' : 'U';
    return `${shownOn(puzzle, tile)}${way}`;
  });
}

function* listed(puzzle: EdgePuzzle, boards: SortedBoards, { format, raw }: TextOptions): Generator<string> {
  if (format === 'squares') yield* solutionsInSquares(puzzle, boards, boards.count());
  else if (format === 'ascii' && !raw) yield* solutionsReport(puzzle, boards, boards.count());
  else {
    let between = '';
    for (const board of boards) {
      yield between + boardText(puzzle, board, format);
      between = separatorOf(format);
    }
  }
}

/** Returns the text between two boards: an empty line, or nothing between two lines of JSON. */
const separatorOf = (format: BoardFormat): string => (format === 'json' ? '' : '\n');

function boardText(puzzle: EdgePuzzle, board: PartialBoard, format: BoardFormat): string {
  if (format === 'json') return `${JSON.stringify({ placements: placementsOf(board) })}\n`;
  const text = writeBoard(puzzle, board, format);
  return text.endsWith('\n') ? text : `${text}\n`;
}

const number = (value: number): string => grouped(Math.round(value));

const roundedCount = (count: number, noun: string): string => counted(Math.round(count), noun);

/** Returns a line of counts. It has no thousands separators, because scripts read it. */
export const countsText = (raw: number, unique: number | null, distinct: number | null): string =>
  `${raw} ${nounFor(raw, 'solution')}, ${unique} unique, ${distinct} distinct`;

function progressText(figures: RunFigures): string {
  const { nodes, nodesPerSecond, depth, peakDepth, cells, fraction, raw, matched, edges, elapsedMs } =
    figures;
  const parts = [
    `${(elapsedMs / 1000).toFixed(1)} s`,
    roundedCount(nodes, 'node'),
    `${number(nodesPerSecond)}/s`,
    // Show no maximum if the depth is a number of moves, as for a sliding puzzle or brute force.
    figures.sliding || peakDepth > cells ? `depth ${depth}` : `depth ${depth} of ${cells}`,
  ];
  if (edges > 0) parts.push(`best ${matched} of ${counted(edges, 'edge')}`);
  if (raw > 0) parts.push(roundedCount(raw, 'solution'));
  if (fraction !== null) parts.push(`${(fraction * 100).toPrecision(3)} % done`);
  return parts.join(', ');
}

function summaryText(status: string, message: string, figures: RunFigures): string {
  const { nodes, nodesPerSecond, elapsedMs, matched, edges, placed, cells, hintsKept, hints, sliding } =
    figures;
  const parts = [
    `${status}${message === '' ? '' : ` (${message})`}`,
    `${roundedCount(nodes, 'node')} in ${(elapsedMs / 1000).toFixed(2)} s (${number(nodesPerSecond)}/s)`,
  ];
  if (sliding) {
    const { path, lowerBound, optimal } = sliding;
    if (path) {
      const bound = optimal ? 'proven shortest' : `lower bound ${lowerBound}`;
      parts.push(`${counted(path.length, 'move')}, ${bound}`);
    }
  } else {
    parts.push(countsText(figures.raw, figures.unique, figures.distinct));
    if (placed > 0) {
      const kept = hints > 0 ? `, ${hintsKept} of ${counted(hints, 'hint')} kept` : '';
      parts.push(`best ${matched} of ${counted(edges, 'edge')}, ${placed} of ${cells} placed${kept}`);
    }
  }
  return parts.join('; ');
}
