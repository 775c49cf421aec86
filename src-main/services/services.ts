import type { AppInfo, Settings } from '../../src-core/contract/application.ts';
import type { HostApi, HostEvent } from '../../src-core/contract.ts';
import { createDispatcher, type Dispatch } from '../../src-core/rpc.ts';
import { ensureDataDir } from '../data-dir.ts';
import { knowEngines, solverFor } from '../external-engines/external-engine.ts';
import { hashAhead } from '../external-engines/programs.ts';
import type { SpawnSolver } from '../solver-process/protocol.ts';
import { Store } from '../store/store.ts';
import { removeLeftovers } from '../temporary-folder.ts';
import { addedEngines, type ChooseProgram } from './added-engines.ts';
import { BackgroundWork } from './background-work.ts';
import { backupService } from './backup.ts';
import { binService } from './bin.ts';
import type { Context } from './context.ts';
import { DesignService, designApi } from './design.ts';
import { editingService } from './editing.ts';
import { labApi, LabService } from './lab.ts';
import { inDataDir } from './in-data-dir.ts';
import { libraryService, type LibraryApi } from './library.ts';
import { playService } from './play.ts';
import { queueApi, RunQueue } from './run-queue.ts';
import { RunService, runsApi } from './runs.ts';
import { matchingPuzzlesService } from './matching-puzzles.ts';
import type { Usage } from './idle-watch.ts';
import { importSamples } from './samples.ts';
import { applicationService } from './settings.ts';
import { shareService } from './share.ts';
import { boardsService } from './boards.ts';
import { stepsService } from './steps.ts';

export interface Services {
  readonly dispatch: Dispatch;
  readonly runs: RunService;
  readonly lab: LabService;
  /** whether a run is searching or an experiment is running */
  readonly isWorking: boolean;
  readonly api: HostApi;
  readonly library: LibraryApi;
  settings(): Settings;
  /** small pieces of data that the host stores, such as the position of its window */
  readonly marks: Marks;
  onEvent(listener: (event: HostEvent) => void): () => void;
  /** Sends an event that comes from the host itself. */
  emit(event: HostEvent): void;
  /** Saves a checkpoint of every run and stops it, then closes the library. */
  close(): Promise<void>;
}

/** Small named strings that hosts store in the library. */
export interface Marks {
  mark(name: string): string | null;
  setMark(name: string, value: string): void;
}

export interface ServicesOptions {
  readonly host: AppInfo['host'];
  readonly dataDir: string;
  readonly samplesDir: string;
  readonly spawnSolver: SpawnSolver;
  /** true to resume whatever was interrupted when Edgewise quit, regardless of the settings */
  readonly resume?: boolean | undefined;
  /** asks the user for a program to add as an engine; without it, no engine can be added */
  readonly chooseProgram?: ChooseProgram;
  /** milliseconds between two checkpoints; default 30 s */
  readonly checkpointMs?: number;
  /** how to measure whether the computer is in use; default: from the processor load */
  readonly usage?: Partial<Usage>;
}

/**
 * Creates all services of the application, independently of Electron and HTTP. Resumes interrupted work according to
 * the options.
 */
export const createServices = (options: ServicesOptions): Promise<Services> =>
  inDataDir(options.dataDir, () => servicesIn(options));

async function servicesIn(options: ServicesOptions): Promise<Services> {
  const { host, dataDir } = options;
  const store = await Store.open(ensureDataDir(dataDir), host === 'electron' ? 'desktop' : 'local host');
  const events = new Events();
  const context = { store, emit: events.emit };
  removeLeftovers();
  store.onLost(() => events.emit({ type: 'library.lost' }));
  knowEngines(dataDir);
  void hashAhead(dataDir);
  importSamples(store, options.samplesDir);
  const workers = workersOf(options, context);
  const { runs, queue, design, lab, background } = workers;
  events.on((event) => {
    if (event.type === 'run.changed') queue.runChanged(event.run);
  });
  resumeWork(options, store, workers);
  const library = libraryService(context);
  const api = apiOf(options, context, library, workers);
  return {
    dispatch: createDispatcher(startingApi(api, store), (method, error) =>
      console.error(`${method}: ${error instanceof Error ? error.message : String(error)}`),
    ),
    runs,
    lab,
    get isWorking() {
      return runs.running.length > 0 || lab.busy;
    },
    api,
    library,
    settings: () => store.settings.get(),
    marks: store.settings,
    emit: events.emit,
    onEvent: events.on,
    async close() {
      try {
        await Promise.all([queue.close(), design.close(), lab.close(), background.close()]);
      } finally {
        store.close();
      }
    },
  };
}

/** Passes events to all listeners. If a listener throws, the others are still called. */
class Events {
  readonly #listeners = new Set<(event: HostEvent) => void>();

  readonly emit = (event: HostEvent): void => {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        console.error(error);
      }
    }
  };

  readonly on = (listener: (event: HostEvent) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

interface Workers {
  readonly background: BackgroundWork;
  readonly runs: RunService;
  readonly queue: RunQueue;
  readonly design: DesignService;
  readonly lab: LabService;
}

function workersOf(options: ServicesOptions, context: Context): Workers {
  const { dataDir } = options;
  const spawnSolver = solverFor(dataDir, options.spawnSolver);
  const background = new BackgroundWork(dataDir);
  const runs = new RunService({
    ...context,
    check: (puzzle, settings) => background.once('job', { puzzle, settings }),
    dataDir,
    spawnSolver,
    checkpointMs: options.checkpointMs,
    usage: options.usage,
  });
  const lab = new LabService({
    ...context,
    dataDir,
    spawnSolver,
    check: (plan) => background.once('experiment', plan),
  });
  return {
    background,
    runs,
    queue: new RunQueue({ ...context, runs }),
    design: new DesignService(context),
    lab,
  };
}

function resumeWork(options: ServicesOptions, store: Store, { runs, queue, lab }: Workers): void {
  if (options.resume) store.allowAutomaticStarts();
  const resumes = store.mayStartAutomatically && store.settings.get().resumeInterrupted;
  if (options.resume || (resumes && !queue.isHeld)) runs.resumeInterrupted();
  // `advance` starts the next run, or stores why the waiting runs can't start.
  queue.advance();
  lab.startNext();
}

function apiOf(options: ServicesOptions, context: Context, library: LibraryApi, workers: Workers): HostApi {
  const { host, dataDir, samplesDir } = options;
  const { background, runs, queue, design, lab } = workers;
  const onRestored = (): void => resumeWork(options, context.store, workers);
  return {
    ...addedEngines(dataDir, options.chooseProgram, () => queue.advance()),
    ...applicationService(context, host, dataDir),
    ...backupService({ ...context, dataDir, runs, lab, onRestored }),
    ...binService({ ...context, onGone: () => runs.dropMilestones() }),
    ...designApi(design, background),
    ...editingService(context, library),
    ...labApi(lab, context, background, samplesDir),
    ...library,
    ...matchingPuzzlesService(library, background),
    ...playService(context),
    ...queueApi(queue, { ...context, runs }),
    ...runsApi(runs, context),
    ...shareService(context, runs, background),
    ...boardsService(context),
    ...stepsService(context, background),
  };
}

/**
 * Requests that start work for the user. They also permit runs of this library to start automatically from then on.
 */
const STARTING_REQUESTS = [
  'runs.start',
  'runs.resume',
  'queue.start',
  'queue.resume',
  'lab.start',
  'lab.resume',
] as const;

function startingApi(api: HostApi, store: Store): HostApi {
  const starting = { ...api };
  for (const name of STARTING_REQUESTS) {
    const begin = api[name] as (input: unknown) => never;
    Object.assign(starting, {
      [name]: (input: unknown) => {
        store.allowAutomaticStarts();
        return begin(input);
      },
    });
  }
  return starting;
}
