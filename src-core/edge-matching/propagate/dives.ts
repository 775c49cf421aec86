import type { Random } from '../../random.ts';
import type { Propagator } from './propagator.ts';
import type { Setup } from './setup.ts';

/** maximum total work of all dives, in copied words; a dive copies one level (`level.ts`) at each node */
const MAX_DIVE_WORK = 50e6;

/**
 * Returns an estimate of the number of nodes in a search tree. It is based on dives: random paths down from the root
 * (D. E. Knuth, "Estimating the Efficiency of Backtrack Programs", Mathematics of Computation 29, 1975). Independent
 * dives are good enough, because propagation keeps trees shallow. Every dive starts with the failure counts `fails`.
 */
export function nodesByDives(
  setup: Setup,
  propagator: Propagator,
  fails: Int32Array,
  maxDives: number,
  chance: Random,
): number {
  let sum = 0;
  let dives = 0;
  for (let work = 0; dives < maxDives && work < MAX_DIVE_WORK; dives++) {
    propagator.fails.set(fails);
    const { nodes, depth } = dive(setup, propagator, (below) => chance.below(below));
    sum += nodes;
    work += depth * propagator.layout.size;
  }
  return sum / dives;
}

interface Dive {
  /** estimated number of nodes in the whole tree, if every branch is like the one that this dive took */
  readonly nodes: number;
  /** number of nodes visited by the dive */
  readonly depth: number;
}

function dive({ model }: Setup, propagator: Propagator, roll: (below: number) => number): Dive {
  const { words } = model;
  const { memory, base, layout } = propagator;
  let nodes = 0;
  let weight = 1;
  for (let depth = 0; ; depth++) {
    const variable = propagator.choose(depth);
    if (variable < 0) return { nodes, depth };
    const level = base + depth * layout.size;
    const count = memory[level + layout.count + variable]!;
    weight *= count;
    nodes += weight;
    const bit = nthBit(
      memory.subarray(level + variable * words, level + (variable + 1) * words),
      roll(count),
    );
    if (!propagator.place(depth, variable, bit)) return { nodes, depth: depth + 1 };
  }
}

function nthBit(bits: Int32Array, nth: number): number {
  let left = nth;
  for (let word = 0; ; word++) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
      if (left-- === 0) return word * 32 + 31 - Math.clz32(rest & -rest);
    }
  }
}
