// The editor's operations on boards that are not rectangles, and on tiles with a printed back.
import { expect, test } from 'vitest';
import { boardOf } from '../../../../src-core/puzzle/board.ts';
import { labelAt, numberedLabels } from '../../../../src-core/puzzle/labels.ts';
import { BoardShape, type EdgePuzzle, type Tile } from '../../../../src-core/puzzle/puzzle.ts';
import * as v from 'valibot';
import { boardKinds, kindOf, problemOfSize } from '../../../../src-renderer/design/board-kinds.ts';
import {
  faceOf,
  flipTile,
  paint,
  removeBack,
  replaceStyle,
  rotateTile,
  setBoard,
  setMating,
} from '../../../../src-renderer/editor/operations.ts';

const puzzle = (tile: Tile): EdgePuzzle => ({
  kind: 'edge-matching',
  name: 'Two faces',
  board: { kind: 'solid', solid: 'dodecahedron' },
  mating: 'same',
  rim: { kind: 'free' },
  turns: 'flip',
  tiles: Array.from({ length: 12 }, () => tile),
  labels: numberedLabels(8),
  hints: [{ cell: 3, tile: 3 }],
  forbidden: [],
});
const twoFaced: Tile = { edges: [0, 1, 2, 3, 4], back: [5, 6, 7, 0, 1] };
const first = (edited: EdgePuzzle): Tile => edited.tiles[0]!;

test('painting one face keeps the other; a back that mirrors the front is not stored', () => {
  const plain = puzzle({ edges: [0, 1, 2, 3, 4] });
  const painted = paint(0, 2, 7, 'back')(plain);
  expect(first(painted)).toEqual({ edges: [0, 1, 2, 3, 4], back: [0, 4, 7, 2, 1] });
  expect(first(paint(0, 2, 3, 'back')(painted))).toEqual({ edges: [0, 1, 2, 3, 4] });
  expect(first(paint(0, 0, 7)(puzzle(twoFaced)))).toEqual({ ...twoFaced, edges: [7, 1, 2, 3, 4] });
  expect(first(removeBack(0)(puzzle(twoFaced)))).toEqual({ edges: twoFaced.edges });
});

test('a rotated tile shows the same labels rotated on both faces', () => {
  const turnedOnce = first(rotateTile(0, 1)(puzzle(twoFaced)));
  for (let side = 0; side < 5; side++) {
    expect(labelAt(turnedOnce, side, 0)).toBe(labelAt(twoFaced, side, 1));
    // Seen from behind, the tile rotates in the opposite direction.
    expect(labelAt(turnedOnce, side, 0, true)).toBe(labelAt(twoFaced, side, 4, true));
  }
  expect(first(rotateTile(0, 5)(puzzle(twoFaced)))).toEqual(twoFaced);
});

test('turned over, the back becomes the front; turned twice, nothing changes', () => {
  const over = flipTile(0)(puzzle(twoFaced));
  expect(first(over)).toEqual({ edges: twoFaced.back, back: twoFaced.edges });
  expect(first(flipTile(0)(over))).toEqual(twoFaced);
  expect(faceOf({ edges: [0, 1, 2] }, 'back')).toEqual([0, 2, 1]);
});

test('relabelling and a new mating rule apply to backs', () => {
  expect(first(replaceStyle(5, 4)(puzzle(twoFaced)))).toEqual({ ...twoFaced, back: [4, 6, 7, 0, 1] });
  expect(first(setMating('opposite')(puzzle(twoFaced))).back).toEqual([10, 12, 14, 0, 2]);
});

test('every board in the picker can be chosen, whatever the board was', () => {
  for (const { id, usual } of boardKinds) {
    expect(v.is(BoardShape, usual)).toBe(true);
    expect(kindOf(usual)?.id).toBe(id);
    const changed = setBoard(usual)(puzzle(twoFaced));
    const { cells, sides } = boardOf(usual);
    expect(changed.tiles).toHaveLength(cells);
    expect(changed.tiles.every(({ edges }) => edges.length === sides)).toBe(true);
    expect(changed.hints).toEqual([]);
  }
  expect(problemOfSize({ kind: 'triangle', side: 2 }, 'side', 0)).toBe('Enter a whole number from 1 to 64.');
  expect(problemOfSize({ kind: 'parallelogram', width: 60, height: 2 }, 'height', 60)).toMatch(
    /7,200 triangles/,
  );
  expect(problemOfSize({ kind: 'honeycomb', side: 2 }, 'side', 5)).toBe('');
});

test('a board made so small that only closed cells would remain opens them', () => {
  const rectangle = setBoard({ kind: 'rectangle', width: 2, height: 1 })(puzzle(twoFaced));
  const smaller = setBoard({ kind: 'rectangle', width: 1, height: 1 })({ ...rectangle, forbidden: [0] });
  expect(smaller.forbidden).toEqual([]);
  expect(smaller.tiles).toHaveLength(1);
});
