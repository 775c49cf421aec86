/**
 * How requests, replies and events travel over a socket: as JSON in which a board is `{ "$board": "195 -1 177" }`.
 * Electron's bridge copies values as they are and needs none of this.
 */
import { boardFromText, boardToText } from '../puzzle/partial-board.ts';

/** Version of the protocol between window and host. Raise it when a method, an event or the form of a value changes. */
export const PROTOCOL_VERSION = 2;

/** WebSocket subprotocol of a version. Version 1 sent boards as lists of numbers and called boards.* solutions.*. */
export const subprotocolOf = (version: number): string => `app.v${version}`;

/** A message may hold at most this many characters of boards: as many numbers as `MAX_MESSAGE_VALUES` of the host. */
const MAX_BOARD_CHARACTERS = 4_000_000;

/** Writes a message as text. */
export const toWire = (message: unknown): string =>
  JSON.stringify(message, (_key, value: unknown) =>
    value instanceof Int32Array ? { $board: boardToText(value) } : value,
  );

/** Reads a message. Throws SyntaxError when it is not JSON; a broken board stays as it is, and its schema refuses it. */
export function fromWire(text: string): unknown {
  if (!text.includes('"$board"')) return JSON.parse(text); // a function called for each value makes reading ten times slower
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('$board' in value)) return value;
    const { $board } = value;
    if (typeof $board !== 'string' || $board.length > MAX_BOARD_CHARACTERS) return value;
    return boardFromText($board) ?? value;
  });
}
