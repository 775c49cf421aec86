/** A library with a queue of runs, and simulated solver processes. */
import { afterEach, beforeEach, vi } from 'vitest';
import type { HostEvent } from '../../../../src-core/contract.ts';
import type { RunStatus } from '../../../../src-core/contract/runs.ts';
import type { RunFigures } from '../../../../src-core/run/figures.ts';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import type { Usage } from '../../../../src-main/services/idle-watch.ts';
import { RunQueue } from '../../../../src-main/services/run-queue.ts';
import { RunService } from '../../../../src-main/services/runs.ts';
import type { RunEnd } from '../../../../src-main/solver-process/runner.ts';
import type {
  SolverCommand,
  SolverHandle,
  SolverMessage,
} from '../../../../src-main/solver-process/protocol.ts';
import { Store } from '../../../../src-main/store/store.ts';
import { allOf } from '../../../integration/host.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

export const { puzzle } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });

let dir: string;
export let store: Store;
export let runs: RunService;
export let queue: RunQueue;
export let puzzleId: number;
/** the time that the queue sees, in milliseconds since 1970 */
export let now: number;
export let events: HostEvent[];
interface Solver {
  say: (message: SolverMessage) => void;
  die: (code: number | null) => void;
  /** the commands that the solver received */
  told: SolverCommand[];
  /** how the solver ends when it is told to stop; null if it doesn't end */
  stops: RunEnd | null;
}
/** the simulated solver of each run, by the run's seed */
export let solvers: Map<number, Solver>;

const spawnSolver = (): SolverHandle => {
  const solver: Solver = { say: () => undefined, die: () => undefined, told: [], stops: 'stopped' };
  return {
    post: (command) => {
      solver.told.push(command);
      if (command.type === 'start') solvers.set(command.job.seed, solver);
      else if (command.type === 'pause') solver.say({ type: 'status', status: 'paused', message: '' });
      else if (command.type === 'resume') solver.say({ type: 'status', status: 'running', message: '' });
      else if (command.type === 'stop' && solver.stops) solver.say(ended(solver.stops));
    },
    onMessage: (listener) => (solver.say = listener),
    onExit: (listener) => (solver.die = listener),
    kill: () => undefined,
    pid: 1,
  };
};
const ended = (status: RunEnd, figures: RunFigures | null = null): SolverMessage => ({
  type: 'ended',
  status,
  message: '',
  figures,
  peakMemoryBytes: 0,
  cpuMs: 0,
});
export const settings = (seed: number) => allOf(puzzleId, { seed, limits: { seconds: null, nodes: 100 } });
export const statusOf = (runId: number): RunStatus => {
  const { status } = store.runs.get(runId);
  // A simulated solver needs no preparation, so `preparing` counts as `running`.
  return status === 'preparing' ? 'running' : status;
};
export const waiting = (): number[] => store.runs.queue().map(({ id }) => id);
export const end = (runId: number, status: RunEnd, figures?: RunFigures): void =>
  solvers.get(store.runs.get(runId).settings.seed)!.say(ended(status, figures));

/** Starts a host with the same services as in services.ts. */
export function begin(usage: Partial<Usage> = {}): void {
  const emit = (event: HostEvent): void => {
    events.push(event);
    if (event.type === 'run.changed') queue.runChanged(event.run);
  };
  solvers = new Map();
  events = [];
  runs = new RunService({ store, emit, dataDir: dir, spawnSolver, usage });
  queue = new RunQueue({ store, emit, runs, now: () => now });
  queue.advance();
}

export const passTime = (ms: number): void => void (now += ms);
export const forgetEvents = (): void => void (events = []);

/** Closes the library and opens it again. `clock` returns the current time in ISO format. */
export async function reopen(clock?: () => string): Promise<void> {
  store.close();
  store = await Store.open(dir, 'test', clock);
  begin();
}

/** Creates a library for each test of the calling file. */
export function eachWithQueue(): void {
  beforeEach(async () => {
    now = Date.parse('2026-11-26T22:00:00Z');
    dir = temporaryDir();
    store = await Store.open(dir, 'test');
    puzzleId = store.puzzles.add(puzzle).id;
    begin();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    store.close();
    removeDir(dir);
  });
}
