// Entry of the solver process: one run, then the end. Works the same under Electron's utilityProcess
// (process.parentPort) and under child_process.fork (process.send).
import { constants, setPriority } from 'node:os';
import { deserialize, serialize } from 'node:v8';
import { loadEngine } from '../../src-core/engines.ts';
import { fileAssets } from './file-assets.ts';
import type { SolverCommand, SolverMessage } from './protocol.ts';
import { Runner, type RunCheckpoint } from './runner.ts';
import { scorerOf } from './scorer.ts';
import { startWorkerLane } from './worker-lane.ts';

/** What Electron's utility process has instead of process.send. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}
const { parentPort } = process as unknown as { parentPort?: ParentPort };

const post = (message: SolverMessage): void => {
  if (parentPort) parentPort.postMessage(message);
  else process.send?.(message);
};

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
    checkpoint: newestReadable(command.checkpoints),
    assets: fileAssets(command.databasesDir),
    scorer: scorerOf(job.puzzle),
    clock: () => performance.now(),
    startLane: startWorkerLane,
    hooks: {
      status: (status, message) => post({ type: 'status', status, message }),
      progress: (figures, current) => post({ type: 'progress', figures, current }),
      // The search waits until the host has stored what was found, so that neither can run away.
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
  post({ type: 'ended', status, message, figures });
}

/** Undefined only when there is none at all: a search must not begin anew because its state got lost. */
function newestReadable(checkpoints: readonly Uint8Array[]): RunCheckpoint | undefined {
  let why: unknown;
  for (const bytes of checkpoints) {
    try {
      return deserialize(bytes) as RunCheckpoint;
    } catch (error) {
      why = error;
    }
  }
  if (checkpoints.length > 0) throw new Error('no checkpoint of this run can be read', { cause: why });
  return undefined;
}

function hear(command: SolverCommand): void {
  if (command.type === 'start') {
    start(command).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      post({ type: 'ended', status: 'failed', message, figures: null });
    });
  } else if (command.type === 'stored') {
    stored.get(command.number)?.();
    stored.delete(command.number);
  } else if (runner) runner[command.type]();
  else early.push(command.type);
}

if (parentPort) parentPort.on('message', (event) => hear(event.data as SolverCommand));
else {
  process.on('message', (message) => hear(message as SolverCommand));
  process.on('disconnect', () => process.exit(1)); // the host is gone: nobody would store what is found
}
