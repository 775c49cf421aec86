/**
 * Any set of placements on a board, one number a cell: -1 empty, else tile · 16 + flipped · 8 + rotation.
 * It crosses threads, goes into the database and is drawn in this one form.
 */
export type PartialBoard = Int32Array;

export interface Placement {
  readonly cell: number;
  readonly tile: number;
  /** clockwise steps: quarter turns on a rectangle */
  readonly rotation: number;
  readonly flipped: boolean;
}

export const EMPTY = -1;

export const emptyBoard = (cells: number): PartialBoard => new Int32Array(cells).fill(EMPTY);

export const placementCode = (tile: number, rotation: number, flipped = false): number =>
  (tile << 4) | (flipped ? 8 : 0) | rotation;

export const tileOf = (code: number): number => code >> 4;
export const rotationOf = (code: number): number => code & 7;
export const flippedOf = (code: number): boolean => (code & 8) !== 0;

export function placementsOf(board: PartialBoard): Placement[] {
  const placements: Placement[] = [];
  board.forEach((code, cell) => {
    if (code !== EMPTY) {
      placements.push({ cell, tile: tileOf(code), rotation: rotationOf(code), flipped: flippedOf(code) });
    }
  });
  return placements;
}

export function boardFrom(cells: number, placements: Iterable<Placement>): PartialBoard {
  const board = emptyBoard(cells);
  for (const { cell, tile, rotation, flipped } of placements) {
    board[cell] = placementCode(tile, rotation, flipped);
  }
  return board;
}
