import type { Engine } from '../../engine.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { BacktrackSearch, backtrackState, type BacktrackState } from './backtrack-search.ts';
import { spiralOrder } from './order.ts';
import { onePlan, oneTaskSchemas, type OneTaskData, type Telling } from './plan.ts';
import { rulesOf } from './rules.ts';
import { edgePuzzle, refusesTiles } from './tree.ts';
import { symmetriesAround } from './images.ts';

/**
 * Brandt, Burger, Downing and Kilzer, Using backtracking to solve the Scramble Squares puzzle, 2002:
 * the recursive depth-first search of its Figure 3, with the calls counted at each level (its Table 2).
 */
export const backtrack: Engine<OneTaskData<BacktrackState>> = {
  name: 'backtrack',
  title: 'Recursive backtracking (Brandt et al. 2002)',
  summary:
    'Finds every solution of a small puzzle, in a way that can be followed step by step: it fills the board in a spiral from the centre, the first tile unturned, and counts its calls at each level.',
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
      title: 'Turn the first tile too',
      help: 'If off, the first tile is not rotated where that loses nothing (in the centre of a board that can be turned), and each solution found stands for its rotations.',
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
    const counts: NonNullable<Telling['counts']> = ({ nodesByDepth }) => {
      const cells = rulesOf(puzzle).open.length;
      const callsByLevel = [1, ...Array.from({ length: cells }, (_, depth) => nodesByDepth[depth] ?? 0)];
      return {
        callsByLevel,
        calls: callsByLevel.reduce((sum, calls) => sum + calls),
        fullTreeByLevel: fullTree(puzzle, job.options['turnFirst'] === true).map(Number),
      };
    };
    return onePlan(puzzle, checkpoint, { counts });
  },
  open(job, _task, _prepared, checkpoint) {
    const turnFirst = job.options['turnFirst'] === true;
    return new BacktrackSearch(rulesOf(edgePuzzle(job)), turnFirst, job.wanted, checkpoint);
  },
};

/**
 * Number of nodes at each level of the tree without any rule but one tile a cell, the root first: seed
 * 004's Table 1. With n tiles in o orientations, level k has n · (n-1) ... (n-k+1) · o^k, divided by the
 * symmetries that the unturned first tile stands for.
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
