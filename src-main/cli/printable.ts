/**
 * What the command line prints may come from anywhere: a puzzle's name, a label, a message of another program. A
 * terminal obeys some characters (ESC, C1, a carriage return) and shows others where they do not stand (bidirectional
 * overrides). They are printed as JSON writes them, `\u001b`: readable in text, and the same data in JSON.
 */
// eslint-disable-next-line no-control-regex -- these are what it is about
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Line breaks of either kind and tabs stay. */
export const printable = (text: string): string =>
  text.replaceAll(OBEYED, (found, at: number) =>
    found === '\r' && text[at + 1] === '\n'
      ? found
      : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Written first, it takes back the line of progress that stands there. For standard error only. */
export const ERASED_LINE = '\r\x1b[K';

type Write = (text: string | Uint8Array, ...rest: never[]) => boolean;

/** From now on no text reaches this output but as `printable` has it. */
export function guardOutput(stream: { write: Write }, { erases = false } = {}): void {
  const write = stream.write.bind(stream);
  stream.write = (chunk, ...rest) => {
    if (typeof chunk !== 'string') return write(chunk, ...rest);
    const own = erases && chunk.startsWith(ERASED_LINE) ? ERASED_LINE : '';
    return write(own + printable(chunk.slice(own.length)), ...rest);
  };
}
