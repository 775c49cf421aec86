import type { BoardShape } from './puzzle.ts';

/**
 * A board as cells and sides. A *edge* is a pair of touching sides; side `s` of cell `c` has the
 * index `c · sides + s`. Nothing but this file knows that a rectangle has rows.
 */
export interface Board {
  readonly shape: BoardShape;
  readonly cells: number;
  /** sides of every cell: 3, 4 or 5 */
  readonly sides: number;
  /** for every side, the index of the side it touches, or -1 on the rim; length cells · sides */
  readonly across: Int32Array;
  /** pairs of touching sides, each once, the lower index first; length 2 · edges */
  readonly edges: Int32Array;
  /** all that turn or mirror the board onto itself, the identity first */
  readonly symmetries: readonly BoardSymmetry[];
}

/** Moves cell c to cell `to[c]`; side s of it becomes side (turn[c] ± s), minus when mirrored. */
export interface BoardSymmetry {
  readonly to: Int32Array;
  readonly turn: Int32Array;
  readonly mirrored: boolean;
}

const cache = new Map<string, Board>();

/** The board of a shape. Built once for each shape, then shared: treat it as read-only. */
export function boardOf(shape: BoardShape): Board {
  const key = `${shape.kind} ${shape.width}x${shape.height}`;
  let board = cache.get(key);
  if (!board) cache.set(key, (board = rectangle(shape)));
  return board;
}

const TOP = 0;
const RIGHT = 1;
const BOTTOM = 2;
const LEFT = 3;

function rectangle(shape: BoardShape): Board {
  const { width, height } = shape;
  const cells = width * height;
  const across = new Int32Array(cells * 4).fill(-1);
  const edges: number[] = [];
  const join = (a: number, b: number): void => {
    across[a] = b;
    across[b] = a;
    edges.push(a, b);
  };
  for (let cell = 0; cell < cells; cell++) {
    if (cell % width < width - 1) join(cell * 4 + RIGHT, (cell + 1) * 4 + LEFT);
    if (cell + width < cells) join(cell * 4 + BOTTOM, (cell + width) * 4 + TOP);
  }
  return {
    shape,
    cells,
    sides: 4,
    across,
    edges: Int32Array.from(edges),
    symmetries: rectangleSymmetries(width, height),
  };
}

/** Quarter turns (half turns unless square), then the same after a mirror image left to right. */
function rectangleSymmetries(width: number, height: number): BoardSymmetry[] {
  const symmetries: BoardSymmetry[] = [];
  for (const mirrored of [false, true]) {
    for (let turn = 0; turn < 4; turn++) {
      if (width !== height && turn % 2 === 1) continue;
      const to = Int32Array.from({ length: width * height }, (_, cell) => {
        let column = cell % width;
        let row = Math.floor(cell / width);
        if (mirrored) column = width - 1 - column;
        let w = width;
        let h = height;
        for (let i = 0; i < turn; i++) {
          [column, row] = [h - 1 - row, column];
          [w, h] = [h, w];
        }
        return row * w + column;
      });
      symmetries.push({ to, turn: new Int32Array(width * height).fill(turn), mirrored });
    }
  }
  return symmetries;
}

/** "3 × 3", for people. */
export const shapeName = (shape: BoardShape): string => `${shape.width} × ${shape.height}`;
