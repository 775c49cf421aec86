import { constants, setPriority } from 'node:os';
import { serialize } from 'node:v8';
import type { Engine } from '../../src-core/engine.ts';
import { loadEngine } from '../../src-core/engines.ts';
import type { RunFigures } from '../../src-core/run/figures.ts';
import { newestReadable } from './checkpoints.ts';
import { fileAssets } from './file-assets.ts';
import type { SolverCommand, SolverHandle, SolverMessage } from './protocol.ts';
import { CHECKPOINT_MS, Runner, type RunEnd, type RunnerHooks, type RunnerOptions } from './runner.ts';
import { expectCheckpoint, OtherVersion } from './run-checkpoint.ts';
import { scorerOf } from './scorer.ts';
import { startWorkerThread } from './worker-lane.ts';

type StartCommand = Extract<SolverCommand, { type: 'start' }>;

export type EngineLoader = (name: string) => Promise<Engine>;

/**
 * Handles the messages of one run in the solver process, over any transport. Sends messages to `post` and returns the
 * function that takes commands.
 */
export function openSession(
  post: (message: SolverMessage) => void,
  load: EngineLoader = loadEngine,
): (command: SolverCommand) => void {
  let runner: Runner | null = null;
  /** requests received while the engine was loading */
  const early: ('pause' | 'resume' | 'stop')[] = [];
  const stored = new Map<number, () => void>();

  async function start(command: StartCommand): Promise<void> {
    if (command.lowPriority) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    const engine = await load(command.job.engine);
    runner = new Runner(runnerOptions(command, engine, hooksOf(post, stored)));
    for (const request of early) runner[request]();
    const { status, message, figures } = await runner.run();
    end(status, message, figures);
  }

  const end = (status: RunEnd, message: string, figures: RunFigures | null): void =>
    post({ type: 'ended', status, message, figures, peakMemoryBytes: peakMemory(), cpuMs: cpuMs() });

  return (command) => {
    if (command.type === 'start') {
      start(command).catch((error: unknown) =>
        error instanceof OtherVersion
          ? post({ type: 'refused', message: error.message })
          : end('failed', error instanceof Error ? error.message : String(error), null),
      );
    } else if (command.type === 'stored') {
      stored.get(command.number)?.();
      stored.delete(command.number);
    } else if (runner) runner[command.type]();
    else early.push(command.type);
  };
}

const runnerOptions = (command: StartCommand, engine: Engine, hooks: RunnerHooks): RunnerOptions => ({
  engine,
  job: command.job,
  limits: command.limits,
  unlimitedPreparation: command.unlimitedPreparation,
  checkpoint: newestReadable(command.checkpoints, (state) => expectCheckpoint(engine, state)),
  elapsedMs: command.elapsedMs,
  assets: fileAssets(command.databasesDir),
  scorer: scorerOf(command.job.puzzle),
  checkpointMs: command.checkpointMs ?? CHECKPOINT_MS,
  clock: () => performance.now(),
  milestonesDir: command.milestonesDir,
  startThread: startWorkerThread,
  hooks,
});

/**
 * Returns the hooks that post a run's messages. `stored` maps the number of each `found` message to the function that
 * lets the search continue.
 */
function hooksOf(post: (message: SolverMessage) => void, stored: Map<number, () => void>): RunnerHooks {
  let numbers = 0;
  return {
    status: (status, message) => post({ type: 'status', status, message }),
    progress: (figures, current) =>
      post({
        type: 'progress',
        figures,
        current,
        memoryBytes: process.memoryUsage.rss(),
        cpuMs: cpuMs(),
      }),
    // Wait until the host has stored the results, so that the search doesn't get far ahead of the host.
    found: (findings) =>
      new Promise((resolve) => {
        const number = ++numbers;
        stored.set(number, resolve);
        post({ type: 'found', number, findings });
      }),
    checkpoint: (state, figures) => post({ type: 'checkpoint', checkpoint: serialize(state), figures }),
  };
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Returns the peak memory in bytes. Node reports maxRSS in units of 1,024 bytes. */
const peakMemory = (): number => process.resourceUsage().maxRSS * 1024;

/**
 * Opens a solver “process” inside this process. On the command line, starting a process would take longer than solving
 * most puzzles.
 */
export function solverHere(load: EngineLoader = loadEngine): SolverHandle {
  const listeners: ((message: SolverMessage) => void)[] = [];
  const hear = openSession((message) => {
    for (const listener of listeners) listener(message);
  }, load);
  return {
    post: hear,
    onMessage: (listener) => void listeners.push(listener),
    // never called: when this process ends, there is nobody left to notify
    onExit: () => undefined,
    kill: () => undefined,
    pid: process.pid,
  };
}
