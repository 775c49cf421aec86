import * as v from 'valibot';
import { FormatError, placeOf, quoted } from './format-error.ts';
import { grouped } from '../text/counted.ts';

/** The largest puzzle (4096 tiles, with hints and forbidden cells) has about 60,000 values. */
const MAX_VALUES = 500_000;
/** Maximum depth of nesting. A puzzle file has 5 levels. V8 can take 3 µs for each level that is never closed. */
const MAX_DEPTH = 100;

/**
 * Parses JSON. Throws FormatError with the location of the error. Counts values first, because small JSON can make
 * large objects: an empty list takes two bytes as text and fifty in memory.
 */
export function parseJson(text: string): unknown {
  const exceeded = limitExceeded(text, MAX_VALUES);
  if (exceeded === 'values') {
    throw new FormatError({
      found: `JSON with more than ${grouped(MAX_VALUES)} values`,
      expected: 'a puzzle or a board, which has far fewer values',
      fix: 'This does not look like a puzzle file; choose another.',
    });
  }
  if (exceeded === 'depth') {
    throw new FormatError({
      found: `JSON nested more than ${MAX_DEPTH} levels deep`,
      expected: 'a puzzle or a board',
      fix: 'This does not look like a puzzle file; choose another.',
    });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const at = errorIndex(text, error instanceof Error ? error.message : '');
    const ends = text.slice(at).trim() === '';
    throw new FormatError({
      ...placeOf(text, at),
      found: ends ? 'the end of the text' : quoted(text.slice(at).split('\n', 1)[0]!),
      expected: 'more JSON',
      fix: ends ? 'The file is incomplete: copy it again.' : 'Correct the JSON here.',
    });
  }
}

/** Returns whether V8's error message is “Unexpected token”, the only one that doesn't give the error's position. */
const isUnexpectedToken = (message: string): boolean => message.startsWith('Unexpected token');

function errorIndex(text: string, message: string): number {
  if (!isUnexpectedToken(message)) {
    const position = / at position (\d+)/.exec(message)?.[1];
    return position === undefined ? text.length : Number(position);
  }
  // Find the longest beginning of the text without the unexpected token.
  let [without, including] = [0, text.length];
  while (including - without > 1) {
    const length = Math.floor((without + including) / 2);
    if (isUnexpectedToken(jsonError(text.slice(0, length)))) including = length;
    else without = length;
  }
  return without;
}

function jsonError(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

/** Returns the value if it fits a schema; otherwise throws FormatError with the name of the field. */
export function checked<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  within: string,
): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortEarly: true }); // only the first error is reported
  if (result.success) return result.output;
  const issue = result.issues[0];
  const path = (issue.path ?? []).map(({ key }) =>
    typeof key === 'number' ? `[${key}]` : `.${String(key)}`,
  );
  const field = `${within}${path.join('')}`.replace(/^\./, '');
  if (issue.received === 'undefined') {
    throw new FormatError({
      found: `no ${field}`,
      expected: `${field === '' ? 'a file' : 'a value'} there`,
      fix: 'Add this field.',
    });
  }
  if (issue.expected === 'never') {
    throw new FormatError({
      found: `the unknown field ${field}`,
      expected: 'only the fields of an .edgewise file',
      fix: 'Remove it, or correct its name.',
    });
  }
  if (issue.type === 'raw_check') {
    throw new FormatError({
      found: `an error in ${field}: ${issue.message}`,
      expected: 'a valid value',
      fix: 'Correct this field.',
    });
  }
  throw new FormatError({
    found: `${issue.received} in ${field === '' ? 'the file' : field}`,
    expected: issue.expected ?? issue.message,
    fix: issue.expected === null ? `Correct this field: ${issue.message}.` : 'Correct this field.',
  });
}

const QUOTE = 34;
const COMMA = 44;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** Returns which limit a JSON text exceeds (number of values or depth of nesting), or null. Doesn't parse the text. */
export function limitExceeded(text: string, maxValues: number): 'values' | 'depth' | null {
  let values = 0;
  let depth = 0;
  let isDeep = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(text, i + 1);
      if (i === -1) break; // the string has no closing quote, so the parser will report an error
    } else if (code === COMMA) values++;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      values++;
      isDeep ||= ++depth > MAX_DEPTH;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
    if (values > maxValues) return 'values';
  }
  return isDeep ? 'depth' : null;
}

/** Returns the index of the quote that closes the string whose contents start at `from`, or -1. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (before >= from && text.charCodeAt(before) === BACKSLASH) before--;
    if ((at - before) % 2 === 1) return at;
  }
  return -1;
}
