import { describe, expect, it } from 'vitest';
import { makeJob } from '../../../../src-core/drive/make-job.ts';
import { loadEngine } from '../../../../src-core/engines.ts';
import { freedCells, keptTiles, startError } from '../../../../src-core/puzzle/hunt-start.ts';
import { boardFrom, boardToNumbers, EMPTY } from '../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { numberedLabels } from '../../../../src-core/puzzle/labels.ts';

/** Twelve tiles on a board of 3 × 4. All are identical except the middle tile of row 2, which matches no other tile. */
const puzzle: EdgePuzzle = {
  kind: 'edge-matching',
  name: 'odd one out',
  board: { kind: 'rectangle', width: 3, height: 4 },
  mating: 'same',
  rim: { kind: 'free' },
  turns: 'rotate',
  tiles: Array.from({ length: 12 }, (_, i) => ({ edges: i === 4 ? [1, 1, 1, 1] : [0, 0, 0, 0] })),
  labels: numberedLabels(2),
  hints: [],
  forbidden: [],
};
const board = boardFrom(
  12,
  puzzle.tiles.map((_, cell) => ({ cell, tile: cell, rotation: 0, flipped: false })),
);

describe('cells freed on a start board', () => {
  it('are the mismatched ones and their neighbours', () => {
    expect(freedCells(puzzle, board, 'mismatches')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 10]);
  });

  it('are whole rows, single cells and ranges, counted from 1', () => {
    expect(freedCells(puzzle, board, 'rows:2-3')).toEqual([3, 4, 5, 6, 7, 8]);
    expect(freedCells(puzzle, board, 'rows:4')).toEqual([9, 10, 11]);
    expect(freedCells(puzzle, board, '12, 1-3')).toEqual([0, 1, 2, 11]);
  });

  it('are not hinted cells that keep their hint, nor cells that stay empty', () => {
    const hinted = { ...puzzle, hints: [{ cell: 0, tile: 0 }], forbidden: [1] };
    expect(freedCells(hinted, board, 'rows:1')).toEqual([2]);
  });

  it.each([
    ['rows:3-9', 'found row “3-9”; expected rows from 1 to 4, such as 3 or 3-5'],
    ['0', 'found cell “0”; expected cells from 1 to 12, such as 3 or 3-5'],
    ['corner', 'found cell “corner”'],
    ['', 'no cell is given'],
  ])('named by “%s” are refused with the place', (text, message) => {
    expect(() => freedCells(puzzle, board, text)).toThrow(message);
  });
});

describe('a start board', () => {
  const start = (free: number[]) => ({ board: boardToNumbers(board), free });

  it('keeps its tiles outside the freed cells', () => {
    const kept = keptTiles(start([0, 5]));
    expect([...kept.keys()].filter((cell) => kept[cell] === EMPTY)).toEqual([0, 5]);
  });

  it('is refused with the place and the fix', () => {
    expect(startError(puzzle, start([4]))).toBeNull();
    expect(startError(puzzle, start([]))).toMatch('so there is nothing to search. Free some cells.');
    expect(startError(puzzle, start([12]))).toBe('Cell 13 can’t be freed: the board has only 12 cells.');
    const twice = board.with(3, board[2]!);
    expect(startError(puzzle, { board: boardToNumbers(twice), free: [4] })).toMatch('used more than once');
    const short = { board: boardToNumbers(board).slice(1), free: [4] };
    expect(startError(puzzle, short)).toMatch('The start board does not fit the puzzle');
    const hinted = { ...puzzle, hints: [{ cell: 1, tile: 4 }] };
    expect(startError(hinted, start([4]))).toMatch('contradicts the hint on cell 2');
    expect(startError(hinted, start([1]))).toMatch('Tile 5 lies on cell 5');
  });

  it('is refused by engines that begin with an empty board', async () => {
    const exact = await loadEngine('exact');
    expect(() => makeJob(exact, puzzle, { start: start([4]) }, 2 ** 33)).toThrow('can’t start from a board');
    const best = await loadEngine('best');
    expect(makeJob(best, puzzle, { start: start([4]) }, 2 ** 33).start).toEqual(start([4]));
    expect(() => makeJob(best, puzzle, { start: start([]) }, 2 ** 33)).toThrow(
      'All tiles of the start board are kept',
    );
  });
});
