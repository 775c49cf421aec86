import { noFigures } from '../../src-core/run/figures.ts';
import type { Job, Limits } from '../../src-core/engine.ts';
import type { OpenLibrary } from '../services/open-library.ts';
import { solverFor } from '../external-engines/external-engine.ts';
import { solverHere } from '../solver-process/session.ts';
import { withLibrary } from './open-library.ts';
import { tell, type Ended, type Told } from './run-here.ts';
import type { Reporter } from './reporter.ts';
import { whenAskedToStop } from './stop.ts';

/** Adds the puzzle to the library if it is not there, and runs the job with everything kept. */
export function startSaved(job: Job, dataDir: string, reporter: Reporter): Promise<Ended> {
  return withRuns(
    dataDir,
    () => ({ puzzle: job.puzzle, reporter }),
    (library) => {
      const { puzzle, ...settings } = job;
      const puzzleId = library['library.import']({ puzzle, once: true, boards: [], paths: [] }).id;
      return library.runs.start({ ...settings, options: { ...settings.options }, puzzleId });
    },
  );
}

/** Takes up a run of the library again. `more` grants further seconds or nodes from where it stands. */
export function resumeSaved(
  runId: number,
  more: Partial<Limits>,
  dataDir: string,
  toldBy: (library: OpenLibrary) => Promise<Told>,
): Promise<Ended> {
  return withRuns(dataDir, toldBy, (library) => {
    library.runs.resume(runId, more);
    return runId;
  });
}

function withRuns(
  dataDir: string,
  toldBy: (library: OpenLibrary) => Told | Promise<Told>,
  begin: (library: OpenLibrary) => number | Promise<number>,
): Promise<Ended> {
  const handle = solverFor(dataDir, solverHere)();
  return withLibrary({ dataDir, mode: 'changing', spawnSolver: () => handle }, async (library) => {
    const told = await toldBy(library);
    const over = new Promise<Ended>((resolve) => tell(handle, told, noFigures, resolve));
    const runId = await begin(library);
    told.puzzle = library.puzzleOfRun(runId); // the very one that the run checks its boards by
    const forget = whenAskedToStop(() => void library.runs.stop(runId));
    try {
      const { status, message } = await over;
      await library.runs.close();
      // As they are stored: a run resumed may know a better board than its solver found since.
      const { settings, figures, best } = library.runs.get(runId);
      const { seed, threads } = settings;
      await told.reporter.done(status, message, figures, {
        seed,
        threads,
        runId,
        best: best && Int32Array.from(best),
      });
      return { status, message, figures };
    } finally {
      forget();
    }
  });
}
