import path from 'node:path';
import type { HostApi } from '../../src-core/contract.ts';
import type { RunDetail, RunSettings, RunSummary } from '../../src-core/contract/runs.ts';
import { noFigures, type RunFigures } from '../../src-core/run/figures.ts';
import type { Limits } from '../../src-core/engine.ts';
import { searchedCells } from '../../src-core/puzzle/hunt-start.ts';
import { boardFromNumbers } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle, Hint, Puzzle } from '../../src-core/puzzle/puzzle.ts';
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
import { ActiveRun, sampleOf } from './active-run.ts';
import type { Context } from './context.ts';
import { IdleWatch, type Usage } from './idle-watch.ts';
import { engineInfos } from './engines.ts';
import { checkBoard } from './check-result.ts';
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
  | 'runs.unseen'
  | 'runs.see'
>;

export interface RunServiceOptions extends Context {
  readonly dataDir: string;
  readonly spawnSolver: SpawnSolver;
  /**
   * checks new runs; hosts that must stay responsive do it in a background thread; default: `checkedHere`, which works
   * in this thread
   */
  readonly check?: typeof checkedHere;
  /** milliseconds between two checkpoints; default 30 s */
  readonly checkpointMs?: number | undefined;
  /** how to measure whether the computer is in use; default: from the processor load */
  readonly usage?: Partial<Usage> | undefined;
}

/** Starts runs, each in its own solver process, and keeps a record of them. */
export class RunService {
  readonly #options: RunServiceOptions;
  readonly #active = new Map<number, ActiveRun>();
  readonly #deleting = new Set<number>();
  /** number of new runs whose settings are still being checked */
  #checking = 0;
  readonly #idle: IdleWatch;
  #recognising: Promise<void> | undefined;
  /** total processor time of the runs that have ended */
  #endedCpuMs = 0;

  constructor(options: RunServiceOptions) {
    this.#options = options;
    if (options.store.isWritable) {
      // Only the process that owns the library can search. Any run stored as active must therefore have been
      // interrupted.
      options.store.runs.markInterrupted();
      this.dropMilestones();
    }
    this.#idle = new IdleWatch({
      runs: () => [...this.#active.values()].filter(({ whenIdle }) => whenIdle),
      ownMs: () => this.#endedCpuMs + [...this.#active.values()].reduce((sum, { cpuMs }) => sum + cpuMs, 0),
      usage: options.usage,
    });
  }

  /** Ids of the runs that are searching now. */
  get running(): number[] {
    return [...this.#active].filter(([, run]) => run.status !== 'paused').map(([id]) => id);
  }

  /** Ids of the runs that are searching now or will search once the computer is idle. */
  get ongoing(): number[] {
    return [...this.#active]
      .filter(([, run]) => run.status !== 'paused' || run.isSuspended)
      .map(([id]) => id);
  }

  /** Whether any run is active, even if it is paused. */
  get busy(): boolean {
    return this.#active.size > 0;
  }

  /** Whether a run is active or about to start. */
  get occupied(): boolean {
    return this.busy || this.#checking > 0;
  }

  /**
   * Loads the built-in engines, so that the service can tell which checkpoints this version of Edgewise can't
   * continue.
   */
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

  /**
   * Returns a sentence that says what the user must allow before a run can start on this machine; null if it can
   * start.
   */
  whyWaits(runId: number): string | null {
    return whyNotAllowed(this.#options.dataDir, this.#options.store.runs.get(runId).settings.engine);
  }

  async start(settings: RunSettings): Promise<number> {
    expectAllowed(this.#options.dataDir, settings.engine);
    const runId = await this.add(settings, 'Started');
    this.#launch(runId);
    return runId;
  }

  /** Stores a run that starts now or later. Throws a user-facing error if it can't be run. */
  add(settings: RunSettings, what: 'Started' | 'Queued'): Promise<number> {
    return this.#add(settings, what, null);
  }

  /** Stores a run merged from the parts of a shared run. */
  addMerged(settings: RunSettings, name: string): Promise<number> {
    return this.#add(settings, 'Merged from parts', name);
  }

  async #add(settings: RunSettings, what: string, merged: string | null): Promise<number> {
    const { store } = this.#options;
    store.expectNoRestore();
    const saved = store.puzzles.get(settings.puzzleId).puzzle;
    const puzzle = settings.hints ? withHints(saved, settings.hints) : saved;
    this.#checking++;
    const { options, title, version } = await (this.#options.check ?? checkedHere)(puzzle, settings).finally(
      () => this.#checking--,
    );
    return store.together(() => {
      const id = store.runs.add({ ...settings, options }, version, store.puzzles.snapshot(puzzle), merged);
      // A merged run has no number of threads, because its parts may have used different numbers.
      const threads = merged === null ? `${counted(settings.threads, 'thread')}, ` : '';
      store.runs.log(id, `${what}: ${title}, ${threads}seed ${settings.seed}.`);
      if (settings.start) this.#recordStart(id, settings, saved);
      const { programs } = readPrograms(this.#options.dataDir);
      const program = programs.find(({ name }) => name === settings.engine);
      if (program) store.runs.log(id, recordOf(program));
      return id;
    });
  }

  /** Records that a run starts from a board. Saves the board in the gallery unless it is there already. */
  #recordStart(runId: number, { puzzleId, start }: RunSettings, puzzle: Puzzle): void {
    const { store } = this.#options;
    const board = checkBoard(puzzle as EdgePuzzle, boardFromNumbers(start!.board));
    const { id } = store.boards.add({ puzzleId, runId: null, ...board });
    store.runs.setStartBoard(runId, id);
    const cells = counted(searchedCells(puzzle as EdgePuzzle, start!), 'cell');
    store.runs.log(runId, `Starts from board ${id} and searches ${cells} again.`);
  }

  pause(runId: number): void {
    this.#active.get(runId)?.pause();
  }

  /** Resumes a paused run, starts a waiting one, or continues an ended one from its last checkpoint. */
  resume(runId: number, more?: Partial<Limits>): void {
    const active = this.#active.get(runId);
    if (active) {
      if (active.isSuspended) this.#idle.keepRunning(runId);
      active.resume();
      return;
    }
    const { store } = this.#options;
    store.expectNoRestore();
    if (this.#deleting.has(runId)) throw new Error(`Run ${runId} is being deleted.`);
    const run = store.runs.get(runId);
    // `settings` throws if the run's settings are damaged.
    store.runs.settings(runId);
    expectResumable(run);
    expectAllowed(this.#options.dataDir, run.settings.engine);
    const [newest] = store.runs.checkpoints(runId);
    store.together(() => {
      const from = newest?.figures ?? noFigures;
      store.runs.setAllowance(runId, this.#allowance(run, from, more));
      const { matched, placed, elapsedMs } = run.figures;
      store.samples.rewind(runId, newest ? from.elapsedMs : -1, {
        ...sampleOf(from),
        elapsedMs: newest ? Math.max(from.elapsedMs, elapsedMs) : 0,
        matched,
        placed,
      });
      if (newest) store.runs.log(runId, 'Resumed from the last checkpoint.');
      else if (run.figures.elapsedMs > 0) store.runs.log(runId, 'Started again from the beginning.');
      else {
        store.runs.setStarted(runId);
        store.runs.log(runId, 'Started.');
      }
    });
    this.#launch(runId);
  }

  /**
   * If a run ended at a limit, grants it the same amount of time or nodes again. Call this before queuing the run,
   * because a queued run no longer shows how it ended.
   */
  grantAgain(runId: number): void {
    const { store } = this.#options;
    const run = store.runs.get(runId);
    store.runs.setAllowance(runId, this.#allowance(run, run.figures));
  }

  /**
   * Resumes every run that was interrupted when Edgewise quit. If one run can't be resumed, resumes the others anyway.
   */
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

  /** Resumes a run if it was paused in this session. Otherwise does nothing. */
  resumePaused(runId: number): void {
    this.#active.get(runId)?.resume();
  }

  /**
   * Stops a run with a final checkpoint. A waiting run leaves the queue, and an interrupted run stays as it is. `why`:
   * the reason shown to the user; empty if the user stopped the run.
   */
  async stop(runId: number, why = ''): Promise<void> {
    const { store, emit } = this.#options;
    const { status } = store.runs.get(runId);
    if (status === 'queued' || status === 'interrupted') {
      store.together(() => {
        store.runs.setStatus(runId, 'stopped', '');
        store.runs.log(
          runId,
          status === 'queued' ? 'Removed from the queue.' : 'The interrupted run was stopped.',
        );
      });
      emit({ type: 'run.changed', run: store.runs.get(runId) });
    }
    await this.#active.get(runId)?.stop({ why });
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

  /** Returns whether a run is a hunt, a search for better and better boards. */
  async hunts(runId: number): Promise<boolean> {
    const { settings } = this.#options.store.runs.get(runId);
    return (await loadEngine(settings.engine)).hunts;
  }

  /** Stops and deletes a run. While it is being stopped, it can't be resumed. */
  async remove(runId: number): Promise<void> {
    const { store } = this.#options;
    // `get` throws if there is no run with this id.
    store.runs.get(runId);
    this.#deleting.add(runId);
    try {
      await this.stop(runId);
      store.runs.remove(runId);
    } finally {
      this.#deleting.delete(runId);
    }
  }

  /** Frees disk space by deleting the milestones of runs that can't be resumed. */
  dropMilestones(): void {
    const { dataDir, store } = this.#options;
    dropMilestones(dataDir, store, this.#active);
  }

  /** Kills the solver process of a run without warning, like a crash. */
  kill(runId: number): void {
    this.#active.get(runId)?.kill();
  }

  /** Stops every run with a final checkpoint. */
  async close(): Promise<void> {
    this.#idle.close();
    await Promise.all([...this.#active.values()].map((run) => run.stop({ closing: true })));
  }

  /**
   * Returns the limits for resuming a run. A run that ended at a limit gets the same amount again. Any other run keeps
   * its limits. `from`: the totals at the checkpoint. After a crash, the nodes searched since the checkpoint don't
   * count, but the time does.
   */
  #allowance(run: RunSummary, from: RunFigures, more: Partial<Limits> = {}): Limits {
    const { nodes } = from;
    const elapsedMs = from === noFigures ? 0 : Math.max(from.elapsedMs, run.figures.elapsedMs);
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
    const { engine, options, wanted, limits, seed, threads, start } = settings;
    const run = new ActiveRun({
      store,
      emit,
      runId,
      job: {
        puzzle: store.runs.puzzle(runId),
        engine,
        options,
        wanted,
        limits,
        seed,
        threads,
        ...(start && { start }),
      },
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
    store.unseen.begin(runId);
    emit({ type: 'run.changed', run: store.runs.get(runId) });
  }
}

/** Returns the puzzle's own hints. Stored boards are scored with them even if the run used other hints. */
const hintsOf = (puzzle: Puzzle): readonly Hint[] => (puzzle.kind === 'edge-matching' ? puzzle.hints : []);

/** Throws a user-facing error if a run can't be resumed. */
export function expectResumable(
  { id, merged, status, resumable, notHere }: RunSummary,
  otherwise = 'there is nothing to resume',
): void {
  if (merged) {
    throw new Error(`Run ${id} was merged from parts. Search the missing parts, then merge again.`);
  }
  if (notHere !== null) throw new Error(`Run ${id} can't be resumed here. ${notHere}`);
  if (!resumable) throw new Error(`Run ${id} is ${status}: ${otherwise}.`);
}

function recordOf({ command, args, hash, hello }: Program): string {
  const now = hashOf(command, args);
  const changed =
    now !== hash
      ? `. The program has changed since it was added, when its SHA-256 was ${hash ?? 'unknown'}`
      : '';
  return `Engine: ${hello.name} ${hello.version}; command: ${[command, ...args].join(' ')}; SHA-256 ${now ?? 'unknown'}${changed}.`;
}

export function runsApi(service: RunService, { store, emit }: Context): RunsApi {
  const see = (runIds: readonly number[]): void => {
    if (store.unseen.see(runIds)) emit({ type: 'runs.seen' });
  };
  return {
    'engines.list': () => {
      // The command line may have added an engine in the meantime, so read the list of added engines again.
      service.knowEngines();
      return engineInfos();
    },
    'runs.start': async (settings) => ({ runId: await service.start(settings) }),
    'runs.pause': ({ runId }) => {
      // `get` throws if there is no run with this id.
      store.runs.get(runId);
      service.pause(runId);
      see([runId]);
      return {};
    },
    'runs.stop': async ({ runId }) => {
      store.runs.get(runId);
      // Take the run off the list of unseen runs before it ends, or the window would briefly show it as unseen.
      store.unseen.forget(runId);
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
      emit({ type: 'runs.seen' });
      return {};
    },
    'runs.unseen': async () => {
      await service.recognise();
      return store.unseen.ended().map(({ runId, before }) => ({ run: store.runs.get(runId), before }));
    },
    'runs.see': ({ runIds }) => {
      see(runIds);
      return {};
    },
  };
}
