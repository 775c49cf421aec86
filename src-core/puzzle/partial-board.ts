/**
 * Any set of placements on a board, as one number per cell: -1 if empty, otherwise tile · 16 + flipped · 8 + rotation.
 * Threads, the database and drawings all use this form.
 */
export type PartialBoard = Int32Array;

export interface Placement {
  readonly cell: number;
  readonly tile: number;
  /** rotation in clockwise steps, which are quarter turns on a rectangle */
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

// The stored and transmitted forms of a board. Only the functions below write and read them.

/** Returns a board as a list of numbers, as used in JSON files and in the library's JSON columns. */
export const boardToNumbers = (board: PartialBoard): number[] => Array.from(board);

/** Reads a board from a list of numbers. The numbers must be whole and fit in 32 bits. */
export const boardFromNumbers = (numbers: ArrayLike<number>): PartialBoard => Int32Array.from(numbers);

/** Returns a value as JSON in which each board is a list of numbers. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (each instanceof Int32Array ? boardToNumbers(each) : each));

/**
 * Returns a board as the BLOB stored in the library: four bytes per cell, little-endian, because every machine that
 * Edgewise runs on is little-endian.
 */
export const boardToBytes = (board: PartialBoard): Uint8Array =>
  new Uint8Array(board.buffer, board.byteOffset, board.byteLength);

/** Reads a stored BLOB. Returns null if its length is not a multiple of four. */
export const boardFromBytes = (bytes: Uint8Array): PartialBoard | null =>
  bytes.length % 4 === 0 ? new Int32Array(new Uint8Array(bytes).buffer) : null;

/**
 * Returns bytes that sort in the same order as the boards: tile numbers cell by cell, with empty cells first; two bytes
 * per cell, big-endian.
 */
export function boardToSortKey(board: PartialBoard): Uint8Array {
  const key = new DataView(new ArrayBuffer(board.length * 2));
  board.forEach((code, cell) => key.setUint16(cell * 2, code === EMPTY ? 0 : tileOf(code) + 1));
  return new Uint8Array(key.buffer);
}

/**
 * Returns a board as one line of text, "195 -1 177". The window and the host exchange boards in this form.
 */
export const boardToText = (board: PartialBoard): string => board.join(' ');

/** Reads a line written by `boardToText`. Returns null for any other text. */
export function boardFromText(text: string): PartialBoard | null {
  if (!/^(-1|\d{1,10})( (-1|\d{1,10}))*$/.test(text)) return text === '' ? new Int32Array() : null;
  const numbers = text.split(' ').map(Number);
  return numbers.every((number) => number < 2 ** 31) ? Int32Array.from(numbers) : null;
}
