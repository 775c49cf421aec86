import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { openBoardOf } from '../../../../src-core/puzzle/open-board.ts';
import { emptyBoard, tileOf } from '../../../../src-core/puzzle/partial-board.ts';
import { regionOf } from '../../../../src-core/puzzle/region.ts';
import { scoreOf } from '../../../../src-core/puzzle/score.ts';
import { blockingErrorsOf } from '../../../../src-core/puzzle/validate.ts';

const { puzzle, solution } = generate({ family: 'framed', width: 6, height: 5, seed: 3 });
const hinted = { ...puzzle, hints: [0, 14].map((cell) => ({ cell, tile: tileOf(solution[cell]!) })) };

test('a region has all tiles, only its own cells and hints, and the part of a solution solves it', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(29), { minLength: 1 }), (cells) => {
      const region = regionOf(hinted, cells);
      const { openCells } = openBoardOf(region);
      expect(region.tiles).toBe(puzzle.tiles);
      expect(openCells).toHaveLength(cells.length);
      expect(region.hints).toHaveLength(cells.filter((cell) => [0, 14].includes(cell)).length);
      expect(blockingErrorsOf(region)).toEqual([]);
      // The cells of a region keep their order.
      const board = emptyBoard(openBoardOf(region).board.cells);
      const ordered = [...cells].sort((a, b) => a - b);
      openCells.forEach((cell, i) => (board[cell] = solution[ordered[i]!]!));
      expect(scoreOf({ ...region, hints: [] }, board)).toMatchObject({ solved: true, rimOk: true });
    }),
  );
});

test('a rectangle is cut out, with closed cells only where its sides were not the rim', () => {
  const corner = regionOf(puzzle, [0, 1, 6, 7]);
  expect(corner.board).toEqual({ kind: 'rectangle', width: 3, height: 3 });
  expect(corner.forbidden).toEqual([2, 5, 6, 7, 8]);
  expect(regionOf(puzzle, [14]).board).toEqual({ kind: 'rectangle', width: 3, height: 3 });
});

test('a board without rows keeps its cells, and a region needs a cell', () => {
  const torus = { ...puzzle, board: { kind: 'rectangle', width: 6, height: 5, wrap: 'torus' } as const };
  expect(regionOf(torus, [3]).forbidden).toHaveLength(29);
  expect(() => regionOf(puzzle, [])).toThrow(RangeError);
});
