import { exact } from '../../../src-core/edge-matching/exact/exact.ts';
import type { EngineOptions, Job, Search, Tally, Task } from '../../../src-core/engine.ts';
import type { PartialBoard } from '../../../src-core/puzzle/partial-board.ts';
import type { Puzzle } from '../../../src-core/puzzle/puzzle.ts';
import { random } from '../../../src-core/random.ts';

export const jobOf = (puzzle: Puzzle, options: EngineOptions = {}, boards = true): Job => ({
  puzzle,
  engine: 'exact',
  options,
  wanted: { solutions: 'all', boards },
  limits: { seconds: null, nodes: null },
  seed: 1,
  threads: 1,
});

export interface Outcome {
  readonly tally: Tally;
  readonly boards: PartialBoard[];
}

/** Runs the generator of a job's preparation to its end. */
export function prepared(job: Job): unknown {
  const steps = exact.prepare?.(job, { read: () => null, write: () => undefined });
  for (;;) {
    const step = steps?.next();
    if (!step || step.done) return step?.value;
  }
}

/** One search after the other, in large slices. */
export function runThrough(job: Job): Outcome {
  const ready = prepared(job);
  const plan = exact.plan(job);
  const boards: PartialBoard[] = [];
  for (let task = plan.next(); task; task = plan.next()) {
    const search = exact.open(job, task, ready);
    for (let done = false; !done;) {
      const slice = search.step(1_000_000);
      for (const finding of slice.findings) if (finding.type === 'solution') boards.push(finding.board);
      plan.absorb(task, slice);
      ({ done } = slice);
    }
  }
  return { tally: plan.tally(), boards };
}

/**
 * Runs as several workers would, a random one of them making a slice of random length each time, and
 * the whole run stopped and taken up again from clones of its checkpoints now and then. Each life of the
 * run gets a fresh job object, as another process would.
 */
export function runInterrupted(job: Job, workers: number, seed: number): Outcome {
  const dice = random(seed);
  const boards: PartialBoard[] = [];
  let life = structuredClone(job);
  let ready = prepared(life);
  let plan = exact.plan(life);
  let lanes: { task: Task; search: Search }[] = [];
  for (;;) {
    while (lanes.length < workers) {
      const task = plan.next();
      if (!task) break;
      lanes.push({ task, search: exact.open(life, task, ready) });
    }
    const lane = lanes[dice.below(Math.max(1, lanes.length))];
    if (!lane) break;
    const slice = lane.search.step(1 + dice.below(40));
    for (const finding of slice.findings) if (finding.type === 'solution') boards.push(finding.board);
    plan.absorb(lane.task, slice);
    if (slice.done) lanes = lanes.filter((other) => other !== lane);
    if (dice.below(4) === 0) {
      const saved = structuredClone({
        plan: plan.checkpoint(),
        lanes: lanes.map(({ task, search }) => ({ task, state: search.checkpoint() })),
      });
      life = structuredClone(job);
      ready = prepared(life);
      plan = exact.plan(life, saved.plan);
      const now = ready;
      lanes = saved.lanes.map(({ task, state }) => ({ task, search: exact.open(life, task, now, state) }));
    }
  }
  return { tally: plan.tally(), boards };
}
