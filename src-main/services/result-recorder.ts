import type { HostEvent } from '../../src-core/contract.ts';
import type { LogLine } from '../../src-core/contract/runs.ts';
import type { Finding } from '../../src-core/engine.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle, Hint, Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../src-core/puzzle/score.ts';
import { counted } from '../../src-core/text/counted.ts';
import { durationText } from '../../src-core/text/duration.ts';
import { isBetter, type BoardMeasure } from '../solver-process/figures.ts';
import type { BestFigures } from '../store/runs.ts';
import type { NewSavedBoard } from '../store/saved-boards.ts';
import { checkBoard, checkPath, type Checked } from './check-result.ts';
import type { Context } from './context.ts';

/**
 * Storing a better board waits for the disk, so it mustn't happen often. A result is stored immediately if the last
 * write was longer ago than this.
 */
const MIN_WRITE_INTERVAL_MS = 500;
/** When this many results are waiting to be stored, the search pauses until they are. */
const MAX_PENDING_RESULTS = 5_000;
/** The log needn't list more, because the gallery has all solutions. */
const MAX_LOGGED_SOLUTIONS = 20;

export interface ResultRecorderOptions extends Context {
  readonly runId: number;
  readonly puzzleId: number;
  readonly puzzle: Puzzle;
  /** the hints stored with the puzzle in the library; the run may use different ones */
  readonly ownHints: readonly Hint[];
  readonly clock: () => number;
  /** running time of the run in milliseconds; without it, the log shows no times */
  readonly elapsedMs?: () => number;
  /** called if a result can't be stored */
  readonly onFault: (error: unknown) => void;
}

/** A board or path to be stored, and the log line to add if the run hasn't found it before. */
interface Pending {
  readonly solution: NewSavedBoard;
  readonly text: string;
  /** true for a new best board, which is logged and announced even if the library already has it */
  readonly counts: boolean;
}

interface Improved {
  readonly board: PartialBoard;
  readonly score: BestFigures;
}

/**
 * Records the results of a run. Every board is verified from the tiles alone as soon as it arrives. It is then stored
 * together with others, and reported only after that.
 */
export class ResultRecorder {
  readonly #options: ResultRecorderOptions;
  readonly #otherHints: EdgePuzzle | null;
  #pending: Pending[] = [];
  /** the best board found since the last write, to be stored with the run */
  #improved: Improved | null = null;
  /** the best board stored with the run; after a resume, the first boards can be worse */
  #best: BoardMeasure | null = null;
  #found = 0;
  #storedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ResultRecorderOptions) {
    this.#options = options;
    const { store, runId, puzzle, ownHints } = options;
    const best = store.runs.best(runId);
    if (best && puzzle.kind === 'edge-matching') this.#best = scoreOf(puzzle, best);
    this.#otherHints =
      puzzle.kind === 'edge-matching' && cellsOf(ownHints) !== cellsOf(puzzle.hints)
        ? { ...puzzle, hints: [...ownHints] }
        : null;
  }

  get best(): BoardMeasure | null {
    return this.#best;
  }

  /**
   * Verifies results and stores them, either immediately or in batches. Throws if a result is not what the engine
   * claims.
   */
  take(findings: readonly Finding[]): void {
    for (const finding of findings) this.#check(finding);
    if (this.#pending.length === 0 && !this.#improved) return;
    const wait = this.#storedAt + MIN_WRITE_INTERVAL_MS - this.#options.clock();
    if (wait <= 0 || this.#pending.length >= MAX_PENDING_RESULTS) this.flush();
    else this.#timer ??= setTimeout(() => this.#flushLater(), wait);
  }

  #flushLater(): void {
    try {
      if (this.#options.store.isOpen) this.flush();
    } catch (error) {
      this.#options.onFault(error);
    }
  }

  /**
   * Stores pending results and then reports them. Call this before storing a checkpoint, because a run resumed from
   * that checkpoint doesn't find these results again.
   */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [pending, improved] = [this.#pending, this.#improved];
    if (pending.length === 0 && !improved) return;
    const { store, runId, puzzleId, emit, clock } = this.#options;
    const lines: LogLine[] = [];
    let gallery = false as boolean;
    // Wait for the disk only if the best board has improved. A power cut doesn't lose the other results, because the
    // run resumes from an earlier checkpoint and finds them again.
    const write = <T>(work: () => T): T => (improved ? store.together(work) : store.soon(work));
    write(() => {
      if (improved) store.runs.setBest(runId, improved.board, improved.score);
      for (const { solution, text, counts } of pending) {
        const { isNew } = store.boards.add(solution);
        gallery ||= isNew || counts;
        if (counts || (isNew && ++this.#found <= MAX_LOGGED_SOLUTIONS))
          lines.push(store.runs.log(runId, text));
      }
    });
    this.#storedAt = clock();
    this.#pending = [];
    this.#improved = null;
    for (const line of lines) emit({ type: 'run.log', runId, line });
    if (gallery) emit({ type: 'boards.changed', puzzleId, total: store.boards.count(puzzleId) });
    if (improved) tellImproved(emit, runId, improved);
  }

  /** Cancels the next write of pending results. */
  close(): void {
    clearTimeout(this.#timer);
  }

  #check(finding: Finding): void {
    if (finding.type === 'improved') {
      const score = scoreOf(this.#edgePuzzle(), finding.board);
      if (!isBetter(score, this.#best)) return;
      this.#improve(score, finding.board);
      // If every cell is filled, also add the board to the gallery and the line `text` to the log.
      const text = `${score.matched} of ${counted(score.edges, 'edge')} matched${this.#after()}.`;
      if (score.placed === score.cells) this.#add(finding, this.#checked(finding), text, true);
      return;
    }
    const checked = this.#checked(finding);
    if (!checked.solved)
      throw new Error('the engine reported a solution that does not solve the puzzle; it was not stored');
    if (finding.type === 'solution') {
      const keepsMore = checked.hintsKept > (this.#best?.hintsKept ?? 0);
      if (keepsMore || isBetter(checked, this.#best)) this.#improve(checked, finding.board);
      this.#add(finding, checked, `Solution found${this.#after()}.`, false);
    } else
      this.#add(finding, checked, `Found a solution of ${counted(finding.moves.length, 'move')}.`, false);
  }

  #after(): string {
    const { elapsedMs } = this.#options;
    return elapsedMs ? ` after ${durationText(elapsedMs())}` : '';
  }

  #improve(score: BestFigures, board: PartialBoard): void {
    this.#best = score;
    this.#improved = { board, score };
  }

  #add(finding: Finding, checked: Checked, text: string, counts: boolean): void {
    const { puzzleId, runId } = this.#options;
    // Stored boards are scored with the hints of the puzzle in the library. If the run uses different hints, score the
    // board again.
    const kept =
      this.#otherHints && finding.type !== 'path' ? checkBoard(this.#otherHints, finding.board) : checked;
    this.#pending.push({ solution: { puzzleId, runId, ...kept }, text, counts });
  }

  #checked(finding: Finding): Checked {
    const { puzzle } = this.#options;
    if (puzzle.kind === 'sliding') return checkPath(puzzle, finding.type === 'path' ? finding.moves : []);
    return checkBoard(puzzle, finding.type === 'path' ? new Int32Array() : finding.board);
  }

  #edgePuzzle(): EdgePuzzle {
    const { puzzle } = this.#options;
    if (puzzle.kind !== 'edge-matching')
      throw new Error('the solution of a sliding puzzle is a list of moves, not a board');
    return puzzle;
  }
}

const tellImproved = (emit: (event: HostEvent) => void, runId: number, improved: Improved): void => {
  const { board, score } = improved;
  const { matched, placed } = score;
  emit({ type: 'run.improved', runId, board, matched, placed });
};

const cellsOf = (hints: readonly Hint[]): string =>
  hints
    .map(({ cell }) => cell)
    .sort((a, b) => a - b)
    .join();
