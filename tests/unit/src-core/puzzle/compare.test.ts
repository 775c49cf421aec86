// Comparing boards of every kind: aligning them, counting what they have in common, and translating a board to another
// puzzle's tiles.
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { alignedTo, inCommon, inTilesOf, turnName } from '../../../../src-core/puzzle/compare.ts';
import { startBoard } from '../../../../src-core/puzzle/open-board.ts';
import { EMPTY } from '../../../../src-core/puzzle/partial-board.ts';
import type { BoardShape, EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { applySymmetry, symmetriesOf } from '../../../../src-core/puzzle/symmetry.ts';

const shapes: BoardShape[] = [
  { kind: 'rectangle', width: 4, height: 4 },
  { kind: 'rectangle', width: 5, height: 3 },
  { kind: 'rectangle', width: 4, height: 3, wrap: 'torus' },
  { kind: 'triangle', side: 4 },
  { kind: 'hexagon', side: 2 },
  { kind: 'honeycomb', side: 3 },
  { kind: 'solid', solid: 'icosahedron' },
];
const puzzleOn = (board: BoardShape): EdgePuzzle => {
  const made = generate({ family: 'unframed', board, seed: 5, innerLabels: 9 });
  // Boards are aligned even if the puzzle has a hint, which would forbid rotating its solutions.
  return { ...made.puzzle, hints: [{ cell: 1, tile: 1 }] };
};

describe.each(shapes.map((shape) => [JSON.stringify(shape), shape] as const))('%s', (_, shape) => {
  const puzzle = puzzleOn(shape);
  const board = startBoard(puzzle);
  const symmetries = symmetriesOf({ ...puzzle, hints: [] });

  test('aligns any image of a board with some tiles changed', () => {
    expect(symmetries.length).toBeGreaterThan(1);
    const changed = board.slice();
    [changed[0], changed[2]] = [board[2]!, board[0]!];
    for (const symmetry of symmetries) {
      const aligned = alignedTo(puzzle, board, applySymmetry(puzzle, symmetry, changed));
      expect(inCommon(puzzle, board, aligned.board).differing).toEqual([0, 2]);
      expect(inCommon(puzzle, board, aligned.board).cells).toBe(board.length - 2);
    }
  });

  test('an aligned board stays unchanged, and has all edges in common with itself', () => {
    const aligned = alignedTo(puzzle, board, board);
    expect(aligned.turned).toBe(false);
    expect(aligned.board).toBe(board);
    const { cells, edges, differing } = inCommon(puzzle, board, board);
    expect([cells, differing.length]).toEqual([board.length, 0]);
    expect(edges).toBeGreaterThan(0);
  });
});

test('edges in common have the same two labels; an empty cell has nothing in common', () => {
  const puzzle = puzzleOn({ kind: 'rectangle', width: 3, height: 1 });
  const board = startBoard(puzzle);
  const partial = board.slice();
  partial[2] = EMPTY;
  expect(inCommon(puzzle, board, partial)).toEqual({ cells: 2, edges: 1, differing: [2] });
});

test('translates a board of a puzzle with the same tiles in another order', () => {
  const puzzle = puzzleOn({ kind: 'rectangle', width: 4, height: 4 });
  const other = { ...puzzle, tiles: [...puzzle.tiles].reverse() };
  const board = startBoard(puzzle);
  const same = board.map((_, cell) => (15 - cell) << 4);
  expect(inTilesOf(puzzle, other, same)).toEqual(board);
  const strange = { ...other, tiles: other.tiles.map(({ edges }) => ({ edges: edges.map((e) => e + 20) })) };
  expect(inTilesOf(puzzle, strange, same)).toBeNull();
  expect(inTilesOf(puzzle, puzzleOn({ kind: 'rectangle', width: 8, height: 2 }), same)).toBeNull();
});

test("a translated board obeys the puzzle's rules on rotating and flipping", () => {
  const puzzle = puzzleOn({ kind: 'rectangle', width: 4, height: 4 });
  const board = startBoard(puzzle);
  const turnedOnce = board.map((code) => code + 1);
  expect(inTilesOf({ ...puzzle, turns: 'fixed' }, puzzle, board)).toEqual(board);
  expect(inTilesOf({ ...puzzle, turns: 'fixed' }, puzzle, turnedOnce)).toBeNull();
  const flipping: EdgePuzzle = { ...puzzle, turns: 'flip' };
  const flipped = board.map((code) => code + 8);
  expect(inTilesOf(flipping, puzzle, flipped)).toEqual(flipped);
  expect(inTilesOf(puzzle, flipping, flipped)).toBeNull();
  const reversed = { ...flipping, tiles: [...puzzle.tiles].reverse() };
  expect(inTilesOf(puzzle, reversed, flipped)).toBeNull();
});

test('names the symmetry', () => {
  const [identity, ...others] = symmetriesOf({
    ...puzzleOn({ kind: 'rectangle', width: 4, height: 4 }),
    hints: [],
  });
  expect(turnName(identity!, 4)).toBe('');
  expect(others.map((symmetry) => turnName(symmetry, 4)).sort()).toEqual([
    'rotated by 180°',
    'rotated by 270°',
    'rotated by 90°',
  ]);
});
