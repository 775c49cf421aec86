import type { HostApi, HostEvent } from '../../src-core/contract.ts';
import type { SavedPuzzle } from '../../src-core/contract/library.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { ensureDataDir } from '../data-dir.ts';
import { knowEngines } from '../external-engines/external-engine.ts';
import { samplesDir } from '../paths.ts';
import type { SpawnSolver } from '../solver-process/protocol.ts';
import { Store } from '../store/store.ts';
import { experimentsIn, LabService, type Experiments } from './lab.ts';
import { inDataDir } from './in-data-dir.ts';
import { libraryService, type LibraryApi } from './library.ts';
import { storeMerged, type MergedRun } from './merged-run.ts';
import { RunService } from './runs.ts';
import { importSamples } from './samples.ts';
import { boardsService } from './boards.ts';

type BoardsApi = ReturnType<typeof boardsService>;

/** The open library for a command that does one task and exits. Its methods call the same services as a host does. */
export interface OpenLibrary extends LibraryApi, BoardsApi, Pick<HostApi, 'runs.list'> {
  readonly runs: RunService;
  readonly experiments: Experiments;
  puzzleNamed(name: string): SavedPuzzle | undefined;
  /** Writes the whole library to one file, even while it is in use. */
  backUp(file: string): Promise<void>;
  /** Replaces the library with a backup. Returns the path of the file that now holds the previous library. */
  restore(file: string): Promise<string>;
  /** Returns the puzzle of a run as it was when the run started. */
  puzzleOfRun(runId: number): Puzzle;
  /** Stores a run merged from parts. */
  keepMerged(merged: MergedRun): Promise<{ readonly runId: number }>;
  /** Runs one experiment and passes its events to `emit`. */
  runExperiment(experimentId: number, emit: (event: HostEvent) => void): LabService;
}

export interface OpenOptions {
  readonly dataDir: string;
  /** `reading` works even while another process has the library open for writing */
  readonly mode: 'reading' | 'changing';
  /** starts solver processes; needed only to start runs */
  readonly spawnSolver?: SpawnSolver;
}

/** Opens the library, calls `use` and closes the library afterwards. */
export const withLibrary = <T>(
  options: OpenOptions,
  use: (library: OpenLibrary) => T | Promise<T>,
): Promise<T> => inDataDir(options.dataDir, () => usingLibrary(options, use));

async function usingLibrary<T>(
  { dataDir, mode, spawnSolver = noSolver }: OpenOptions,
  use: (library: OpenLibrary) => T | Promise<T>,
): Promise<T> {
  const folder = ensureDataDir(dataDir);
  knowEngines(dataDir);
  const host = 'command line';
  const store = await (mode === 'reading' ? Store.openToRead(folder, host) : Store.open(folder, host));
  try {
    if (store.isWritable) importSamples(store, samplesDir);
    const context = { store, emit: () => undefined };
    const runs = new RunService({ ...context, dataDir, spawnSolver });
    return await use({
      ...libraryService(context),
      ...boardsService(context),
      'runs.list': async (filter) => {
        await runs.recognise();
        return store.runs.list(filter);
      },
      runs,
      experiments: experimentsIn(store),
      backUp: (file) => store.backUp(file),
      restore: (file) => store.restoreFrom(file),
      puzzleNamed: (name) => store.puzzles.findByName(name) ?? undefined,
      puzzleOfRun: (runId) => store.runs.puzzle(runId),
      keepMerged: (merged) => storeMerged(context, runs, merged),
      runExperiment: (only, emit) => new LabService({ store, emit, dataDir, spawnSolver, only }),
    });
  } finally {
    store.close();
  }
}

const noSolver = (): never => {
  throw new Error('this library was opened without a solver, so no run can start');
};
