import type { Engine } from '../../engine.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { BacktrackSearch, backtrackState, type BacktrackState } from './backtrack-search.ts';
import { spiralOrder } from './order.ts';
import { oneTaskPlan, oneTaskSchemas, type OneTaskData, type ResultReport } from './one-task-plan.ts';
import { rulesOf } from './rules.ts';
import { edgePuzzle, refusesTiles } from './tree.ts';
import { symmetriesAround } from './images.ts';

/**
 * The recursive depth-first search in Figure 3 of Brandt, Burger, Downing and Kilzer, "Using Backtracking to Solve
 * the Scramble Squares Puzzle" (2002). The number of calls at each level is counted, as in their Table 2.
 */
export const backtrack: Engine<OneTaskData<BacktrackState>> = {
  name: 'backtrack',
  title: 'Recursive backtracking (Brandt et al. 2002)',
  summary:
    'Finds every solution of a small puzzle in steps that are easy to follow. It fills the board in a spiral from the centre, without rotating the first tile, and counts the recursive calls at each level.',
  version: 1,
  checkpointSchemas: oneTaskSchemas(backtrackState),
  solves: 'edge-matching',
  proves: true,
  hunts: false,
  counters: [
    { name: 'calls', title: 'Calls', sentence: '# calls' },
    { name: 'callsByLevel', title: 'calls', form: 'levels' },
    { name: 'fullTreeByLevel', title: 'nodes of the full tree', form: 'levels' },
  ],
  stepping: { place: 2, title: 'Recursive backtracking', counts: 'placed', nodes: 'calls', levelsBefore: 1 },
  options: [
    {
      name: 'turnFirst',
      title: 'Rotate the first tile too',
      help: 'If this is off, the first tile is tried in one rotation only, provided that the board can be rotated about the first cell. Each solution then also represents its rotated copies.',
      type: 'boolean',
      default: false,
    },
  ],
  refuses: refusesTiles,
  openSteps(job, listener) {
    const turnFirst = job.options['turnFirst'] === true;
    return new BacktrackSearch(rulesOf(edgePuzzle(job)), turnFirst, job.wanted, undefined, listener);
  },
  plan(job, checkpoint) {
    const puzzle = edgePuzzle(job);
    const counts: NonNullable<ResultReport['counts']> = ({ nodesByDepth }) => {
      const cells = rulesOf(puzzle).open.length;
      const callsByLevel = [1, ...Array.from({ length: cells }, (_, depth) => nodesByDepth[depth] ?? 0)];
      return {
        callsByLevel,
        calls: callsByLevel.reduce((sum, calls) => sum + calls),
        fullTreeByLevel: fullTree(puzzle, job.options['turnFirst'] === true).map(Number),
      };
    };
    return oneTaskPlan(puzzle, checkpoint, { counts });
  },
  open(job, _task, _prepared, checkpoint) {
    const turnFirst = job.options['turnFirst'] === true;
    return new BacktrackSearch(rulesOf(edgePuzzle(job)), turnFirst, job.wanted, checkpoint);
  },
};

/**
 * Returns the number of nodes at each level of a search tree in which tiles need not match (Table 1 of Brandt et al.),
 * starting with the root. With n tiles in o orientations, level k has n · (n-1) ... (n-k+1) · o^k nodes. If the first
 * tile is not rotated, this is divided by the number of symmetries that keep the first cell in place.
 */
export function fullTree(puzzle: EdgePuzzle, turnFirst = false): bigint[] {
  const rules = rulesOf(puzzle);
  const { sides } = rules.board;
  const orientations = BigInt({ fixed: 1, rotate: sides, flip: 2 * sides }[puzzle.turns]);
  const first = turnFirst ? 1 : symmetriesAround(rules, spiralOrder(rules)[0]!).length;
  const sizes = [1n];
  let size = 1n;
  for (let level = 1; level <= rules.open.length; level++) {
    size *= BigInt(puzzle.tiles.length - level + 1) * orientations;
    if (level === 1) size /= BigInt(first);
    sizes.push(size);
  }
  return sizes;
}
