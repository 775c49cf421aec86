/** Difficulty of a puzzle: the number of tiles a full search places. */
import type { DesignTask } from '../../src-core/contract/design.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { defaultEngine } from '../../src-core/run/engine-facts.ts';

/** Random probes. Few, so that the answer keeps up with painting. */
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
  if (nodes < 1e5) return 'instant';
  if (nodes < 1e9) return 'seconds';
  if (nodes < 1e12) return 'minutes to hours';
  if (nodes < 1e15) return 'days to months';
  return 'too many for any computer';
}
