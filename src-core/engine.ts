/**
 * The contract between an engine and the code that runs it. An engine knows nothing of threads, processes, clocks and
 * messages.
 * - A *plan* divides a run into tasks and adds up their results. There is one for each run, in the runner's thread.
 * - A *search* works on one task in slices. There is one for each worker.
 *
 * Engines are deterministic: a job always gives the same nodes and solutions, however it is sliced, shared among
 * workers, stopped and resumed. The exception is `anytime` on several threads. The order of its tasks depends on the
 * speed of the workers.
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

/** A result of an engine, reported as soon as it is found. */
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
 * Data that passes between plan and searches, or is stored. It is structured-clonable. Each engine defines its own
 * types.
 */
export interface EngineData {
  work: unknown;
  /** what a slice reports to the plan besides its counts, such as a better bound */
  note: unknown;
  /** what the plan tells every search between slices, such as a better bound */
  news: unknown;
  /** checkpoint of the plan */
  planState: unknown;
  /** checkpoint of a search */
  searchState: unknown;
  /**
   * what `prepare` built before the first task, such as shared memory and compiled modules; undefined without `prepare`
   */
  prepared: unknown;
}

/** The result of one `step`. Its numbers count this slice only. */
export interface Slice<Note = unknown> {
  readonly nodes: number;
  /** nodes by depth, beginning with the first tile placed; there can be fewer entries than cells */
  readonly nodesByDepth: Float64Array | null;
  readonly findings: readonly Finding[];
  /** further counts by name, to be added up, such as `iterations` */
  readonly counts: Readonly<Record<string, number>>;
  /** the current board of an edge-matching search */
  readonly current: PartialBoard | null;
  /** the board to show instead of `current`; in a hunt, `current` is the best board and `shown` the one being built */
  readonly shown?: PartialBoard | null;
  readonly depth: number;
  /** share of this task that is done, 0 to 1; null if unknown */
  readonly fraction: number | null;
  readonly done: boolean;
  /** for a resumed search that repeats work: the share of it that is done, 0 to 1 */
  readonly repeated?: number;
  /** nodes repeated in this slice; used only to choose the size of slices */
  readonly repeatedNodes?: number;
  /** message to the plan, besides the counts */
  readonly note: Note;
}

/** Thrown if a checkpoint belongs to another kind of search than the task. */
export class WrongCheckpoint extends Error {
  constructor() {
    super('the checkpoint belongs to another kind of task');
  }
}

/** Maximum node budget that `Search.step` keeps exactly */
export const EXACT_SLICE = 20_000;

/** Searches one task. */
export interface Search<Data extends EngineData = EngineData> {
  /**
   * Makes about `nodeBudget` nodes and returns the result. A budget of up to EXACT_SLICE nodes is kept exactly. A
   * larger one can be exceeded by less than EXACT_SLICE nodes. If the job asks for a number of solutions, a slice ends
   * at each solution, so that totals don't depend on slicing.
   */
  step(nodeBudget: number): Slice<Data['note']>;
  /**
   * Returns the state from which `open` continues exactly. The state should be small, because it is saved twice a
   * minute. Called between slices.
   */
  checkpoint(): Data['searchState'];
  /**
   * For a search with a large state. Returns data of about `maxBytes` at most, with which `open` repeats less work.
   * Returns null if there is none yet. The data may get lost, so the checkpoint must be enough to resume. Called
   * between slices.
   */
  milestone?(maxBytes: number): unknown;
  /** Receives news from the plan, between slices. */
  hear?(news: Data['news']): void;
}

/** A search that reports each decision, for the step view. */
export interface SteppedSearch extends Search {
  /**
   * for each cell, the candidates before the first decision; absent if the engine rules out candidates only by trying
   * them
   */
  readonly possible?: readonly (readonly number[])[];
}

export interface Task<Work = unknown> {
  /** number of the task, unique within its run */
  readonly id: number;
  readonly work: Work;
}

/** Divides a run into tasks and adds up their results. */
export interface Plan<Data extends EngineData = EngineData> {
  /** Returns a task for a free worker; null if there is none now. */
  next(): Task<Data['work']> | null;
  /** Adds the result of a slice. `slice.done` ends the task. */
  absorb(task: Task<Data['work']>, slice: Slice<Data['note']>): void;
  /** Returns true only when the run is complete. Between two rounds, `next` can return null earlier. */
  readonly finished: boolean;
  /** Returns what every search should be told now; undefined if there is nothing. Called after each `absorb`. */
  news?(): Data['news'] | undefined;
  tally(): Tally;
  /**
   * Returns how a finished run ended. The default is `solved` or, without a solution, `exhausted`, which proves that
   * there is none. So an engine that can give up needs this method.
   */
  outcome?(): 'solved' | 'exhausted' | 'limit';
  /**
   * Returns the state from which `plan` continues exactly. Unfinished tasks are not part of it; the runner saves these
   * with the checkpoints of their searches.
   */
  checkpoint(): Data['planState'];
}

/** The totals of a run so far. Fields that don't apply to an engine are null. */
export interface Tally {
  readonly nodes: number;
  readonly nodesByDepth: readonly number[];
  /** number of solutions; symmetric images and swaps of identical tiles count separately */
  readonly raw: number;
  /** number of solutions; symmetric images count once */
  readonly unique: number;
  /** number of solutions that look different; symmetric images and swaps of identical tiles count once */
  readonly distinct: number;
  /** share of the search that is done, 0 to 1, with all branches of a node counting equally; null if unknown */
  readonly fraction: number | null;
  readonly peakDepth: number;
  /** further totals by name, shown to the user unchanged */
  readonly counts: Readonly<Record<string, number | readonly number[]>>;
  /** the engine chosen automatically, and why; absent if the user chose it */
  readonly chosen?: { readonly engine: string; readonly why: string };
  readonly sliding: SlidingTally | null;
}

export interface SlidingTally {
  /** tiles moved in the best solution, in order */
  readonly path: readonly number[] | null;
  readonly lowerBound: number;
  readonly optimal: boolean;
}

/**
 * Large files that an engine builds once and keeps, such as pattern databases. Engines can't access the disk; the
 * runner does it for them.
 */
export interface Assets {
  /** Returns the file's bytes in shared memory; null without such a file. */
  read(name: string): Uint8Array<SharedArrayBuffer> | null;
  write(name: string, bytes: Uint8Array): void;
}

export interface Preparing {
  /** share of the preparation that is done, 0 to 1 */
  readonly fraction: number;
  readonly what: string;
}

/**
 * Schemas of an engine's checkpoints. A checkpoint that doesn't fit is rejected, because reading it could give wrong
 * counts. When you change a schema, raise the engine's version.
 */
export interface CheckpointSchemas<Data extends EngineData = EngineData> {
  readonly plan: GenericSchema<unknown, Data['planState']>;
  readonly work: GenericSchema<unknown, Data['work']>;
  readonly search: GenericSchema<unknown, Data['searchState']>;
}

/** An engine: its facts and its functions. */
export interface Engine<Data extends EngineData = EngineData> extends EngineFacts {
  /**
   * True if a resumed search repeats much of its work. The runner then starts searches in a worker at once. Searches of
   * other engines start in the runner's thread and soon move to a worker.
   */
  readonly repeatsWork?: true;
  /**
   * Schemas of the engine's checkpoints. Absent for a separate program, because only the program can read its
   * checkpoints.
   */
  readonly checkpointSchemas?: CheckpointSchemas<Data>;
  /** Returns a sentence that says why this engine can't solve a puzzle and what to do about it; null if it can. */
  refuses(puzzle: Puzzle, options: EngineOptions): string | null;
  /**
   * Prepares a run before its first task, in short steps so that pause and stop take effect. Every `open` gets the
   * result.
   */
  prepare?(job: Job, assets: Assets): Generator<Preparing, Data['prepared'], void>;
  /** Estimates the size of a search. The time is proportional to `probes`. */
  estimate?(job: Job, probes?: number): Estimate;
  /**
   * For an engine that runs other engines. Returns the engine to use for a job that is divided among machines, and why
   * it was chosen. All machines must use this engine.
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
    /** results of `Search.milestone` in earlier searches of this task, newest first; each is loaded when read */
    milestones?: Iterable<unknown>,
  ): Search<Data>;
}
