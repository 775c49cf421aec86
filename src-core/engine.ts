/**
 * The contract between an engine and the code that runs it. Engines don't know about threads, processes, clocks or
 * messages.
 *
 * - A *plan* divides a run into tasks and adds up their results. Each run has one plan, in the runner's thread.
 * - A *search* works on one task in slices. Each worker has one search at a time.
 *
 * Engines are deterministic: the same job always gives the same nodes and solutions, even if it is divided into other
 * slices, uses more workers, or is stopped and resumed. The exception is `anytime` on several threads, because the
 * order of its tasks depends on the speed of the workers.
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
 * The types of the data that plan and searches exchange or store. Each engine defines its own. All of it must be
 * structured-clonable.
 */
export interface EngineData {
  work: unknown;
  /** what a slice reports to the plan in addition to its counts, for example a better bound */
  note: unknown;
  /** what the plan tells every search between two slices, for example a better bound */
  news: unknown;
  /** checkpoint of the plan */
  planState: unknown;
  /** checkpoint of a search */
  searchState: unknown;
  /**
   * what `prepare` built before the first task, such as shared memory or compiled modules; undefined if the engine
   * has no `prepare`
   */
  prepared: unknown;
}

/** The result of one `step`. All counts are for this slice only. */
export interface Slice<Note = unknown> {
  readonly nodes: number;
  /**
   * number of nodes at each depth, beginning with the first tile placed; may have fewer entries than there are cells
   */
  readonly nodesByDepth: Float64Array | null;
  readonly findings: readonly Finding[];
  /** other counts that the plan adds up, by name, such as `iterations` */
  readonly counts: Readonly<Record<string, number>>;
  /** the current board of an edge-matching search */
  readonly current: PartialBoard | null;
  /**
   * the board to show instead of `current`; in a hunt, `current` is the best board, and `shown` is the board being
   * built
   */
  readonly shown?: PartialBoard | null;
  readonly depth: number;
  /** how much of this task is done, from 0 to 1; null if unknown */
  readonly fraction: number | null;
  readonly done: boolean;
  /** how much of the repeated work is done, from 0 to 1; only for a resumed search that must repeat work */
  readonly repeated?: number;
  /** number of nodes that this slice repeated; the runner uses it only to choose the size of later slices */
  readonly repeatedNodes?: number;
  /** message to the plan, in addition to the counts */
  readonly note: Note;
}

/** Thrown if a checkpoint was saved by a different kind of search than the task needs. */
export class WrongCheckpoint extends Error {
  constructor() {
    super('the checkpoint belongs to a different kind of task');
  }
}

/** Largest node budget to which `Search.step` keeps exactly */
export const MAX_EXACT_NODE_BUDGET = 20_000;

/** Searches one task. */
export interface Search<Data extends EngineData = EngineData> {
  /**
   * Makes about `nodeBudget` nodes and returns the result. A budget of at most MAX_EXACT_NODE_BUDGET nodes is kept
   * exactly. A larger budget may be exceeded by fewer than MAX_EXACT_NODE_BUDGET nodes. If the job asks for a certain
   * number of solutions, a slice ends at each solution, so that totals don't depend on the size of slices.
   */
  step(nodeBudget: number): Slice<Data['note']>;
  /**
   * Returns a state from which `open` resumes the search exactly. It should be small, because it is saved twice a
   * minute. Called between slices.
   */
  checkpoint(): Data['searchState'];
  /**
   * Only for searches with a large state. Returns about `maxBytes` of data, with which `open` has less work to
   * repeat; null if there is no such data yet. The data may get lost, so the checkpoint alone must be enough to
   * resume. Called between slices.
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
  /** Adds the result of a slice. If `slice.done` is true, the task has ended. */
  absorb(task: Task<Data['work']>, slice: Slice<Data['note']>): void;
  /** True only when the run is complete. It is false between two rounds, although `next` then returns null too. */
  readonly finished: boolean;
  /** Returns news for all searches; undefined if there is none. Called after each `absorb`. */
  news?(): Data['news'] | undefined;
  tally(): Tally;
  /**
   * Returns how a finished run ended. Without this method, the outcome is `solved`, or `exhausted` if there is no
   * solution. But `exhausted` means a proof that no solution exists, so an engine that can give up needs this method.
   */
  outcome?(): 'solved' | 'exhausted' | 'limit';
  /**
   * Returns a state from which `plan` resumes exactly. It does not include unfinished tasks, because the runner saves
   * these together with the checkpoints of their searches.
   */
  checkpoint(): Data['planState'];
}

/** The totals of a run so far. Fields that don't apply to the engine are null. */
export interface Tally {
  readonly nodes: number;
  readonly nodesByDepth: readonly number[];
  /** number of solutions, where symmetric images and exchanges of identical tiles count separately */
  readonly raw: number;
  /** number of solutions, where symmetric images count once */
  readonly unique: number;
  /** number of solutions that look different: symmetric images and exchanges of identical tiles count once */
  readonly distinct: number;
  /** how much of the search is done, from 0 to 1, if every branch of a node counts equally; null if unknown */
  readonly fraction: number | null;
  readonly peakDepth: number;
  /** other totals by name, shown to the user as they are */
  readonly counts: Readonly<Record<string, number | readonly number[]>>;
  /** the engine that was chosen automatically, and the reason; absent if the user chose the engine */
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
 * the runner reads and writes the files for them.
 */
export interface Assets {
  /** Returns the contents of a file in shared memory; null if the file does not exist. */
  read(name: string): Uint8Array<SharedArrayBuffer> | null;
  write(name: string, bytes: Uint8Array): void;
}

export interface Preparing {
  /** how much of the preparation is done, from 0 to 1 */
  readonly fraction: number;
  readonly what: string;
}

/**
 * Schemas of an engine's checkpoints. A checkpoint that doesn't match is rejected, because using it could give wrong
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
   * Set if resuming a search repeats much of its work. If the run has several threads, the runner then starts each
   * search in a worker. The searches of other engines start in the runner's own thread, and soon move to workers.
   */
  readonly repeatsWork?: true;
  /**
   * Schemas of the engine's checkpoints. Absent for an engine that is a separate program, because only the program
   * can read its own checkpoints.
   */
  readonly checkpointSchemas?: CheckpointSchemas<Data>;
  /** Returns a sentence that says why this engine can't solve the puzzle and what the user can do; null if it can. */
  refuses(puzzle: Puzzle, options: EngineOptions): string | null;
  /**
   * Prepares a run before its first task. It yields often, so that the user can pause or stop. The result is passed
   * to every `open`.
   */
  prepare?(job: Job, assets: Assets): Generator<Preparing, Data['prepared'], void>;
  /** Estimates the size of a search. The time it takes is proportional to `probes`. */
  estimate?(job: Job, probes?: number): Estimate;
  /**
   * Only for engines that run other engines, such as `auto`. If a job is divided among several machines, they must
   * all use the same engine. Returns this engine and why it was chosen.
   */
  divisible?(job: Job): { readonly engine: string; readonly why: string };
  /** Opens a search that reports each decision. Engines have this method if their `stepping` is not null. */
  openSteps?(job: Job, listener: DecisionListener): SteppedSearch;
  plan(job: Job, checkpoint?: Data['planState']): Plan<Data>;
  open(
    job: Job,
    task: Task<Data['work']>,
    prepared: Data['prepared'],
    checkpoint?: Data['searchState'],
    /**
     * what `Search.milestone` returned in earlier searches of this task, newest first; each milestone is loaded only
     * when it is read
     */
    milestones?: Iterable<unknown>,
  ): Search<Data>;
}
