import type { Estimate } from '../../engine.ts';
import type { Random } from '../../random.ts';
import { candidatesAt, type SearchTree, type Variable } from './tree/search-tree.ts';

/**
 * Probes descend in groups of at most MAX_PROBES_PER_GROUP. At least MIN_GROUPS groups are needed, because the
 * standard error is computed from the differences between groups.
 */
const MAX_PROBES_PER_GROUP = 100;
const MIN_GROUPS = 10;

/**
 * Estimates the size of a search tree by *random probes*. The estimate is unbiased. A probe descends from the root
 * along random branches, and assumes that all other branches are like those it took (D. E. Knuth, "Estimating the
 * Efficiency of Backtrack Programs", Mathematics of Computation 29, 1975).
 *
 * A single probe usually ends early and misses the rare long branches that contain most of the nodes. So the probes
 * of a group descend together, depth by depth. When a probe ends, a new one replaces it, and starts at a child of a
 * node that another probe has reached. Sources:
 *
 * - P.-C. Chen, "Heuristic Sampling: A Method for Predicting the Performance of Tree Searching Programs", SIAM
 *   Journal on Computing 21 (1992). We use one class of nodes.
 * - R. Rubinstein, "Stochastic Enumeration Method for Counting NP-Hard Problems", Methodology and Computing in
 *   Applied Probability 15 (2013). The method is called *stochastic enumeration* there.
 */
export function estimateTree(tree: SearchTree, probes: number, random: Random): Estimate {
  const width = Math.min(MAX_PROBES_PER_GROUP, Math.max(1, Math.floor(probes / MIN_GROUPS)));
  const groups = Math.max(1, Math.floor(probes / width));
  const plan = probePlanOf(tree);
  const buffers = [new Probes(tree, plan, width), new Probes(tree, plan, width)] as const;
  const nodesByDepth = new Float64Array(tree.variables.length);
  const totals = new Float64Array(groups);
  for (let group = 0; group < groups; group++) {
    enumerateStochastically(tree, plan, buffers, random).forEach((nodes, depth) => {
      nodesByDepth[depth]! += nodes / groups;
      totals[group]! += nodes;
    });
  }
  const nodes = totals.reduce((sum, total) => sum + total / groups, 0);
  totals.sort();
  return {
    probes: groups * width,
    width,
    nodes,
    // `hypot` computes the root of the sum of squares without overflow.
    standardError:
      Math.hypot(...totals.map((total) => total - nodes)) / Math.sqrt(groups * Math.max(1, groups - 1)),
    median: totals[Math.floor(groups / 2)] ?? 0,
    ninetieth: totals[Math.floor(groups * 0.9)] ?? 0,
    nodesByDepth: [...nodesByDepth],
    solutions: nodesByDepth.at(-1) ?? 0,
  };
}

function enumerateStochastically(
  tree: SearchTree,
  plan: ProbePlan,
  buffers: readonly [Probes, Probes],
  random: Random,
): Float64Array {
  const { labels, candidateKind, candidateLabels, sides } = tree;
  const nodes = new Float64Array(plan.variables.length);
  let [parents, children] = buffers;
  const width = parents.stock.length;
  parents.stock[0]!.set(tree.stock);
  const parentOf = new Int32Array(width);
  const candidateOf = new Int32Array(width);
  let count = 1;
  let weight = 1;
  for (const [depth, { variable, shows }] of plan.variables.entries()) {
    let met = 0;
    for (let parent = 0; parent < count; parent++) {
      const stock = parents.stock[parent]!;
      for (
        let candidate = candidatesAt(variable, labels, parents.shown[parent]!);
        candidateKind[candidate] !== -1;
        candidate++
      ) {
        if (stock[candidateKind[candidate]!] === 0) continue;
        met++;
        // Reservoir sampling: every child has the same probability of being kept.
        const place = met <= width ? met - 1 : random.below(met);
        if (place >= width) continue;
        parentOf[place] = parent;
        candidateOf[place] = candidate;
      }
    }
    nodes[depth] = weight * met;
    if (met === 0 || weight === Infinity) break;
    count = Math.min(met, width);
    weight *= met / count;
    for (let child = 0; child < count; child++) {
      const candidate = candidateOf[child]!;
      const stock = children.stock[child]!;
      const shown = children.shown[child]!;
      stock.set(parents.stock[parentOf[child]!]!);
      shown.set(parents.shown[parentOf[child]!]!);
      stock[candidateKind[candidate]!]!--;
      for (const { side, slot } of shows) shown[slot] = candidateLabels[candidate * sides + side]!;
    }
    [parents, children] = [children, parents];
  }
  return nodes;
}

/**
 * The state of the probes in a group. For each probe, it holds the number of unused tiles of each kind and the labels
 * in its slots.
 */
class Probes {
  readonly stock: readonly Uint16Array[];
  readonly shown: readonly Int32Array[];

  constructor({ stock }: SearchTree, { slots }: ProbePlan, width: number) {
    this.stock = Array.from({ length: width }, () => new Uint16Array(stock.length));
    this.shown = Array.from({ length: width }, () => new Int32Array(slots));
  }
}

/**
 * Where a probe stores the labels that it still needs. A label stays in its *slot* until the last variable that needs
 * it has read it. The slot can then be reused for another label.
 */
interface ProbePlan {
  readonly slots: number;
  readonly variables: readonly {
    /** a copy of a variable of the search tree, in which `inputs` lists slot numbers instead of sides */
    readonly variable: Variable;
    readonly shows: readonly { readonly side: number; readonly slot: number }[];
  }[];
}

function probePlanOf({ variables, sides }: SearchTree): ProbePlan {
  const lastUse = new Map<number, number>();
  for (const [depth, { inputs }] of variables.entries()) for (const from of inputs) lastUse.set(from, depth);
  const slotOf = new Map<number, number>();
  const free: number[] = [];
  let slots = 0;
  const plan = variables.map((variable, depth) => {
    const inputs = variable.inputs.map((from) => slotOf.get(from)!);
    for (const from of new Set(variable.inputs))
      if (lastUse.get(from) === depth) free.push(slotOf.get(from)!);
    const shows: { side: number; slot: number }[] = [];
    for (let side = 0; side < sides; side++) {
      const from = variable.cell * sides + side;
      if (!lastUse.has(from)) continue;
      const slot = free.pop() ?? slots++;
      slotOf.set(from, slot);
      shows.push({ side, slot });
    }
    return { variable: { ...variable, inputs }, shows };
  });
  return { slots, variables: plan };
}
