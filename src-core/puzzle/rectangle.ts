import type { BoardSymmetry } from './board-graph.ts';
import type { BoardShape } from './puzzle.ts';

type Rectangle = Extract<BoardShape, { kind: 'rectangle' }>;

const TOP = 0;
const RIGHT = 1;
const BOTTOM = 2;
const LEFT = 3;

/**
 * Returns the touching sides (`across`) and the symmetries of a board of squares in rows and columns. `across` has, for
 * each side, the side that touches it, or -1. On a cylinder, the first and last cell of each row touch; on a torus, so
 * do those of each column. If a wrapped row has one cell, the cell touches itself. If the row has two cells, they touch
 * on both sides.
 */
export function rectangle(shape: Rectangle): { across: Int32Array; symmetries: readonly BoardSymmetry[] } {
  const { width, height, wrap = 'none' } = shape;
  const across = new Int32Array(width * height * 4).fill(-1);
  const join = (a: number, b: number): void => {
    across[a] = b;
    across[b] = a;
  };
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const cell = row * width + column;
      if (column < width - 1) join(cell * 4 + RIGHT, (cell + 1) * 4 + LEFT);
      else if (wrap !== 'none') join(cell * 4 + RIGHT, row * width * 4 + LEFT);
      if (row < height - 1) join(cell * 4 + BOTTOM, (cell + width) * 4 + TOP);
      else if (wrap === 'torus') join(cell * 4 + BOTTOM, column * 4 + TOP);
    }
  }
  return { across, symmetries: symmetriesOf(width, height, wrap) };
}

/**
 * Returns the symmetries of a rectangle: rotations with and without a reflection, combined with all shifts along
 * wrapped directions. Only square boards other than cylinders have quarter turns.
 */
function symmetriesOf(width: number, height: number, wrap: 'none' | 'cylinder' | 'torus'): BoardSymmetry[] {
  const symmetries: BoardSymmetry[] = [];
  const quarters = width === height && wrap !== 'cylinder';
  const across = wrap === 'none' ? 1 : width;
  const down = wrap === 'torus' ? height : 1;
  const keep = width * height * across * down <= MAX_STORED_SHIFTS_TIMES_CELLS;
  for (const mirrored of [false, true]) {
    for (let turns = 0; turns < 4; turns++) {
      if (!quarters && turns % 2 === 1) continue;
      const turn = new Int32Array(width * height).fill(turns);
      for (let shift = 0; shift < across * down; shift++) {
        symmetries.push(
          new Motion(
            width,
            height,
            { turn, turns, mirrored, right: shift % across, down: Math.floor(shift / across) },
            keep,
          ),
        );
      }
    }
  }
  return symmetries;
}

/**
 * If the number of shifts times the number of cells exceeds this, symmetries are recomputed on each use, not stored. A
 * 64 × 64 torus has 32,768 symmetries of 4,096 cells each.
 */
const MAX_STORED_SHIFTS_TIMES_CELLS = 2_000_000;

interface How {
  readonly turn: Int32Array;
  readonly turns: number;
  readonly mirrored: boolean;
  readonly right: number;
  readonly down: number;
}

class Motion implements BoardSymmetry {
  readonly turn: Int32Array;
  readonly mirrored: boolean;
  readonly #width: number;
  readonly #height: number;
  readonly #how: How;
  readonly #keep: boolean;
  #to: Int32Array | null = null;

  constructor(width: number, height: number, how: How, keep: boolean) {
    this.#width = width;
    this.#height = height;
    this.#how = how;
    this.#keep = keep;
    this.turn = how.turn;
    this.mirrored = how.mirrored;
  }

  get to(): Int32Array {
    if (this.#to) return this.#to;
    const to = this.#cells();
    if (this.#keep) this.#to = to;
    return to;
  }

  #cells(): Int32Array {
    const [width, height] = [this.#width, this.#height];
    const { turns, mirrored, right, down } = this.#how;
    return Int32Array.from({ length: width * height }, (_, cell) => {
      let column = cell % width;
      let row = Math.floor(cell / width);
      if (mirrored) column = width - 1 - column;
      let w = width;
      let h = height;
      for (let i = 0; i < turns; i++) {
        [column, row] = [h - 1 - row, column];
        [w, h] = [h, w];
      }
      return ((row + down) % h) * w + ((column + right) % w);
    });
  }
}

/** Splits the cells of a rectangle, given in row-major order, into rows. */
export const inRows = <T>(cells: readonly T[], width: number): T[][] =>
  Array.from({ length: cells.length / width }, (_, row) => cells.slice(row * width, (row + 1) * width));
