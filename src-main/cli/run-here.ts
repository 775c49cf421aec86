import type { RunFigures } from '../../src-core/run/figures.ts';
import type { Job } from '../../src-core/engine.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { noFigures } from '../../src-core/run/figures.ts';
import { databasesDir } from '../data-dir.ts';
import { solverFor } from '../external-engines/external-engine.ts';
import { verifyFinding } from '../services/check-finding.ts';
import type { SolverHandle } from '../solver-process/protocol.ts';
import type { RunEnd } from '../solver-process/runner.ts';
import { scorerOf } from '../solver-process/scorer.ts';
import { solverHere } from '../solver-process/session.ts';
import { CliFailure, exit } from './failure.ts';
import type { Reporter } from './reporter.ts';
import { whenAskedToStop } from './stop.ts';

export interface Ended {
  readonly status: RunEnd;
  readonly message: string;
  readonly figures: RunFigures;
}

/** The figures of a puzzle before anything was searched. */
export const unsearched = (puzzle: Puzzle): RunFigures => ({ ...noFigures, ...scorerOf(puzzle).sizes });

/** Runs a job in this process and tells the reporter; nothing is saved. */
export async function runHere(job: Job, dataDir: string, reporter: Reporter): Promise<Ended> {
  const handle = solverFor(dataDir, solverHere)();
  const forget = whenAskedToStop(() => handle.post({ type: 'stop' }));
  try {
    const ended = await new Promise<Ended>((resolve) => {
      // Before anything is told: what is printed was checked by another program than the one that found it.
      handle.onMessage((message) => {
        if (message.type !== 'found') return;
        for (const finding of message.findings) verifyFinding(job.puzzle, finding); // throws: the run has failed
      });
      tell(handle, reporter, unsearched(job.puzzle), resolve);
      handle.onMessage((message) => {
        if (message.type === 'found') handle.post({ type: 'stored', number: message.number });
      });
      handle.post({
        type: 'start',
        job,
        limits: job.limits,
        checkpoints: [],
        databasesDir: databasesDir(dataDir),
        lowPriority: false,
      });
    });
    reporter.done(ended.status, ended.message, ended.figures, { seed: job.seed, threads: job.threads });
    return ended;
  } finally {
    forget();
  }
}

/** What is prepared is said only when it takes a while, and then not all the time. */
const PREPARING_QUIET_MS = 2_000;

/** Passes on what the solver says. */
export function tell(
  handle: SolverHandle,
  reporter: Reporter,
  before: RunFigures,
  onEnd: (ended: Ended) => void,
): void {
  let saidAt = performance.now();
  handle.onMessage((message) => {
    if (message.type === 'progress') reporter.progress(message.figures);
    else if (message.type === 'found') message.findings.forEach((finding) => reporter.found(finding));
    else if (message.type === 'log') process.stderr.write(`${message.text}\n`);
    else if (message.type === 'status') {
      if (message.message === '' || performance.now() - saidAt < PREPARING_QUIET_MS) return;
      saidAt = performance.now();
      process.stderr.write(`${message.message}\n`);
    } else if (message.type === 'ended') {
      onEnd({ status: message.status, message: message.message, figures: message.figures ?? before });
    }
  });
}

/** What the shell is told. Throws when the run failed. */
export function answerCode({ status, message, figures }: Ended): number {
  if (status === 'failed') throw new CliFailure(message, exit.failed);
  const found = figures.raw > 0 || (figures.sliding?.path ?? null) !== null;
  if (status === 'solved' || (status === 'exhausted' && found)) return exit.answered;
  if (status === 'exhausted') return exit.noSolution;
  return figures.sliding?.path ? exit.answered : exit.limit;
}
