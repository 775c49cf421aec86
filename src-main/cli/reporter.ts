import type { RunFigures } from '../../src-core/run/figures.ts';
import type { Finding } from '../../src-core/engine.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { RunEnd } from '../solver-process/runner.ts';

interface RunFacts {
  readonly seed: number;
  readonly threads: number;
  /** only when it is saved */
  readonly runId?: number;
  /** the best board of a saved run, perhaps found before it was resumed */
  readonly best?: PartialBoard | null;
}

/** How a run is told to whoever started it: as text for people, or as JSON lines. */
export interface Reporter {
  progress(figures: RunFigures): void;
  found(finding: Finding): void;
  /** why there is no solution, found without searching */
  reasons(messages: readonly string[]): void;
  /** Resolves when all of it is told, which waits for a slow reader. */
  done(status: RunEnd, message: string, figures: RunFigures, facts: RunFacts): Promise<void>;
}
