/**
 * The contract between a search program and whatever runs it.
 *
 * An engine knows no thread, process, clock or message. It has two halves: a *plan*, which divides a
 * run into tasks and adds up what comes back (one a run, in the runner's own thread), and a *search*,
 * which works on one task in slices (one a worker). Everything that crosses between them, and every
 * checkpoint, is structured-clonable data.
 *
 * Deterministic: the same job gives the same nodes and solutions, however its slices are cut, whichever
 * worker takes which task, and however often it is stopped and taken up again from a checkpoint. One exception:
 * `anytime` on several threads. There each task's result still depends on the task alone, but which tasks come
 * next depends on which worker was faster, so answers on the way and nodes may differ from run to run.
 */
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

/** What an engine found, in the order found. */
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
 * What the two halves of an engine hand each other and keep: structured-clonable data. Each engine names its own
 * types (`Engine<ExactData>`); what runs engines of every kind only carries such data about, unread.
 */
export interface EngineData {
  /** what a task asks for */
  work: unknown;
  /** what a slice tells the plan beside its counts (a bound, an elite board); null where that is nothing */
  note: unknown;
  /** what the plan tells every search between two slices (a better bound) */
  news: unknown;
  /** where the plan stands: its checkpoint */
  planState: unknown;
  /** where a search stands: its checkpoint */
  searchState: unknown;
  /** what was built once before the first task (shared memory, compiled modules); undefined without `prepare` */
  prepared: unknown;
}

/** What one `step` did. Numbers are what this slice added, not totals. */
export interface Slice<Note = unknown> {
  readonly nodes: number;
  /** nodes by depth, index 0 = first tile placed; may be shorter than the board has cells */
  readonly nodesByDepth: Float64Array | null;
  readonly findings: readonly Finding[];
  /** further additive counts by name: `raw` (solutions found), `iterations`, ... */
  readonly counts: Readonly<Record<string, number>>;
  /** where the search stands: the board (edge matching) it is looking at, tiles placed on it */
  readonly current: PartialBoard | null;
  readonly depth: number;
  /** share of this task that is done, 0..1, or null when it cannot be known */
  readonly fraction: number | null;
  readonly done: boolean;
  /** 0..1 while a search taken up from a checkpoint repeats what was done already; absent otherwise */
  readonly repeated?: number;
  /** what the plan hears beside the counts; null where that is nothing */
  readonly note: Note;
}

/** For an engine with several kinds of search: a state came back with a task of another kind. */
export class MistakenState extends Error {
  constructor() {
    super('a checkpoint came back with another kind of task than it was kept of');
  }
}

/** See `Search.step`. */
export const EXACT_SLICE = 20_000;

/** Works on one task. */
export interface Search<Data extends EngineData = EngineData> {
  /**
   * Places about `nodeBudget` tiles (makes that many moves) and says what happened. A budget of up to
   * EXACT_SLICE is kept to the node, a larger one overshot by less than that: so a run's limit in nodes is
   * exact and a fast search need not count at every step. Where the job wants a number of solutions, not all, a slice ends at each solution found,
   * so that the run's totals do not depend on how it was sliced.
   */
  step(nodeBudget: number): Slice<Data['note']>;
  /** What `open` needs to go on exactly here: small, for it is taken twice a minute. Called only between slices. */
  checkpoint(): Data['searchState'];
  /**
   * For searches whose whole state is large, in `most` bytes or so: what lets `open` begin near here instead of repeating
   * much. It may get lost, so a checkpoint never depends on it. Null: too large, or nothing yet. Called only between slices.
   */
  milestone?(most: number): unknown;
  /** Hears what the plan tells every search between slices. */
  hear?(news: Data['news']): void;
}

export interface Task<Work = unknown> {
  /** unique within the run */
  readonly id: number;
  readonly work: Work;
}

/** Divides a run and adds it up. */
export interface Plan<Data extends EngineData = EngineData> {
  /** The next task for a free worker; null when there is none at this moment. */
  next(): Task<Data['work']> | null;
  /** Takes in a slice of a task handed out before; `slice.done` ends that task. */
  absorb(task: Task<Data['work']>, slice: Slice<Data['note']>): void;
  /** No task out and `next()` null is not yet the end for a plan of many rounds: this is. */
  readonly finished: boolean;
  /** What every search should hear; asked after each `absorb`. Undefined: nothing new. */
  news?(): Data['news'] | undefined;
  tally(): Tally;
  /**
   * What a finished plan says of its end, where the usual rule (an answer: `solved`; none: `exhausted`, a
   * proof that there is none) is not right for it: an engine that gave up proves nothing.
   */
  outcome?(): 'solved' | 'exhausted' | 'limit';
  /**
   * What `plan` needs to go on exactly here. Tasks handed out and not done yet still count as handed out:
   * the runner keeps them beside this, with the checkpoint of each one's search.
   */
  checkpoint(): Data['planState'];
}

/** The totals of a run so far. Fields that make no sense for an engine are left null. */
export interface Tally {
  readonly nodes: number;
  readonly nodesByDepth: readonly number[];
  /** every placement found, rotated ones too */
  readonly raw: number;
  /** one for each class under the symmetry of the puzzle */
  readonly unique: number;
  /** one for each look: identical tiles exchanged as well */
  readonly distinct: number;
  /** share of the whole search done, weighted by branching; null when unknown */
  readonly fraction: number | null;
  readonly peakDepth: number;
  /** further totals by name, shown as they are */
  readonly counts: Readonly<Record<string, number | readonly number[]>>;
  /** which engine gives the answer and why, where one was chosen automatically */
  readonly chosen?: { readonly engine: string; readonly why: string };
  /** sliding puzzles: best answer and what is proved */
  readonly sliding: SlidingTally | null;
}

export interface SlidingTally {
  /** tiles moved, in order, of the best answer; null when there is none yet */
  readonly path: readonly number[] | null;
  readonly lowerBound: number;
  readonly optimal: boolean;
}

/** Large files an engine builds once and keeps (pattern databases). Reached through the runner only. */
export interface Assets {
  /** The file's bytes in shared memory, or null when there is no such file. */
  read(name: string): Uint8Array<SharedArrayBuffer> | null;
  write(name: string, bytes: Uint8Array): void;
}

export interface Preparing {
  /** 0..1 */
  readonly fraction: number;
  readonly what: string;
}

/**
 * What can be said of it (`EngineFacts`) and what it does. Who chooses, tells or draws asks for facts, never for a name.
 */
export interface Engine<Data extends EngineData = EngineData> extends EngineFacts {
  /** Why this engine can't take this puzzle, in a sentence that says how to mend it; null when it can. */
  refuses(puzzle: Puzzle, options: EngineOptions): string | null;
  /**
   * Work to do once before the first task, in short steps so that pause and stop are heard; what it
   * returns is handed to every `open`.
   */
  prepare?(job: Job, assets: Assets): Generator<Preparing, Data['prepared'], void>;
  /** Takes time in proportion to `probes`; without it, as many as make a fair estimate. */
  estimate?(job: Job, probes?: number): Estimate;
  /** Opens a search that reports each decision as it is taken; present where `stepping` is not null. */
  openSteps?(job: Job, listener: DecisionListener): Search;
  plan(job: Job, checkpoint?: Data['planState']): Plan<Data>;
  open(
    job: Job,
    task: Task<Data['work']>,
    prepared: Data['prepared'],
    checkpoint?: Data['searchState'],
    /** of searches of this task of this very job, newest first; each is read when it is asked for */
    milestones?: Iterable<unknown>,
  ): Search<Data>;
}
