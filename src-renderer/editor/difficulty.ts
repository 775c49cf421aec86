/** Difficulty of a puzzle: the number of tiles a full search places. */
import type { DesignTask } from '../../src-core/contract/design.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';

/** Number of random probes; few, so that the result keeps up with painting. */
const PROBES = 1000;

export const difficultyTask = (puzzle: EdgePuzzle): DesignTask & { kind: 'estimate' } => ({
  kind: 'estimate',
  puzzle,
  engine: 'exact',
  // a fixed order without symmetry breaking, so that results before and after an edit are comparable
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
