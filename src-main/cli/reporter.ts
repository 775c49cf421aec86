import type { RunFigures } from '../../src-core/run/figures.ts';
import type { Finding } from '../../src-core/engine.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { RunEnd } from '../solver-process/runner.ts';

interface RunFacts {
  readonly seed: number;
  readonly threads: number;
  readonly runId?: number;
  /** the best board of a saved run, across all of its sessions */
  readonly best?: PartialBoard | null;
}

/** Reports a run to the user, as text or as JSON lines. */
export interface Reporter {
  progress(figures: RunFigures): void;
  found(finding: Finding): void;
  /** Reports why the puzzle has no solution, if counting tiles and labels proved it without a search. */
  reasons(messages: readonly string[]): void;
  /** Reports the end of the run. Resolves when everything has been printed, which a slow reader can delay. */
  done(status: RunEnd, message: string, figures: RunFigures, facts: RunFacts): Promise<void>;
}

/** Returns a function that reports which engine was chosen automatically and why. It reports each reason once. */
export function choiceTeller(remark: (text: string) => void): (figures: RunFigures) => void {
  let told = '';
  return ({ chosen }) => {
    if (!chosen || chosen.why === told) return;
    told = chosen.why;
    remark(`${told}\n`);
  };
}
