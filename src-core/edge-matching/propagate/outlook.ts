import { random } from '../../random.ts';
import type { Job } from '../../engine.ts';
import type { Probed } from './probing.ts';
import type { Propagator } from './propagator.ts';
import { ReferencePropagator } from './reference.ts';
import type { Setup } from './setup.ts';

const DIVES = 2_000;
/** Limit on the dives of a large board: words copied, a level for each node. */
const MAX_DIVE_WORK = 50e6;
const STREAM = 999;

/** What can be said of a search before its tasks begin. */
export interface Outlook {
  /** the probes searched the whole tree, or met the one solution that is wanted */
  readonly ended: boolean;
  /** nodes of the whole tree, estimated unless it has ended */
  readonly nodes: number;
  /** nodes of the exact engine that take as long as one of these */
  readonly exactNodesPerNode: number;
}

/**
 * Nodes of the exact engine that take as long as one node here, whatever the board, and more for each word of a
 * level. Measured on boards of 36 to 400 cells: docs/notebook/propagate.md.
 */
const BASE_COST = 50;
const COST_PER_WORD = 0.1;
/** The reference takes this many times as long as the kernel. */
const REFERENCE_COST = 10;

/**
 * Estimates the size of a probed tree by random dives: D. E. Knuth, "Estimating the Efficiency of Backtrack Programs",
 * Mathematics of Computation 29 (1975). Trees are shallow after propagation, so single dives will do.
 */
export function outlookOf(job: Job, setup: Setup, probed: Probed | null, propagator: Propagator): Outlook {
  const cost = BASE_COST + COST_PER_WORD * propagator.layout.size;
  const exactNodesPerNode = propagator instanceof ReferencePropagator ? REFERENCE_COST * cost : cost;
  if (!probed || probed.exhausted || probed.solution)
    return { ended: true, nodes: probed?.nodes ?? 0, exactNodesPerNode };
  const chance = random(job.seed, STREAM);
  let sum = 0;
  let dives = 0;
  for (let work = 0; dives < DIVES && work < MAX_DIVE_WORK; dives++) {
    propagator.fails.set(probed.fails);
    const { nodes, depth } = dive(setup, propagator, (below) => chance.below(below));
    sum += nodes;
    work += depth * propagator.layout.size;
  }
  return { ended: false, nodes: sum / dives, exactNodesPerNode };
}

interface Dive {
  /** nodes of the tree, if all branches are like those taken */
  readonly nodes: number;
  /** nodes of the dive itself */
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
