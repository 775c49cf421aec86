/**
 * Encodes requests, replies and events as text for a socket. The text is JSON in which a board looks like `{ "$board":
 * "195 -1 177" }`. Electron needs no such encoding, because it can copy these values between processes.
 */
import { boardFromText, boardToText } from '../puzzle/partial-board.ts';

/**
 * Version of the protocol between window and host. Raise it when a request, an event or the type of a value changes.
 */
export const PROTOCOL_VERSION = 2;

/**
 * Returns the WebSocket subprotocol for a protocol version. Version 1 is no longer supported: its boards were lists of
 * numbers, and the requests `boards.*` were called `solutions.*`.
 */
export const subprotocolOf = (version: number): string => `app.v${version}`;

/** Maximum length of a board's text in characters. A longer text isn't decoded, so the schema rejects it. */
const MAX_BOARD_CHARACTERS = 4_000_000;

/** Returns a message as text. */
export const toWire = (message: unknown): string =>
  JSON.stringify(message, (_key, value: unknown) =>
    value instanceof Int32Array ? { $board: boardToText(value) } : value,
  );

/** Parses a message. Throws SyntaxError if it isn't JSON. An invalid board isn't decoded, so the schema rejects it. */
export function fromWire(text: string): unknown {
  if (!text.includes('"$board"')) return JSON.parse(text); // parsing with a reviver takes ten times as long
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('$board' in value)) return value;
    const { $board } = value;
    if (typeof $board !== 'string' || $board.length > MAX_BOARD_CHARACTERS) return value;
    return boardFromText($board) ?? value;
  });
}
