import type { Finding, Plan, Slice, Tally, Wanted } from '../../src-core/engine.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import { isBetter, type BestBoard, type Scorer, type SolutionClasses } from './figures.ts';
import { shortKeys } from './short-keys.ts';

/** A run's results so far, as stored in a checkpoint. Structured-clonable. */
export interface ResultsState {
  /** number of reported solutions */
  readonly found: number;
  /** symmetry classes of the reported solutions; empty if all solutions are wanted */
  readonly classes: SolutionClasses;
  readonly best: PartialBoard | null;
}

/** A run's results so far: the reported solutions and the best board. */
export class RunResults {
  readonly #scorer: Scorer;
  readonly #wanted: Wanted;
  #solutions: number;
  readonly #classes: SolutionClasses;
  #best: BestBoard | null;

  constructor(scorer: Scorer, wanted: Wanted, state?: ResultsState) {
    this.#scorer = scorer;
    this.#wanted = wanted;
    this.#solutions = state?.found ?? 0;
    const { unique, distinct } = state?.classes ?? { unique: new Set(), distinct: new Set() };
    this.#classes = { unique: shortKeys(unique), distinct: shortKeys(distinct) };
    this.#best = state?.best ? this.#measured(state.best) : null;
  }

  get best(): BestBoard | null {
    return this.#best;
  }

  get state(): ResultsState {
    return { found: this.#solutions, classes: this.#classes, best: this.#best?.board ?? null };
  }

  /** Whether as many solutions as requested have been found. Always false if all are wanted. */
  get enough(): boolean {
    const { solutions } = this.#wanted;
    return solutions !== 'all' && this.#solutions >= solutions;
  }

  /** Records the results of a slice. Returns the new ones, in the order in which to store them. */
  take(slice: Slice): Finding[] {
    const news: Finding[] = [];
    for (const finding of slice.findings) {
      // Ignore further results, which other threads may still report.
      if (this.enough) break;
      if (finding.type === 'path') {
        news.push(finding);
        continue;
      }
      const better = this.#improve(finding.board);
      if (finding.type === 'solution') {
        this.#announce(finding.board);
        if (this.#wanted.boards) news.push(finding);
      } else if (better) {
        news.push(finding);
      }
    }
    // Some engines report only their current board, so check whether it is a new best board.
    if (!this.enough && slice.current && slice.findings.length === 0) {
      const board = slice.current.slice();
      if (this.#improve(board)) news.push({ type: 'improved', board });
    }
    return news;
  }

  /**
   * Returns the totals for display. If a given number of solutions is wanted, the plan's solution counts are
   * incomplete until the search ends. The reported solutions are counted instead.
   */
  tally(plan: Plan): Tally {
    const tally = plan.tally();
    const { solutions } = this.#wanted;
    if (solutions === 'all' || tally.sliding || (plan.finished && !this.enough)) return tally;
    const { unique, distinct } = this.#classes;
    return { ...tally, raw: this.#solutions, unique: unique.size, distinct: distinct.size };
  }

  #announce(board: PartialBoard): void {
    this.#solutions += 1;
    if (this.#wanted.solutions === 'all') return;
    const { unique, distinct } = this.#scorer.classOf(board);
    this.#classes.unique.add(unique);
    this.#classes.distinct.add(distinct);
  }

  #improve(board: PartialBoard): boolean {
    const measured = this.#measured(board);
    if (!isBetter(measured, this.#best)) return false;
    this.#best = measured;
    return true;
  }

  #measured(board: PartialBoard): BestBoard {
    const { matched, placed, hintsKept } = this.#scorer.measure(board);
    return { board, matched, placed, hintsKept };
  }
}
