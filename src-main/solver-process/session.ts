import { constants, setPriority } from 'node:os';
import { serialize } from 'node:v8';
import { loadEngine } from '../../src-core/engines.ts';
import { newestReadable } from './checkpoints.ts';
import { fileAssets } from './file-assets.ts';
import type { SolverCommand, SolverHandle, SolverMessage } from './protocol.ts';
import { CHECKPOINT_MS, Runner, type RunCheckpoint } from './runner.ts';
import { scorerOf } from './scorer.ts';
import { startWorkerLane } from './worker-lane.ts';

/**
 * One run at the solver's end of the protocol, whatever carries the messages: hands them to `post`, and
 * returns what hears commands.
 */
export function openSession(post: (message: SolverMessage) => void): (command: SolverCommand) => void {
  let runner: Runner | null = null;
  /** what was wished while the engine was still being loaded */
  const early: ('pause' | 'resume' | 'stop')[] = [];
  const stored = new Map<number, () => void>();
  let numbers = 0;

  async function start(command: Extract<SolverCommand, { type: 'start' }>): Promise<void> {
    if (command.lowPriority) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    const { job } = command;
    runner = new Runner({
      engine: await loadEngine(job.engine),
      job,
      limits: command.limits,
      checkpoint: newestReadable(command.checkpoints, (state) => state as RunCheckpoint),
      assets: fileAssets(command.databasesDir),
      scorer: scorerOf(job.puzzle),
      checkpointMs: command.checkpointMs ?? CHECKPOINT_MS,
      clock: () => performance.now(),
      milestonesDir: command.milestonesDir,
      startLane: startWorkerLane,
      hooks: {
        status: (status, message) => post({ type: 'status', status, message }),
        progress: (figures, current) =>
          post({
            type: 'progress',
            figures,
            current,
            memoryBytes: process.memoryUsage.rss(),
            cpuMs: cpuMs(),
          }),
        // The search waits until what was found is stored, so that neither can run away.
        found: (findings) =>
          new Promise((resolve) => {
            const number = ++numbers;
            stored.set(number, resolve);
            post({ type: 'found', number, findings });
          }),
        checkpoint: (state, figures) => post({ type: 'checkpoint', checkpoint: serialize(state), figures }),
      },
    });
    for (const wish of early) runner[wish]();
    const { status, message, figures } = await runner.run();
    post({ type: 'ended', status, message, figures, peakMemoryBytes: peakMemory(), cpuMs: cpuMs() });
  }

  return (command) => {
    if (command.type === 'start') {
      start(command).catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        post({
          type: 'ended',
          status: 'failed',
          message,
          figures: null,
          peakMemoryBytes: peakMemory(),
          cpuMs: cpuMs(),
        });
      });
    } else if (command.type === 'stored') {
      stored.get(command.number)?.();
      stored.delete(command.number);
    } else if (runner) runner[command.type]();
    else early.push(command.type);
  };
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Node counts in units of 1024 bytes. */
const peakMemory = (): number => process.resourceUsage().maxRSS * 1024;

/** A solver "process" that is this process: for the command line, where starting another costs more than a solve. */
export function solverHere(): SolverHandle {
  const listeners: ((message: SolverMessage) => void)[] = [];
  const hear = openSession((message) => {
    for (const listener of listeners) listener(message);
  });
  return {
    post: hear,
    onMessage: (listener) => void listeners.push(listener),
    onExit: () => undefined, // when this process ends, nobody is left to hear it
    kill: () => undefined,
    pid: process.pid,
  };
}
