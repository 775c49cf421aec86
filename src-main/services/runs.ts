import path from 'node:path';
import type { HostApi } from '../../src-core/contract.ts';
import type { RunDetail, RunSettings, RunSummary } from '../../src-core/contract/runs.ts';
import { noFigures, type RunFigures } from '../../src-core/run/figures.ts';
import type { Limits } from '../../src-core/engine.ts';
import type { Hint, Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { withHints } from '../../src-core/puzzle/hint-choice.ts';
import { engines, isOwnEngine, loadEngine } from '../../src-core/engines.ts';
import { counted } from '../../src-core/text/counted.ts';
import {
  expectAllowed,
  hashOf,
  readPrograms,
  whyNotAllowed,
  type Program,
} from '../external-engines/programs.ts';
import { knowEngines } from '../external-engines/external-engine.ts';
import { databasesDir, milestonesDir } from '../data-dir.ts';
import type { SpawnSolver } from '../solver-process/protocol.ts';
import { whyNotContinued } from '../solver-process/run-checkpoint.ts';
import { CHECKPOINT_MS } from '../solver-process/runner.ts';
import { ActiveRun } from './active-run.ts';
import type { Context } from './context.ts';
import { IdleWatch, type Usage } from './idle-watch.ts';
import { engineInfos } from './engines.ts';
import { checkedHere } from './job.ts';
import { dropMilestones } from './kept-milestones.ts';

type RunsApi = Pick<
  HostApi,
  | 'engines.list'
  | 'runs.start'
  | 'runs.pause'
  | 'runs.stop'
  | 'runs.speed'
  | 'runs.nextSeed'
  | 'runs.nextStep'
  | 'runs.list'
  | 'runs.get'
  | 'runs.best'
  | 'runs.remove'
>;

export interface RunServiceOptions extends Context {
  readonly dataDir: string;
  readonly spawnSolver: SpawnSolver;
  /** as `checkedHere`, beside a host that must go on answering; left out: in this thread */
  readonly check?: typeof checkedHere;
  /** between two checkpoints; default 30 s */
  readonly checkpointMs?: number | undefined;
  /** how it is known whether the computer is in use; left out: by what its processors do */
  readonly usage?: Partial<Usage> | undefined;
}

/** Starts runs, each in a solver process of its own, and keeps their history. */
export class RunService {
  readonly #options: RunServiceOptions;
  readonly #active = new Map<number, ActiveRun>();
  /** runs that are being deleted */
  readonly #leaving = new Set<number>();
  /** runs that are being checked, to be added */
  #coming = 0;
  readonly #idle: IdleWatch;
  #recognising: Promise<void> | undefined;
  /** processor time of runs that have ended */
  #endedCpuMs = 0;

  constructor(options: RunServiceOptions) {
    this.#options = options;
    if (options.store.isWritable) {
      options.store.runs.markInterrupted(); // we own the library: nobody is searching
      this.dropMilestones();
    }
    this.#idle = new IdleWatch({
      runs: () => [...this.#active.values()].filter(({ whenIdle }) => whenIdle),
      ownMs: () => this.#endedCpuMs + [...this.#active.values()].reduce((sum, { cpuMs }) => sum + cpuMs, 0),
      usage: options.usage,
    });
  }

  /** Runs that are searching at this moment. */
  get running(): number[] {
    return [...this.#active].filter(([, run]) => run.status !== 'paused').map(([id]) => id);
  }

  /** Whether any run is under way, be it paused. */
  get busy(): boolean {
    return this.#active.size > 0;
  }

  /** Whether a run is under way or about to be one. */
  get occupied(): boolean {
    return this.busy || this.#coming > 0;
  }

  /** Loads our engines, so that runs that another version left are recognised. */
  async recognise(): Promise<void> {
    this.#recognising ??= Promise.all(Object.values(engines).map((load) => load())).then((loaded) => {
      const own = new Map(loaded.map((engine) => [engine.name, engine]));
      this.#options.store.runs.testCheckpointsBy((name, checkpoint) =>
        isOwnEngine(name) ? whyNotContinued(own.get(name)!, checkpoint) : null,
      );
    });
    await this.#recognising;
  }

  knowEngines(): void {
    knowEngines(this.#options.dataDir);
  }

  /** Why a run can't begin at this machine until its user says so: a sentence; null when it can. */
  whyWaits(runId: number): string | null {
    return whyNotAllowed(this.#options.dataDir, this.#options.store.runs.get(runId).settings.engine);
  }

  async start(settings: RunSettings): Promise<number> {
    expectAllowed(this.#options.dataDir, settings.engine);
    const runId = await this.add(settings, 'Started');
    this.#launch(runId);
    return runId;
  }

  /** Stores a run that is about to begin, or to wait. Throws, in words for people, when it can't be run. */
  add(settings: RunSettings, what: 'Started' | 'Queued'): Promise<number> {
    return this.#add(settings, what, null);
  }

  /** Stores a run that was put together from the parts of a shared run. */
  addMerged(settings: RunSettings, name: string): Promise<number> {
    return this.#add(settings, 'Shared', name);
  }

  async #add(settings: RunSettings, what: string, merged: string | null): Promise<number> {
    const { store } = this.#options;
    store.expectNoRestore();
    const saved = store.puzzles.get(settings.puzzleId).puzzle;
    const puzzle = settings.hints ? withHints(saved, settings.hints) : saved;
    this.#coming++;
    const { options, title, version } = await (this.#options.check ?? checkedHere)(puzzle, settings).finally(
      () => this.#coming--,
    );
    return store.together(() => {
      const id = store.runs.add({ ...settings, options }, version, store.puzzles.snapshot(puzzle), merged);
      const threads = counted(settings.threads, 'thread');
      store.runs.log(id, `${what}: ${title}, ${threads}, seed ${settings.seed}.`);
      const { programs } = readPrograms(this.#options.dataDir);
      const program = programs.find(({ name }) => name === settings.engine);
      if (program) store.runs.log(id, recordOf(program));
      return id;
    });
  }

  pause(runId: number): void {
    this.#active.get(runId)?.pause();
  }

  /** Goes on with a paused run, begins one that waits, or takes up an ended one from its last checkpoint. */
  resume(runId: number, more?: Partial<Limits>): void {
    const active = this.#active.get(runId);
    if (active) {
      if (active.resting) this.#idle.pressOn(runId);
      active.resume();
      return;
    }
    const { store } = this.#options;
    store.expectNoRestore();
    if (this.#leaving.has(runId)) throw new Error(`Run ${runId} is being deleted.`);
    const run = store.runs.get(runId);
    store.runs.settings(runId); // throws where they are damaged
    expectResumable(run);
    expectAllowed(this.#options.dataDir, run.settings.engine);
    const [newest] = store.runs.checkpoints(runId);
    store.together(() => {
      store.runs.setAllowance(runId, this.#allowance(run, newest?.figures ?? noFigures, more));
      store.samples.dropAfter(runId, newest?.figures.elapsedMs ?? -1);
      if (newest) store.runs.log(runId, 'Resumed from the last checkpoint.');
      else if (run.figures.elapsedMs > 0) store.runs.log(runId, 'Started again from the beginning.');
      else {
        store.runs.setStarted(runId);
        store.runs.log(runId, 'Started.');
      }
    });
    this.#launch(runId);
  }

  /** Gives a run that ended at a limit as much again, before it waits and nobody can tell that it did. */
  grantAgain(runId: number): void {
    const { store } = this.#options;
    const run = store.runs.get(runId);
    store.runs.setAllowance(runId, this.#allowance(run, run.figures));
  }

  /** Goes on with every run that the end of Edgewise interrupted. One that can't go on keeps the others from nothing. */
  resumeInterrupted(): void {
    const { items } = this.#options.store.runs.list({ status: 'interrupted', offset: 0, limit: 1000 });
    for (const { id } of items.reverse()) {
      const waits = this.whyWaits(id);
      if (waits !== null) {
        this.#options.store.runs.setStatus(id, 'interrupted', waits);
        continue;
      }
      try {
        this.resume(id);
      } catch (error) {
        console.error(`run ${id}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  /** Goes on only if it is paused in this session. */
  resumePaused(runId: number): void {
    this.#active.get(runId)?.resume();
  }

  /** Ends it with a last checkpoint; one that waits is taken off the queue, one that was interrupted stays as it is. */
  async stop(runId: number): Promise<void> {
    const { store, emit } = this.#options;
    const { status } = store.runs.get(runId);
    if (status === 'queued' || status === 'interrupted') {
      store.together(() => {
        store.runs.setStatus(runId, 'stopped', '');
        store.runs.log(runId, status === 'queued' ? 'Removed from the queue.' : 'Left as it was.');
      });
      emit({ type: 'run.changed', run: store.runs.get(runId) });
    }
    await this.#active.get(runId)?.stop();
  }

  get(runId: number): RunDetail {
    const { store } = this.#options;
    const active = this.#active.get(runId);
    const run = store.runs.get(runId);
    return {
      ...run,
      figures: active?.figures ?? run.figures,
      samples: store.samples.list(runId),
      log: store.runs.logLines(runId),
      best: store.runs.best(runId),
      current: active?.current ?? null,
      memoryBytes: active?.memoryBytes ?? null,
    };
  }

  /** Whether better boards are what this run is for. */
  async hunts(runId: number): Promise<boolean> {
    const { settings } = this.#options.store.runs.get(runId);
    return (await loadEngine(settings.engine)).hunts;
  }

  /** Stops and deletes it; nobody can take it up again meanwhile. */
  async remove(runId: number): Promise<void> {
    const { store } = this.#options;
    store.runs.get(runId); // throws when there is none
    this.#leaving.add(runId);
    try {
      await this.stop(runId);
      store.runs.remove(runId);
    } finally {
      this.#leaving.delete(runId);
    }
  }

  /** Makes room: deletes the milestones of runs that nobody can go on with any more. */
  dropMilestones(): void {
    const { dataDir, store } = this.#options;
    dropMilestones(dataDir, store, this.#active);
  }

  /** Ends the solver process of a run as a crash would. */
  kill(runId: number): void {
    this.#active.get(runId)?.kill();
  }

  /** Stops every run, each with a last checkpoint. */
  async close(): Promise<void> {
    this.#idle.close();
    await Promise.all([...this.#active.values()].map((run) => run.stop()));
  }

  /**
   * A run that ended at a limit gets as much again; any other keeps what it had left, be it nothing: one that was killed
   * with its last checkpoint at the limit has only to end. `from` are the totals it goes on from: of its last
   * checkpoint, which after a crash is less than was told.
   */
  #allowance(run: RunSummary, from: RunFigures, more: Partial<Limits> = {}): Limits {
    const { nodes, elapsedMs } = from;
    const { limits } = run.settings;
    const before = this.#options.store.runs.allowance(run.id);
    const used: Limits = { seconds: elapsedMs / 1000, nodes };
    const next = (name: keyof Limits): number | null => {
      const added = more[name];
      if (added !== undefined) return added === null ? null : used[name]! + added;
      const total = before[name];
      const again = run.status === 'limit' && total !== null && used[name]! >= total;
      return again ? total + (limits[name] ?? 0) : total;
    };
    return { seconds: next('seconds'), nodes: next('nodes') };
  }

  #launch(runId: number): void {
    const { store, emit, dataDir, spawnSolver } = this.#options;
    const settings = store.runs.settings(runId);
    const { engine, options, wanted, limits, seed, threads } = settings;
    const run = new ActiveRun({
      store,
      emit,
      runId,
      job: { puzzle: store.runs.puzzle(runId), engine, options, wanted, limits, seed, threads },
      limits: store.runs.allowance(runId),
      checkpoints: store.runs.checkpoints(runId).map(({ data }) => data),
      databasesDir: databasesDir(dataDir),
      milestonesDir: path.join(milestonesDir(dataDir), String(runId)),
      whenIdle: settings.whenIdle ?? false,
      lowPriority: settings.lowPriority ?? store.settings.get().lowPriority,
      ownHints: hintsOf(store.puzzles.get(settings.puzzleId).puzzle),
      checkpointMs: this.#options.checkpointMs ?? CHECKPOINT_MS,
      handle: spawnSolver(),
      onEnd: () => {
        this.#endedCpuMs += run.cpuMs;
        this.#active.delete(runId);
        this.dropMilestones();
      },
      clock: () => performance.now(),
    });
    this.#active.set(runId, run);
    store.runs.setStatus(runId, 'preparing', '');
    emit({ type: 'run.changed', run: store.runs.get(runId) });
  }
}

/** A board is kept as one of its puzzle: measured by the puzzle's own hints, whichever held in the run. */
const hintsOf = (puzzle: Puzzle): readonly Hint[] => (puzzle.kind === 'edge-matching' ? puzzle.hints : []);

/** Throws, in a sentence, when a run can't be gone on with. */
export function expectResumable(
  { id, merged, status, resumable, notHere }: RunSummary,
  otherwise = 'there is nothing to go on with',
): void {
  if (merged) {
    throw new Error(
      `Run ${id} was put together from parts worked on elsewhere: work on the parts that are missing, and merge them again.`,
    );
  }
  if (notHere !== null) throw new Error(`Run ${id} can't be resumed here. ${notHere}`);
  if (!resumable) throw new Error(`Run ${id} is ${status}: ${otherwise}.`);
}

/** What a run's record keeps of a program that is not ours. */
function recordOf({ command, args, hash, hello }: Program): string {
  const now = hashOf(command, args);
  const changed = now !== hash ? `, changed since it was added (then ${hash ?? 'unknown'})` : '';
  return `Engine: ${hello.name} ${hello.version}; command: ${[command, ...args].join(' ')}; SHA-256 ${now ?? 'unknown'}${changed}.`;
}

export function runsApi(service: RunService, { store, emit }: Context): RunsApi {
  return {
    'engines.list': () => {
      service.knowEngines(); // one may have been added meanwhile, by the command line
      return engineInfos();
    },
    'runs.start': async (settings) => ({ runId: await service.start(settings) }),
    'runs.pause': ({ runId }) => {
      store.runs.get(runId); // throws when there is none
      service.pause(runId);
      return {};
    },
    'runs.stop': async ({ runId }) => {
      store.runs.get(runId);
      await service.stop(runId);
      return {};
    },
    'runs.speed': ({ engine, puzzleId }) => store.runs.speed(engine, puzzleId),
    'runs.nextSeed': ({ engine, puzzleId }) => ({ seed: store.runs.nextSeed(engine, puzzleId) }),
    'runs.nextStep': ({ runId, matched }) => store.runs.nextStep(runId, matched),
    'runs.list': async (filter) => {
      await service.recognise();
      return store.runs.list(filter);
    },
    'runs.get': async ({ runId }) => {
      await service.recognise();
      return service.get(runId);
    },
    'runs.best': ({ runId }) => ({ board: store.runs.best(runId) }),
    'runs.remove': async ({ runId }) => {
      await service.remove(runId);
      emit({ type: 'library.changed' });
      return {};
    },
  };
}
