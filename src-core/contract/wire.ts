/**
 * Encodes requests, replies and events for a socket: JSON in which a board is `{ "$board": "195 -1 177" }`. Electron
 * copies values between its processes without encoding.
 */
import { boardFromText, boardToText } from '../puzzle/partial-board.ts';

/**
 * Version of the protocol between window and host. Raise it when a request, an event or the type of a value changes.
 */
export const PROTOCOL_VERSION = 2;

/**
 * Returns the WebSocket subprotocol of a protocol version. In version 1, boards were lists of numbers, and `boards.*`
 * were `solutions.*`.
 */
export const subprotocolOf = (version: number): string => `app.v${version}`;

/** Maximum length of the text of a board, in characters. A longer text is not decoded, so the schema rejects it. */
const MAX_BOARD_CHARACTERS = 4_000_000;

/** Returns a message as text. */
export const toWire = (message: unknown): string =>
  JSON.stringify(message, (_key, value: unknown) =>
    value instanceof Int32Array ? { $board: boardToText(value) } : value,
  );

/**
 * Parses a message. Throws SyntaxError if it is not JSON. Does not decode an invalid board, so that the schema rejects
 * it.
 */
export function fromWire(text: string): unknown {
  if (!text.includes('"$board"')) return JSON.parse(text); // with a reviver, parsing takes ten times as long
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('$board' in value)) return value;
    const { $board } = value;
    if (typeof $board !== 'string' || $board.length > MAX_BOARD_CHARACTERS) return value;
    return boardFromText($board) ?? value;
  });
}
