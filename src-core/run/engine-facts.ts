/** What can be said of an engine without running it: who chooses, draws or tells asks these, never its name. */
import * as v from 'valibot';
import type { Puzzle } from '../puzzle/puzzle.ts';
import { Limits } from './limits.ts';
import { OptionSpec } from './options.ts';

/** How one of an engine's own totals (`Tally.counts`) is called. */
export const Counter = v.strictObject({
  name: v.string(),
  /** over a column, beside a figure */
  title: v.string(),
  /** as a sentence, `#` standing for the figure; without it the counter is told where there is room for all */
  sentence: v.exactOptional(v.string()),
  /** `share`: 0 to 1; `levels`, `cells`: one figure for each level of the tree, each cell; default `whole` */
  form: v.exactOptional(v.picklist(['whole', 'share', 'levels', 'cells'])),
  /** the engine knows no clock: whoever runs it makes this of that counter and the time */
  perSecondOf: v.exactOptional(v.string()),
});
export type Counter = Readonly<v.InferOutput<typeof Counter>>;

/** For the step view. */
export const Stepping = v.strictObject({
  /** among the searches that can be stepped through, the plainest first */
  place: v.number(),
  title: v.string(),
  /** what counts as a node: a state when it is created, or a tile when it is laid */
  counts: v.picklist(['created', 'placed']),
  /** what its nodes are called */
  nodes: v.string(),
  /** levels of the tree that its counts begin with before the first tile: 1 where the empty board is one */
  levelsBefore: v.picklist([0, 1]),
});
export type Stepping = Readonly<v.InferOutput<typeof Stepping>>;

export const EngineFacts = v.strictObject({
  name: v.string(),
  title: v.string(),
  /** one sentence for the person who chooses */
  summary: v.string(),
  /** raised whenever node counts or checkpoints change; a checkpoint of another version is refused */
  version: v.number(),
  solves: v.picklist(['edge-matching', 'sliding']),
  /** an end without an answer means that there is none; one that proves nothing has work where there is none, too */
  proves: v.boolean(),
  /** a better board is what the run is for, so the user is notified of one */
  hunts: v.boolean(),
  /**
   * `fixed`: its tasks are the same whatever is found, and notes are numbers that add up. Then a run can be divided
   * over machines (sharing.ts).
   */
  tasks: v.exactOptional(v.literal('fixed')),
  options: v.pipe(v.array(OptionSpec), v.readonly()),
  counters: v.pipe(v.array(Counter), v.readonly()),
  /** null: it can't be stepped through */
  stepping: v.nullable(Stepping),
  /** kept where a job sets no limit of the kind */
  defaultLimits: v.exactOptional(Limits),
});
export type EngineFacts = Readonly<v.InferOutput<typeof EngineFacts>>;

/** The engine where nobody chose one: it proves what it says. */
export const defaultEngine: Readonly<Record<Puzzle['kind'], string>> = {
  'edge-matching': 'exact',
  sliding: 'optimal',
};
