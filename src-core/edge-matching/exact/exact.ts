/**
 * Finds, counts and lists all solutions of an edge-matching puzzle, exactly.
 *
 * A *course* says which cell is filled at which depth and what fits there; a *walker* walks the tree of
 * that course; a *search* drives a walker through one task; the *plan* cuts the tree into tasks and adds
 * up. docs/exact.md explains the choices.
 */
import type { Engine, Job } from '../../engine.ts';
import type { EdgePuzzle, Puzzle } from '../../puzzle/puzzle.ts';
import { symmetriesOf } from '../../puzzle/symmetry.ts';
import { unsolvable } from '../../puzzle/unsolvable.ts';
import { compile, layoutFor, type Compiled } from './compile.ts';
import { CompiledWalker } from './compiled-walk.ts';
import { Counter } from './count.ts';
import { courseOf, type Course } from './course.ts';
import { exactOptions, setting } from './options.ts';
import { rowOrder } from './order.ts';
import { ExactPlan } from './plan.ts';
import { ExactSearch, type Work } from './search.ts';
import { InterpretedWalker, type Position } from './walk.ts';

/** A tree with no more nodes than this is walked at once, in one task and by the interpreter. */
const SMALL_TREE = 20_000;

interface Setup {
  readonly course: Course;
  readonly counter: Counter;
  readonly small: boolean;
}

const setups = new WeakMap<Job, Setup>();

function setupOf(job: Job): Setup {
  let setup = setups.get(job);
  if (!setup) setups.set(job, (setup = makeSetup(job)));
  return setup;
}

/** The course a job takes; the step view walks the same one. */
export function courseFor(job: Job): Course {
  const puzzle = job.puzzle as EdgePuzzle;
  return courseOf(puzzle, {
    order: rowOrder(puzzle),
    mergeIdentical: setting(job.options, 'identical') === 'merge',
    besideHints: setting(job.options, 'besideHints'),
    shuffle: setting(job.options, 'shuffle') ? job.seed : null,
  });
}

function makeSetup(job: Job): Setup {
  const mergeIdentical = setting(job.options, 'identical') === 'merge';
  const course = courseFor(job);
  return { course, counter: new Counter(course, mergeIdentical, false), small: isSmall(course) };
}

function isSmall(course: Course): boolean {
  const walker = new InterpretedWalker(course, 0, Int32Array.of(-1));
  walker.run(SMALL_TREE, () => false);
  return walker.finished;
}

function refuses(puzzle: Puzzle): string | null {
  if (puzzle.kind !== 'edge-matching') return 'The exact engine solves edge-matching puzzles only.';
  const reasons = unsolvable(puzzle).map(({ message }) => message);
  return reasons.length > 0 ? reasons.join(' ') : null;
}

export const exact: Engine = {
  name: 'exact',
  title: 'Exact',
  summary: 'Finds or counts every solution without a mismatch, and proves when there is none.',
  version: 1,
  solves: 'edge-matching',
  options: exactOptions,
  refuses,
  plan(job, checkpoint) {
    const { course, small } = setupOf(job);
    const symmetries = symmetriesOf(job.puzzle as EdgePuzzle).length;
    return new ExactPlan(
      course,
      symmetries,
      !small,
      checkpoint as ConstructorParameters<typeof ExactPlan>[3],
    );
  },
  *prepare(job) {
    const { course, small } = setupOf(job);
    if (small || setting(job.options, 'walker') === 'interpreted') return null;
    yield { fraction: 0, what: 'Compiling the search' };
    const layout = layoutFor(course);
    return layout && { layout, module: compile(course, layout) };
  },
  open(job, task, prepared, checkpoint) {
    const { course, counter } = setupOf(job);
    const { prefix } = task.work as Work;
    const position = (checkpoint as Position | undefined) ?? Int32Array.of(...prefix, -1);
    const compiled = prepared as Compiled | null | undefined;
    const walker = compiled
      ? new CompiledWalker(course, compiled, prefix.length, position)
      : new InterpretedWalker(course, prefix.length, position);
    return new ExactSearch(job, course, counter, prefix.length, walker);
  },
};
