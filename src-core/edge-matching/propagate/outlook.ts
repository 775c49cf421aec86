import { random } from '../../random.ts';
import type { Job } from '../../engine.ts';
import { nodesByDives } from './dives.ts';
import type { Probed } from './probing.ts';
import type { Propagator } from './propagator.ts';
import { ReferencePropagator } from './reference.ts';
import type { Setup } from './setup.ts';

const DIVES = 2_000;
const DIVE_STREAM = 999;

/** A prediction of how long a search will take, made before its tasks begin. */
export interface Outlook {
  /** estimated number of nodes of the search tree */
  readonly nodes: number;
  /** number of nodes that the exact engine searches while the propagating engine searches one */
  readonly exactNodesPerNode: number;
}

/**
 * A node costs BASE_COST, plus COST_PER_WORD for each word of a level (`level.ts`). The unit is the time that the
 * exact engine takes for a node. The costs were measured on boards of 36 to 400 cells (docs/notebook/propagate.md).
 */
const BASE_COST = 50;
const COST_PER_WORD = 0.1;
const REFERENCE_SLOWDOWN = 10;

/** Estimates the number of nodes in a search tree and the cost of each node. */
export function outlookOf(job: Job, setup: Setup, probed: Probed | null, propagator: Propagator): Outlook {
  const cost = BASE_COST + COST_PER_WORD * propagator.layout.size;
  const exactNodesPerNode = propagator instanceof ReferencePropagator ? REFERENCE_SLOWDOWN * cost : cost;
  const nodes =
    probed?.treeNodes ??
    nodesByDives(setup, propagator, setup.rootFails, DIVES, random(job.seed, DIVE_STREAM));
  return { nodes, exactNodesPerNode };
}
