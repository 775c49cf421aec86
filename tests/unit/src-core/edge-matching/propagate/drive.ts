import type { Job, Tally, Task } from '../../../../../src-core/engine.ts';
import type { SearchState, Work } from '../../../../../src-core/edge-matching/propagate/data.ts';
import { PropagatePlan } from '../../../../../src-core/edge-matching/propagate/plan.ts';
import { probe, type Probed } from '../../../../../src-core/edge-matching/propagate/probing.ts';
import { PropagateSearch } from '../../../../../src-core/edge-matching/propagate/search.ts';
import { referenceAt, setupOf } from '../../../../../src-core/edge-matching/propagate/setup.ts';
import type { PartialBoard } from '../../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../../src-core/puzzle/puzzle.ts';
import { symmetriesOf } from '../../../../../src-core/puzzle/symmetry.ts';
import { random } from '../../../../../src-core/random.ts';

/** The result of `runInterrupted`, with counts that show whether the run was really interrupted. */
export interface Interrupted {
  readonly tally: Tally;
  readonly boards: PartialBoard[];
  readonly tasks: number;
  readonly resumes: number;
}

interface Lane {
  readonly task: Task<Work>;
  readonly search: PropagateSearch;
}

/**
 * Runs a job as if by several workers, in slices of random length. The run is sometimes stopped and resumed from
 * copies of its checkpoints, with a new job object, as in another process. The tree is not probed, and even a small
 * tree is divided.
 */
export function runInterrupted(given: Job, workers: number, seed: number): Interrupted {
  const dice = random(seed);
  const boards: PartialBoard[] = [];
  let tasks = 0;
  let resumes = 0;
  let life = lifeOf(given);
  let plan = life.plan();
  let lanes: Lane[] = [];
  for (;;) {
    while (lanes.length < workers) {
      const task = plan.next();
      if (!task) break;
      tasks++;
      lanes.push(life.open(task));
    }
    const lane = lanes[dice.below(Math.max(1, lanes.length))];
    if (!lane) break;
    const slice = lane.search.step(1 + dice.below(6));
    for (const finding of slice.findings) if (finding.type === 'solution') boards.push(finding.board);
    plan.absorb(lane.task, slice);
    if (slice.done) lanes = lanes.filter((other) => other !== lane);
    if (dice.below(8) === 0) {
      resumes++;
      const saved = structuredClone({
        plan: plan.checkpoint(),
        lanes: lanes.map(({ task, search }) => ({ task, state: search.checkpoint() })),
      });
      const now = (life = lifeOf(given));
      plan = now.plan(saved.plan);
      lanes = saved.lanes.map(({ task, state }) => now.open(task, state));
    }
  }
  return { tally: plan.tally(), boards, tasks, resumes };
}

function lifeOf(given: Job) {
  const job = structuredClone(given);
  const setup = { ...setupOf(job), small: false };
  const probed: Probed = {
    fails: setup.rootFails,
    treeTurn: 1,
    treeNodes: null,
    solutions: null,
    nodesByDepth: new Float64Array(setup.model.variables.length),
    nodes: 0,
    deadEnds: 0,
    fills: 0,
    restarts: 0,
  };
  return {
    plan: (saved?: ReturnType<PropagatePlan['checkpoint']>) =>
      new PropagatePlan(setup, probed, symmetriesOf(job.puzzle as EdgePuzzle).length, saved),
    open: (task: Task<Work>, saved?: SearchState): Lane => ({
      task,
      search: new PropagateSearch(job, setup, referenceAt(setup), task, saved),
    }),
  };
}

/**
 * Like `runInterrupted`, but searches for one solution, with the whole tree as a single task. Returns the sums of the
 * slices' counts.
 */
export function restartsInterrupted(given: Job, seed: number): Record<string, number> {
  const dice = random(seed);
  const sums: Record<string, number> = { nodes: 0, resumes: 0 };
  let saved: SearchState | undefined;
  for (;;) {
    const setup = { ...setupOf(structuredClone(given)), small: false };
    const work = { prefix: new Int32Array(0), fails: setup.rootFails, treeTurn: 0.05 };
    const search = new PropagateSearch(given, setup, referenceAt(setup), { id: 0, work }, saved);
    do {
      const { nodes, counts, done } = search.step(1 + dice.below(300));
      sums['nodes']! += nodes;
      for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
      if (done) return sums;
    } while (dice.below(8) > 0);
    sums['resumes']!++;
    saved = structuredClone(search.checkpoint());
  }
}

/** Returns the failure counts that result from a job's probes. */
export function probedFails(job: Job): Int32Array {
  const setup = setupOf(job);
  const steps = probe(job, setup, referenceAt(setup));
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value.fails;
  }
}
