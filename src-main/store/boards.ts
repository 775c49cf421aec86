import { EMPTY, tileOf, type PartialBoard } from '../../src-core/puzzle/partial-board.ts';

/** A board as bytes, and back. Little-endian, as every machine we run on. */
export const boardBytes = (board: PartialBoard): Buffer =>
  Buffer.from(board.buffer, board.byteOffset, board.byteLength);

/** Null where bytes are no board. */
export const boardFromBytes = (bytes: Uint8Array): PartialBoard | null =>
  bytes.length % 4 === 0 ? new Int32Array(new Uint8Array(bytes).buffer) : null;

/** Bytes that compare as boards do: tile numbers cell by cell, an empty cell first. */
export function boardRank(board: PartialBoard): Buffer {
  const rank = Buffer.alloc(board.length * 2);
  board.forEach((code, cell) => rank.writeUInt16BE(code === EMPTY ? 0 : tileOf(code) + 1, cell * 2));
  return rank;
}
