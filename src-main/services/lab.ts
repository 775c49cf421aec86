import { setImmediate } from 'node:timers/promises';
import type { Experiment } from '../../src-core/contract/lab.ts';
import type { CheckedInput, HostApi, Output } from '../../src-core/contract.ts';
import { toCsv } from '../../src-core/lab/csv.ts';
import {
  trialCount,
  trialTask,
  type LabPlan,
  type Trial,
  type TrialTask,
} from '../../src-core/lab/experiment.ts';
import { databasesDir } from '../data-dir.ts';
import { expectAllowed } from '../external-engines/programs.ts';
import type { SolverHandle, SpawnSolver } from '../solver-process/protocol.ts';
import type { BackgroundWork } from './background-work.ts';
import type { Context } from './context.ts';
import { cantWrite, messageOf } from './failure.ts';
import { checkPlan, trialJob } from './lab-job.ts';
import { runTrial } from './lab-trial.ts';

export interface LabOptions extends Context {
  readonly dataDir: string;
  readonly spawnSolver: SpawnSolver;
  /** checks a new experiment and throws if it can't be run; by default it works in the calling thread */
  readonly check?: (plan: LabPlan) => Promise<void>;
  /** id of the only experiment to run; if absent, all experiments are run */
  readonly only?: number;
}

/**
 * Runs experiments, one trial at a time, each in its own solver process. A trial is stored when it ends. If a pause or
 * the end of this process interrupts a trial, the trial is run again.
 */
export class LabService {
  readonly #options: LabOptions;
  #closed = false;
  /** the current experiment, and a promise that resolves when it is finished or paused */
  #busy: { readonly id: number; readonly over: Promise<void> } | null = null;
  #solver: SolverHandle | null = null;

  /** Starts work on the experiments whose status is `running` or `queued`. */
  constructor(options: LabOptions) {
    this.#options = options;
    this.startNext();
  }

  /** Whether an experiment is running. */
  get busy(): boolean {
    return this.#busy !== null;
  }

  /** The experiments that are running or queued. */
  get pending(): number[] {
    return this.#options.store.lab
      .list()
      .filter(({ status }) => status === 'running' || status === 'queued')
      .map(({ id }) => id);
  }

  /**
   * Adds an experiment to the queue and returns its id. Throws if an engine doesn't support one of the options or
   * puzzles.
   */
  async start(name: string, plan: LabPlan): Promise<number> {
    await (this.#options.check ?? checkPlan)(plan);
    this.#options.store.expectNoRestore();
    const id = this.#options.store.lab.add(name, plan);
    this.#changed();
    this.startNext();
    return id;
  }

  pause(id: number): void {
    const { status } = this.#options.store.lab.get(id);
    if (status === 'done') return;
    this.#options.store.lab.setStatus(id, 'paused');
    if (this.#busy?.id === id) this.#solver?.kill();
    this.#changed();
  }

  resume(id: number): void {
    this.#options.store.expectNoRestore();
    const { status } = this.#options.store.lab.get(id);
    // The experiment may have been waiting for a permission that the user has just given.
    if (status === 'running' || status === 'queued') this.startNext();
    if (status !== 'paused') return;
    this.#expectAllowed(this.#options.store.lab.plan(id));
    this.#options.store.lab.setStatus(id, 'queued');
    this.#changed();
    this.startNext();
  }

  async remove(id: number): Promise<void> {
    this.pause(id);
    if (this.#busy?.id === id) await this.#busy.over;
    this.#options.store.lab.remove(id);
    this.#changed();
  }

  /** Resolves when the experiment is finished or paused, or when no experiment is running any longer. */
  async finished(id: number): Promise<void> {
    for (;;) {
      const { status } = this.#options.store.lab.get(id);
      if (status === 'done' || status === 'paused' || !this.#busy) return;
      await this.#busy.over;
    }
  }

  /** Stops all work. Running experiments continue when Edgewise is started again. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#solver?.kill();
    await this.#busy?.over;
  }

  /** Starts the next experiment unless one is already running. */
  startNext(): void {
    const { store, only } = this.#options;
    if (this.#busy || this.#closed || store.isBeingRestored) return;
    // When the library is new to this machine, experiments wait until the user resumes one.
    if (only === undefined && !store.mayStartAutomatically) return;
    const experiments = store.lab
      .list()
      .reverse()
      .filter(({ id }) => only === undefined || id === only);
    const next =
      experiments.find(({ status }) => status === 'running') ??
      experiments.find(({ status }) => status === 'queued');
    if (!next) return;
    const over = this.#runTrials(next.id)
      .catch((error: unknown) => this.#pauseAfterError(next.id, error))
      .finally(() => {
        this.#busy = null;
        this.startNext();
        // No experiment is running now, so the computer may sleep again.
        if (!this.#closed) this.#changed();
      });
    this.#busy = { id: next.id, over };
    // Call this after setting #busy: listeners read #busy to decide whether to keep the computer awake.
    this.#changed();
  }

  /** Pauses an experiment that failed, so that other experiments can run. */
  #pauseAfterError(id: number, error: unknown): void {
    console.error(`experiment ${id}: ${messageOf(error)}`);
    try {
      if (cantWrite(error)) throw error;
      this.#options.store.lab.setStatus(id, 'paused');
      this.#changed();
    } catch {
      // Writing to the library fails. The experiment waits until Edgewise is started again, but the application keeps
      // running.
      this.#closed = true;
    }
  }

  async #runTrials(id: number): Promise<void> {
    const { store, emit } = this.#options;
    const plan = store.lab.plan(id)!;
    const { total } = store.lab.get(id);
    this.#expectAllowed(plan);
    store.lab.setStatus(id, 'running');
    for (let number = store.lab.nextTrial(id); number < total; number++) {
      const task = trialTask(plan, number);
      const ended = await this.#trial(plan, task);
      if (this.#closed || store.lab.get(id).status !== 'running') return;
      const trial = ended ?? failed(task, 'the solver process ended unexpectedly');
      store.lab.addTrials(id, [trial]);
      emit({ type: 'lab.trial', experimentId: id, trial });
    }
    store.lab.setStatus(id, 'done');
    this.#changed();
  }

  #expectAllowed(plan: LabPlan | null): void {
    for (const { engine } of plan?.setups ?? []) expectAllowed(this.#options.dataDir, engine);
  }

  /** Runs a trial. Returns null if the trial's process ended without a result. */
  async #trial(plan: LabPlan, task: TrialTask): Promise<Trial | null> {
    try {
      const job = await trialJob(plan, task);
      this.#solver = this.#options.spawnSolver();
      return await runTrial(this.#solver, task, job, databasesDir(this.#options.dataDir));
    } catch (error) {
      return failed(task, messageOf(error));
    } finally {
      this.#solver?.kill();
      this.#solver = null;
    }
  }

  #changed(): void {
    this.#options.emit({ type: 'lab.changed' });
  }
}

function failed({ number, puzzle, setup, seed }: TrialTask, message: string): Trial {
  return {
    number,
    puzzle: puzzle.name,
    size: puzzle.size ?? null,
    setup: setup.name,
    seed,
    status: 'failed',
    message,
    elapsedMs: 0,
    bestAfterMs: null,
    nodes: 0,
    nodesPerSecond: 0,
    iterations: null,
    iterationsPerSecond: null,
    placed: 0,
    cells: 0,
    matched: 0,
    edges: 0,
    raw: 0,
    unique: 0,
    memoryBytes: null,
    cpuMs: null,
  };
}

/** The stored experiments, as seen by a program that runs just one of them. */
export interface Experiments {
  list(): Experiment[];
  /** Returns an experiment. Throws if there is none with this id. */
  get(id: number): Experiment;
  trials(id: number): Trial[];
  add(name: string, plan: LabPlan): number;
  begin(id: number): void;
}

export const experimentsIn = ({ lab }: Context['store']): Experiments => ({
  list: () => lab.list(),
  get: (id) => lab.get(id),
  trials: (id) => lab.trials(id),
  add: (name, plan) => lab.add(name, plan),
  begin: (id) => lab.setStatus(id, 'running'),
});

type LabApi = Pick<
  HostApi,
  | 'lab.presets'
  | 'lab.list'
  | 'lab.get'
  | 'lab.start'
  | 'lab.pause'
  | 'lab.resume'
  | 'lab.remove'
  | 'lab.csv'
  | 'lab.import'
>;

/**
 * Returns the trials of an experiment. They are read in pieces, so that the host can answer other requests in between.
 */
async function trialsOf({ lab }: Context['store'], id: number): Promise<Trial[]> {
  const trials: Trial[] = [];
  for (const piece of lab.trialPieces(id)) {
    trials.push(...piece);
    await setImmediate();
  }
  return trials;
}

async function presetsIn(samplesDir: string): Promise<Output<'lab.presets'>> {
  const { presetsFrom } = await import('./lab-presets.ts');
  return presetsFrom(samplesDir).map(({ id, title, summary, plan }) => ({
    id,
    title,
    summary,
    trials: trialCount(plan),
  }));
}

async function planOf(
  { plan }: CheckedInput<'lab.start'>,
  { puzzles }: Context['store'],
  samplesDir: string,
): Promise<LabPlan> {
  if ('preset' in plan) {
    const { presetNamed } = await import('./lab-presets.ts');
    return presetNamed(samplesDir, plan.preset).plan;
  }
  const sources = plan.puzzles.map((puzzle) => {
    if (!('puzzleId' in puzzle)) return puzzle;
    const saved = puzzles.get(puzzle.puzzleId);
    return { name: saved.name, source: { kind: 'puzzle' as const, puzzle: saved.puzzle } };
  });
  return { ...plan, puzzles: sources };
}

/** Answers requests about experiments. `samplesDir`: the folder that holds the presets' puzzles. */
export function labApi(
  lab: LabService,
  { store, emit }: Context,
  background: Pick<BackgroundWork, 'reading'>,
  samplesDir: string,
): LabApi {
  return {
    'lab.presets': () => presetsIn(samplesDir),
    'lab.list': () => store.lab.list(),
    'lab.get': async ({ experimentId }) => {
      const trials = await trialsOf(store, experimentId);
      return { experiment: store.lab.get(experimentId), trials };
    },
    'lab.start': async (input) => ({
      experimentId: await lab.start(input.name, await planOf(input, store, samplesDir)),
    }),
    'lab.pause': ({ experimentId }) => {
      lab.pause(experimentId);
      return {};
    },
    'lab.resume': ({ experimentId }) => {
      lab.resume(experimentId);
      return {};
    },
    'lab.remove': async ({ experimentId }) => {
      await lab.remove(experimentId);
      return {};
    },
    'lab.csv': async ({ experimentId }) => {
      const { id, published } = store.lab.get(experimentId);
      return { csv: toCsv(await trialsOf(store, id), published) };
    },
    'lab.import': async ({ name, csv }) => {
      const trials = await background.reading('trials', csv);
      const experimentId = store.together(() => {
        const id = store.lab.add(name, null);
        store.lab.addWrittenTrials(id, trials);
        return id;
      });
      emit({ type: 'lab.changed' });
      return { experimentId };
    },
  };
}
