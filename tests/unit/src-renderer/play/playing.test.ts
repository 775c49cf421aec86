import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { distinctSolutions } from '../../../../src-core/edge-matching/distinct-search/distinct-search.ts';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { boardOf } from '../../../../src-core/puzzle/board.ts';
import { startBoard } from '../../../../src-core/puzzle/open-board.ts';
import { emptyBoard, placementCode, tileOf } from '../../../../src-core/puzzle/partial-board.ts';
import type { BoardShape, EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { mismatchedEdges, scoreOf } from '../../../../src-core/puzzle/score.ts';
import { EDGE } from '../../../../src-renderer/board-view/geometry.ts';
import {
  fitCounts,
  fitting,
  fittingBoard,
  flippedCode,
  lift,
  measure,
  moveBlock,
  put,
  stepBetween,
  trayOf,
  turnedCode,
  withFixed,
  type Step,
} from '../../../../src-renderer/play/playing.ts';

const { puzzle, solution } = generate({ family: 'framed', width: 3, height: 3, seed: 3 });

describe('playing by hand', () => {
  it('places, swaps and lifts tiles, never duplicating one', () => {
    let board = put(emptyBoard(9), placementCode(4, 1), 0);
    expect(trayOf(puzzle, board)).toEqual([0, 1, 2, 3, 5, 6, 7, 8]);
    board = put(board, placementCode(2, 0), 5);
    // Tile 4 moves to cell 5, and tile 2 to where tile 4 was.
    board = put(board, board[0]!, 5);
    expect([board[0], board[5]]).toEqual([placementCode(2, 0), placementCode(4, 1)]);
    // Tile 7 comes from the tray, and tile 4 returns to it.
    board = put(board, placementCode(7, 0), 5);
    expect(trayOf(puzzle, board)).toContain(4);
    expect(lift(board, 5)[5]).toBe(-1);
    expect(put(board, turnedCode(puzzle, board[5]!, 1), 5)[5]).toBe(placementCode(7, 1));
  });

  it('rotates and flips only as the rules allow', () => {
    const code = placementCode(0, 3);
    expect(turnedCode(puzzle, code, 1)).toBe(placementCode(0, 0));
    expect(turnedCode({ ...puzzle, turns: 'fixed' }, code, 1)).toBe(code);
    expect(flippedCode(puzzle, code)).toBe(code);
    expect(flippedCode({ ...puzzle, turns: 'flip' }, code)).toBe(placementCode(0, 1, true));
  });

  it('moves tiles together with their rotations; displaced tiles take their cells', () => {
    const board = put(put(emptyBoard(9), 0, 0), 16, 4);
    const right: Step = [EDGE, 0];
    const moved = moveBlock(puzzle, board, [0, 4], [EDGE, EDGE])!;
    expect([moved[4], moved[8]]).toEqual([0, 16]);
    expect(moveBlock(puzzle, moved, [4, 8], right)).toBeNull();
    expect(moveBlock({ ...puzzle, forbidden: [8] }, board, [0, 4], [EDGE, EDGE])).toBeNull();
    // A tile moved onto its neighbour swaps places with it.
    const row = [0, 1].reduce((each, cell) => put(each, placementCode(cell, cell), cell), emptyBoard(9));
    expect([...moveBlock(puzzle, row, [0], right)!.slice(0, 3)]).toEqual([17, 0, -1]);
    const full = startBoard(puzzle);
    const swapped = moveBlock(puzzle, full, [0, 1, 3, 4], [EDGE, EDGE])!;
    expect(trayOf(puzzle, swapped)).toEqual([]);
    expect([4, 5, 7, 8].map((cell) => tileOf(swapped[cell]!))).toEqual([0, 1, 3, 4]);
  });

  it('moves them on every flat board to cells of the same orientation, around a cylinder, and not on a solid', () => {
    const on = (board: BoardShape): EdgePuzzle => {
      const { sides, cells } = boardOf(board);
      return {
        ...puzzle,
        board,
        hints: [],
        tiles: Array.from({ length: cells }, () => ({ edges: Array<number>(sides).fill(0) })),
      };
    };
    const cylinder = on({ kind: 'rectangle', width: 3, height: 2, wrap: 'cylinder' });
    expect([...moveBlock(cylinder, put(emptyBoard(6), 0, 2), [2], [EDGE, 0])!]).toEqual([
      0, -1, -1, -1, -1, -1,
    ]);
    const triangle = on({ kind: 'triangle', side: 3 });
    // The tip's tile can move to the left corner, whose cell also points up, but not to a cell that points down.
    const tip = put(emptyBoard(9), 0, 0);
    expect(moveBlock(triangle, tip, [0], stepBetween(triangle, 0, 4))![4]).toBe(0);
    expect(moveBlock(triangle, tip, [0], stepBetween(triangle, 0, 2))).toBeNull();
    const honeycomb = on({ kind: 'honeycomb', side: 2 });
    expect(moveBlock(honeycomb, put(emptyBoard(7), 0, 0), [0], stepBetween(honeycomb, 0, 3))![3]).toBe(0);
    const cube = on({ kind: 'solid', solid: 'cube' });
    expect(moveBlock(cube, put(emptyBoard(6), 0, 0), [0], stepBetween(cube, 0, 1))).toBeNull();
  });

  it('keeps hinted tiles where they belong', () => {
    const hinted: EdgePuzzle = {
      ...puzzle,
      hints: [
        { cell: 4, tile: 2, rotation: 1 },
        { cell: 8, tile: 7 },
        { cell: 0, rotation: 3 },
      ],
    };
    const fresh = withFixed(hinted, emptyBoard(9));
    expect([fresh[4], fresh[8], fresh[0]]).toEqual([placementCode(2, 1), placementCode(7, 0), -1]);
    // A tile displaced by a hint moves to the hinted tile's former cell.
    const laid = withFixed(hinted, startBoard(hinted));
    expect([tileOf(laid[4]!), tileOf(laid[2]!), tileOf(laid[8]!), tileOf(laid[7]!)]).toEqual([2, 4, 7, 8]);
    // A hint without a rotation allows any rotation.
    const turned = laid.with(8, turnedCode(hinted, laid[8]!, 2));
    expect(withFixed(hinted, turned)).toEqual(turned);
    expect(moveBlock(hinted, fresh, [4], [EDGE, 0])).toBeNull();
    expect(moveBlock(hinted, put(fresh, 0, 3), [3], [EDGE, 0])).toBeNull();
  });

  it('counts which tiles fit; in a solved board with a hole, the right one fits', () => {
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

  it('restores a stored board as far as it still fits the puzzle', () => {
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
    const [solved] = distinctSolutions(hoglan, 1)!;
    expect(measure(hoglan, solved!)).toMatchObject({
      squaresInConflict: 0,
      edgesInConflict: 0,
      solved: true,
    });
  });
});
