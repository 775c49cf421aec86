import { random } from '../../random.ts';
import type { Job } from '../../engine.ts';
import type { Probed } from './probing.ts';
import type { Propagator } from './propagator.ts';
import type { Setup } from './setup.ts';

const DIVES = 2_000;
const STREAM = 999;

/** What can be said of a search before its tasks begin. */
export interface Outlook {
  /** the probes searched the whole tree, or met the one solution that is wanted */
  readonly ended: boolean;
  /** nodes of the whole tree, estimated unless it has ended */
  readonly nodes: number;
}

/**
 * Estimates the size of a probed tree by random dives: D. E. Knuth, "Estimating the Efficiency of Backtrack Programs",
 * Mathematics of Computation 29 (1975). Trees are shallow after propagation, so single dives will do.
 */
export function outlookOf(job: Job, setup: Setup, probed: Probed | null, propagator: Propagator): Outlook {
  if (!probed || probed.exhausted || probed.solution) return { ended: true, nodes: probed?.nodes ?? 0 };
  const chance = random(job.seed, STREAM);
  let sum = 0;
  for (let dive = 0; dive < DIVES; dive++) {
    propagator.fails.set(probed.fails);
    sum += dived(setup, propagator, (below) => chance.below(below));
  }
  return { ended: false, nodes: sum / DIVES };
}

/** Nodes of the tree as one dive tells them. */
function dived({ model }: Setup, propagator: Propagator, roll: (below: number) => number): number {
  const { words } = model;
  const { memory, base, layout } = propagator;
  let nodes = 0;
  let weight = 1;
  for (let depth = 0; ; depth++) {
    const variable = propagator.choose(depth);
    if (variable < 0) return nodes;
    const level = base + depth * layout.size;
    const count = memory[level + layout.count + variable]!;
    weight *= count;
    nodes += weight;
    const bit = nthBit(
      memory.subarray(level + variable * words, level + (variable + 1) * words),
      roll(count),
    );
    if (!propagator.place(depth, variable, bit)) return nodes;
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
