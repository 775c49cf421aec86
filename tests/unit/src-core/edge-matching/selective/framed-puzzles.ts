import fc from 'fast-check';
import { generate } from '../../../../../src-core/edge-matching/generate/generate.ts';
import type { Direction } from '../../../../../src-core/edge-matching/selective/view.ts';
import { placementsOf } from '../../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../../src-core/puzzle/puzzle.ts';
import { random } from '../../../../../src-core/random.ts';

export const directions: Direction[] = [0, 1, 2, 3].flatMap((turn) => [
  { turn, mirrored: false },
  { turn, mirrored: true },
]);

interface Wanted {
  readonly width: number;
  readonly height: number;
  readonly seed: number;
  readonly turns?: 'rotate' | 'fixed';
  readonly innerLabels?: number;
  /** number of tiles of a solution that are given as hints */
  readonly hints?: number;
  /**
   * if true, one label replaces all labels inside the frame; many tiles are then identical or look the same when
   * rotated
   */
  readonly plain?: boolean;
}

/** Returns a framed puzzle with a solution. */
export function framedPuzzle({ hints = 0, plain = false, ...recipe }: Wanted): EdgePuzzle {
  const { puzzle, solution } = generate({ family: 'framed', ...recipe });
  const hinted = random(recipe.seed, 1).shuffle(placementsOf(solution)).slice(0, hints);
  const inside = labelsInside(puzzle);
  const first = Math.min(...inside);
  return {
    ...puzzle,
    tiles: puzzle.tiles.map((tile) =>
      plain ? { ...tile, edges: tile.edges.map((label) => (inside.has(label) ? first : label)) } : tile,
    ),
    hints: hinted.map(({ cell, tile, rotation }) => ({ cell, tile, rotation })),
  };
}

/** Returns the labels that no edge along the frame shows. */
function labelsInside({ tiles }: EdgePuzzle): Set<number> {
  const inside = new Set(tiles.flatMap(({ edges }) => edges));
  for (const { edges } of tiles) {
    edges.forEach((label, side) => {
      if (label === 0) inside.delete(label);
      if (edges[(side + 1) % 4] === 0 || edges[(side + 3) % 4] === 0) inside.delete(label);
    });
  }
  return inside;
}

/** Returns a framed puzzle that is one cell wide. */
export const column = (height: number): EdgePuzzle => {
  const labelAbove = (cell: number): number => (cell % height === 0 ? 0 : 1 + (cell % 2));
  return {
    ...framedPuzzle({ width: 3, height: 3, seed: 1 }),
    board: { kind: 'rectangle', width: 1, height },
    tiles: Array.from({ length: height }, (_, cell) => ({
      edges: [labelAbove(cell), 0, labelAbove(cell + 1), 0],
    })),
  };
};

export const framed = ({ min, max }: { min: number; max: number }): fc.Arbitrary<EdgePuzzle> =>
  fc
    .record({
      width: fc.integer({ min, max }),
      height: fc.integer({ min, max }),
      seed: fc.nat(1e6),
      turns: fc.constantFrom('rotate', 'fixed'),
      hints: fc.constantFrom(0, 0, 1, 3),
      plain: fc.boolean(),
    })
    .map(framedPuzzle);
