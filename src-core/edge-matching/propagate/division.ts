// Divides a search tree into tasks and estimates their sizes. Each task is the subtree below the first few decisions.
import type { Totals } from './data.ts';
import type { Probed } from './probing.ts';
import { DEAD, SOLVED, type Propagator } from './propagator.ts';
import { giveBack, propagatorAt } from './machines.ts';
import type { Setup } from './setup.ts';

/**
 * Minimum number of tasks for a large tree. This is enough to keep all threads busy almost to the end, and handing out
 * the tasks still takes little time.
 */
const MIN_TASKS = 400;
/**
 * Average number of nodes per task in trees that are too small for `MIN_TASKS` tasks. Handing out a task costs about
 * as much as searching a hundred nodes.
 */
const NODES_PER_TASK = 2_500;
const MAX_TASKS = 20_000;
/** maximum number of decisions that lead to a task */
const MAX_DECISIONS = 12;

export interface Division {
  /** for each task: the decisions that lead to it, as pairs of a variable and a bit number in its domain */
  readonly prefixes: readonly Int32Array[];
  /** totals for the probes (`probing.ts`) and for the decisions that lead to the tasks */
  readonly totals: Totals;
}

/**
 * Divides a probed tree into tasks. A small tree becomes a single task. If the root is a dead end, there are no tasks.
 */
export function divide(setup: Setup, probed: Probed | null): Division {
  const totals = totalsOf(setup, probed);
  if (!setup.possible) return { prefixes: [], totals };
  const whole = [new Int32Array(0)];
  if (!probed) return { prefixes: whole, totals };
  // If the probes have already found every wanted solution, each solution becomes a task of its own, which reports it.
  if (probed.solutions) return { prefixes: probed.solutions, totals };
  const propagator = propagatorAt(setup);
  propagator.fails.set(probed.fails);
  const enough = Math.min(MIN_TASKS, (probed.treeNodes ?? Infinity) / NODES_PER_TASK);
  let best: Enumeration = { prefixes: whole, nodesByDepth: new Float64Array(0), deadEnds: 0, fills: 0 };
  for (let decisions = 1; decisions <= MAX_DECISIONS; decisions++) {
    const found = enumerate(setup, propagator, decisions);
    if (found.prefixes.length > MAX_TASKS) break;
    best = found;
    if (found.prefixes.length === 0 || found.prefixes.length >= enough) break;
  }
  giveBack(setup, propagator);
  best.nodesByDepth.forEach((nodes, depth) => (totals.nodesByDepth[depth]! += nodes));
  totals.deadEnds += best.deadEnds;
  totals.fills += best.fills;
  return { prefixes: best.prefixes, totals };
}

function totalsOf({ model }: Setup, probed: Probed | null): Totals {
  return {
    nodesByDepth: probed?.nodesByDepth.slice() ?? new Float64Array(model.variables.length),
    raw: 0,
    looks: 0,
    rawKept: 0,
    looksKept: 0,
    deadEnds: probed?.deadEnds ?? 0,
    fills: probed?.fills ?? 0,
    restarts: probed?.restarts ?? 0,
    restartNodes: probed?.nodes ?? 0,
  };
}

interface Enumeration {
  readonly prefixes: Int32Array[];
  readonly nodesByDepth: Float64Array;
  deadEnds: number;
  fills: number;
}

/**
 * Lists all sequences of `decisions` decisions from the root. The failure counts are reset after each decision, so
 * that the sequences don't affect each other.
 */
function enumerate({ model }: Setup, propagator: Propagator, decisions: number): Enumeration {
  const { words, variables } = model;
  const { memory, base, layout } = propagator;
  const fails = propagator.fails.slice();
  const found: Enumeration = {
    prefixes: [],
    nodesByDepth: new Float64Array(variables.length),
    deadEnds: 0,
    fills: 0,
  };
  const path: number[] = [];
  const filledAt = (depth: number): number =>
    variables.length - memory[base + depth * layout.size + layout.open]!;
  const place = (depth: number, variable: number, bit: number): void => {
    found.nodesByDepth[filledAt(depth)]!++;
    const alive = propagator.place(depth, variable, bit);
    propagator.fails.set(fails);
    if (!alive) {
      found.deadEnds++;
      return;
    }
    found.fills += filledAt(depth + 1) - filledAt(depth) - 1;
    path.push(variable, bit);
    descend(depth + 1);
    path.length -= 2;
  };
  const descend = (depth: number): void => {
    if (found.prefixes.length > MAX_TASKS) return;
    if (depth === decisions) {
      found.prefixes.push(Int32Array.from(path));
      return;
    }
    const variable = propagator.choose(depth);
    propagator.fails.set(fails);
    if (variable === SOLVED) found.prefixes.push(Int32Array.from(path));
    if (variable === DEAD) found.deadEnds++;
    if (variable < 0) return;
    const domain = base + depth * layout.size + variable * words;
    for (let word = 0; word < words; word++) {
      for (let bits = memory[domain + word]!; bits !== 0; bits &= bits - 1)
        place(depth, variable, word * 32 + 31 - Math.clz32(bits & -bits));
    }
  };
  descend(0);
  return found;
}

/** Returns the weight of each task: its fraction of the tree if all branches of a node are equally large. */
export function weightsOf(prefixes: readonly Int32Array[]): number[] {
  const weights = new Array<number>(prefixes.length).fill(1);
  const share = (from: number, to: number, at: number): void => {
    const starts: number[] = [];
    for (let i = from; i < to; i++) {
      if (
        i === from ||
        prefixes[i]![at] !== prefixes[i - 1]![at] ||
        prefixes[i]![at + 1] !== prefixes[i - 1]![at + 1]
      )
        starts.push(i);
    }
    for (let i = from; i < to; i++) weights[i]! /= starts.length;
    starts.forEach((start, i) => {
      const end = starts[i + 1] ?? to;
      if (prefixes[start]!.length > at + 2) share(start, end, at + 2);
    });
  };
  if ((prefixes[0]?.length ?? 0) > 0) share(0, prefixes.length, 0);
  return weights;
}
