/**
 * The propagating engine finds, counts and lists all solutions of an edge-matching puzzle while visiting few nodes.
 * After every decision, it goes through all cells and removes the candidates that can no longer lie there.
 *
 * - `model.ts` describes the puzzle in flat arrays.
 * - A *propagator* makes a decision and removes the candidates that the decision rules out. `reference.ts` is a
 *   propagator in TypeScript, and `kernel.ts` is one in WebAssembly.
 * - `walk.ts` is a depth-first search, and `search.ts` uses it to search one task.
 * - `probing.ts` and `division.ts` divide the search tree into tasks, and `plan.ts` adds up the results.
 *
 * Start with docs/propagate.md.
 */
import type { Engine, Job } from '../../engine.ts';
import type { EdgePuzzle, Puzzle } from '../../puzzle/puzzle.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { symmetriesOf } from '../../puzzle/symmetry.ts';
import { unsolvable } from '../../puzzle/unsolvable.ts';
import { checkpointSchemas, type PropagateData } from './data.ts';
import { outlookOf, type Outlook } from './outlook.ts';
import { PropagatePlan } from './plan.ts';
import { PropagateSteps } from './propagate-steps.ts';
import { probe, type Probed } from './probing.ts';
import { PropagateSearch } from './search.ts';
import { setupOf } from './setup.ts';
import { giveBack, propagatorAt } from './machines.ts';

function refuses(puzzle: Puzzle): string | null {
  if (puzzle.kind !== 'edge-matching') return 'The engine “propagate” solves edge-matching puzzles only.';
  const reasons = unsolvable(puzzle).map(({ message }) => message);
  if (reasons.length > 0) return `There is no solution: ${reasons.join(' ')}`;
  const bytes = bytesOf(puzzle);
  if (bytes <= MAX_BYTES) return null;
  const [needed, allowed] = [bytes, MAX_BYTES].map((each) => (each / 1e9).toFixed(1));
  return `The engine “propagate” would need ${needed} GB for this board; its limit is ${allowed} GB. Choose the engine “exact”.`;
}

/** maximum size in bytes of one search's memory; each thread runs one search at a time */
const MAX_BYTES = 2e9;

/**
 * Returns the approximate size in bytes of the levels (`level.ts`) of a search. There is one level per cell, and each
 * level has a domain for every cell, with one bit per candidate.
 */
function bytesOf(puzzle: EdgePuzzle): number {
  const { board, openCells } = openBoardOf(puzzle);
  const faces = puzzle.turns === 'flip' ? 2 : 1;
  const orientations = puzzle.turns === 'fixed' ? 1 : board.sides * faces;
  return (openCells.length ** 2 * puzzle.tiles.length * orientations) / 8;
}

const probes = new WeakMap<Job, Probed>();

/**
 * Probes the search tree of a job, unless it has been probed already. Yields the fraction of the probes that are done.
 * Returns null if the tree is small.
 */
export function* probing(job: Job): Generator<number, Probed | null, void> {
  yield 0;
  const setup = setupOf(job);
  if (setup.small) return null;
  let probed = probes.get(job);
  if (!probed) probes.set(job, (probed = yield* probe(job, setup, propagatorAt(setup))));
  return probed;
}

function probedOf(job: Job): Probed | null {
  const steps = probing(job);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * Returns whether almost nothing is left to search after the probes. This is so if the tree is small, or if the probes
 * have found all solutions that are wanted. Runs the probes first if necessary.
 */
export function probesEnd(job: Job): boolean {
  const probed = probedOf(job);
  return !probed || probed.solutions !== null;
}

/**
 * Returns whether a complete search of the tree probably takes only a few minutes. Runs the probes first if necessary.
 */
export const treeEndsSoon = (job: Job): boolean => (probedOf(job)?.treeTurn ?? 1) >= 1;

/** Predicts the size of a job's search. Runs the probes first if necessary. */
export function propagateOutlook(job: Job): Outlook {
  const setup = setupOf(job);
  const probed = probedOf(job);
  const propagator = propagatorAt(setup);
  const outlook = outlookOf(job, setup, probed, propagator);
  giveBack(setup, propagator);
  return outlook;
}

export const propagate: Engine<PropagateData> = {
  name: 'propagate',
  title: 'Propagate',
  summary:
    'Finds or counts every solution and visits few nodes. After placing a tile, it removes the candidates that no longer fit in other cells.',
  version: 6,
  checkpointSchemas,
  solves: 'edge-matching',
  proves: true,
  hunts: false,
  tasks: 'fixed',
  counters: [
    { name: 'failures', title: 'Dead ends' },
    { name: 'fills', title: 'Cells filled by propagation' },
    { name: 'restarts', title: 'Restarts' },
    { name: 'restartNodes', title: 'Nodes in restarts' },
  ],
  stepping: {
    place: 4,
    title: 'Propagate',
    counts: 'placed',
    nodes: 'tiles tried',
    levelsBefore: 0,
  },
  options: [],
  refuses,
  openSteps: (job, listener) => new PropagateSteps(job, listener),
  *prepare(job) {
    const steps = probing(job);
    for (let step = steps.next(); !step.done; step = steps.next())
      yield { fraction: step.value, what: 'Running short trial searches' };
    return setupOf(job);
  },
  plan(job, checkpoint) {
    const symmetries = symmetriesOf(job.puzzle as EdgePuzzle).length;
    return new PropagatePlan(setupOf(job), probedOf(job), symmetries, checkpoint);
  },
  open(job, task, prepared, checkpoint) {
    const setup = setupOf(job, prepared);
    return new PropagateSearch(job, setup, propagatorAt(setup), task, checkpoint);
  },
};
