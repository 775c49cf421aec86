import fc from 'fast-check';

const AWKWARD = [
  ...['\0', '\u001b', '\t', '\n', '\r', '\u007f', '\u0085', '\u00a0', '\u2028', '\u2029', '\u3000', '\ufeff'],
  ...['\ud800', '\udfff', '\ufffd', '\ufffe', '\uffff', '\u202e', '\u200f', '\u{1f9e9}', 'é', 'א', ' ', '  '],
  ...['#', '# ', '=', '+', '-', '@', "'", '"', '&', '&amp;', '<', '>', '<!--', ']]>', '%', '%26', '_', ':'],
  ...[',', ';', '|', '(', ')', '[', '{', '\\', '\\u0000', '/', '?', 'a', '1', '0'],
];

/** Names and notes of at most `most` characters, none of them blank. */
export const oddText = (most: number): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...AWKWARD),
        fc.integer({ max: 0xffff, min: 0 }).map((code) => String.fromCharCode(code)),
      ),
      {
        minLength: 1,
        maxLength: 14,
      },
    )
    .map((parts) => parts.join('').slice(0, most))
    .filter((text) => text.trim() !== '');

/**
 * Throws unless a text is well-formed XML of the kind that Edgewise writes, without processing instructions after the
 * first line.
 */
export function expectWellFormed(text: string): void {
  const strange = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.exec(text);
  if (strange) throw new Error(`XML has no U+${strange[0].codePointAt(0)!.toString(16)}`);
  const open: string[] = [];
  let rest = text.replace(/^<\?xml [^?]*\?>\s*/, '');
  while (rest !== '') {
    const piece =
      /^(?:<(\/?)([\w-]+)((?:\s+[\w:-]+="(?:[^<&"]|&(?:#\d+|lt|gt|amp|quot|apos);)*")*)\s*(\/?)>|(?:[^<&>]|&(?:#\d+|lt|gt|amp|quot|apos);)+)/.exec(
        rest,
      );
    if (!piece) throw new Error(`not well-formed: ${JSON.stringify(rest.slice(0, 80))}`);
    const [all, closes, name, , empty] = piece;
    if (closes && open.pop() !== name) throw new Error(`</${name}> closes another element`);
    if (name && !closes && !empty) open.push(name);
    if (open.length === 0 && !name && all.trim() !== '') throw new Error('text outside the root');
    rest = rest.slice(all.length);
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)}> is not closed`);
}
