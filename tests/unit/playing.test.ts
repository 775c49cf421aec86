import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { differentLooks } from '../../src-core/edge-matching/look-search/look-search.ts';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { startBoard } from '../../src-core/puzzle/open-board.ts';
import { emptyBoard, placementCode, tileOf } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { mismatchedEdges, scoreOf } from '../../src-core/puzzle/score.ts';
import {
  fitCounts,
  fitting,
  fittingBoard,
  flippedCode,
  lift,
  measure,
  moveBlock,
  put,
  trayOf,
  turnedCode,
} from '../../src-renderer/play/playing.ts';

const { puzzle, solution } = generate({ family: 'framed', width: 3, height: 3, seed: 3 });

describe('playing by hand', () => {
  it('puts, exchanges and lifts tiles, never doubling one', () => {
    let board = put(emptyBoard(9), placementCode(4, 1), 0);
    expect(trayOf(puzzle, board)).toEqual([0, 1, 2, 3, 5, 6, 7, 8]);
    board = put(board, placementCode(2, 0), 5);
    board = put(board, board[0]!, 5); // 4 goes to 5, and 2 where it came from
    expect([board[0], board[5]]).toEqual([placementCode(2, 0), placementCode(4, 1)]);
    board = put(board, placementCode(7, 0), 5); // from the tray: 4 goes back to it
    expect(trayOf(puzzle, board)).toContain(4);
    expect(lift(board, 5)[5]).toBe(-1);
    expect(put(board, turnedCode(puzzle, board[5]!, 1), 5)[5]).toBe(placementCode(7, 1));
  });

  it('turns and flips only as the rules allow', () => {
    const code = placementCode(0, 3);
    expect(turnedCode(puzzle, code, 1)).toBe(placementCode(0, 0));
    expect(turnedCode({ ...puzzle, turns: 'fixed' }, code, 1)).toBe(code);
    expect(flippedCode(puzzle, code)).toBe(code);
    expect(flippedCode({ ...puzzle, turns: 'flip' }, code)).toBe(placementCode(0, 1, true));
  });

  it('moves the whole block while it stays on the board', () => {
    const board = put(put(emptyBoard(9), 0, 0), 16, 4);
    const moved = moveBlock(puzzle, board, 1, 1)!;
    expect([moved[4], moved[8]]).toEqual([0, 16]);
    expect(moveBlock(puzzle, moved, 1, 0)).toBeNull();
    expect(moveBlock({ ...puzzle, forbidden: [8] }, board, 1, 1)).toBeNull();
  });

  it('counts which tiles fit, and of a solved board with a hole the right one fits', () => {
    for (let cell = 0; cell < 9; cell++) {
      const board = lift(solution, cell);
      expect(fitting(puzzle, board, cell)).toContain(solution[cell]);
      expect(fitCounts(puzzle, board)[cell]).toBeGreaterThan(0);
    }
    const empty = emptyBoard(9);
    for (const cell of [0, 1, 4]) {
      for (const code of fitting(puzzle, empty, cell)) {
        expect(scoreOf(puzzle, put(empty, code, cell)).rimOk).toBe(true);
      }
    }
  });

  it('takes a stored board back as far as it still fits the puzzle', () => {
    expect(fittingBoard(puzzle, solution)).toEqual(solution);
    expect(fittingBoard(puzzle, [1, 2])).toEqual(emptyBoard(9));
    const fewer: EdgePuzzle = { ...puzzle, tiles: puzzle.tiles.slice(0, 5) };
    expect([...fittingBoard(fewer, solution)].every((code) => code < 0 || tileOf(code) < 5)).toBe(true);
  });
});

describe("Hoglan's measures", () => {
  const seed = JSON.parse(readFileSync('tests/data/hoglan.json', 'utf8')) as {
    start_tiles: string[][];
  };
  const hoglan: EdgePuzzle = {
    ...generate({ family: 'scramble', width: 3, height: 3, seed: 1 }).puzzle,
    tiles: seed.start_tiles.map((tile) => ({
      edges: tile.map((t) => 2 * 'AEIO'.indexOf(t[0]!) + (t[1] === 'T' ? 1 : 0)),
    })),
  };
  it('count squares, and edges from each side', () => {
    const start = measure(hoglan, startBoard(hoglan));
    expect(start.edgesInConflict).toBe(mismatchedEdges(hoglan, startBoard(hoglan)).length);
    expect(start.edgesInConflict).toBe(2 * (start.edges - start.matched));
    expect(start.squaresInConflict).toBeGreaterThan(0);
    const [solved] = differentLooks(hoglan, 1)!;
    expect(measure(hoglan, solved!)).toMatchObject({
      squaresInConflict: 0,
      edgesInConflict: 0,
      solved: true,
    });
  });
});
