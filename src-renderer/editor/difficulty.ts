/** How hard a puzzle is: the number of tiles that a complete search places. */
import type { DesignTask } from '../../src-core/contract/design.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';

/** Number of random probes, small enough for the result to appear while the user is painting. */
const PROBES = 1000;

export const difficultyTask = (puzzle: EdgePuzzle): DesignTask & { kind: 'estimate' } => ({
  kind: 'estimate',
  puzzle,
  engine: 'exact',
  // Use a fixed order of cells and no symmetry breaking, so that estimates before and after an edit are comparable.
  options: { order: 'row', symmetry: 'all' },
  seed: 1,
  probes: PROBES,
});

/** Maximum number of nodes that can be searched within seconds. */
const MAX_QUICK_NODES = 1e9;
export const isQuick = (nodes: number): boolean => nodes < MAX_QUICK_NODES;

export function difficultyOf(nodes: number): string {
  if (nodes < 1e5) return 'instant';
  if (isQuick(nodes)) return 'seconds';
  if (nodes < 1e12) return 'minutes to hours';
  if (nodes < 1e15) return 'days to months';
  return 'too many for any computer';
}
