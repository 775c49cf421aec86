/**
 * What is known about an engine without running it. Other code uses these facts instead of checking the engine's name.
 */
import * as v from 'valibot';
import type { Puzzle } from '../puzzle/puzzle.ts';
import { Limits } from './limits.ts';
import { OptionSpec } from './options.ts';

/** Describes one of the engine's own totals (`Tally.counts`) to users. */
export const Counter = v.strictObject({
  name: v.string(),
  /** column heading or label of the value */
  title: v.string(),
  /**
   * sentence for users, with `#` for the value. The command line omits a counter without a sentence from its summary,
   * unless `form` is `levels`.
   */
  sentence: v.exactOptional(v.string()),
  /**
   * what a value is; default `whole`
   * - `whole`: a whole number
   * - `share`: a number from 0 to 1
   * - `levels`: a number for each level of the tree
   * - `cells`: a number for each cell
   */
  form: v.exactOptional(v.picklist(['whole', 'share', 'levels', 'cells'])),
  /**
   * name of another counter, if this one shows how much that counter grows per second. The runner computes it, because
   * engines have no clock.
   */
  perSecondOf: v.exactOptional(v.string()),
});
export type Counter = Readonly<v.InferOutput<typeof Counter>>;

/** What the step view needs to know about an engine. */
export const Stepping = v.strictObject({
  /** place among the engines with a step view, simplest first */
  place: v.number(),
  title: v.string(),
  /** what counts as a node: creating a state, or placing a tile */
  counts: v.picklist(['created', 'placed']),
  /** name of this engine's nodes in the interface, such as "tiles placed" */
  nodes: v.string(),
  /** number of levels before the first tile is placed, which is 1 if the empty board counts as a level */
  levelsBefore: v.picklist([0, 1]),
  /**
   * name of the counter for first-level nodes; set if the algorithm's publication doesn't count these nodes. The step
   * view adds them.
   */
  firstLevel: v.exactOptional(v.string()),
});
export type Stepping = Readonly<v.InferOutput<typeof Stepping>>;

export const EngineFacts = v.strictObject({
  name: v.string(),
  title: v.string(),
  /** a sentence about the engine that helps users choose */
  summary: v.string(),
  /**
   * version of the engine; raise it whenever node counts or checkpoints change; checkpoints of other versions are
   * rejected
   */
  version: v.number(),
  solves: v.picklist(['edge-matching', 'sliding']),
  /**
   * true if a complete search without a solution proves that there is none. Engines that prove nothing also accept
   * puzzles known to be unsolvable.
   */
  proves: v.boolean(),
  /** true if the engine looks for better boards */
  hunts: v.boolean(),
  /** set if the engine ends at the first solution, so it can't count solutions or look for several */
  endsAtFirst: v.exactOptional(v.literal(true)),
  /** set if the engine can start from a board */
  startsFromBoards: v.exactOptional(v.literal(true)),
  /**
   * `fixed` if tasks don't depend on what the search finds. A run can then be split among machines (sharing.ts), and
   * the `note` of each `Slice` must consist of numbers, because notes are added up.
   */
  tasks: v.exactOptional(v.literal('fixed')),
  options: v.pipe(v.array(OptionSpec), v.readonly()),
  counters: v.pipe(v.array(Counter), v.readonly()),
  /** facts for the step view; null if the engine has no step view */
  stepping: v.nullable(Stepping),
  /** name of the engine whose nodes `estimate` predicts; default: this engine */
  estimatesIn: v.exactOptional(v.string()),
  /** default limits; if the job sets a limit of the same kind, that one applies */
  defaultLimits: v.exactOptional(Limits),
});
export type EngineFacts = Readonly<v.InferOutput<typeof EngineFacts>>;

/** The default engine for each kind of puzzle. Both can prove that there is no solution. */
export const defaultEngine: Readonly<Record<Puzzle['kind'], string>> = {
  'edge-matching': 'auto',
  sliding: 'optimal',
};
