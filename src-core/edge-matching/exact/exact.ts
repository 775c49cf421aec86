/**
 * The exact engine finds, counts and lists all solutions of an edge-matching puzzle.
 *
 * - A *search tree* (`tree/`) determines which cell is filled at each depth, and which tiles fit there.
 * - A *backtracker* (`backtracking/`) searches this tree depth first. There are three: an interpreter, and two that run
 *   compiled code.
 * - `search.ts` runs a backtracker through one task.
 * - `task-plan.ts` divides the tree into tasks and adds up the results.
 * - `../counting/` derives the three counts of solutions.
 *
 * docs/exact.md explains all this with a small worked example.
 */
import type { Engine, EngineOptions } from '../../engine.ts';
import type { EdgePuzzle, Puzzle } from '../../puzzle/puzzle.ts';
import { symmetriesOf } from '../../puzzle/symmetry.ts';
import { unsolvable } from '../../puzzle/unsolvable.ts';
import { backtrackerOf, compile } from './backtracking/compile.ts';
import { checkpointSchemas, type ExactData } from './data.ts';
import { ExactSteps } from './exact-steps.ts';
import { exactOptions, setting } from './options.ts';
import { orderFromText, ordersOn } from './order.ts';
import { ExactPlan } from './task-plan.ts';
import { ExactSearch } from './search.ts';
import { estimateOf, setupOf } from './setup.ts';
import { Interpreter } from './backtracking/interpreter.ts';

function refuses(puzzle: Puzzle, options: EngineOptions): string | null {
  if (puzzle.kind !== 'edge-matching') return 'The engine “exact” solves edge-matching puzzles only.';
  try {
    for (const { name } of exactOptions) setting(options, name);
    orderFromText(puzzle, setting(options, 'cells'));
    const order = setting(options, 'order');
    const orders = ordersOn(puzzle);
    if (order !== 'auto' && !orders.includes(order)) {
      return `The order “${order}” works only on rectangles. For this board, choose auto, ${orders.join(', ')}, or draw your own.`;
    }
  } catch (error) {
    return (error as Error).message;
  }
  const reasons = unsolvable(puzzle).map(({ message }) => message);
  return reasons.length > 0 ? `There is no solution: ${reasons.join(' ')}` : null;
}

export const exact: Engine<ExactData> = {
  name: 'exact',
  title: 'Exact',
  summary: 'Finds or counts every solution, or proves that there is none.',
  version: 3,
  checkpointSchemas,
  solves: 'edge-matching',
  proves: true,
  hunts: false,
  tasks: 'fixed',
  counters: [{ name: 'deadEnds', title: 'Dead ends by cell', form: 'cells' }],
  stepping: { place: 3, title: 'Exact', counts: 'placed', nodes: 'tiles placed', levelsBefore: 0 },
  options: exactOptions,
  refuses,
  estimate: estimateOf,
  openSteps: (job, listener) => new ExactSteps(job, listener),
  plan(job, checkpoint) {
    const { tree, small } = setupOf(job);
    const symmetries = symmetriesOf(job.puzzle as EdgePuzzle).length;
    return new ExactPlan(tree, symmetries, !small, checkpoint);
  },
  *prepare(job) {
    const { tree, small } = setupOf(job);
    if (small || setting(job.options, 'walker') === 'interpreted') return null;
    yield { fraction: 0, what: 'Compiling the search' };
    return compile(tree);
  },
  open(job, task, prepared, checkpoint) {
    const { tree, counter } = setupOf(job);
    const { prefix } = task.work;
    const path = checkpoint ?? Int32Array.of(...prefix, -1);
    const backtracker = prepared
      ? backtrackerOf(tree, prepared, prefix.length, path)
      : new Interpreter(tree, prefix.length, path);
    return new ExactSearch(job, tree, counter, prefix, backtracker);
  },
};
