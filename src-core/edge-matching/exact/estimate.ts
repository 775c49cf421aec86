import type { Estimate } from '../../engine.ts';
import type { Random } from '../../random.ts';
import { listAt, type Course, type Step } from './course.ts';

/** So many dives at most go side by side, and there are so many groups of them at least: for a spread. */
const WIDTH = 100;
const GROUPS = 10;

/**
 * The size of a tree, unbiased, by random dives: each from the root, every time to a branch drawn at random,
 * taking the branches not drawn to be like the one that was. D. E. Knuth, "Estimating the Efficiency of
 * Backtrack Programs", Mathematics of Computation 29 (1975).
 *
 * Alone, most dives end early, and the few that would make most of the mean are never met; so they go in
 * groups, side by side, and at each depth those that ended are replaced by others below the same parents.
 * R. Rubinstein, "Stochastic Enumeration Method for Counting NP-Hard Problems", Methodology and Computing in
 * Applied Probability 15 (2013). The spread is that between groups.
 */
export function estimateTree(course: Course, dives: number, random: Random): Estimate {
  const width = Math.min(WIDTH, Math.max(1, Math.floor(dives / GROUPS)));
  const groups = Math.max(1, Math.floor(dives / width));
  const through = passageOf(course);
  const nodesByDepth = new Float64Array(course.steps.length);
  const totals = new Float64Array(groups);
  for (let group = 0; group < groups; group++) {
    diveTogether(course, through, width, random).forEach((nodes, depth) => {
      nodesByDepth[depth]! += nodes / groups;
      totals[group]! += nodes;
    });
  }
  const nodes = totals.reduce((sum, total) => sum + total / groups, 0);
  totals.sort();
  return {
    dives: groups * width,
    width,
    nodes,
    // by hypot: the squares of large trees are beyond any number
    standardError:
      Math.hypot(...totals.map((total) => total - nodes)) / Math.sqrt(groups * Math.max(1, groups - 1)),
    median: totals[Math.floor(groups / 2)] ?? 0,
    ninetieth: totals[Math.floor(groups * 0.9)] ?? 0,
    nodesByDepth: [...nodesByDepth],
    solutions: nodesByDepth.at(-1) ?? 0,
  };
}

/** Nodes by depth as one group of dives tells them. */
function diveTogether(course: Course, through: Passage, width: number, random: Random): Float64Array {
  const { labels, entryKind, entryLabels, sides } = course;
  const nodes = new Float64Array(through.steps.length);
  let parents = new Pool(course, through, width);
  let children = new Pool(course, through, width);
  const parentOf = new Int32Array(width);
  const entryOf = new Int32Array(width);
  let count = 1;
  let weight = 1;
  for (const [depth, { step, shows }] of through.steps.entries()) {
    let met = 0;
    for (let parent = 0; parent < count; parent++) {
      const stock = parents.stock[parent]!;
      for (let entry = listAt(step, labels, parents.shown[parent]!); entryKind[entry] !== -1; entry++) {
        if (stock[entryKind[entry]!] === 0) continue;
        met++;
        // Reservoir: after all children, every one of them is among those kept with the same chance.
        const place = met <= width ? met - 1 : random.below(met);
        if (place >= width) continue;
        parentOf[place] = parent;
        entryOf[place] = entry;
      }
    }
    nodes[depth] = weight * met;
    if (met === 0 || weight === Infinity) break;
    count = Math.min(met, width);
    weight *= met / count;
    for (let child = 0; child < count; child++) {
      const entry = entryOf[child]!;
      const stock = children.stock[child]!;
      const shown = children.shown[child]!;
      stock.set(parents.stock[parentOf[child]!]!);
      shown.set(parents.shown[parentOf[child]!]!);
      stock[entryKind[entry]!]!--;
      for (const { side, slot } of shows) shown[slot] = entryLabels[entry * sides + side]!;
    }
    [parents, children] = [children, parents];
  }
  return nodes;
}

/** What is known of each dive of a group: tiles left of each kind, and the labels that are still to be met. */
class Pool {
  readonly stock: readonly Uint16Array[];
  readonly shown: readonly Int32Array[];

  constructor({ stock }: Course, { slots }: Passage, width: number) {
    this.stock = Array.from({ length: width }, () => Uint16Array.from(stock));
    this.shown = Array.from({ length: width }, () => new Int32Array(slots));
  }
}

/** The steps of a course with a slot for each label shown, given free again when no later step asks for it. */
interface Passage {
  readonly slots: number;
  readonly steps: readonly {
    /** its inputs are slots */
    readonly step: Step;
    readonly shows: readonly { readonly side: number; readonly slot: number }[];
  }[];
}

function passageOf({ steps, sides }: Course): Passage {
  const lastUse = new Map<number, number>();
  for (const [depth, { inputs }] of steps.entries()) for (const from of inputs) lastUse.set(from, depth);
  const slotOf = new Map<number, number>();
  const free: number[] = [];
  let slots = 0;
  const through = steps.map((step, depth) => {
    const inputs = step.inputs.map((from) => slotOf.get(from)!);
    for (const from of new Set(step.inputs)) if (lastUse.get(from) === depth) free.push(slotOf.get(from)!);
    const shows: { side: number; slot: number }[] = [];
    for (let side = 0; side < sides; side++) {
      const from = step.cell * sides + side;
      if (!lastUse.has(from)) continue;
      const slot = free.pop() ?? slots++;
      slotOf.set(from, slot);
      shows.push({ side, slot });
    }
    return { step: { ...step, inputs }, shows };
  });
  return { slots, steps: through };
}
