/** Trims untrusted text in linear time. A pattern such as `/#.*$/` takes quadratic time on a line with many `#`. */

/** Returns the text before the first occurrence of `mark`, or the whole text if there is none. */
export function before(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at === -1 ? text : text.slice(0, at);
}

/** Returns the text without trailing characters that match `character`, a pattern for one character. */
export function withoutEnd(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}
