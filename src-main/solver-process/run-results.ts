import type { Finding, Plan, Slice, Tally, Wanted } from '../../src-core/engine.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import { isBetter, type BestBoard, type Scorer, type SolutionClasses } from './figures.ts';
import { shortKeys } from './short-keys.ts';

/** What a run has found so far, as it stands in a checkpoint. Structured-clonable. */
export interface ResultsState {
  /** solutions announced, and their classes when a number of them was wanted */
  readonly found: number;
  readonly classes: SolutionClasses;
  readonly best: PartialBoard | null;
}

/** What a run has found so far: solutions announced and the best board seen. */
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

  /** Whether the number of solutions that was wanted is there. Never where all are wanted. */
  get enough(): boolean {
    const { solutions } = this.#wanted;
    return solutions !== 'all' && this.#solutions >= solutions;
  }

  /** Takes in what a slice found; what of it is news, in order. */
  take(slice: Slice): Finding[] {
    const news: Finding[] = [];
    for (const finding of slice.findings) {
      // What comes after the last one wanted, perhaps of a lane that was at work when another found that.
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
    // An engine that does not name its better boards shows them all the same.
    if (!this.enough && slice.current && slice.findings.length === 0) {
      const board = slice.current.slice();
      if (this.#improve(board)) news.push({ type: 'improved', board });
    }
    return news;
  }

  /**
   * The plan's totals; but where a number of solutions is wanted, the ones announced are counted until
   * the plan itself has come to the end: its counts are whole only then.
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
