import { numberedLabels } from '../../../src-core/puzzle/labels.ts';
import type { EdgePuzzle } from '../../../src-core/puzzle/puzzle.ts';
import { random } from '../../../src-core/random.ts';

/**
 * Returns a puzzle of random tiles with 256 labels and a rim of one colour. Proving that it has no solution takes a
 * long time.
 */
export function laborious(size: number): EdgePuzzle {
  const chance = random(1);
  return {
    kind: 'edge-matching',
    name: `Laborious ${size}`,
    board: { kind: 'rectangle', width: size, height: size },
    mating: 'same',
    rim: { kind: 'uniform' },
    turns: 'rotate',
    tiles: Array.from({ length: size * size }, () => ({
      edges: Array.from({ length: 4 }, () => chance.below(256)),
    })),
    labels: numberedLabels(256),
    hints: [],
    forbidden: [],
  };
}
