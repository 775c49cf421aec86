/**
 * Finds, counts and lists all solutions of an edge-matching puzzle, exactly.
 *
 * A *course* says which cell is filled at which depth and what fits there; a *walker* walks the tree of
 * that course; a *search* drives a walker through one task; the *plan* cuts the tree into tasks and adds
 * up. docs/exact.md explains the choices.
 */
import type { Engine, EngineOptions } from '../../engine.ts';
import type { EdgePuzzle, Puzzle } from '../../puzzle/puzzle.ts';
import { symmetriesOf } from '../../puzzle/symmetry.ts';
import { unsolvable } from '../../puzzle/unsolvable.ts';
import { compile, walkerOf } from './compile.ts';
import type { ExactData } from './data.ts';
import { ExactSteps } from './exact-steps.ts';
import { exactOptions, setting } from './options.ts';
import { orderFromText } from './order.ts';
import { ExactPlan } from './plan.ts';
import { ExactSearch } from './search.ts';
import { estimateOf, setupOf } from './setup.ts';
import { InterpretedWalker } from './walk.ts';

function refuses(puzzle: Puzzle, options: EngineOptions): string | null {
  if (puzzle.kind !== 'edge-matching') return 'The exact engine solves edge-matching puzzles only.';
  try {
    for (const { name } of exactOptions) setting(options, name);
    orderFromText(puzzle, setting(options, 'cells'));
  } catch (error) {
    return (error as Error).message;
  }
  const reasons = unsolvable(puzzle).map(({ message }) => message);
  return reasons.length > 0 ? reasons.join(' ') : null;
}

export const exact: Engine<ExactData> = {
  name: 'exact',
  title: 'Exact',
  summary: 'Finds or counts every solution without a mismatch, and proves when there is none.',
  version: 3,
  solves: 'edge-matching',
  tasks: 'fixed',
  options: exactOptions,
  refuses,
  estimate: estimateOf,
  steps: { counts: 'placed', open: (job, witness) => new ExactSteps(job, witness) },
  plan(job, checkpoint) {
    const { course, small } = setupOf(job);
    const symmetries = symmetriesOf(job.puzzle as EdgePuzzle).length;
    return new ExactPlan(course, symmetries, !small, checkpoint);
  },
  *prepare(job) {
    const { course, small } = setupOf(job);
    if (small || setting(job.options, 'walker') === 'interpreted') return null;
    yield { fraction: 0, what: 'Compiling the search' };
    return compile(course);
  },
  open(job, task, prepared, checkpoint) {
    const { course, counter } = setupOf(job);
    const { prefix } = task.work;
    const position = checkpoint ?? Int32Array.of(...prefix, -1);
    const walker = prepared
      ? walkerOf(course, prepared, prefix.length, position)
      : new InterpretedWalker(course, prefix.length, position);
    return new ExactSearch(job, course, counter, prefix.length, walker);
  },
};
