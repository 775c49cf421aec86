/**
 * The contract between an engine and the code that runs it.
 *
 * An engine knows nothing of threads, processes, clocks and messages. It has two halves. A *plan* divides a run into
 * tasks and adds up their results; there is one for each run, in the runner's thread. A *search* works on one task in
 * slices; there is one for each worker. All data that passes between them, and every checkpoint, is
 * structured-clonable.
 *
 * Engines are deterministic: a job always gives the same nodes and solutions. It doesn't matter how the job is cut into
 * slices, which worker takes which task, or how often the job is stopped and resumed.
 *
 * The exception is `anytime` on several threads. Each task's result still depends on the task alone, but the order of
 * tasks depends on which worker is faster. So intermediate solutions and nodes can differ between runs.
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

/** A result of an engine. Results are reported in the order in which they are found. */
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
 * The data that passes between the two halves of an engine or is stored. It is structured-clonable. Each engine defines
 * its own types (`Engine<ExactData>`). Code that runs all engines passes this data on without reading it.
 */
export interface EngineData {
  /** the content of a task */
  work: unknown;
  /** what a slice reports to the plan in addition to its counts, such as a better bound; null if there is nothing */
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

/** The result of one `step`. Its numbers count what happened in this slice; they are not totals. */
export interface Slice<Note = unknown> {
  readonly nodes: number;
  /** nodes by depth, beginning with the first tile placed; there can be fewer entries than cells */
  readonly nodesByDepth: Float64Array | null;
  readonly findings: readonly Finding[];
  /** further counts by name, to be added up, such as `raw` (solutions found) and `iterations` */
  readonly counts: Readonly<Record<string, number>>;
  /** the current board of an edge-matching search; null for others */
  readonly current: PartialBoard | null;
  /**
   * The board to show if it is not `current`. In a hunt, `current` is the best board, and `shown` is the board being
   * built.
   */
  readonly shown?: PartialBoard | null;
  readonly depth: number;
  /** share of this task that is done, 0..1; null if unknown */
  readonly fraction: number | null;
  readonly done: boolean;
  /**
   * For a resumed search that repeats work: the share of this work that is done, 0 to 1. Absent if no work is repeated.
   */
  readonly repeated?: number;
  /** number of nodes repeated in this slice; used only to choose the size of slices */
  readonly repeatedNodes?: number;
  /** data for the plan in addition to the counts; null if there is none */
  readonly note: Note;
}

/** Thrown if an engine has several kinds of search and a checkpoint belongs to another kind than the task. */
export class WrongCheckpoint extends Error {
  constructor() {
    super('the checkpoint belongs to another kind of task');
  }
}

/** Maximum node budget that `Search.step` keeps exactly. */
export const EXACT_SLICE = 20_000;

/** Searches one task. */
export interface Search<Data extends EngineData = EngineData> {
  /**
   * Places about `nodeBudget` tiles (or makes that many moves) and returns the result. A budget of up to EXACT_SLICE
   * nodes is kept exactly, and so is a run's node limit. A larger budget can be exceeded by less than EXACT_SLICE
   * nodes, because a fast search need not count every step. If the job requests a number of solutions, a slice ends at
   * each solution, so that totals do not depend on slicing.
   */
  step(nodeBudget: number): Slice<Data['note']>;
  /**
   * Returns the state from which `open` can continue exactly. It should be small, because checkpoints are saved twice a
   * minute. Called only between slices.
   */
  checkpoint(): Data['searchState'];
  /**
   * For searches with a large state. Returns data from which `open` can continue without repeating much, in at most
   * about `maxBytes` bytes. Returns null if the data is too large or not available yet. The data can get lost, so a
   * checkpoint must be enough to resume. Called only between slices.
   */
  milestone?(maxBytes: number): unknown;
  /** Receives news from the plan, between slices. */
  hear?(news: Data['news']): void;
}

/** A search that reports each decision, for the step view. */
export interface SteppedSearch extends Search {
  /**
   * for each cell: the candidates before the first decision; absent if the engine rules out candidates only by trying
   * them
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
  /** Adds the result of a slice. The slice is of a task that `next` returned. `slice.done` ends the task. */
  absorb(task: Task<Data['work']>, slice: Slice<Data['note']>): void;
  /** True only when the run is complete. `next` can return null before that, between two rounds of a plan. */
  readonly finished: boolean;
  /**
   * Returns what every search should be told now, such as a better bound; undefined if there is nothing. Called
   * after each `absorb`.
   */
  news?(): Data['news'] | undefined;
  tally(): Tally;
  /**
   * Returns how a finished run ended. Without this method, it is `solved` if there is a solution, otherwise
   * `exhausted`, which proves that there is none. So an engine that can give up needs this method.
   */
  outcome?(): 'solved' | 'exhausted' | 'limit';
  /**
   * Returns the state from which `plan` can continue exactly. It does not include unfinished tasks that `next` has
   * returned. The runner saves these separately, each with the checkpoint of its search.
   */
  checkpoint(): Data['planState'];
}

/** The totals of a run so far. Fields that do not apply to an engine are null. */
export interface Tally {
  readonly nodes: number;
  readonly nodesByDepth: readonly number[];
  /** number of solutions; symmetric images and swaps of identical tiles count separately */
  readonly raw: number;
  /** number of solutions; symmetric images of a solution count once */
  readonly unique: number;
  /** number of solutions; symmetric images count once, and so do boards that differ only by swapped identical tiles */
  readonly distinct: number;
  /** share of the whole search that is done; all branches of a node count equally; null if unknown */
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
  /** the numbers of the tiles moved in the best solution, in order; null if there is none yet */
  readonly path: readonly number[] | null;
  readonly lowerBound: number;
  readonly optimal: boolean;
}

/**
 * Large files that an engine builds once and keeps, such as pattern databases. Engines can't access the disk
 * themselves; the runner does it for them.
 */
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
 * The schemas of an engine's checkpoints. A checkpoint that doesn't fit them is rejected, because reading it could lead
 * to a wrong count. When you change a schema, raise the engine's version.
 */
export interface CheckpointSchemas<Data extends EngineData = EngineData> {
  readonly plan: GenericSchema<unknown, Data['planState']>;
  readonly work: GenericSchema<unknown, Data['work']>;
  readonly search: GenericSchema<unknown, Data['searchState']>;
}

/**
 * An engine: its description (`EngineFacts`) and its functions. Other code uses the description instead of checking an
 * engine's name.
 */
export interface Engine<Data extends EngineData = EngineData> extends EngineFacts {
  /**
   * True if a resumed search repeats much of its work. The runner then starts searches in a worker at once. Searches of
   * other engines start in the runner's thread and soon move to a worker, which resumes them from a checkpoint.
   */
  readonly repeatsWork?: true;
  /**
   * The schemas of the checkpoints. An engine that is a separate program has none, because only this program can read
   * its checkpoints.
   */
  readonly checkpointSchemas?: CheckpointSchemas<Data>;
  /** Returns a sentence that says why this engine cannot solve a puzzle and what to do about it; null if it can. */
  refuses(puzzle: Puzzle, options: EngineOptions): string | null;
  /**
   * Prepares a run before its first task, in short steps so that pause and stop take effect. The result is passed to
   * every `open`.
   */
  prepare?(job: Job, assets: Assets): Generator<Preparing, Data['prepared'], void>;
  /**
   * Estimates the size of a search. The time is proportional to `probes`; the default number of probes gives a fair
   * estimate.
   */
  estimate?(job: Job, probes?: number): Estimate;
  /**
   * For an engine that runs other engines. If a job is to be divided among several machines, they must all use the same
   * engine. Returns this engine and why it was chosen.
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
    /**
     * What `Search.milestone` returned in earlier searches of this task, newest first. Each is loaded when it is
     * read.
     */
    milestones?: Iterable<unknown>,
  ): Search<Data>;
}
