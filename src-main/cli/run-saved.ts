import { noFigures } from '../../src-core/run/figures.ts';
import type { Job, Limits } from '../../src-core/engine.ts';
import type { OpenLibrary } from '../services/open-library.ts';
import { solverFor } from '../external-engines/external-engine.ts';
import { solverHere } from '../solver-process/session.ts';
import { withLibrary } from './open-library.ts';
import { forwardReports, type Ended, type ReportedRun } from './run-here.ts';
import type { Reporter } from './reporter.ts';
import { onStopRequest } from './stop.ts';

/** Adds the puzzle to the library if it is new, and runs the job as a saved run. */
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

/** Resumes a saved run. `more`: how many more seconds or nodes the run may use. */
export function resumeSaved(
  runId: number,
  more: Partial<Limits>,
  dataDir: string,
  reportedBy: (library: OpenLibrary) => Promise<ReportedRun>,
): Promise<Ended> {
  return withRuns(dataDir, reportedBy, (library) => {
    library.runs.resume(runId, more);
    return runId;
  });
}

function withRuns(
  dataDir: string,
  reportedBy: (library: OpenLibrary) => ReportedRun | Promise<ReportedRun>,
  begin: (library: OpenLibrary) => number | Promise<number>,
): Promise<Ended> {
  const handle = solverFor(dataDir, solverHere)();
  return withLibrary({ dataDir, mode: 'changing', spawnSolver: () => handle }, async (library) => {
    const reported = await reportedBy(library);
    const over = new Promise<Ended>((resolve) => forwardReports(handle, reported, noFigures, resolve));
    const runId = await begin(library);
    // Use the same puzzle object as the run, because facts about boards are cached for each puzzle object.
    reported.puzzle = library.puzzleOfRun(runId);
    const forget = onStopRequest(() => void library.runs.stop(runId));
    try {
      const { status, message } = await over;
      await library.runs.close();
      // Read the stored best board, because a board found before the run was resumed can be better than any found
      // since.
      const { settings, figures, best } = library.runs.get(runId);
      const { seed, threads } = settings;
      await reported.reporter.done(status, message, figures, {
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
