/** A board as one number per cell: -1 if empty, otherwise tile · 16 + flipped · 8 + rotation. */
export type PartialBoard = Int32Array;

export interface Placement {
  readonly cell: number;
  readonly tile: number;
  /** number of clockwise steps; on a rectangle, quarter turns */
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

// The functions below are the only ones that know how boards are stored and sent.

/** Returns a board as a list of numbers for JSON. */
export const boardToNumbers = (board: PartialBoard): number[] => Array.from(board);

/** Reads a board from a list of whole 32-bit numbers. */
export const boardFromNumbers = (numbers: ArrayLike<number>): PartialBoard => Int32Array.from(numbers);

/** Returns JSON in which each board is a list of numbers. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (each instanceof Int32Array ? boardToNumbers(each) : each));

/**
 * Returns a board in the form stored in the library, with four bytes per cell. The bytes are little-endian, like all
 * machines that Edgewise runs on.
 */
export const boardToBytes = (board: PartialBoard): Uint8Array =>
  new Uint8Array(board.buffer, board.byteOffset, board.byteLength);

/** Reads a stored board, or returns null if its length is not a multiple of four. */
export const boardFromBytes = (bytes: Uint8Array): PartialBoard | null =>
  bytes.length % 4 === 0 ? new Int32Array(new Uint8Array(bytes).buffer) : null;

/**
 * Returns bytes for sorting boards by the tiles in their cells, empty cells first. Each cell takes two bytes,
 * big-endian. Orientations are left out.
 */
export function boardToSortKey(board: PartialBoard): Uint8Array {
  const key = new DataView(new ArrayBuffer(board.length * 2));
  board.forEach((code, cell) => key.setUint16(cell * 2, code === EMPTY ? 0 : tileOf(code) + 1));
  return new Uint8Array(key.buffer);
}

/**
 * Returns a board as a line of text such as "195 -1 177", the form in which the window and the host exchange boards.
 */
export const boardToText = (board: PartialBoard): string => board.join(' ');

/** Reads a board from a line that `boardToText` wrote, or returns null for any other text. */
export function boardFromText(text: string): PartialBoard | null {
  if (!/^(-1|\d{1,10})( (-1|\d{1,10}))*$/.test(text)) return text === '' ? new Int32Array() : null;
  const numbers = text.split(' ').map(Number);
  return numbers.every((number) => number < 2 ** 31) ? Int32Array.from(numbers) : null;
}
