import type { Plan, Slice, Tally, Task } from '../../engine.ts';
import { TaskProgress } from '../counting/task-progress.ts';
import type { PlanState, PropagateData, Totals, Work } from './data.ts';
import { divide, weightsOf } from './division.ts';
import type { Probed } from './probing.ts';
import type { Setup } from './setup.ts';

/**
 * Hands out the tasks of a search, each a subtree of the search tree, and adds up their results. The totals include
 * the nodes of the probes and the nodes above the subtrees. docs/adding-an-engine.md explains plans.
 */
export class PropagatePlan implements Plan<PropagateData> {
  readonly #prefixes: readonly Int32Array[];
  readonly #progress: TaskProgress;
  readonly #fails: Int32Array;
  readonly #treeTurn: number;
  readonly #cells: number;
  readonly #symmetries: number;
  readonly #totals: Totals;
  #told = 0;

  /** `probed` holds the results of the probes. It is null if the tree is so small that it is a single task. */
  constructor(setup: Setup, probed: Probed | null, symmetries: number, checkpoint?: PlanState) {
    const cells = setup.model.variables.length;
    const { prefixes, totals } = divide(setup, probed);
    this.#cells = cells;
    this.#prefixes = prefixes;
    this.#progress = new TaskProgress(weightsOf(prefixes), checkpoint);
    this.#fails = probed?.fails ?? setup.rootFails;
    this.#treeTurn = probed?.treeTurn ?? 1;
    this.#symmetries = symmetries;
    this.#totals = checkpoint
      ? { ...checkpoint.totals, nodesByDepth: checkpoint.totals.nodesByDepth.slice() }
      : totals;
  }

  next(): Task<Work> | null {
    const id = this.#progress.next();
    if (id === null) return null;
    return { id, work: { prefix: this.#prefixes[id]!, fails: this.#fails, treeTurn: this.#treeTurn } };
  }

  absorb({ id }: Task<Work>, slice: Slice<null>): void {
    const totals = this.#totals;
    slice.nodesByDepth?.forEach((count, depth) => (totals.nodesByDepth[depth]! += count));
    for (const name of SUMMED_COUNTS) totals[name] += slice.counts[name]!;
    this.#progress.absorb(id, slice);
  }

  news(): number | undefined {
    const peak = this.#peak;
    if (peak === this.#told) return undefined;
    return (this.#told = peak);
  }

  /** number of tiles on the fullest board reached so far */
  get #peak(): number {
    const { raw, nodesByDepth } = this.#totals;
    return raw > 0 ? this.#cells : nodesByDepth.findLastIndex((count) => count > 0) + 1;
  }

  get finished(): boolean {
    return this.#progress.finished;
  }

  tally(): Tally {
    const { nodesByDepth, raw, rawKept, looksKept, deadEnds, fills, restarts, restartNodes } = this.#totals;
    return {
      nodes: nodesByDepth.reduce((sum, count) => sum + count, 0),
      nodesByDepth: [...nodesByDepth],
      raw,
      // If some images of a solution have not been found yet, the quotient may be a fraction, so it is rounded up.
      unique: Math.ceil(rawKept / this.#symmetries),
      distinct: Math.ceil(looksKept / this.#symmetries),
      fraction: this.#progress.fraction,
      peakDepth: this.#peak,
      counts: { failures: deadEnds, fills, restarts, restartNodes },
      sliding: null,
    };
  }

  checkpoint(): PlanState {
    return {
      ...this.#progress.checkpoint(),
      totals: { ...this.#totals, nodesByDepth: this.#totals.nodesByDepth.slice() },
    };
  }
}

const SUMMED_COUNTS = [
  'raw',
  'looks',
  'rawKept',
  'looksKept',
  'deadEnds',
  'fills',
  'restarts',
  'restartNodes',
] as const;
