import { expect, it } from 'vitest';
import type { PuzzleSummary } from '../../../../src-core/contract/library.ts';
import { firstPuzzleIn } from '../../../../src-renderer/base/first-puzzle.ts';

const puzzle = (id: number, name: string, tiles: number, kind: PuzzleSummary['kind'] = 'edge-matching') =>
  ({ id, name, tiles, kind }) as PuzzleSummary;

it('offers the sample Nine Halves, wherever it stands in the library', () => {
  const puzzles = [puzzle(1, 'Mine', 9), puzzle(2, 'Nine Halves', 9)];
  expect(firstPuzzleIn(puzzles)?.id).toBe(2);
});

it('offers another edge-matching puzzle of nine tiles if the sample was deleted', () => {
  const puzzles = [puzzle(1, 'Eternity II', 256), puzzle(2, 'Eight', 9, 'sliding'), puzzle(3, 'Mine', 9)];
  expect(firstPuzzleIn(puzzles)?.id).toBe(3);
  expect(firstPuzzleIn(puzzles.slice(0, 2))).toBeNull();
});
