import type { Engine } from '../../engine.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { BruteForceSearch, bruteForceState, type BruteForceState } from './brute-force-search.ts';
import { oneTaskPlan, oneTaskSchemas, type OneTaskData } from './one-task-plan.ts';
import { edgePuzzle, refusesTiles } from './tree.ts';
import { counted } from '../../text/counted.ts';

/**
 * The brute-force search that Hoglan (2005) describes before turning to trees: a depth-first search over full boards.
 * `nodes` counts the states created. The paper doesn't specify the order in which children are visited. Here, the
 * child with the best evaluation comes first, and swaps come before rotations if evaluations are equal.
 */
export const bruteForce: Engine<OneTaskData<BruteForceState>> = {
  name: 'brute-force',
  title: 'Brute force by swaps and rotations (Hoglan 2005)',
  summary:
    'Solves only the smallest puzzles. It shows why filling a board tile by tile is better. It swaps and rotates the tiles of a full board, starting with the changes that leave the fewest conflicts, and counts the states created.',
  version: 2, // version 1 counted a symmetric tile once per rotation
  checkpointSchemas: oneTaskSchemas(bruteForceState),
  solves: 'edge-matching',
  proves: true,
  hunts: false,
  counters: [],
  stepping: null,
  options: [
    {
      name: 'threshold',
      title: 'Threshold',
      help: 'Maximum number of swaps and rotations from the start arrangement. Three per tile are enough to reach any solution.',
      type: 'number',
      default: 27,
      min: 1,
      max: 200,
      whole: true,
    },
  ],
  refuses(puzzle) {
    const refusal = refusesTiles(puzzle);
    if (refusal !== null || puzzle.kind !== 'edge-matching') return refusal;
    const cells = openBoardOf(puzzle).openCells.length;
    if (puzzle.tiles.length === cells) return null;
    return `Brute force moves the tiles of a full board, so it needs as many tiles as cells. This puzzle has ${counted(puzzle.tiles.length, 'tile')} for ${counted(cells, 'cell')}.`;
  },
  plan(job, checkpoint) {
    const puzzle = edgePuzzle(job);
    const outcome =
      thresholdOf(job.options) >= farthest(puzzle)
        ? {}
        : { outcome: ({ raw }: { raw: number }) => (raw > 0 ? ('solved' as const) : ('limit' as const)) };
    return oneTaskPlan(puzzle, checkpoint, outcome);
  },
  open(job, _task, _prepared, checkpoint) {
    return new BruteForceSearch(edgePuzzle(job), thresholdOf(job.options), job.wanted, checkpoint);
  },
};

const thresholdOf = (options: Readonly<Record<string, unknown>>): number => options['threshold'] as number;

/**
 * Returns the maximum number of operations from the start arrangement to any other. In the worst case, every tile must
 * be swapped, rotated and flipped.
 */
function farthest(puzzle: EdgePuzzle): number {
  const { openCells, board } = openBoardOf(puzzle);
  const turns = { fixed: 0, rotate: board.sides - 1, flip: board.sides }[puzzle.turns];
  return openCells.length - 1 + openCells.length * turns;
}
