// Divides a search tree into tasks and adds up their results. docs/adding-an-engine.md explains plans.
import type { Plan, Slice, Tally, Task } from '../../engine.ts';
import { TaskProgress } from '../counting/task-progress.ts';
import type { SearchTree } from './tree/search-tree.ts';
import type { ExactData, PlanState, Totals } from './data.ts';
import type { TreePath } from './backtracking/backtracker.ts';
import { Interpreter } from './backtracking/interpreter.ts';

/** minimum number of tasks to aim for, so that all threads stay busy to the end */
const MIN_TASKS = 400;
/** maximum number of tasks; handing out more would take too much time */
const MAX_TASKS = 20_000;

/**
 * Divides a search tree into tasks and adds up their results. A task is the subtree below the first few tiles. The
 * plan counts the nodes of these first tiles itself, so that they are counted only once.
 */
export class ExactPlan implements Plan<ExactData> {
  readonly #tree: SearchTree;
  readonly #prefixes: readonly TreePath[];
  readonly #progress: TaskProgress;
  readonly #symmetries: number;
  readonly #totals: Totals;
  /** number of tiles on the fullest board reported so far; it is sent to the searches */
  #record: number;
  #reported = 0;

  constructor(tree: SearchTree, symmetries: number, divide: boolean, checkpoint?: PlanState) {
    const depths = tree.variables.length;
    const { prefixes, nodesByDepth, deadEnds } = divide ? prefixesOf(tree) : undivided(depths);
    this.#tree = tree;
    this.#prefixes = prefixes;
    this.#progress = new TaskProgress(weightsOf(prefixes), checkpoint);
    this.#symmetries = symmetries;
    this.#totals = checkpoint
      ? {
          ...checkpoint.totals,
          nodesByDepth: checkpoint.totals.nodesByDepth.slice(),
          deadEnds: checkpoint.totals.deadEnds.slice(),
        }
      : { nodesByDepth, deadEnds, raw: 0, looks: 0, rawKept: 0, looksKept: 0 };
    this.#record = this.#progress.hasBegun ? deepest(this.#totals.nodesByDepth) : 0;
  }

  next(): Task<ExactData['work']> | null {
    const id = this.#progress.next();
    return id === null ? null : { id, work: { prefix: this.#prefixes[id]! } };
  }

  absorb({ id, work }: Task<ExactData['work']>, slice: Slice<ExactData['note']>): void {
    const totals = this.#totals;
    slice.nodesByDepth?.forEach((count, depth) => (totals.nodesByDepth[depth]! += count));
    slice.note.deadEnds.forEach((count, depth) => (totals.deadEnds[depth]! += count));
    for (const name of ['raw', 'looks', 'rawKept', 'looksKept'] as const) totals[name] += slice.counts[name]!;
    this.#record = Math.max(this.#record, work.prefix.length, deepest(totals.nodesByDepth));
    this.#progress.absorb(id, slice);
  }

  news(): number | undefined {
    if (this.#record === this.#reported) return undefined;
    return (this.#reported = this.#record);
  }

  get finished(): boolean {
    return this.#progress.finished;
  }

  tally(): Tally {
    const { nodesByDepth, deadEnds, raw, rawKept, looksKept } = this.#totals;
    return {
      nodes: nodesByDepth.reduce((sum, count) => sum + count, 0),
      nodesByDepth: [...nodesByDepth],
      raw,
      // If some symmetric images of a solution have not been found yet, the quotient may be a fraction, so round it up.
      unique: Math.ceil(rawKept / this.#symmetries),
      distinct: Math.ceil(looksKept / this.#symmetries),
      fraction: this.#progress.fraction,
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
      ...this.#progress.checkpoint(),
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

/**
 * Returns all ways to fill the first few cells of the order. It fills the smallest number of cells that gives at least
 * `MIN_TASKS` ways.
 */
function prefixesOf(tree: SearchTree): Division {
  const depths = tree.variables.length;
  let division = undivided(depths);
  for (let length = 1; length < depths; length++) {
    const prefixes: TreePath[] = [];
    const backtracker = new Interpreter(
      { ...tree, variables: tree.variables.slice(0, length) },
      0,
      UNDECIDED,
    );
    backtracker.run(Infinity, (assignment) => prefixes.push(assignment.slice()) > MAX_TASKS);
    if (prefixes.length > MAX_TASKS) break;
    const nodesByDepth = new Float64Array(depths);
    const deadEnds = new Float64Array(depths);
    nodesByDepth.set(backtracker.nodesByDepth);
    deadEnds.set(backtracker.deadEnds);
    division = { prefixes, nodesByDepth, deadEnds };
    if (prefixes.length === 0 || prefixes.length >= MIN_TASKS) break;
  }
  return division;
}

const UNDECIDED = Int32Array.of(-1);

/** Returns the weight of each task: its fraction of the tree if all branches of a node are equally large. */
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
