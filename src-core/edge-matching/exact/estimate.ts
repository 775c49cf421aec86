import type { Estimate } from '../../engine.ts';
import type { Random } from '../../random.ts';
import { listAt, type Course } from './course.ts';

/**
 * The size of a tree; unbiased, but single dives differ wildly, and when few went deep the standard error
 * is of the size of the mean. Dives from the root, each time to a branch drawn at random, taking every branch not drawn to be like
 * the one that was: D. E. Knuth, "Estimating the Efficiency of Backtrack Programs", Mathematics of
 * Computation 29 (1975).
 */
export function estimateTree(course: Course, dives: number, random: Random): Estimate {
  const { steps, entryKind, entryLabels, sides } = course;
  const shown = new Int32Array(course.cells * sides);
  const nodesByDepth = new Float64Array(steps.length);
  const totals = new Float64Array(dives);
  const branches: number[] = [];
  for (let dive = 0; dive < dives; dive++) {
    const stock = course.stock.slice();
    let weight = 1;
    for (let depth = 0; depth < steps.length; depth++) {
      const step = steps[depth]!;
      branches.length = 0;
      for (let entry = listAt(step, course.labels, shown); entryKind[entry] !== -1; entry++) {
        if (stock[entryKind[entry]!]! > 0) branches.push(entry);
      }
      if (branches.length === 0) break;
      weight *= branches.length;
      nodesByDepth[depth]! += weight / dives;
      totals[dive]! += weight;
      const entry = branches[random.below(branches.length)]!;
      stock[entryKind[entry]!]!--;
      for (let side = 0; side < sides; side++) {
        shown[step.cell * sides + side] = entryLabels[entry * sides + side]!;
      }
    }
  }
  const nodes = totals.reduce((sum, total) => sum + total, 0) / dives;
  const variance = totals.reduce((sum, total) => sum + (total - nodes) ** 2, 0) / Math.max(1, dives - 1);
  totals.sort();
  return {
    dives,
    nodes,
    standardError: Math.sqrt(variance / dives),
    median: totals[Math.floor(dives / 2)] ?? 0,
    ninetieth: totals[Math.floor(dives * 0.9)] ?? 0,
    nodesByDepth: [...nodesByDepth],
    solutions: nodesByDepth.at(-1) ?? 0,
  };
}
