import type { RunFigures } from '../../src-core/run/figures.ts';
import type { Finding } from '../../src-core/engine.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { RunEnd } from '../solver-process/runner.ts';

interface RunFacts {
  readonly seed: number;
  readonly threads: number;
  readonly runId?: number;
  /** the best board of a saved run, over all its sessions */
  readonly best?: PartialBoard | null;
}

/** Reports a run to the user, as text or as JSON lines. */
export interface Reporter {
  progress(figures: RunFigures): void;
  found(finding: Finding): void;
  /** Reports why the puzzle has no solution, if this was proved without a search by counting tiles and labels. */
  reasons(messages: readonly string[]): void;
  /** Reports the end. Resolves when everything is printed; a slow reader can delay this. */
  done(status: RunEnd, message: string, figures: RunFigures, facts: RunFacts): Promise<void>;
}

/** Returns a function that reports which engine was chosen automatically and why, once for each new reason. */
export function choiceTeller(remark: (text: string) => void): (figures: RunFigures) => void {
  let told = '';
  return ({ chosen }) => {
    if (!chosen || chosen.why === told) return;
    told = chosen.why;
    remark(`${told}\n`);
  };
}
