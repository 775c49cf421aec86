/**
 * Characters that are replaced with spaces because some file format can't hold them. XML forbids control characters,
 * lone surrogates, U+FFFE and U+FFFF. In a text file, line separators would be read as line breaks, and U+FFFD as a
 * sign of a wrong encoding.
 */
const UNWRITABLE_CHARACTER = /[\p{Cc}\p{Cs}\u2028\u2029\uFFFD-\uFFFF]/gu;

/** Returns a name on one line, trimmed. */
export const oneLine = (text: string): string => text.replaceAll(UNWRITABLE_CHARACTER, ' ').trim();

/** Returns a name cleaned by `oneLine`, or a question mark if nothing remains. */
export const cleanName = (text: string): string => oneLine(text) || '?';

/** Returns a cleaned text of several lines. It keeps tabs, and ends every line with `\n`. */
export const manyLines = (text: string): string =>
  text
    .replaceAll(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll(UNWRITABLE_CHARACTER, (found) => (found === '\n' || found === '\t' ? found : ' '));
