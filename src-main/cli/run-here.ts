import type { RunFigures } from '../../src-core/run/figures.ts';
import type { Job } from '../../src-core/engine.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { noFigures } from '../../src-core/run/figures.ts';
import { databasesDir } from '../data-dir.ts';
import { solverFor } from '../external-engines/external-engine.ts';
import { verifyResult } from '../services/check-result.ts';
import type { SolverHandle, SolverMessage, SpawnSolver } from '../solver-process/protocol.ts';
import type { RunEnd } from '../solver-process/runner.ts';
import { scorerOf } from '../solver-process/scorer.ts';
import { solverHere } from '../solver-process/session.ts';
import { CliFailure, exit } from './failure.ts';
import { outputTaken } from './output.ts';
import type { Reporter } from './reporter.ts';
import { onStopRequest } from './stop.ts';

export interface Ended {
  readonly status: RunEnd;
  readonly message: string;
  readonly figures: RunFigures;
}

/** Returns the totals and score of a run that hasn't started searching. */
export const unsearched = (puzzle: Puzzle): RunFigures => ({ ...noFigures, ...scorerOf(puzzle).sizes });

/** Runs a job in this process and reports it. Saves nothing. `own` starts the solver of a built-in engine. */
export async function runHere(
  job: Job,
  dataDir: string,
  reporter: Reporter,
  own: SpawnSolver = solverHere,
): Promise<Ended> {
  const handle = solverFor(dataDir, own)();
  const forget = onStopRequest(() => handle.post({ type: 'stop' }));
  const ended = await new Promise<Ended>((resolve) => {
    forwardReports(handle, { puzzle: job.puzzle, reporter }, unsearched(job.puzzle), resolve);
    handle.onMessage((message) => {
      if (message.type !== 'found') return;
      // After each result, the search waits for the message `stored`. So a slow reader of the output slows down the
      // search.
      void outputTaken().then(() => handle.post({ type: 'stored', number: message.number }));
    });
    handle.post({
      type: 'start',
      job,
      limits: job.limits,
      checkpoints: [],
      databasesDir: databasesDir(dataDir),
      lowPriority: false,
    });
  }).finally(forget);
  const { seed, threads } = job;
  await reporter.done(ended.status, ended.message, ended.figures, { seed, threads });
  return ended;
}

/** Milliseconds before the first `preparing` message, and between two such messages. */
const PREPARING_QUIET_MS = 2_000;

/** A run on the command line and the reporter that prints it. */
export interface ReportedRun {
  puzzle: Puzzle;
  readonly reporter: Reporter;
}

/**
 * Verifies the solver's reports and passes them on. If a board or path isn't what the engine claims, the run fails
 * with an error that blames the engine, and nothing more is reported.
 */
export function forwardReports(
  handle: SolverHandle,
  reported: ReportedRun,
  before: RunFigures,
  onEnd: (ended: Ended) => void,
): void {
  const { reporter } = reported;
  let saidAt = performance.now();
  let figures = before;
  let over = false;
  const end = (status: RunEnd, message: string): void => {
    over = true;
    onEnd({ status, message, figures });
  };
  const verified = (figures: RunFigures): RunFigures => {
    const path = figures.sliding?.path;
    if (path) verifyResult(reported.puzzle, { type: 'path', moves: path, lowerBound: 0, optimal: false });
    return figures;
  };
  const pass = (message: SolverMessage): void => {
    if (message.type === 'progress') reporter.progress((figures = verified(message.figures)));
    else if (message.type === 'found') {
      for (const finding of message.findings) {
        verifyResult(reported.puzzle, finding);
        reporter.found(finding);
      }
    } else if (message.type === 'log') process.stderr.write(`${message.text}\n`);
    else if (message.type === 'status') {
      if (message.message === '' || performance.now() - saidAt < PREPARING_QUIET_MS) return;
      saidAt = performance.now();
      process.stderr.write(`${message.message}\n`);
    } else if (message.type === 'ended') {
      figures = message.figures ? verified(message.figures) : before;
      end(message.status, message.message);
    } else if (message.type === 'refused') end('failed', message.message);
  };
  handle.onMessage((message) => {
    if (over) return;
    try {
      pass(message);
    } catch (error) {
      handle.post({ type: 'stop' });
      end('failed', error instanceof Error ? error.message : String(error));
    }
  });
}

/** Returns the exit code for a run that has ended. Throws if the run failed. */
export function answerCode({ status, message, figures }: Ended): number {
  if (status === 'failed') throw new CliFailure(message, exit.failed);
  const found = figures.raw > 0 || (figures.sliding?.path ?? null) !== null;
  if (status === 'solved' || (status === 'exhausted' && found)) return exit.answered;
  if (status === 'exhausted') return exit.noSolution;
  return figures.sliding?.path ? exit.answered : exit.limit;
}
