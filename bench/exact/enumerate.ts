import { candidatesAt, type SearchTree } from '../../src-core/edge-matching/exact/tree/search-tree.ts';
import type { Random } from '../../src-core/random.ts';
import type { Cut, CutFor, Standing } from './cuts.ts';

interface Walked {
  readonly nodes: number;
  /** nodes below which the cut went no further */
  readonly refuted: number;
  /** the candidates of each solution, in the order found */
  readonly solutions: string[];
}

/** Walks the whole tree, going no further where the cut says that nothing can be below. */
export function walkWith(tree: SearchTree, cutFor: CutFor | null): Walked {
  const { variables, labels, candidateKind } = tree;
  const { standing, lay, lift } = standingFor(tree);
  const cut = cutFor?.(tree, standing) ?? null;
  const assignment = new Int32Array(variables.length);
  const solutions: string[] = [];
  let nodes = 0;
  let refuted = 0;
  const fill = (depth: number): void => {
    if (depth === variables.length) {
      solutions.push(assignment.join(' '));
      return;
    }
    for (
      let candidate = candidatesAt(variables[depth]!, labels, standing.shown);
      candidateKind[candidate] !== -1;
      candidate++
    ) {
      if (standing.stock[candidateKind[candidate]!] === 0) continue;
      nodes++;
      lay(depth, candidate);
      assignment[depth] = candidate;
      if (cut?.laid(depth, candidate)) refuted++;
      else fill(depth + 1);
      cut?.lifted?.(depth, candidate);
      lift(candidate);
    }
  };
  fill(0);
  return { nodes, refuted, solutions };
}

function standingFor({ variables, sides, cells, stock: whole, candidateKind, candidateLabels }: SearchTree) {
  const standing: Standing = { stock: whole.slice(), shown: new Int32Array(cells * sides) };
  const { stock, shown } = standing;
  return {
    standing,
    lay: (depth: number, candidate: number): void => {
      stock[candidateKind[candidate]!]!--;
      const at = variables[depth]!.cell * sides;
      for (let side = 0; side < sides; side++) shown[at + side] = candidateLabels[candidate * sides + side]!;
    },
    lift: (candidate: number): void => {
      stock[candidateKind[candidate]!]!++;
    },
  };
}

/** A node of the sample: its candidates, and which cuts have not refuted it or anything above it. */
interface Sampled {
  readonly assignment: Int32Array;
  readonly alive: Uint8Array;
}

/**
 * Estimates the nodes of a tree, and of the same tree under each cut, from one sample: at every depth up to
 * `width` nodes, drawn evenly from all children of those of the depth before, each standing for as many as
 * there were children to one drawn (R. Rubinstein's stochastic enumeration; with width 1 it is Knuth's probe).
 * The mean is unbiased. Index 0 is the tree without a cut, index i that with `cuts[i - 1]`.
 */
export function sampleTree(
  tree: SearchTree,
  cuts: readonly CutFor[],
  width: number,
  random: Random,
): Float64Array {
  const { variables, labels, candidateKind } = tree;
  const { standing, lay, lift } = standingFor(tree);
  const made: Cut[] = cuts.map((cut) => cut(tree, standing));
  const noting = made.filter((cut) => 'lifted' in cut);
  const nodes = new Float64Array(cuts.length + 1);
  let pool: Sampled[] = [{ assignment: new Int32Array(0), alive: new Uint8Array(cuts.length).fill(1) }];
  let weight = 1;
  for (let depth = 0; depth < variables.length && pool.length > 0; depth++) {
    const children: Sampled[] = [];
    let met = 0;
    const laidBy = new Float64Array(cuts.length);
    for (const { assignment, alive } of pool) {
      assignment.forEach((candidate, above) => {
        lay(above, candidate);
        for (const cut of noting) cut.laid(above, candidate);
      });
      for (
        let candidate = candidatesAt(variables[depth]!, labels, standing.shown);
        candidateKind[candidate] !== -1;
        candidate++
      ) {
        if (standing.stock[candidateKind[candidate]!] === 0) continue;
        met++;
        alive.forEach((is, i) => (laidBy[i]! += is));
        // Reservoir: after all children, every one of them is among those kept with the same chance.
        const place = met <= width ? met - 1 : random.below(met);
        if (place >= width) continue;
        lay(depth, candidate);
        const left = alive.map((is, i) => (made[i]!.laid(depth, candidate) ? 0 : is));
        for (const cut of noting) cut.lifted!(depth, candidate);
        lift(candidate);
        children[place] = { assignment: Int32Array.of(...assignment, candidate), alive: left };
      }
      for (let above = depth - 1; above >= 0; above--) {
        for (const cut of noting) cut.lifted!(above, assignment[above]!);
        lift(assignment[above]!);
      }
    }
    nodes[0]! += weight * met;
    laidBy.forEach((laid, i) => (nodes[i + 1]! += weight * laid));
    weight *= met / Math.max(1, children.length);
    pool = children;
  }
  return nodes;
}
