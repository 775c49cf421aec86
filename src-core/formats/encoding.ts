/** Decodes text files that are not in UTF-8: UTF-16 as Windows programs write it, and Latin-1. */

const REPLACEMENT = '\uFFFD';

/** Returns whether a text, decoded as UTF-8, shows that its file has another encoding. */
export const isMisdecoded = (utf8: string): boolean => utf8.includes(REPLACEMENT) || utf8.includes('\0');

/**
 * Returns the text of a file. `utf8`: its bytes decoded as UTF-8, which is returned if it is valid or if the bytes are
 * not text.
 */
export function decoded(bytes: Uint8Array, utf8: string): string {
  if (!isMisdecoded(utf8)) return utf8;
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return utf16(bytes, 2, 0);
  if (first === 0xfe && second === 0xff) return utf16(bytes, 2, 1);
  if (bytes.includes(0)) return utf8;
  return joined(bytes.length, (i) => bytes[i]!);
}

/** Decodes UTF-16 from an offset. `high`: 0 if the low byte of each character comes first, otherwise 1. */
function utf16(bytes: Uint8Array, from: number, high: 0 | 1): string {
  const at = (i: number): number =>
    high === 0
      ? bytes[from + 2 * i]! | (bytes[from + 2 * i + 1]! << 8)
      : (bytes[from + 2 * i]! << 8) | bytes[from + 2 * i + 1]!;
  return joined((bytes.length - from) >> 1, at);
}

/** Maximum number of arguments of one call */
const CHUNK = 8_192;

/** Returns the text of `length` UTF-16 units. */
function joined(length: number, unitAt: (i: number) => number): string {
  const parts: string[] = [];
  for (let from = 0; from < length; from += CHUNK) {
    const count = Math.min(CHUNK, length - from);
    parts.push(String.fromCharCode(...Array.from({ length: count }, (_, i) => unitAt(from + i))));
  }
  return parts.join('');
}
