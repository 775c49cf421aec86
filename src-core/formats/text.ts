import { before } from '../text/trimmed.ts';
import { withWholeNumbers } from './characters.ts';
import { FormatError, placeOf, quoted } from './format-error.ts';
import { counted, grouped } from '../text/counted.ts';

/** A word in the text. Line and column are numbered from 1. */
export interface Token {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** A line with content, without its comment (from `#`) and trailing spaces. */
export interface Line {
  readonly text: string;
  readonly number: number;
}

/** Text that `sourceOf` has checked. */
export interface Source {
  readonly text: string;
  /** lines with content; empty if the text is JSON */
  readonly lines: readonly Line[];
}

/** Maximum length of text, in characters. JSON may be longer, because it can hold pictures. */
const MAX_JSON_LENGTH = 32_000_000;
const MAX_TEXT_LENGTH = 1_000_000;
const MAX_LINE_LENGTH = 100_000;
/**
 * Maximum number of bytes per character in UTF-8. JSON doesn't need this factor, because long JSON consists mostly of
 * pictures in ASCII.
 */
const BYTES_PER_CHARACTER = 4;

/** Returns whether the text begins like JSON. `{|` begins a wiki table, not JSON. */
const looksLikeJson = (text: string): boolean => /^\uFEFF?\s{0,1000}(?:\[|\{(?!\|))/.test(text);

/** Returns the maximum size, in bytes, of a file that starts with this text. */
export const maxBytes = (beginning: string): number =>
  looksLikeJson(beginning) ? MAX_JSON_LENGTH : MAX_TEXT_LENGTH * BYTES_PER_CHARACTER;

/** Returns the error for a file that exceeds the limit `most`. `bytes` is its size, or null if unknown. */
export const tooManyBytes = (bytes: number | null, most: number): FormatError =>
  new FormatError({
    found: bytes === null ? `more than ${most} bytes` : `${bytes} bytes`,
    expected: `at most ${most}`,
    fix: 'This does not look like a puzzle file; choose another.',
  });

/** Checks the text and returns it with its lines. Throws FormatError if it is empty, binary or too long. */
export function sourceOf(raw: string): Source {
  const bare = raw.startsWith('\uFEFF') ? raw.slice(1) : raw;
  const text = bare.length > MAX_TEXT_LENGTH ? bare : withWholeNumbers(bare);
  const isJson = looksLikeJson(text);
  if (text.length > (isJson ? MAX_JSON_LENGTH : MAX_TEXT_LENGTH)) {
    const ends = text.indexOf('\n') === -1 ? text.length : text.indexOf('\n');
    throw ends > MAX_LINE_LENGTH
      ? tooLong('a line', 1, ends, MAX_LINE_LENGTH)
      : tooLong('a text', 1, text.length, MAX_TEXT_LENGTH);
  }
  // DEL and C1 characters are allowed in JSON, because earlier versions of Edgewise wrote them to .edgewise files.
  const strange = (isJson ? /[^\P{Cc}\t\r\n\f\u007F-\u009F]|\uFFFD/u : /[^\P{Cc}\t\r\n\f]|\uFFFD/u).exec(
    text,
  );
  if (strange) {
    throw new FormatError({
      ...placeOf(text, strange.index),
      found: 'a byte that is not text',
      expected: 'a text file in UTF-8',
      fix: 'This looks like a binary file; choose a text file, or save it as plain text.',
    });
  }
  if (text.trim() === '') {
    throw new FormatError({
      found: 'an empty text',
      expected: 'a puzzle or a board',
      fix: 'A puzzle has one tile per line, for example Y1,G0,R0,B1 or 0 1 2 0; a board has 3:1 for tile 3, turned once.',
    });
  }
  if (isJson) return { text, lines: [] };
  const hashless = linesWithoutHashes(text);
  const lines = hashless.filter(isWritten).map((line) => ({ ...line, text: line.text.trimEnd() }));
  if (lines.length === 0) {
    throw new FormatError({
      found: 'comments only',
      expected: 'a puzzle or a board',
      fix: 'Text after # is ignored. Write one tile per line. If lines with # are tiles, remove the #.',
    });
  }
  const source = { text, lines };
  bareLines.set(source, withoutLineComments(hashless));
  return source;
}

/**
 * Returns whether the text consists of numbers alone. Such text is not tested against patterns of names, because
 * compiling these takes milliseconds.
 */
export const isNumbersOnly = (text: string): boolean => /^[\d\s.,;]*$/.test(text);

const bareLines = new WeakMap<Source, readonly Line[]>();

/** Returns the lines of the text without comments. Consecutive blank lines become one empty line. */
export function linesWithoutComments(source: Source): readonly Line[] {
  const known = bareLines.get(source) ?? withoutLineComments(linesWithoutHashes(source.text));
  bareLines.set(source, known);
  return known;
}

const isWritten = ({ text }: Line): boolean => text !== '';

function linesWithoutHashes(text: string): Line[] {
  const lines = text.split(/\r\n|\n|\r/);
  const long = lines.findIndex(({ length }) => length > MAX_LINE_LENGTH);
  if (long !== -1 && !looksLikeJson(text))
    throw tooLong('a line', long + 1, lines[long]!.length, MAX_LINE_LENGTH);
  return withFewBlanks(withoutComments(lines));
}

function withFewBlanks(texts: readonly string[]): Line[] {
  const kept: Line[] = [];
  let isBlank = true;
  texts.forEach((text, i) => {
    const wasBlank = isBlank;
    isBlank = text.trim() === '';
    if (!isBlank) kept.push({ text, number: i + 1 });
    else if (!wasBlank) kept.push({ text: '', number: i + 1 });
  });
  return kept;
}

/** Matches a comment line in C, LaTeX or Lisp, or a line that is struck out in Markdown. */
const LINE_COMMENT = /^\s*(?:\/\/|%|; |~~.*~~\s*$)/;
/** Like `LINE_COMMENT`, but also matches a comment in Haskell, Lua or SQL. */
const DASHED_COMMENT = new RegExp(String.raw`${LINE_COMMENT.source}|^\s*-- `);

/** Removes comment lines. */
function withoutLineComments(all: readonly Line[]): readonly Line[] {
  const lines = withoutBlockComments(all);
  // If two dashes also occur later in a line, they may be a label.
  const comment = lines.some(({ text }) => /\S\s+--(?:\s|$)/.test(text)) ? LINE_COMMENT : DASHED_COMMENT;
  if (lines === all && !lines.some(({ text }) => comment.test(text))) return all;
  const bare = lines.map((line) => (comment.test(line.text) ? { ...line, text: '' } : line));
  return bare.filter((line, i) => isWritten(line) || (i > 0 && isWritten(bare[i - 1]!)));
}

/** Removes block comments in C or HTML, which may contain other tiles. A text that is mostly a comment is kept. */
function withoutBlockComments(lines: readonly Line[]): readonly Line[] {
  const kept: Line[] = [];
  let isComment = false;
  let end = '';
  let count = 0;
  for (const line of lines) {
    const start = /^\s*(?:\/\*|<!--)/.exec(line.text)?.[0].trim();
    if (!isComment && start !== undefined) end = start === '/*' ? '*/' : '-->';
    isComment ||= start !== undefined;
    kept.push(isComment ? { ...line, text: '' } : line);
    if (!isComment) continue;
    count++;
    isComment = !line.text.includes(end);
  }
  return count === 0 || isComment || count > 0.5 * lines.length ? lines : kept;
}

/** Maximum number of lines of a text in which `#` may be a label, enough for 4,096 tiles and a header */
const MAX_LINES_WITH_HASH_LABELS = 4_200;

/** Minimum fraction of lines that must be words of equal length for `#` to be read as one of their letters */
const MIN_JOINED_WORD_FRACTION = 0.8;

/** Matches a line with three or more CSS colours, such as `#ff8800`. */
const SEVERAL_HEX_COLOURS = /(?:#(?:[0-9a-f]{6}|[0-9a-f]{3})\b.*){3}/i;
/** Matches a line in which each `#` begins a CSS colour. */
const HEX_COLOUR_LINE = /^[^#]*(?:#(?:[0-9a-f]{6}|[0-9a-f]{3})\b[^#]*)+$/i;
/** If at least this many lines have several CSS colours, a single CSS colour on a line is also a label. */
const MIN_HEX_COLOUR_LINES = 4;
/** Matches a line with several tile numbers, such as `#12 (0) #3 (1)`. */
export const NUMBER_SIGNS = /^\s*#\d{1,4}\b.*\s#\d{1,4}\b/;
/** Matches the beginning of a C constant, such as `#define EDGES `. */
const DEFINE_DIRECTIVE = /^\s*#define\s+\w+(?=\s)/;
/** Matches the `#` before a list in Smalltalk or Scheme, as in `#(0 0 1 2)`. */
const HASH_BEFORE_LIST = /#(?=[([{] ?-?\d)/g;
/** Matches a numbered line, such as `#12 `. */
const NUMBERED_LINE = /^\s*#(\d+)[\s:.)]+\S/;

/** Removes comments that start with `#`. Keeps `#` in CSS colours and before tile or line numbers. */
function withoutComments(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => line.includes('#')) || hasHashLabels(lines)) return lines;
  const isNumbered = areNumbered(lines);
  const areColours = lines.filter((line) => SEVERAL_HEX_COLOURS.test(line)).length >= MIN_HEX_COLOUR_LINES;
  return lines.map((written) => {
    const line = written.replace(HASH_BEFORE_LIST, ' ');
    if (areColours && HEX_COLOUR_LINE.test(line)) return line;
    if (!line.includes('#') || SEVERAL_HEX_COLOURS.test(line) || NUMBER_SIGNS.test(line)) return line;
    if (DEFINE_DIRECTIVE.test(line)) return line.replace(DEFINE_DIRECTIVE, (name) => ' '.repeat(name.length));
    const from = isNumbered && NUMBERED_LINE.test(line) ? line.indexOf('#') + 1 : 0;
    return line.slice(0, from) + before(line.slice(from), '#');
  });
}

function areNumbered(lines: readonly string[]): boolean {
  if (!lines.some((line) => NUMBERED_LINE.test(line))) return false;
  const numbers = lines.flatMap((line) => NUMBERED_LINE.exec(line)?.[1] ?? []).map(Number);
  return (
    numbers.length > 3 &&
    numbers[0]! <= 1 &&
    numbers.every((number, i) => number === numbers[0]! + i) &&
    numbers.length >= 0.6 * lines.filter((line) => line.trim() !== '').length
  );
}

/**
 * Returns whether `#` is a label rather than the start of a comment. It is a label if nearly all lines are words of
 * equal length, if it is the empty space of a sliding puzzle, or if the rows have equal lengths only when no comments
 * are removed.
 */
function hasHashLabels(lines: readonly string[]): boolean {
  if (lines.length > MAX_LINES_WITH_HASH_LABELS) return false;
  const words = lines.map((line) => line.trim()).filter((line) => line !== '');
  const { length: joined } = words[Math.floor(words.length / 2)] ?? '';
  const isWord = (word: string): boolean => word.length === joined && !/[\s,;]/.test(word);
  const joinedWords = words.filter(isWord);
  const areHashed =
    joinedWords.length === words.length || joinedWords.filter((word) => word.includes('#')).length > 3;
  if (
    joinedWords.length > 3 &&
    joined > 2 &&
    areHashed &&
    joinedWords.length > MIN_JOINED_WORD_FRACTION * words.length
  )
    return true;
  if (isSquareWithHash(words)) return true;
  if (!lines.some((line) => /[^\s,;][\s,;]+#(?=$|[\s,;])/.test(line))) return false;
  const lengths = (rows: readonly string[]): number[] =>
    rows
      .map((row) => row.split(/[\s,;]+/).filter((word) => word !== '').length)
      .filter((length) => length > 2);
  const [all, cut] = [lengths(lines), lengths(lines.map((line) => before(line, '#')))];
  return all.length > 2 && new Set(all).size === 1 && (new Set(cut).size > 1 || cut.length < all.length);
}

/**
 * Returns whether the lines are a sliding puzzle with `#` as the empty space: a square of different numbers and one
 * `#`.
 */
function isSquareWithHash(lines: readonly string[]): boolean {
  if (lines.length < 3 || lines.length > 8) return false;
  const rows = lines.map((line) => line.split(/[\s,;]+/));
  const labels = rows.flat();
  return (
    rows.every(({ length }) => length === lines.length) &&
    labels.every((label) => label === '#' || /^\d{1,2}$/.test(label)) &&
    labels.includes('#') &&
    new Set(labels).size === labels.length
  );
}

const tooLong = (what: string, line: number, length: number, longest: number): FormatError =>
  new FormatError({
    line,
    found: `${what} of ${counted(length, 'character')}`,
    expected: `at most ${grouped(longest)}`,
    fix: 'This does not look like a puzzle file; choose another.',
  });

type Separator = ',' | ';' | ' ';

const separatorName: Record<Separator, string> = { ',': 'a comma', ';': 'a semicolon', ' ': 'a space' };

/**
 * Splits each line into fields. The first line with more than two fields decides the separator, because a shorter line
 * could be a header. Throws FormatError for a different separator or an empty field.
 */
export function fieldsOf(lines: readonly Line[]): Token[][] {
  let standard: Separator | null = null;
  return lines.map((line) => {
    const own: Separator = line.text.includes(',') ? ',' : line.text.includes(';') ? ';' : ' ';
    const fields = split(line, own);
    if (fields.length > 2) {
      standard ??= own;
      if (own !== standard) throw mixed(line, line.text.trim().search(/[,;\s]/), own, standard);
    }
    return fields;
  });
}

function split(line: Line, separator: Separator): Token[] {
  if (separator === ' ') {
    return Array.from(line.text.matchAll(/\S+/g), (match) => ({
      text: match[0],
      line: line.number,
      column: match.index + 1,
    }));
  }
  let start = 0;
  return line.text.split(separator).map((field) => {
    const text = field.trim();
    const column = start + field.length - field.trimStart().length + 1;
    start += field.length + 1;
    const other = text.search(/[,;\s]/);
    if (other !== -1) throw mixed(line, column - 1 + other, text[other] === ';' ? ';' : ' ', separator);
    if (text === '') {
      throw new FormatError({
        line: line.number,
        column,
        found: 'nothing between two separators',
        expected: 'an edge label',
        fix: 'Remove the extra separator, or add the missing label.',
      });
    }
    return { text, line: line.number, column };
  });
}

/**
 * Splits each line into the fields of the tile's front and, after a `|`, its back. Throws FormatError for mixed
 * separators, empty fields or a second `|`.
 */
export function facesOf(lines: readonly Line[]): { edges: Token[]; back?: Token[] }[] {
  const backs = new Map<number, Line>();
  const fronts = lines.map((line): Line => {
    const at = line.text.indexOf('|');
    if (at === -1) return line;
    const second = line.text.indexOf('|', at + 1);
    const [front, behind] = [line.text.slice(0, at), line.text.slice(at + 1)];
    if (second !== -1 || front.trim() === '' || behind.trim() === '') {
      throw new FormatError({
        line: line.number,
        column: (second === -1 ? at : second) + 1,
        found: second === -1 ? 'nothing on one side of |' : 'a second |',
        expected: 'the labels of the front, |, then those of the back',
        fix: 'Write both faces of a tile, separated by |, or write only the front and leave out the |.',
      });
    }
    backs.set(line.number, { text: ' '.repeat(at + 1) + behind, number: line.number });
    return { ...line, text: front };
  });
  const fields = fieldsOf([...fronts, ...backs.values()]);
  const behind = new Map([...backs.keys()].map((number, i) => [number, fields[lines.length + i]!]));
  return lines.map(({ number }, i) => {
    const back = behind.get(number);
    return back ? { edges: fields[i]!, back } : { edges: fields[i]! };
  });
}

const mixed = (line: Line, at: number, found: Separator, expected: Separator): FormatError =>
  new FormatError({
    line: line.number,
    column: at + 1,
    found: separatorName[found],
    expected: `${separatorName[expected]} between labels`,
    fix: 'Use one separator throughout.',
  });

/** Parses a whole number from 0 to `most`. Throws FormatError, which calls the number `what` in its message. */
export function numberIn(token: Token, most: number, what: string): number {
  const value = /^\d{1,9}$/.test(token.text) ? Number(token.text) : NaN;
  if (value >= 0 && value <= most) return value;
  throw new FormatError({
    line: token.line,
    column: token.column,
    found: quoted(token.text),
    expected: `${what}, a whole number from 0 to ${most}`,
    fix: 'Correct the number.',
  });
}

/** Returns the fraction of words that pass a test, from 0 to 1. If `bars` is true, `|` also separates words. */
export function shareOfWords(lines: readonly Line[], bars: boolean, test: (word: string) => boolean): number {
  let all = 0;
  let passed = 0;
  for (const { text } of lines) {
    for (const word of bars ? text.split(/[\s,;|]+/) : text.split(/[\s,;]+/)) {
      if (word === '') continue;
      all++;
      if (test(word)) passed++;
    }
  }
  return passed / Math.max(1, all);
}

/** Returns whether most words on a line are ordinary words rather than labels. */
export function isProse(line: string): boolean {
  const words = line.trim().split(/[\s,;|]+/);
  return words.filter((word) => /\p{Ll}{2}/u.test(word)).length > 0.5 * words.length;
}

export const isNumber = (text: string): boolean => /^\d+$/.test(text);
