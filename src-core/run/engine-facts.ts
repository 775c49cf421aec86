/**
 * Facts about an engine that are known without running it. Other code uses these facts instead of checking an engine's
 * name.
 */
import * as v from 'valibot';
import type { Puzzle } from '../puzzle/puzzle.ts';
import { Limits } from './limits.ts';
import { OptionSpec } from './options.ts';

/** Describes one of the engine's own totals (`Tally.counts`) to users. */
export const Counter = v.strictObject({
  name: v.string(),
  /** column heading or label of the counter */
  title: v.string(),
  /**
   * sentence shown to users, with `#` for the value. A counter without a sentence is shown only in complete lists of
   * counters.
   */
  sentence: v.exactOptional(v.string()),
  /**
   * what a value is:
   *
   * - `whole`: a whole number (the default)
   * - `share`: a number from 0 to 1
   * - `levels`: one number for each level of the tree
   * - `cells`: one number for each cell
   */
  form: v.exactOptional(v.picklist(['whole', 'share', 'levels', 'cells'])),
  /**
   * name of another counter. The value of this counter is how much the other one grows per second. The runner computes
   * it, because engines have no clock.
   */
  perSecondOf: v.exactOptional(v.string()),
});
export type Counter = Readonly<v.InferOutput<typeof Counter>>;

/** Facts about an engine that the step view needs. */
export const Stepping = v.strictObject({
  /** position in the list of engines with a step view, simplest first */
  place: v.number(),
  title: v.string(),
  /** what counts as a node: creating a state, or placing a tile */
  counts: v.picklist(['created', 'placed']),
  /** what nodes are called in this engine's step view */
  nodes: v.string(),
  /** number of tree levels before the first tile: 1 if the empty board counts as a level */
  levelsBefore: v.picklist([0, 1]),
  /**
   * name of the counter for nodes of the first level. Set only if the publication of the algorithm does not count these
   * as nodes. The engine then counts them separately, and the step view adds them to the number of nodes.
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
   * version of the engine; raise it whenever node counts or checkpoints change. Checkpoints of other versions are
   * rejected.
   */
  version: v.number(),
  solves: v.picklist(['edge-matching', 'sliding']),
  /**
   * true if a search that ends without a solution proves that there is none. An engine without this property also
   * accepts puzzles that are known to have no solution.
   */
  proves: v.boolean(),
  /** true if the engine looks for better boards, so that users are notified of improvements */
  hunts: v.boolean(),
  /** set if the engine can start from a board (`Job.start`) */
  startsFromBoards: v.exactOptional(v.literal(true)),
  /**
   * `fixed` if the list of tasks does not depend on what the search finds. Then a run can be divided among several
   * machines (`sharing.ts`). The `note` of a slice must then consist of numbers, because notes are added up.
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
