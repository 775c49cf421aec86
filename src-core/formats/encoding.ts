/** Decodes text files that are not in UTF-8: UTF-16 as Windows programs write it, and Windows-1252 (Latin-1). */

const REPLACEMENT_CHARACTER = '\uFFFD';

/** Returns whether text decoded as UTF-8 shows that its file has a different encoding. */
export const isMisdecoded = (utf8: string): boolean =>
  utf8.includes(REPLACEMENT_CHARACTER) || utf8.includes('\0');

/**
 * Returns the text of a file. `utf8` is the file decoded as UTF-8. It is returned unchanged if the file is in UTF-8 or
 * isn't text.
 */
export function decoded(bytes: Uint8Array, utf8: string): string {
  if (!isMisdecoded(utf8)) return utf8;
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0)) return utf8;
  return new TextDecoder('windows-1252').decode(bytes);
}
