/**
 * Boards as cells and sides, without rows or corners. Cells are numbered left to right, top to bottom. The cells of a
 * solid are numbered in this way in its net. Sides are numbered clockwise. The first is the top side or, if there is
 * none, the next one clockwise from the top:
 * - Square: top, right, bottom, left.
 * - Triangle that points up: right, bottom, left.
 * - Triangle that points down: top, right, left.
 * - Honeycomb cell: upper right, right, lower right, lower left, left, upper left.
 *
 * Rotation 0 shows a tile's first edge on side 0.
 */
import type { Board, BoardSymmetry } from './board-graph.ts';
import { automorphismsOf } from './automorphisms.ts';
import type { BoardShape, GraphShape } from './puzzle.ts';
import { polygonsOfFlat, type Polygon } from './polygons.ts';
import { rectangle } from './rectangle.ts';
import { foldedSolid } from './solids.ts';
import { counted } from '../text/counted.ts';

export type { Board, BoardSymmetry } from './board-graph.ts';

const cache = new Map<string, Board>();
const graphs = new WeakMap<GraphShape, Board>();

/** Returns the board of a shape. Cached: don't modify it. */
export function boardOf(shape: BoardShape): Board {
  if (shape.kind === 'graph') {
    let board = graphs.get(shape);
    if (!board) graphs.set(shape, (board = graph(shape)));
    return board;
  }
  const key = JSON.stringify(shape);
  let board = cache.get(key);
  if (!board) cache.set(key, (board = build(shape)));
  return board;
}

function build(shape: Exclude<BoardShape, GraphShape>): Board {
  if (shape.kind === 'rectangle') {
    const { across, symmetries } = rectangle(shape);
    return { ...joined(shape, 4, across), symmetries, symmetriesKnown: true };
  }
  if (shape.kind === 'solid') {
    const { sides, across } = foldedSolid(shape.solid);
    return withAutomorphisms(joined(shape, sides, across), false);
  }
  const polygons = polygonsOfFlat(shape);
  const sides = polygons[0]!.length;
  return withAutomorphisms(joined(shape, sides, acrossIn(polygons)), true);
}

function graph(shape: GraphShape): Board {
  const { cells, sides, joints } = shape;
  const across = new Int32Array(cells * sides).fill(-1);
  for (const [cellA, sideA, cellB, sideB] of joints) {
    across[cellA! * sides + sideA!] = cellB! * sides + sideB!;
    across[cellB! * sides + sideB!] = cellA! * sides + sideA!;
  }
  return withAutomorphisms(joined(shape, sides, across), false);
}

type Joined = Pick<Board, 'shape' | 'cells' | 'sides' | 'across' | 'edges'>;

function joined(shape: BoardShape, sides: number, across: Int32Array): Joined {
  const edges: number[] = [];
  across.forEach((other, side) => {
    if (other > side) edges.push(side, other);
  });
  return { shape, cells: across.length / sides, sides, across, edges: Int32Array.from(edges) };
}

function withAutomorphisms(board: Joined, flat: boolean): Board {
  let found: BoardSymmetry[] | null | undefined;
  const all = (): BoardSymmetry[] | null =>
    found === undefined ? (found = automorphismsOf(board, flat)) : found;
  return {
    ...board,
    get symmetries() {
      return all() ?? [identity(board.cells)];
    },
    get symmetriesKnown() {
      return all() !== null;
    },
  };
}

const identity = (cells: number): BoardSymmetry => ({
  to: Int32Array.from({ length: cells }, (_, cell) => cell),
  turn: new Int32Array(cells),
  mirrored: false,
});

/** Finds touching sides. Two sides touch if their midpoints coincide. */
function acrossIn(polygons: readonly Polygon[]): Int32Array {
  const sides = polygons[0]!.length;
  const across = new Int32Array(polygons.length * sides).fill(-1);
  const open = new Map<string, number>();
  polygons.forEach((polygon, cell) => {
    polygon.forEach(([x, y], side) => {
      const [nextX, nextY] = polygon[(side + 1) % sides]!;
      const middle = `${Math.round(500 * (x + nextX))} ${Math.round(500 * (y + nextY))}`;
      const index = cell * sides + side;
      const other = open.get(middle);
      if (other === undefined) open.set(middle, index);
      else {
        across[index] = other;
        across[other] = index;
      }
    });
  });
  return across;
}

/** Returns the name of a shape, for the user: "3 × 3", "hexagon of side 2", "cube". */
export function shapeName(shape: BoardShape): string {
  switch (shape.kind) {
    case 'rectangle': {
      const size = `${shape.width} × ${shape.height}`;
      return (shape.wrap ?? 'none') === 'none' ? size : `${shape.wrap} ${size}`;
    }
    case 'parallelogram':
      return `parallelogram ${shape.width} × ${shape.height}`;
    case 'solid':
      return shape.solid;
    case 'graph':
      return `graph of ${counted(shape.cells, 'cell')}`;
    default:
      return `${shape.kind} of side ${shape.side}`;
  }
}

/** Returns whether a shape is a rectangle that doesn't wrap around. */
export const isPlainRectangle = (shape: BoardShape): shape is Extract<BoardShape, { kind: 'rectangle' }> =>
  shape.kind === 'rectangle' && (shape.wrap ?? 'none') === 'none';

/**
 * Returns the numbers of columns and rows for listing the cells. If the board is not a rectangle, the two numbers are
 * nearly equal. Pictures use geometry.ts instead.
 */
export function gridOf(shape: BoardShape): { width: number; height: number } {
  if (shape.kind === 'rectangle') return { width: shape.width, height: shape.height };
  const { cells } = boardOf(shape);
  const width = Math.ceil(Math.sqrt(cells));
  return { width, height: Math.ceil(cells / width) };
}
