/**
 * Text on the command line can come from anywhere: names of puzzles, labels, messages of other programs. Its control
 * characters and bidirectional overrides could change what a terminal shows. So they are printed as JSON escapes, such
 * as `\u001b`.
 */
// eslint-disable-next-line no-control-regex -- matches exactly these characters
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Escapes all control characters in a string except tabs and line breaks (LF or CR LF). */
export const printable = (text: string): string =>
  text.replaceAll(UNSAFE, (found, at: number) =>
    found === '\r' && text[at + 1] === '\n'
      ? found
      : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Control codes that erase the current line of a terminal. They remove a progress line from standard error. */
export const ERASED_LINE = '\r\x1b[K';

type Write = (text: string | Uint8Array, ...rest: never[]) => boolean;

/**
 * From now on, escapes special characters in all text written to this output. `erases`: whether the output may erase
 * its current line.
 */
export function guardOutput(stream: { write: Write }, { erases = false } = {}): void {
  const write = stream.write.bind(stream);
  stream.write = (chunk, ...rest) => {
    if (typeof chunk !== 'string') return write(chunk, ...rest);
    const own = erases && chunk.startsWith(ERASED_LINE) ? ERASED_LINE : '';
    return write(own + printable(chunk.slice(own.length)), ...rest);
  };
}
