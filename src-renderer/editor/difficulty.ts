/** How hard a puzzle is: what a computer has to do to find all its solutions, and to know that they are all. */
import type { DesignTask } from '../../src-core/contract/design.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { defaultEngine } from '../../src-core/run/engine-facts.ts';

/** Few, so that an answer is there while a hand is still on the tile. */
const PROBES = 1000;

export const difficultyTask = (puzzle: EdgePuzzle): DesignTask & { kind: 'estimate' } => ({
  kind: 'estimate',
  puzzle,
  engine: defaultEngine['edge-matching'],
  // the tree as it stands, row by row: one edit more or less does not change what is compared
  options: { order: 'row', symmetry: 'all' },
  seed: 1,
  probes: PROBES,
});

export function difficultyOf(nodes: number): string {
  if (nodes < 1e5) return 'solved at once';
  if (nodes < 1e9) return 'solved within seconds';
  if (nodes < 1e12) return 'takes minutes to hours';
  if (nodes < 1e15) return 'takes days to months';
  return 'more than any computer can try';
}
