import { listAt, type Course } from '../../src-core/edge-matching/exact/course.ts';
import type { Random } from '../../src-core/random.ts';
import type { Cut, CutFor, Standing } from './cuts.ts';

interface Walked {
  readonly nodes: number;
  /** nodes below which the cut went no further */
  readonly refuted: number;
  /** the entries of each solution, in the order found */
  readonly solutions: string[];
}

/** Walks the whole tree, going no further where the cut says that nothing can be below. */
export function walkWith(course: Course, cutFor: CutFor | null): Walked {
  const { steps, labels, entryKind } = course;
  const { standing, lay, lift } = standingFor(course);
  const cut = cutFor?.(course, standing) ?? null;
  const entries = new Int32Array(steps.length);
  const solutions: string[] = [];
  let nodes = 0;
  let refuted = 0;
  const fill = (depth: number): void => {
    if (depth === steps.length) {
      solutions.push(entries.join(' '));
      return;
    }
    for (let entry = listAt(steps[depth]!, labels, standing.shown); entryKind[entry] !== -1; entry++) {
      if (standing.stock[entryKind[entry]!] === 0) continue;
      nodes++;
      lay(depth, entry);
      entries[depth] = entry;
      if (cut?.laid(depth, entry)) refuted++;
      else fill(depth + 1);
      cut?.lifted?.(depth, entry);
      lift(entry);
    }
  };
  fill(0);
  return { nodes, refuted, solutions };
}

function standingFor({ steps, sides, cells, stock: whole, entryKind, entryLabels }: Course) {
  const standing: Standing = { stock: whole.slice(), shown: new Int32Array(cells * sides) };
  const { stock, shown } = standing;
  return {
    standing,
    lay: (depth: number, entry: number): void => {
      stock[entryKind[entry]!]!--;
      const at = steps[depth]!.cell * sides;
      for (let side = 0; side < sides; side++) shown[at + side] = entryLabels[entry * sides + side]!;
    },
    lift: (entry: number): void => {
      stock[entryKind[entry]!]!++;
    },
  };
}

/** A node of the sample: its entries, and which cuts have not refuted it or anything above it. */
interface Sampled {
  readonly entries: Int32Array;
  readonly alive: Uint8Array;
}

/**
 * Estimates the nodes of a tree, and of the same tree under each cut, from one sample: at every depth up to
 * `width` nodes, drawn evenly from all children of those of the depth before, each standing for as many as
 * there were children to one drawn (R. Rubinstein's stochastic enumeration; with width 1 it is Knuth's dive).
 * The mean is unbiased. Index 0 is the tree without a cut, index i that with `cuts[i - 1]`.
 */
export function sampleTree(
  course: Course,
  cuts: readonly CutFor[],
  width: number,
  random: Random,
): Float64Array {
  const { steps, labels, entryKind } = course;
  const { standing, lay, lift } = standingFor(course);
  const made: Cut[] = cuts.map((cut) => cut(course, standing));
  const noting = made.filter((cut) => 'lifted' in cut);
  const nodes = new Float64Array(cuts.length + 1);
  let pool: Sampled[] = [{ entries: new Int32Array(0), alive: new Uint8Array(cuts.length).fill(1) }];
  let weight = 1;
  for (let depth = 0; depth < steps.length && pool.length > 0; depth++) {
    const children: Sampled[] = [];
    let met = 0;
    const laidBy = new Float64Array(cuts.length);
    for (const { entries, alive } of pool) {
      entries.forEach((entry, above) => {
        lay(above, entry);
        for (const cut of noting) cut.laid(above, entry);
      });
      for (let entry = listAt(steps[depth]!, labels, standing.shown); entryKind[entry] !== -1; entry++) {
        if (standing.stock[entryKind[entry]!] === 0) continue;
        met++;
        alive.forEach((is, i) => (laidBy[i]! += is));
        // Reservoir: after all children, every one of them is among those kept with the same chance.
        const place = met <= width ? met - 1 : random.below(met);
        if (place >= width) continue;
        lay(depth, entry);
        const left = alive.map((is, i) => (made[i]!.laid(depth, entry) ? 0 : is));
        for (const cut of noting) cut.lifted!(depth, entry);
        lift(entry);
        children[place] = { entries: Int32Array.of(...entries, entry), alive: left };
      }
      for (let above = depth - 1; above >= 0; above--) {
        for (const cut of noting) cut.lifted!(above, entries[above]!);
        lift(entries[above]!);
      }
    }
    nodes[0]! += weight * met;
    laidBy.forEach((laid, i) => (nodes[i + 1]! += weight * laid));
    weight *= met / Math.max(1, children.length);
    pool = children;
  }
  return nodes;
}
