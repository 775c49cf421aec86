/**
 * Before a large tree is divided, a few restarts of growing length learn which cells make the search fail. Every task
 * begins with these counts, so that its variable order is good from its first node and the same on every thread.
 */
import type { Job } from '../../engine.ts';
import { random } from '../../random.ts';
import { nodesByDives } from './dives.ts';
import { drawPriorities, type Setup } from './setup.ts';
import type { Propagator } from './propagator.ts';
import { Walk } from './walk.ts';

/** Nodes of the first probe; each further one has twice as many. */
const FIRST_PROBE = 1_000;
const PROBES = 6;
/** Maximum work of a probe, in nodes times words of a level. A node of a large board costs more, so there are fewer. */
const MAX_PROBE_WORK = 50e6;

/** Number of random dives that compare what the probes have learned. */
const DIVES = 400;
const DIVE_STREAM = 900;

export interface Probed {
  readonly fails: Int32Array;
  /** the whole tree was searched: it needs no dividing */
  readonly exhausted: boolean;
  /** decisions that lead to a solution, if one is wanted and a probe found it */
  readonly solution: Int32Array | null;
  readonly nodesByDepth: Float64Array;
  readonly nodes: number;
  readonly deadEnds: number;
  readonly fills: number;
  readonly restarts: number;
}

/** Probes a tree, in steps; `propagator` stands at the root. */
export function* probe(job: Job, setup: Setup, propagator: Propagator): Generator<number, Probed, void> {
  const { model } = setup;
  const { solutions } = job.wanted;
  const nodesByDepth = new Float64Array(model.variables.length);
  const sum = { nodes: 0, deadEnds: 0, fills: 0, restarts: 0 };
  let solution = null as Int32Array | null;
  let exhausted = false;
  const learned = [setup.rootFails];
  for (let i = 0; i < PROBES && !exhausted && !solution; i++) {
    const nodes = FIRST_PROBE * 2 ** i;
    if (nodes * propagator.layout.size > MAX_PROBE_WORK) break;
    yield i / PROBES;
    const walk = new Walk(model, propagator, drawPriorities(setup, job.seed, i + 1), new Int32Array(0));
    walk.run(
      nodes,
      () => undefined,
      () => {
        if (solutions !== 1) return false;
        solution = walk.state().path;
        return true;
      },
    );
    exhausted = walk.finished;
    walk.nodesByDepth.forEach((count, depth) => (nodesByDepth[depth]! += count));
    sum.nodes += walk.counts.nodes;
    sum.deadEnds += walk.counts.deadEnds;
    sum.fills += walk.counts.fills;
    sum.restarts++;
    learned.push(propagator.fails.slice());
  }
  // Where one solution is wanted, the size of the tree says little, and the estimates take longer than the probes.
  const isOver = exhausted || solution !== null || solutions === 1;
  const fails = isOver ? learned.at(-1)! : bestOf(learned, job, setup, propagator);
  return { fails, exhausted, solution, nodesByDepth, ...sum };
}

/**
 * Returns the failure counts with the smallest estimated tree: the cell decided first can make a difference of a factor
 * of five.
 */
function bestOf(learned: readonly Int32Array[], job: Job, setup: Setup, propagator: Propagator): Int32Array {
  let best = learned.at(-1)!;
  if (learned.length === 1) return best;
  let least = Infinity;
  for (const [i, fails] of learned.entries()) {
    const nodes = nodesByDives(setup, propagator, fails, DIVES, random(job.seed, DIVE_STREAM + i));
    if (nodes >= least) continue;
    least = nodes;
    best = fails;
  }
  return best;
}
