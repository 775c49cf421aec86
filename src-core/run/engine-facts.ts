/**
 * Facts about an engine that are known without running it. Other code asks for these facts and never checks an engine's
 * name.
 */
import * as v from 'valibot';
import type { Puzzle } from '../puzzle/puzzle.ts';
import { Limits } from './limits.ts';
import { OptionSpec } from './options.ts';

/** The user-visible names of one of the engine's own totals (`Tally.counts`). */
export const Counter = v.strictObject({
  name: v.string(),
  /** column heading or label of the counter */
  title: v.string(),
  /** sentence shown to users, with `#` for the value; without it, the counter appears only in complete lists */
  sentence: v.exactOptional(v.string()),
  /**
   * the values: a whole number (`whole`, the default), a number from 0 to 1 (`share`), or one value for each level of
   * the tree (`levels`) or each cell (`cells`)
   */
  form: v.exactOptional(v.picklist(['whole', 'share', 'levels', 'cells'])),
  /**
   * name of another counter; the value is that counter per second. Engines have no clock, so the runner computes it.
   */
  perSecondOf: v.exactOptional(v.string()),
});
export type Counter = Readonly<v.InferOutput<typeof Counter>>;

/** Facts about an engine that the step view needs. */
export const Stepping = v.strictObject({
  /** position of the engine in the list of those with a step view, simplest first */
  place: v.number(),
  title: v.string(),
  /** what counts as a node: creating a state, or placing a tile */
  counts: v.picklist(['created', 'placed']),
  /** what nodes of this engine are called */
  nodes: v.string(),
  /** number of tree levels before the first tile: 1 if the empty board counts as a level */
  levelsBefore: v.picklist([0, 1]),
  /**
   * name of the counter for nodes of the first level; set only if the engine's node count leaves them out, as the
   * published one does. The step view adds them.
   */
  firstLevel: v.exactOptional(v.string()),
});
export type Stepping = Readonly<v.InferOutput<typeof Stepping>>;

export const EngineFacts = v.strictObject({
  name: v.string(),
  title: v.string(),
  /** one sentence that helps users choose an engine */
  summary: v.string(),
  /**
   * version of the engine, raised whenever its node counts or checkpoints change; checkpoints of other versions are
   * rejected
   */
  version: v.number(),
  solves: v.picklist(['edge-matching', 'sliding']),
  /**
   * true if a search that ends without a solution proves that there is none. Other engines also accept puzzles that are
   * known to have no solution.
   */
  proves: v.boolean(),
  /** true if the goal is a better board; users are then notified of improvements */
  hunts: v.boolean(),
  /** set if the engine can start from a board (`Job.start`) */
  startsFromBoards: v.exactOptional(v.literal(true)),
  /**
   * `fixed` if the tasks don't depend on what is found, and the notes that the engine saves for its tasks are numbers
   * that can be added up. A run can then be divided among several machines (sharing.ts).
   */
  tasks: v.exactOptional(v.literal('fixed')),
  options: v.pipe(v.array(OptionSpec), v.readonly()),
  counters: v.pipe(v.array(Counter), v.readonly()),
  /** null if the engine has no step view */
  stepping: v.nullable(Stepping),
  /** name of the engine whose nodes are counted in this engine's estimates; default: this engine */
  estimatesIn: v.exactOptional(v.string()),
  /** default limits, used for each kind of limit that a job doesn't set */
  defaultLimits: v.exactOptional(Limits),
});
export type EngineFacts = Readonly<v.InferOutput<typeof EngineFacts>>;

/** The default engine for each kind of puzzle. Both engines can prove that there is no solution. */
export const defaultEngine: Readonly<Record<Puzzle['kind'], string>> = {
  'edge-matching': 'auto',
  sliding: 'optimal',
};
