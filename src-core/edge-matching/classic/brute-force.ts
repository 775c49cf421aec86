import type { Engine } from '../../engine.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { BruteForceSearch, bruteForceState, type BruteForceState } from './brute-force-search.ts';
import { onePlan, oneTaskSchemas, type OneTaskData } from './plan.ts';
import { edgePuzzle, refusesTiles } from './tree.ts';
import { counted } from '../../text/counted.ts';

/**
 * The brute force that Hoglan 2005 describes and then leaves for the tree: depth-first over whole boards, from
 * the start arrangement by swaps and rotations, with its evaluation as the guide. `nodes` are states created. The
 * text leaves open in which order children are gone down; here the best evaluation first, then swaps before
 * rotations.
 */
export const bruteForce: Engine<OneTaskData<BruteForceState>> = {
  name: 'brute-force',
  title: 'Brute force by swaps and rotations (Hoglan 2005)',
  summary:
    'Solves only the smallest puzzles, and shows why trees are better: it swaps and turns the tiles of a full board, fewest conflicts first, and counts the states created.',
  version: 2, // 1 counted a symmetric tile once for each turn
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
      help: 'At most this many swaps and turns from the start arrangement. Three for each tile are enough to reach any solution.',
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
    return `Brute force moves the tiles of a full board, so it needs as many tiles as cells; it has ${counted(puzzle.tiles.length, 'tile')} for ${counted(cells, 'cell')}.`;
  },
  plan(job, checkpoint) {
    const puzzle = edgePuzzle(job);
    const outcome =
      thresholdOf(job.options) >= farthest(puzzle)
        ? {}
        : { outcome: ({ raw }: { raw: number }) => (raw > 0 ? ('solved' as const) : ('limit' as const)) };
    return onePlan(puzzle, checkpoint, outcome);
  },
  open(job, _task, _prepared, checkpoint) {
    return new BruteForceSearch(edgePuzzle(job), thresholdOf(job.options), job.wanted, checkpoint);
  },
};

const thresholdOf = (options: Readonly<Record<string, unknown>>): number => options['threshold'] as number;

/** No state is farther from the start than this: all tiles swapped into place, turned and flipped. */
function farthest(puzzle: EdgePuzzle): number {
  const { openCells, board } = openBoardOf(puzzle);
  const turns = { fixed: 0, rotate: board.sides - 1, flip: board.sides }[puzzle.turns];
  return openCells.length - 1 + openCells.length * turns;
}
