// Divides the tree into tasks and adds up their results. docs/adding-an-engine.md explains plans.
import type { Plan, Slice, Tally, Task } from '../../engine.ts';
import type { SearchTree } from './tree/search-tree.ts';
import type { ExactData, PlanState, Totals } from './data.ts';
import type { TreePath } from './backtracking/backtracker.ts';
import { Interpreter } from './backtracking/interpreter.ts';

/** Number of tasks at which the tree is not divided further: enough to keep all threads busy to the end. */
const ENOUGH_TASKS = 400;
/** Maximum number of tasks. More would add a noticeable cost. */
const TOO_MANY_TASKS = 20_000;

/**
 * Divides a tree into the subtrees below its first few tiles and adds up their results. The nodes of these first tiles
 * are counted here, once.
 */
export class ExactPlan implements Plan<ExactData> {
  readonly #tree: SearchTree;
  readonly #prefixes: readonly TreePath[];
  readonly #weights: readonly number[];
  readonly #symmetries: number;
  readonly #totals: Totals;
  /** for each running task, by id: the share of it that is done */
  readonly #shares: Map<number, number>;
  #handedOut: number;
  #done: number;
  #weightDone: number;
  /** tiles on the fullest board reported so far; sent to the searches */
  #record: number;
  #reported = 0;

  constructor(tree: SearchTree, symmetries: number, divide: boolean, checkpoint?: PlanState) {
    const depths = tree.variables.length;
    const { prefixes, nodesByDepth, deadEnds } = divide ? prefixesOf(tree) : undivided(depths);
    this.#tree = tree;
    this.#prefixes = prefixes;
    this.#weights = weightsOf(prefixes);
    this.#symmetries = symmetries;
    this.#totals = checkpoint
      ? {
          ...checkpoint.totals,
          nodesByDepth: checkpoint.totals.nodesByDepth.slice(),
          deadEnds: checkpoint.totals.deadEnds.slice(),
        }
      : { nodesByDepth, deadEnds, raw: 0, looks: 0, rawKept: 0, looksKept: 0 };
    this.#handedOut = checkpoint?.handedOut ?? 0;
    this.#done = checkpoint?.done ?? 0;
    this.#weightDone = checkpoint?.weightDone ?? 0;
    this.#shares = new Map(checkpoint?.shares);
    this.#record = this.#handedOut > 0 ? deepest(this.#totals.nodesByDepth) : 0;
  }

  next(): Task<ExactData['work']> | null {
    const prefix = this.#prefixes[this.#handedOut];
    if (!prefix) return null;
    const id = this.#handedOut++;
    return { id, work: { prefix } };
  }

  absorb({ id, work }: Task<ExactData['work']>, slice: Slice<ExactData['note']>): void {
    const totals = this.#totals;
    slice.nodesByDepth?.forEach((count, depth) => (totals.nodesByDepth[depth]! += count));
    slice.note.deadEnds.forEach((count, depth) => (totals.deadEnds[depth]! += count));
    for (const name of ['raw', 'looks', 'rawKept', 'looksKept'] as const) totals[name] += slice.counts[name]!;
    this.#record = Math.max(this.#record, work.prefix.length, deepest(totals.nodesByDepth));
    if (slice.done) {
      this.#done++;
      this.#shares.delete(id);
      this.#weightDone += this.#weights[id]!;
    } else this.#shares.set(id, slice.fraction ?? 0);
  }

  news(): number | undefined {
    if (this.#record === this.#reported) return undefined;
    return (this.#reported = this.#record);
  }

  get finished(): boolean {
    return this.#done === this.#prefixes.length;
  }

  tally(): Tally {
    const { nodesByDepth, deadEnds, raw, rawKept, looksKept } = this.#totals;
    let fraction = this.#weightDone;
    for (const [id, share] of this.#shares) fraction += share * this.#weights[id]!;
    return {
      nodes: nodesByDepth.reduce((sum, count) => sum + count, 0),
      nodesByDepth: [...nodesByDepth],
      raw,
      // Rounded up, because a search in progress may have found only some boards of a symmetry class.
      unique: Math.ceil(rawKept / this.#symmetries),
      distinct: Math.ceil(looksKept / this.#symmetries),
      fraction: this.finished ? 1 : Math.min(fraction, 1),
      peakDepth: deepest(nodesByDepth),
      counts: { deadEnds: this.#byCell(deadEnds) },
      sliding: null,
    };
  }

  #byCell(byDepth: ArrayLike<number>): number[] {
    const { cells, variables } = this.#tree;
    const byCell = new Array<number>(cells).fill(0);
    variables.forEach(({ cell }, depth) => (byCell[cell] = byDepth[depth]!));
    return byCell;
  }

  checkpoint(): PlanState {
    const { nodesByDepth, deadEnds } = this.#totals;
    return {
      handedOut: this.#handedOut,
      done: this.#done,
      weightDone: this.#weightDone,
      shares: new Map(this.#shares),
      totals: { ...this.#totals, nodesByDepth: nodesByDepth.slice(), deadEnds: deadEnds.slice() },
    };
  }
}

const deepest = (nodesByDepth: Float64Array): number => nodesByDepth.findLastIndex((count) => count > 0) + 1;

interface Division {
  readonly prefixes: readonly TreePath[];
  readonly nodesByDepth: Float64Array;
  readonly deadEnds: Float64Array;
}

const undivided = (depths: number): Division => ({
  prefixes: [new Int32Array(0)],
  nodesByDepth: new Float64Array(depths),
  deadEnds: new Float64Array(depths),
});

/** Returns all ways to place the first n tiles, for the smallest n that gives ENOUGH_TASKS ways. */
function prefixesOf(tree: SearchTree): Division {
  const depths = tree.variables.length;
  let division = undivided(depths);
  for (let length = 1; length < depths; length++) {
    const prefixes: TreePath[] = [];
    const backtracker = new Interpreter({ ...tree, variables: tree.variables.slice(0, length) }, 0, FRESH);
    backtracker.run(Infinity, (assignment) => prefixes.push(assignment.slice()) > TOO_MANY_TASKS);
    if (prefixes.length > TOO_MANY_TASKS) break;
    const nodesByDepth = new Float64Array(depths);
    const deadEnds = new Float64Array(depths);
    nodesByDepth.set(backtracker.nodesByDepth);
    deadEnds.set(backtracker.deadEnds);
    division = { prefixes, nodesByDepth, deadEnds };
    if (prefixes.length === 0 || prefixes.length >= ENOUGH_TASKS) break;
  }
  return division;
}

const FRESH = Int32Array.of(-1);

/** Returns the weight of each prefix; siblings have equal weights and all weights add up to 1. */
function weightsOf(prefixes: readonly TreePath[]): number[] {
  const weights = new Array<number>(prefixes.length).fill(1);
  const share = (from: number, to: number, depth: number): void => {
    if (depth === prefixes[from]?.length) return;
    const starts: number[] = [];
    for (let i = from; i < to; i++) {
      if (i === from || prefixes[i]![depth] !== prefixes[i - 1]![depth]) starts.push(i);
    }
    for (let i = from; i < to; i++) weights[i]! /= starts.length;
    starts.forEach((start, i) => share(start, starts[i + 1] ?? to, depth + 1));
  };
  share(0, prefixes.length, 0);
  return weights;
}
