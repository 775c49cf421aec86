import { exact } from '../../../../../src-core/edge-matching/exact/exact.ts';
import {
  listProgram,
  type ListProgram,
} from '../../../../../src-core/edge-matching/exact/backtracking/list-kernel.ts';
import { ListBacktracker } from '../../../../../src-core/edge-matching/exact/backtracking/list-backtracker.ts';
import {
  maskProgram,
  type MaskProgram,
} from '../../../../../src-core/edge-matching/exact/backtracking/mask-kernel.ts';
import { MaskBacktracker } from '../../../../../src-core/edge-matching/exact/backtracking/mask-backtracker.ts';
import { ExactPlan } from '../../../../../src-core/edge-matching/exact/task-plan.ts';
import type { ExactData } from '../../../../../src-core/edge-matching/exact/data.ts';
import { ExactSearch } from '../../../../../src-core/edge-matching/exact/search.ts';
import { setupOf } from '../../../../../src-core/edge-matching/exact/setup.ts';
import type { TreePath } from '../../../../../src-core/edge-matching/exact/backtracking/backtracker.ts';
import { Interpreter } from '../../../../../src-core/edge-matching/exact/backtracking/interpreter.ts';
import type { EngineOptions, Job, Search, Tally, Task } from '../../../../../src-core/engine.ts';
import type { PartialBoard } from '../../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle, Puzzle } from '../../../../../src-core/puzzle/puzzle.ts';
import { symmetriesOf } from '../../../../../src-core/puzzle/symmetry.ts';
import { random } from '../../../../../src-core/random.ts';
import { drive } from '../../../../../src-core/drive/drive.ts';
import { draftJob } from '../../../../../src-core/drive/make-job.ts';
import { MEMORY_BYTES } from '../../../support/machine.ts';

export const jobOf = (puzzle: Puzzle, options: EngineOptions = {}, boards = true): Job =>
  draftJob(exact, puzzle, { options, wanted: { solutions: 'all', boards } }, MEMORY_BYTES);

export interface Outcome {
  readonly tally: Tally;
  readonly boards: PartialBoard[];
}

/** Runs the searches of a job one after another, in large slices. */
export function runThrough(job: Job): Outcome {
  const boards: PartialBoard[] = [];
  const driven = drive(exact, job, { nodesASlice: 1_000_000 });
  for (;;) {
    const { done, value } = driven.next();
    if (done) return { tally: value.tally(), boards };
    for (const finding of value.slice.findings) if (finding.type === 'solution') boards.push(finding.board);
  }
}

/** The result of `runInterrupted`, with counts that show whether the run was really interrupted. */
export interface Interrupted extends Outcome {
  readonly tasks: number;
  readonly resumes: number;
  readonly walkedBy: 'masks' | 'lists' | 'interpreter';
}

/**
 * Runs a job as if by several workers: each slice has a random length and a random worker. The run is sometimes stopped
 * and resumed from copies of its checkpoints, with a new job object, as in another process. Creates the plan and the
 * searches without the engine, because the engine would neither divide small trees nor compile code for them.
 */
export function runInterrupted(job: Job, workers: number, seed: number): Interrupted {
  const dice = random(seed);
  const boards: PartialBoard[] = [];
  let tasks = 0;
  let resumes = 0;
  const { tree } = setupOf(job);
  const program = seed % 2 === 0 ? listProgram(tree) : maskProgram(tree);
  let life = lifeOf(job, program);
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
    const slice = lane.search.step(1 + dice.below(40));
    delete lane.openedAt;
    for (const finding of slice.findings) if (finding.type === 'solution') boards.push(finding.board);
    plan.absorb(lane.task, slice);
    if (slice.done) lanes = lanes.filter((other) => other !== lane);
    if (dice.below(16) === 0) {
      resumes++;
      const saved = structuredClone({
        plan: plan.checkpoint(),
        lanes: lanes.map(({ task, search, openedAt }) => ({ task, state: openedAt ?? search.checkpoint() })),
      });
      const now = (life = lifeOf(job, program));
      plan = now.plan(saved.plan);
      lanes = saved.lanes.map(({ task, state }) => now.open(task, state));
    }
  }
  return { tally: plan.tally(), boards, tasks, resumes, walkedBy: program?.kernel ?? 'interpreter' };
}

interface Lane {
  readonly task: Task<ExactData['work']>;
  readonly search: Search<ExactData>;
  /**
   * the path that the search started from; deleted at the first step. It can be a dead end that an earlier backtracker
   * left behind.
   */
  openedAt?: TreePath;
}

/**
 * Options of a backtracker. The interpreter searches slices of up to two nodes, and compiled code searches longer ones.
 * Candidate lists are rebuilt often.
 */
const EAGER = { worthRebuilding: 5, exactSlice: 2 };

function lifeOf(given: Job, program: ListProgram | MaskProgram | null) {
  const job = structuredClone(given);
  const puzzle = job.puzzle as EdgePuzzle;
  const { tree, counter } = setupOf(job);
  return {
    plan: (saved?: ReturnType<ExactPlan['checkpoint']>) =>
      new ExactPlan(tree, symmetriesOf(puzzle).length, true, saved),
    open(task: Task<ExactData['work']>, saved?: TreePath): Lane {
      const { prefix } = task.work;
      const openedAt = saved ?? Int32Array.of(...prefix, -1);
      const base = prefix.length;
      const backtracker =
        program?.kernel === 'masks'
          ? new MaskBacktracker(tree, program, base, openedAt, EAGER)
          : program
            ? new ListBacktracker(tree, program, base, openedAt, EAGER)
            : new Interpreter(tree, base, openedAt);
      return { task, search: new ExactSearch(job, tree, counter, prefix, backtracker), openedAt };
    },
  };
}
