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
import { whenAskedToStop } from './stop.ts';

export interface Ended {
  readonly status: RunEnd;
  readonly message: string;
  readonly figures: RunFigures;
}

/** The figures of a puzzle before anything was searched. */
export const unsearched = (puzzle: Puzzle): RunFigures => ({ ...noFigures, ...scorerOf(puzzle).sizes });

/** Runs a job in this process and tells the reporter; nothing is saved. `own` begins a solver of ours. */
export async function runHere(
  job: Job,
  dataDir: string,
  reporter: Reporter,
  own: SpawnSolver = solverHere,
): Promise<Ended> {
  const handle = solverFor(dataDir, own)();
  const forget = whenAskedToStop(() => handle.post({ type: 'stop' }));
  const ended = await new Promise<Ended>((resolve) => {
    tell(handle, { puzzle: job.puzzle, reporter }, unsearched(job.puzzle), resolve);
    handle.onMessage((message) => {
      if (message.type !== 'found') return;
      // The search waits for it.
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

/** What is prepared is said only when it takes a while, and then not all the time. */
const PREPARING_QUIET_MS = 2_000;

/** Who is told of a run, and the puzzle that it is a run of. */
export interface Told {
  puzzle: Puzzle;
  readonly reporter: Reporter;
}

/**
 * Passes on what the solver says, once it is checked by another program than the one that found it: a board or path
 * that is not what the engine says it is ends the run as the engine's fault, and nothing is told after it.
 */
export function tell(
  handle: SolverHandle,
  told: Told,
  before: RunFigures,
  onEnd: (ended: Ended) => void,
): void {
  const { reporter } = told;
  let saidAt = performance.now();
  let figures = before;
  let over = false;
  const end = (status: RunEnd, message: string): void => {
    over = true;
    onEnd({ status, message, figures });
  };
  const verified = (figures: RunFigures): RunFigures => {
    const path = figures.sliding?.path;
    if (path) verifyResult(told.puzzle, { type: 'path', moves: path, lowerBound: 0, optimal: false });
    return figures;
  };
  const pass = (message: SolverMessage): void => {
    if (message.type === 'progress') reporter.progress((figures = verified(message.figures)));
    else if (message.type === 'found') {
      for (const finding of message.findings) {
        verifyResult(told.puzzle, finding);
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

/** What the shell is told. Throws when the run failed. */
export function answerCode({ status, message, figures }: Ended): number {
  if (status === 'failed') throw new CliFailure(message, exit.failed);
  const found = figures.raw > 0 || (figures.sliding?.path ?? null) !== null;
  if (status === 'solved' || (status === 'exhausted' && found)) return exit.answered;
  if (status === 'exhausted') return exit.noSolution;
  return figures.sliding?.path ? exit.answered : exit.limit;
}
