/** All that is decided about a job before its search: the order of cells, which symmetry is left out. */
import type { Estimate, Job } from '../../engine.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { random } from '../../random.ts';
import { Counter } from './count.ts';
import { courseOf, type Course } from './course.ts';
import { estimateTree } from './estimate.ts';
import { setting } from './options.ts';
import { orderBy, orderFromText, orderNames, type OrderName } from './order.ts';
import { breakSymmetry } from './symmetry.ts';
import { kindsOf } from './tiles.ts';
import { InterpretedWalker } from './walk.ts';

/** A tree with no more nodes than this is walked in one task and by the interpreter. */
const SMALL_TREE = 20_000;
/**
 * A tree estimated to have no more nodes than this is walked as it stands, so that its counts are the
 * published ones; in a larger one every saving is taken.
 */
const LARGE_TREE = 2e9;
/** Another order is taken when it is estimated to save so much. */
const WORTH_REORDERING = 4;
const DIVES = 1000;

export interface Setup {
  readonly course: Course;
  readonly counter: Counter;
  readonly order: OrderName | 'cells';
  readonly small: boolean;
}

const setups = new WeakMap<Job, Setup>();

/** Worked out once for each job object; the same for every object that says the same. */
export function setupOf(job: Job): Setup {
  let setup = setups.get(job);
  if (!setup) setups.set(job, (setup = makeSetup(job)));
  return setup;
}

/** The course a job takes; the step view walks the same one. */
export const courseFor = (job: Job): Course => setupOf(job).course;

/** What the search of a job will come to, before it is begun. */
export const estimateOf = (job: Job, dives = 10_000): Estimate =>
  estimateTree(setupOf(job).course, dives, random(job.seed, 3));

function makeSetup(job: Job): Setup {
  const puzzle = job.puzzle as EdgePuzzle;
  const cells = setting(job.options, 'cells');
  const wanted = setting(job.options, 'order');
  const symmetry = setting(job.options, 'symmetry');
  const name = wanted === 'auto' ? 'row' : wanted;
  const asked = cells.trim() !== '';
  const plain = courseBy(
    job,
    asked ? orderFromText(puzzle, cells) : orderBy[name](puzzle),
    symmetry === 'once',
  );
  if (isSmall(plain.course)) return { ...plain, order: asked ? 'cells' : name, small: true };

  const estimate = (course: Course): number => estimateTree(course, DIVES, random(job.seed, 2)).nodes;
  const size = estimate(plain.course);
  if (size <= LARGE_TREE) return { ...plain, order: asked ? 'cells' : name, small: false };
  const once = symmetry !== 'all';
  let best = {
    ...courseBy(
      job,
      plain.course.steps.map(({ cell }) => cell),
      once,
    ),
    order: asked ? 'cells' : name,
  } as const;
  if (asked || wanted !== 'auto') return { ...best, small: false };
  let least = estimate(best.course) / WORTH_REORDERING;
  for (const other of orderNames) {
    if (other === name) continue;
    const tried = courseBy(job, orderBy[other](puzzle), once);
    const nodes = estimate(tried.course);
    if (nodes >= least) continue;
    least = nodes;
    best = { ...tried, order: other };
  }
  return { ...best, small: false };
}

function courseBy(job: Job, order: readonly number[], once: boolean): Pick<Setup, 'course' | 'counter'> {
  const puzzle = job.puzzle as EdgePuzzle;
  const mergeIdentical = setting(job.options, 'identical') === 'merge';
  const shut = once ? breakSymmetry(puzzle, kindsOf(puzzle, mergeIdentical), order) : null;
  const course = courseOf(puzzle, {
    order,
    mergeIdentical,
    besideHints: setting(job.options, 'besideHints'),
    shuffle: setting(job.options, 'shuffle') ? job.seed : null,
    shut: shut ?? undefined,
  });
  return { course, counter: new Counter(course, mergeIdentical, shut !== null) };
}

function isSmall(course: Course): boolean {
  const walker = new InterpretedWalker(course, 0, Int32Array.of(-1));
  walker.run(SMALL_TREE, () => false);
  return walker.finished;
}
