/**
 * The contract between an engine and the code that runs it. Engines don't know about threads, processes, clocks or
 * messages.
 *
 * - A *plan* splits a run into tasks and adds up their results. Each run has one plan, in the runner's thread.
 * - A *search* works on one task in slices. Each worker has one search at a time.
 *
 * Engines are deterministic: the same job always gives the same nodes and solutions, even if it has different slices or
 * more workers, or is stopped and resumed. The exception is `anytime` on several threads, because the order of its
 * tasks depends on the speed of the workers.
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
 * The types of data that the plan and the searches exchange or store. Each engine defines its own. All of it must be
 * structured-clonable.
 */
export interface EngineData {
  work: unknown;
  /** what a slice reports to the plan besides its counts, such as a better bound */
  note: unknown;
  /** what the plan tells every search between two slices, such as a better bound */
  news: unknown;
  /** checkpoint of the plan */
  planState: unknown;
  /** checkpoint of a search */
  searchState: unknown;
  /**
   * what `prepare` built before the first task, such as shared memory or compiled modules; undefined if the engine has
   * no `prepare`
   */
  prepared: unknown;
}

/** The result of one `step`. All counts are for this slice only. */
export interface Slice<Note = unknown> {
  readonly nodes: number;
  /**
   * number of nodes at each depth, starting with the first tile placed; may have fewer entries than there are cells
   */
  readonly nodesByDepth: Float64Array | null;
  readonly findings: readonly Finding[];
  /** other counts by name, such as `iterations`, which the plan adds up */
  readonly counts: Readonly<Record<string, number>>;
  /** the current board of an edge-matching search */
  readonly current: PartialBoard | null;
  /**
   * the board to show instead of `current`; in a hunt, `current` is the best board and `shown` is the one being built
   */
  readonly shown?: PartialBoard | null;
  readonly depth: number;
  /** how much of this task is done, from 0 to 1; null if unknown */
  readonly fraction: number | null;
  readonly done: boolean;
  /** how much of the repeated work is done, from 0 to 1; only for a resumed search that has to repeat work */
  readonly repeated?: number;
  /** number of nodes repeated by this slice; the runner only uses it to choose the size of later slices */
  readonly repeatedNodes?: number;
  /** other information for the plan, in a form that each engine defines */
  readonly note: Note;
}

/** Thrown if a checkpoint comes from a different kind of search than the task needs. */
export class WrongCheckpoint extends Error {
  constructor() {
    super('the checkpoint belongs to a different kind of task');
  }
}

/** `Search.step` may exceed its node budget slightly, but only if the budget is larger than this. */
export const MAX_EXACT_NODE_BUDGET = 20_000;

/** Searches one task. */
export interface Search<Data extends EngineData = EngineData> {
  /**
   * Searches about `nodeBudget` nodes and returns the result. Never exceeds a budget of up to MAX_EXACT_NODE_BUDGET
   * nodes. May exceed a larger budget, but by fewer than MAX_EXACT_NODE_BUDGET nodes. If the job asks for a certain
   * number of solutions, a slice ends at each solution, so that totals don't depend on the size of slices.
   */
  step(nodeBudget: number): Slice<Data['note']>;
  /**
   * Returns a state from which `open` resumes the search exactly. It should be small, because it is saved twice a
   * minute. Called between slices.
   */
  checkpoint(): Data['searchState'];
  /**
   * Only for searches with a large state. Returns about `maxBytes` of data that saves `open` from repeating work; null
   * if there is none yet. The data may be lost, so the checkpoint alone must be enough to resume from. Called between
   * slices.
   */
  milestone?(maxBytes: number): unknown;
  /** Receives news from the plan, between slices. */
  hear?(news: Data['news']): void;
}

/** A search that reports each decision, for the step view. */
export interface SteppedSearch extends Search {
  /**
   * each cell's candidates before the first decision; absent if the engine rules out candidates only by trying them
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
  /** Returns a task for a free worker; null if there is none at the moment. */
  next(): Task<Data['work']> | null;
  /** Adds the result of a slice. If `slice.done` is true, the task has ended. */
  absorb(task: Task<Data['work']>, slice: Slice<Data['note']>): void;
  /** True only when the run is complete. Between two rounds it is false, although `next` returns null then too. */
  readonly finished: boolean;
  /** Returns news for all searches; undefined if there is none. Called after each `absorb`. */
  news?(): Data['news'] | undefined;
  tally(): Tally;
  /**
   * Returns how a finished run ended. Without this method, the outcome is `solved`, or `exhausted` if there is no
   * solution. An engine that can give up needs this method, because `exhausted` means a proof that no solution exists.
   */
  outcome?(): 'solved' | 'exhausted' | 'limit';
  /**
   * Returns a state from which `plan` resumes exactly. It doesn't include unfinished tasks, because the runner saves
   * those along with their searches' checkpoints.
   */
  checkpoint(): Data['planState'];
}

/** The totals of a run so far. Fields that don't apply to the engine are null. */
export interface Tally {
  readonly nodes: number;
  readonly nodesByDepth: readonly number[];
  /** number of solutions, counting symmetric images and swaps of identical tiles separately */
  readonly raw: number;
  /** number of solutions, counting symmetric images once */
  readonly unique: number;
  /** number of solutions that look different, counting symmetric images and swaps of identical tiles once */
  readonly distinct: number;
  /** how much of the search is done, from 0 to 1, with equal weight for every branch of a node; null if unknown */
  readonly fraction: number | null;
  readonly peakDepth: number;
  /** other totals by name, shown to the user as they are */
  readonly counts: Readonly<Record<string, number | readonly number[]>>;
  /** the engine chosen automatically, and why; absent if the user chose it */
  readonly chosen?: { readonly engine: string; readonly why: string };
  readonly sliding: SlidingTally | null;
}

export interface SlidingTally {
  /** the tiles that move in the best solution, in order */
  readonly path: readonly number[] | null;
  readonly lowerBound: number;
  readonly optimal: boolean;
}

/**
 * Large files that an engine builds once and keeps, such as pattern databases. Engines have no access to the disk, so
 * the runner reads and writes them.
 */
export interface Assets {
  /** Returns a file's contents in shared memory; null if the file doesn't exist. */
  read(name: string): Uint8Array<SharedArrayBuffer> | null;
  write(name: string, bytes: Uint8Array): void;
}

export interface Preparing {
  /** how much of the preparation is done, from 0 to 1 */
  readonly fraction: number;
  readonly what: string;
}

/**
 * Schemas of an engine's checkpoints. A checkpoint that doesn't match is rejected, because using it could lead to
 * wrong counts. When you change a schema, raise the engine's version.
 */
export interface CheckpointSchemas<Data extends EngineData = EngineData> {
  readonly plan: GenericSchema<unknown, Data['planState']>;
  readonly work: GenericSchema<unknown, Data['work']>;
  readonly search: GenericSchema<unknown, Data['searchState']>;
}

/** An engine: its facts and its functions. */
export interface Engine<Data extends EngineData = EngineData> extends EngineFacts {
  /**
   * Set if resuming a search repeats much of its work. If the run has several threads, the runner then starts each
   * search in a worker. Searches of other engines start in the runner's own thread and soon move to workers.
   */
  readonly repeatsWork?: true;
  /**
   * Schemas of the engine's checkpoints. Absent for an engine that is a separate program, because only that program
   * can read its checkpoints.
   */
  readonly checkpointSchemas?: CheckpointSchemas<Data>;
  /** Returns a sentence that says why this engine can't solve the puzzle and what the user can do; null if it can. */
  refuses(puzzle: Puzzle, options: EngineOptions): string | null;
  /**
   * Prepares a run before its first task. Yields often, so that the user can pause or stop. The result is passed to
   * every `open`.
   */
  prepare?(job: Job, assets: Assets): Generator<Preparing, Data['prepared'], void>;
  /** Estimates the size of a search. The time this takes is proportional to `probes`. */
  estimate?(job: Job, probes?: number): Estimate;
  /**
   * Only for engines that run other engines, such as `auto`. All machines that share a job must use the same engine.
   * Returns that engine and why it was chosen.
   */
  divisible?(job: Job): { readonly engine: string; readonly why: string };
  /** Opens a search that reports each decision. Engines have this method if their `stepping` isn't null. */
  openSteps?(job: Job, listener: DecisionListener): SteppedSearch;
  plan(job: Job, checkpoint?: Data['planState']): Plan<Data>;
  open(
    job: Job,
    task: Task<Data['work']>,
    prepared: Data['prepared'],
    checkpoint?: Data['searchState'],
    /**
     * what `Search.milestone` returned in earlier searches of this task, newest first; each is loaded only when it is
     * read
     */
    milestones?: Iterable<unknown>,
  ): Search<Data>;
}
