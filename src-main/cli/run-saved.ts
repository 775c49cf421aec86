import { noFigures } from '../../src-core/run/figures.ts';
import type { Job, Limits } from '../../src-core/engine.ts';
import { ensureDataDir } from '../data-dir.ts';
import { RunService } from '../services/runs.ts';
import type { SolverHandle } from '../solver-process/protocol.ts';
import { solverHere } from '../solver-process/session.ts';
import { Store } from '../store/store.ts';
import { tell, type Ended } from './run-here.ts';
import type { Reporter } from './reporter.ts';
import { whenAskedToStop } from './stop.ts';

/** Adds the puzzle to the library if it is not there, and runs the job with everything kept. */
export function startSaved(job: Job, dataDir: string, reporter: Reporter): Promise<Ended> {
  return withRuns(dataDir, reporter, async (store, runs) => {
    const { puzzle, ...settings } = job;
    const puzzleId = store.puzzles.addOnce(puzzle).id;
    return runs.start({ ...settings, options: { ...settings.options }, puzzleId });
  });
}

/** Takes up a run of the library again. `more` grants further seconds or nodes from where it stands. */
export function resumeSaved(
  runId: number,
  more: Partial<Limits>,
  dataDir: string,
  reporterFor: (store: Store) => Promise<Reporter>,
): Promise<Ended> {
  return withRuns(dataDir, reporterFor, (_store, runs) => {
    runs.resume(runId, more);
    return runId;
  });
}

async function withRuns(
  dataDir: string,
  reporter: Reporter | ((store: Store) => Promise<Reporter>),
  begin: (store: Store, runs: RunService) => number | Promise<number>,
): Promise<Ended> {
  const store = await Store.open(ensureDataDir(dataDir), 'command line');
  let forget = (): void => undefined;
  try {
    const handle: SolverHandle = solverHere();
    const runs = new RunService({ store, emit: () => undefined, dataDir, spawnSolver: () => handle });
    const told = typeof reporter === 'function' ? await reporter(store) : reporter;
    const over = new Promise<Ended>((resolve) => tell(handle, told, noFigures, resolve));
    const runId = await begin(store, runs);
    forget = whenAskedToStop(() => void runs.stop(runId));
    const { status, message } = await over;
    await runs.close();
    // As they are stored: a run taken up again may know a better board than its solver found since.
    const { settings, figures } = store.runs.get(runId);
    const { seed, threads } = settings;
    told.done(status, message, figures, { seed, threads, runId, best: store.runs.best(runId) });
    return { status, message, figures };
  } finally {
    store.close();
    forget();
  }
}
