/**
 * The contract between an engine and the code that runs it.
 *
 * An engine knows nothing of threads, processes, clocks and messages. It has two halves. A *plan* divides a run into
 * tasks and adds up their results; there is one for each run, in the runner's thread. A *search* works on one task in
 * slices; there is one for each worker. All data that passes between them, and every checkpoint, is
 * structured-clonable.
 *
 * Engines are deterministic. A job always gives the same nodes and solutions. They don't depend on how it is cut into
 * slices, which worker takes which task, or how often it is stopped and resumed from a checkpoint. The exception is
 * `anytime` on several threads. Each task's result still depends on the task alone, but the order of tasks depends on
 * which worker is faster. So intermediate solutions and nodes can differ between runs.
 */
import type { GenericSchema } from 'valibot';
import type { DecisionListener } from './decisions.ts';
import type { PartialBoard } from './puzzle/partial-board.ts';
import type { Puzzle } from './puzzle/puzzle.ts';
import type { EngineFacts } from './run/engine-facts.ts';
import type { Estimate } from './run/estimate.ts';
import type { Job } from './run/job.ts';
import type { EngineOptions } from './run/options.ts';

export type { Estimate } from './run/estimate.ts';
export { wantedNumber, type Job, type Wanted } from './run/job.ts';
export type { Limits } from './run/limits.ts';
export type { EngineOptions, OptionSpec, OptionValue } from './run/options.ts';

/** A result of an engine. Results are reported in the order they are found. */
export type Finding =
  | { readonly type: 'solution'; readonly board: PartialBoard }
  | { readonly type: 'improved'; readonly board: PartialBoard }
  | {
      readonly type: 'path';
      readonly moves: readonly number[];
      readonly lowerBound: number;
      readonly optimal: boolean;
    };

/**
 * The data that the two halves of an engine exchange and store. It is structured-clonable. Each engine defines its own
 * types (`Engine<ExactData>`). Code that runs all engines passes this data on without reading it.
 */
export interface EngineData {
  /** the content of a task */
  work: unknown;
  /** what a slice reports to the plan besides its counts, such as a better bound; null if nothing */
  note: unknown;
  /** what the plan tells every search between two slices, such as a better bound */
  news: unknown;
  /** checkpoint of the plan */
  planState: unknown;
  /** checkpoint of a search */
  searchState: unknown;
  /**
   * data built once before the first task, such as shared memory and compiled modules; undefined if the engine has no
   * `prepare`
   */
  prepared: unknown;
}

/** The result of one `step`. Numbers are those of this slice, not totals. */
export interface Slice<Note = unknown> {
  readonly nodes: number;
  /** nodes by depth, index 0 = first tile placed; can have fewer entries than the board has cells */
  readonly nodesByDepth: Float64Array | null;
  readonly findings: readonly Finding[];
  /** further counts by name, to be added up: `raw` (solutions found), `iterations`, ... */
  readonly counts: Readonly<Record<string, number>>;
  /** the current board of an edge-matching search; null for others */
  readonly current: PartialBoard | null;
  /**
   * For a hunt: the board that it is building, to show instead of `current`, which is its best one. If absent,
   * `current` is shown.
   */
  readonly shown?: PartialBoard | null;
  readonly depth: number;
  /** share of this task that is done, 0..1; null if unknown */
  readonly fraction: number | null;
  readonly done: boolean;
  /** progress of a resumed search in repeating work done before, 0 to 1; absent otherwise */
  readonly repeated?: number;
  /** number of nodes repeated in this slice; used only to choose the size of slices */
  readonly repeatedNodes?: number;
  /** data for the plan besides the counts; null if nothing */
  readonly note: Note;
}

/** Thrown by an engine with several kinds of search if a checkpoint belongs to a task of another kind. */
export class WrongCheckpoint extends Error {
  constructor() {
    super('the checkpoint belongs to another kind of task');
  }
}

/** Budgets of up to this many nodes are kept exactly by `Search.step`. */
export const EXACT_SLICE = 20_000;

/** Searches one task. */
export interface Search<Data extends EngineData = EngineData> {
  /**
   * Places about `nodeBudget` tiles (or makes that many moves) and returns the result. A budget of up to EXACT_SLICE is
   * kept exactly, so a run can keep its node limit exactly. A larger budget can be exceeded by less than EXACT_SLICE
   * nodes, so that a fast search need not count every step. If the job requests a number of solutions, a slice ends at
   * each solution, so that totals do not depend on slicing.
   */
  step(nodeBudget: number): Slice<Data['note']>;
  /**
   * Returns the state from which `open` continues exactly. It should be small, because checkpoints are saved twice a
   * minute. Called only between slices.
   */
  checkpoint(): Data['searchState'];
  /**
   * For searches with a large state: returns data of up to about `maxBytes` bytes from which `open` can continue
   * without repeating much. The data can get lost, so checkpoints never depend on it. Returns null if the data is too
   * large or not available yet. Called only between slices.
   */
  milestone?(maxBytes: number): unknown;
  /** Receives the plan's news for all searches, between slices. */
  hear?(news: Data['news']): void;
}

/** A search that reports each decision, for the step view. */
export interface SteppedSearch extends Search {
  /**
   * by cell, the candidates before the first decision; absent for engines that rule out candidates only by trying them
   */
  readonly possible?: readonly (readonly number[])[];
}

export interface Task<Work = unknown> {
  /** number of the task, unique within the run */
  readonly id: number;
  readonly work: Work;
}

/** Divides a run into tasks and adds up their results. */
export interface Plan<Data extends EngineData = EngineData> {
  /** Returns the next task for a free worker; null if there is none now. */
  next(): Task<Data['work']> | null;
  /** Adds the result of a slice of a task returned by `next`. `slice.done` ends that task. */
  absorb(task: Task<Data['work']>, slice: Slice<Data['note']>): void;
  /** True only when the run is complete. A plan can be without a task between rounds. */
  readonly finished: boolean;
  /** Returns news for every search, or undefined if there is none. Called after each `absorb`. */
  news?(): Data['news'] | undefined;
  tally(): Tally;
  /**
   * For engines that don't follow the default: returns how a finished run ended. By default it is `solved` if there is
   * a solution, and otherwise `exhausted`, which proves that there is none. An engine that gave up has proved nothing.
   */
  outcome?(): 'solved' | 'exhausted' | 'limit';
  /**
   * Returns the state from which `plan` continues exactly. It does not include tasks that `next` returned and that are
   * not done: the runner saves them separately, each with the checkpoint of its search.
   */
  checkpoint(): Data['planState'];
}

/** The totals of a run so far. Fields that do not apply to an engine are null. */
export interface Tally {
  readonly nodes: number;
  readonly nodesByDepth: readonly number[];
  /** number of solutions; symmetric boards and boards with swapped identical tiles count separately */
  readonly raw: number;
  /** number of solutions; those that are images of each other under the puzzle's symmetry count once */
  readonly unique: number;
  /**
   * number of distinct solutions: like `unique`, but boards that differ only by swapped identical tiles also count once
   */
  readonly distinct: number;
  /** share of the whole search done, weighted by branching; null if unknown */
  readonly fraction: number | null;
  readonly peakDepth: number;
  /** further totals by name, shown to the user unchanged */
  readonly counts: Readonly<Record<string, number | readonly number[]>>;
  /** which engine was chosen automatically, and why; absent if the user chose it */
  readonly chosen?: { readonly engine: string; readonly why: string };
  /** for sliding puzzles: the best solution and what is proved about it */
  readonly sliding: SlidingTally | null;
}

export interface SlidingTally {
  /** tiles moved, in order, of the best solution; null if there is none yet */
  readonly path: readonly number[] | null;
  readonly lowerBound: number;
  readonly optimal: boolean;
}

/** Large files that an engine builds once and keeps, such as pattern databases. Only the runner accesses the disk. */
export interface Assets {
  /** Returns the file's bytes in shared memory, or null if there is no such file. */
  read(name: string): Uint8Array<SharedArrayBuffer> | null;
  write(name: string, bytes: Uint8Array): void;
}

export interface Preparing {
  /** share of the preparation that is done, 0 to 1 */
  readonly fraction: number;
  readonly what: string;
}

/**
 * The schemas of an engine's checkpoints. A checkpoint of another shape is rejected, because reading it could
 * lead to a wrong count. When you change a shape, raise the engine's version.
 */
export interface CheckpointSchemas<Data extends EngineData = EngineData> {
  readonly plan: GenericSchema<unknown, Data['planState']>;
  readonly work: GenericSchema<unknown, Data['work']>;
  readonly search: GenericSchema<unknown, Data['searchState']>;
}

/**
 * An engine: its description (`EngineFacts`) and its functions. Other code uses the description and never checks an
 * engine's name.
 */
export interface Engine<Data extends EngineData = EngineData> extends EngineFacts {
  /**
   * True if resuming a search repeats much of its work. The runner then starts such a search in a worker at once. Other
   * searches start in the runner and soon move to a worker, which resumes them from a checkpoint.
   */
  readonly repeatsWork?: true;
  /**
   * The schemas of the checkpoints. Engines in other programs have none, because only those programs can read their
   * checkpoints.
   */
  readonly checkpointSchemas?: CheckpointSchemas<Data>;
  /** Returns why this engine cannot solve a puzzle and what to do about it, as a sentence; null if it can. */
  refuses(puzzle: Puzzle, options: EngineOptions): string | null;
  /**
   * Runs once before the first task, in short steps so that pause and stop take effect. Its result is passed to every
   * `open`.
   */
  prepare?(job: Job, assets: Assets): Generator<Preparing, Data['prepared'], void>;
  /** Estimates the size of a search. The time is proportional to `probes`; the default gives a fair estimate. */
  estimate?(job: Job, probes?: number): Estimate;
  /**
   * For an engine that runs other engines: returns the one to use for jobs that must be divided in advance, and why.
   */
  divisible?(job: Job): { readonly engine: string; readonly why: string };
  /** Opens a search that reports each decision. Present if `stepping` is not null. */
  openSteps?(job: Job, listener: DecisionListener): SteppedSearch;
  plan(job: Job, checkpoint?: Data['planState']): Plan<Data>;
  open(
    job: Job,
    task: Task<Data['work']>,
    prepared: Data['prepared'],
    checkpoint?: Data['searchState'],
    /** milestones of earlier searches of this task, newest first; each is read on demand */
    milestones?: Iterable<unknown>,
  ): Search<Data>;
}
