import { random } from '../../random.ts';
import type { Job } from '../../engine.ts';
import { nodesByDives } from './dives.ts';
import type { Probed } from './probing.ts';
import type { Propagator } from './propagator.ts';
import { ReferencePropagator } from './reference.ts';
import type { Setup } from './setup.ts';

const DIVES = 2_000;
const STREAM = 999;

/** A prediction about a search before its tasks begin. */
export interface Outlook {
  /** estimated number of nodes of the search tree */
  readonly nodes: number;
  /** number of nodes that the exact engine searches in the time of one node of the propagating engine */
  readonly exactNodesPerNode: number;
}

/**
 * The cost of a node is BASE_COST plus COST_PER_WORD for each word of a level (`level.ts`). The unit is the time that
 * the exact engine takes for a node. Measured on boards of 36 to 400 cells: docs/notebook/propagate.md.
 */
const BASE_COST = 50;
const COST_PER_WORD = 0.1;
const REFERENCE_SLOWDOWN = 10;

/** Returns the estimated number of nodes of a search tree, and their cost. */
export function outlookOf(job: Job, setup: Setup, probed: Probed | null, propagator: Propagator): Outlook {
  const cost = BASE_COST + COST_PER_WORD * propagator.layout.size;
  const exactNodesPerNode = propagator instanceof ReferencePropagator ? REFERENCE_SLOWDOWN * cost : cost;
  const nodes =
    probed?.treeNodes ?? nodesByDives(setup, propagator, setup.rootFails, DIVES, random(job.seed, STREAM));
  return { nodes, exactNodesPerNode };
}
