import type { Finding, Plan, Slice, Tally, Wanted } from '../../src-core/engine.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import { isBetter, type BestBoard, type Scorer, type SolutionClasses } from './figures.ts';
import { shortKeys } from './short-keys.ts';

/** The results of a run so far, as stored in a checkpoint. Structured-clonable. */
export interface ResultsState {
  /** number of reported solutions */
  readonly found: number;
  /** the symmetry classes of the reported solutions; empty if all solutions are requested */
  readonly classes: SolutionClasses;
  readonly best: PartialBoard | null;
}

/** The results of a run so far: reported solutions and the best board. */
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

  /** Whether the requested number of solutions was found. Always false if all are requested. */
  get enough(): boolean {
    const { solutions } = this.#wanted;
    return solutions !== 'all' && this.#solutions >= solutions;
  }

  /** Records the results of a slice of the search. Returns the new ones, in the order in which to store them. */
  take(slice: Slice): Finding[] {
    const news: Finding[] = [];
    for (const finding of slice.findings) {
      // Ignore further results after the last requested one. Other threads might still report some.
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
    // Some engines report only their current board. So check whether it is better than the best board.
    if (!this.enough && slice.current && slice.findings.length === 0) {
      const board = slice.current.slice();
      if (this.#improve(board)) news.push({ type: 'improved', board });
    }
    return news;
  }

  /**
   * Returns the totals for display. Until a search for a given number of solutions is finished, the plan's solution
   * counts are incomplete, so the solutions reported so far are counted instead.
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
