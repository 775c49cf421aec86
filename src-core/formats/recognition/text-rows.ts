/** Splits the text into rows of labels, separating them from prose, headers and numbering. */
import { withoutEnd } from '../../text/trimmed.ts';
import { withPlainSigns } from '../characters.ts';
import type { EdgeOrder } from '../edge-order.ts';
import { headOf } from '../meaning.ts';
import { isProse, linesWithoutComments, type Line, type Source, type Token } from '../text.ts';
import { fieldsWithin, rowOf, type RawLine, type TextRow } from './line-labels.ts';
import { hasRemark, withoutMarkup } from './markup.ts';
import { sideNamed } from './side-names.ts';
import { statedOrder, statesFixed } from './stated-order.ts';
import { statedSum, withoutPairLines } from './stated-pairs.ts';
import { asSize, mention, SIZE_LINE, sizesOn, sizeWord, withoutNamedSize } from './stated-size.ts';
import { BLANK_SYMBOL, isData, isSideName, vocabularyOf, type Vocabulary } from './vocabulary.ts';

export interface TextRows {
  /** the lines that hold labels or numbers rather than prose */
  readonly rows: readonly TextRow[];
  /** the block of each row; empty lines and prose separate blocks */
  readonly blockOf: readonly number[];
  /** numbers of the lines that were skipped as prose */
  readonly skipped: readonly number[];
  /** numbers of the lines with extra words after the labels */
  readonly remarks: readonly number[];
  /** values from lines such as `name: value` and `name = value` */
  readonly fields: ReadonlyMap<string, string>;
  /** true if there are several blocks, each below a numbered title such as `Case 2: 4` */
  readonly areTitled?: boolean;
  /** the edge order given on another line, such as `(top, left, bottom, right)` */
  readonly order?: EdgeOrder;
  /** true if other lines say that tiles may not be rotated */
  readonly areFixed?: boolean;
}

const QUOTE_SIGNS = /["“”„`]/g;
/**
 * Matches a field in single quotes. A single apostrophe is not a quote, because it can be part of a label: `A'` and `A`
 * can be halves.
 */
const SINGLE_QUOTED = /(?<=^|[\s,;[({])'([^'\n]*)'(?=$|[\s,;\])}])/g;
/** Matches empty quotes, which stand for an empty space. */
const EMPTY_QUOTES = /(?<=^|[\s,;[({])(?:" ?"|' ?')(?=$|[\s,;\])}])/g;
/** The brackets `[|` and `|]` around arrays, as in OCaml */
const ARRAY_BARS = /\[\||\|\]/g;
const BRACKETS = /[[\](){}]/g;
/** Matches empty brackets, which stand for an empty space. */
const EMPTY_BRACKETS = /\[\s*\]/g;
/**
 * Matches the number before a row: `1: `, `1) `, `12. `, `Tile 7: `, `Tile 7 ... `, `Card 8 - `, `piece_3 = `, `4 ->
 * `, `5 | `, `#5 `, `(6) `, `第7块:`.
 */
const ROW_NUMBER_PREFIX =
  /^\s*(?:(?:#?[\p{L}_.]+[ #-]*|[#-][ #-]*)?(\d+)(?:\p{Lo}{1,2}|st|nd|rd|th)?\s*(?:[:)=|]|[=-]>|\.{2,}|(?<=\p{L}.{0,20})\s[-–—](?=\s+\p{L}))|#?(\d+)\.|#(\d+)(?=\s)|\((\d+)\)(?=\s))\s*(?=\S)/u;
/** Matches the name of a file and the number of a line before the line, as `grep -n` writes them: `a.txt:7:`. */
const SEARCH_HIT_PREFIX = /^(\S{0,200}?[^\s\d:-]\S{0,200}?)([:-])(\d+)\2(?=\S)/;
const ASSIGNMENT =
  /^\s*(?:(?:let|const|var|val|local|my|int|auto)\s+)?"?(?:[\p{L}_]+\.)?([\p{L}_][\p{L}\d _-]{0,30}?)"?\s*[:=](.*)$/su;
/** Matches a type declaration whose names look like labels, such as `type Tile = (Colour, Colour, Colour, Colour)`. */
const TYPE_DECLARATION =
  /^\s*(?:(?:type|data|newtype)\s+\p{L}[^=]*=|(?:typedef|interface|case class)\s+\p{L}|(?:public |static |export )*enum\b[^{]*\{|(?:pub |export )?(?:struct|enum|class)\s+\p{L}[^=]*$)/u;
/** Matches a title with a number, such as `Case 2: 4`. */
const NUMBERED_TITLE = /^[#=*\s]{0,5}\p{L}{3,20}[\s#:.-]{0,3}\d{1,3}(?!\d)/u;
/** Matches the size on the first or last line of a printed table. */
const TABLE_SIZE = /^\s*(?:\[\d+ rows x \d+ columns\]|shape: \(\d+, \d+\))\s*$/;
/** Matches the type of a column in a printed table, such as `i64` or `<int>`. */
const COLUMN_TYPE = /^<?(?:[iuf](?:8|16|32|64)|int|dbl|chr|str)>?$/;
const DECORATIVE_WORD = /^[\s\-=_*~+|/\\.:#]*$/;

/** Removes a lone semicolon at the end of a line, because it doesn't separate labels. */
const withoutSemicolon = (text: string): string => {
  const written = text.trimEnd();
  return written.endsWith(';') && text.indexOf(';') === written.length - 1 ? written.slice(0, -1) : text;
};

/** Removes quotes and brackets. Empty pairs become `_`. */
const withoutQuotes = (text: string): string =>
  text
    .replace(ARRAY_BARS, (bars) => ' '.repeat(bars.length))
    .replace(EMPTY_QUOTES, (quotes) => '_'.padEnd(quotes.length))
    .replace(QUOTE_SIGNS, ' ')
    .replace(SINGLE_QUOTED, ' $1 ')
    .replace(EMPTY_BRACKETS, (brackets) => '_'.padEnd(brackets.length))
    .replace(/(?<=[)\]}])\.\s*$/, '')
    .replace(BRACKETS, ' ')
    .replace(/\s;\s*$/, '');

/** Caches the rows of a text. An error message needs them again. */
const known = new WeakMap<Source, TextRows>();

/** Returns the rows of labels in the text, and its other lines. */
export function textRows(source: Source): TextRows {
  const rows = known.get(source) ?? rowsIn(source);
  known.set(source, rows);
  return rows;
}

function rowsIn(source: Source): TextRows {
  const fields = new Map<string, string>(headOf(source));
  const written = linesWithoutComments(source);
  const raw = withoutMarkup(withPlainSigns(written.map(({ text }) => text))).map((text, i): RawLine => ({
    text,
    number: written[i]!.number,
    column: 1,
  }));
  const lines = withoutPrefixes(raw);
  const bare = lines.map(({ text }) => withoutSemicolon(withoutQuotes(text)));
  const modes = fieldsWithin(bare);
  const tokenised = lines.map((line, i) => tokensOn(line, bare[i]!, modes, fields));
  withoutTitlesBetween(lines, tokenised);
  asSize(tokenised);
  withoutNamedSize(tokenised, fields);
  withoutPairLines(raw, tokenised, fields);
  const legends = POSSIBLE_LEGEND.test(source.text) ? withoutLegends(tokenised) : new Set<number>();
  const cut = new Set([...withoutRemarks(tokenised), ...withoutMarks(tokenised)]);
  raw.forEach(({ text, number }, i) => {
    if (hasRemark(written[i]!.text) && !hasRemark(text)) cut.add(number);
  });
  const isLabels = labelsTest(tokenised, headOf(source).has('board'));
  const rows: TextRow[] = [];
  const blockOf: number[] = [];
  const remarks: number[] = [];
  const skipped: number[] = [];
  let block = 0;
  let open = false;
  const areRows = rowsAmong(tokenised, isLabels);
  tokenised.forEach((row, i) => {
    if (row !== null && areRows[i]) {
      rows.push(row);
      blockOf.push(block);
      if (cut.has(row.line)) remarks.push(row.line);
      open = true;
      return;
    }
    if (open) block++;
    open = false;
    if (legends.has(lines[i]!.number)) skipped.push(lines[i]!.number);
    if (lines[i]!.text.trim() === '' || row === null) return;
    mention(raw[i]!.text, fields);
    if (!SIZE_LINE.test(raw[i]!.text)) skipped.push(lines[i]!.number);
  });
  const sum = statedSum(source.text);
  if (sum !== null && !fields.has('pairs')) fields.set('pairs', `sum ${sum}`);
  const order = orderBeside(rows, source);
  const areTitled = areBlocksTitled(rows, blockOf, raw);
  return withoutStrayRows({ rows, blockOf, skipped, remarks, fields, areTitled, ...order });
}

/**
 * Returns the labels of a line. Returns null for a line that gives a size, declares a type, or lists the column types
 * of a printed table. Adds named sizes to `fields`.
 */
function tokensOn(
  line: RawLine,
  bare: string,
  modes: ReturnType<typeof fieldsWithin>,
  fields: Map<string, string>,
): TextRow | null {
  const sizes = sizesOn(bare);
  for (const [name, value] of sizes ?? []) fields.set(name, value);
  if (sizes || TYPE_DECLARATION.test(line.text) || TABLE_SIZE.test(line.text)) return null;
  const assigned = ASSIGNMENT.exec(bare);
  const isListed = assigned !== null && isList(assigned[1]!, line.text);
  if (assigned && !isListed && sizeWord.test(assigned[1]!)) {
    fields.set(assigned[1]!.toLowerCase().trim(), withoutEnd(assigned[2]!.trimStart(), /[\s,;]/));
    mention(bare, fields);
    return null;
  }
  const row = rowOf(line, isListed ? withoutName(line.text, bare) : bare, modes);
  const areTypes = row.tokens.length > 2 && row.tokens.every(({ text }) => COLUMN_TYPE.test(text));
  return areTypes ? null : row;
}

function areBlocksTitled(
  rows: readonly TextRow[],
  blockOf: readonly number[],
  lines: readonly RawLine[],
): boolean {
  const written = lines.filter(({ text }) => text.trim() !== '');
  const starts = rows.filter((_, i) => blockOf[i] !== blockOf[i - 1]).map(({ line }) => line);
  if (starts.length < 2) return false;
  const above = new Map(written.map(({ number }, i) => [number, written[i - 1]?.text ?? '']));
  return starts.every((line) => NUMBERED_TITLE.test(above.get(line) ?? ''));
}

/** Returns the edge order given on lines without labels, and whether the text says that tiles are fixed. */
function orderBeside(rows: readonly TextRow[], { text }: Source): Pick<TextRows, 'order' | 'areFixed'> {
  // A first row that names all four edges holds column titles.
  const isHead = ({ tokens }: TextRow, i: number): boolean => {
    const words = i === 0 ? tokens.flatMap((token) => token.text.match(/\p{L}+/gu) ?? []) : [];
    return new Set(words.map(sideNamed).filter((side) => side !== -1)).size === 4;
  };
  const inRows = new Set(rows.filter((row, i) => !isHead(row, i)).map(({ line }) => line));
  const order = statedOrder(text, (line) => inRows.has(line));
  return { ...(order === null ? {} : { order }), ...(statesFixed(text) ? { areFixed: true } : {}) };
}

const MIN_LARGE_BLOCK_ROWS = 9;

/**
 * Skips up to three stray rows, such as a telephone number below an email. A stray row is outside the first large
 * block, has more or fewer labels than the rows in that block, and has a number that can't be a label.
 */
function withoutStrayRows(all: TextRows): TextRows {
  const { rows, blockOf } = all;
  const sizes = new Map<number, number>();
  for (const block of blockOf) sizes.set(block, (sizes.get(block) ?? 0) + 1);
  const [main] = [...sizes].find(([, size]) => size >= MIN_LARGE_BLOCK_ROWS) ?? [];
  if (main === undefined || sizes.size < 2) return all;
  const inMain = rows.filter((_, i) => blockOf[i] === main);
  const widths = new Set(inMain.map(({ tokens }) => tokens.length));
  const isStray = ({ tokens }: TextRow, i: number): boolean =>
    blockOf[i] !== main &&
    !widths.has(tokens.length) &&
    tokens.some(({ text }) => /^\+\d|^\d{5,}$/.test(text));
  const stray = rows.filter(isStray);
  if (stray.length === 0 || stray.length > 3 || widths.size > 1) return all;
  return {
    ...all,
    rows: rows.filter((row) => !stray.includes(row)),
    blockOf: blockOf.filter((_, i) => !stray.includes(rows[i]!)),
    skipped: [...all.skipped, ...stray.map(({ line }) => line)].sort((a, b) => a - b),
  };
}

/** Returns whether a line begins a list of tiles, such as `tiles = [1 2 3 4`. */
const isList = (name: string, line: string): boolean =>
  /[:=]\s*[[({]/.test(line) &&
  !/[{,]\s*["']?\p{L}[\p{L}\d_]*["']?\s*:/u.test(line) &&
  (/^(pieces|tiles)$/i.test(name) || !sizeWord.test(name));

function withoutName(line: string, bare: string): string {
  const from = line.search(/[:=]\s*[[({]/) + 1;
  return ' '.repeat(from) + bare.slice(from);
}

const isRuled = ({ tokens }: TextRow): boolean =>
  tokens.every(({ text }) => text.length > 1 && DECORATIVE_WORD.test(text));

/** Removes unnumbered titles between numbered lines, such as `Pictures: A, B, C, D`. */
function withoutTitlesBetween(lines: readonly RawLine[], rows: (TextRow | null)[]): void {
  if (!lines.some(({ column }) => column > 1)) return;
  lines.forEach(({ text, column }, i) => {
    if (column === 1 && /^\s*\p{L}{3,}:\s/u.test(text)) rows[i] = null;
  });
}

/**
 * Removes a mark after tiles of joined labels, such as the @ in `0986 @`. Returns the numbers of the changed lines.
 */
function withoutMarks(rows: (TextRow | null)[]): Set<number> {
  const words = rows.flatMap((row) => (row && row.tokens.length > 0 ? [row.tokens] : []));
  const length = words[0]?.[0]!.text.length;
  const isMark = (token: Token | undefined): boolean => token === undefined || /^[@!*+~^]$/.test(token.text);
  const areTiles = words.every(
    ([tile, mark, more]) => tile!.text.length === length && isMark(mark) && more === undefined,
  );
  const cut = new Set<number>();
  if (words.length < 4 || !areTiles) return cut;
  rows.forEach((row, i) => {
    if (row === null || row.tokens.length < 2) return;
    rows[i] = { ...row, tokens: row.tokens.slice(0, 1) };
    cut.add(row.line);
  });
  return cut;
}

function withoutRemarks(rows: (TextRow | null)[]): Set<number> {
  const cut = new Set<number>();
  const usual = usualWidth(rows);
  const words = wordsOfWidth(rows, usual);
  const counts = lastWordsOf(rows, usual);
  const isRemark = ({ text }: Token): boolean => /\p{L}{2}|^[-<=>]+$/u.test(text) && !words.has(text);
  rows.forEach((row, i) => {
    if (usual < 3 || row?.tokens.length !== usual || row.back) return;
    const bent = withoutLastRemark(row, words, counts);
    if (bent === null) return;
    rows[i] = bent;
    cut.add(row.line);
  });
  rows.forEach((row, i) => {
    if (usual < 3 || row === null || row.back || row.tokens.length <= usual) return;
    const labels = row.tokens.slice(0, usual);
    if (!labels.every(({ text }) => words.has(text)) || !isRemark(row.tokens[usual]!)) return;
    rows[i] = { ...row, tokens: labels };
    cut.add(row.line);
  });
  return cut;
}

function lastWordsOf(rows: readonly (TextRow | null)[], width: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const last = row?.tokens.length === width ? (row.tokens.at(-1)?.text ?? '') : '';
    if (last.includes(' ')) counts.set(last, (counts.get(last) ?? 0) + 1);
  }
  return counts;
}

/**
 * Removes a remark after the labels. “bent” is a remark in `red, blue, red, pink bent` if no other row ends with it.
 */
function withoutLastRemark(
  row: TextRow,
  words: ReadonlySet<string>,
  counts: ReadonlyMap<string, number>,
): TextRow | null {
  const last = row.tokens.at(-1)!;
  const [first = ''] = last.text.split(' ');
  if (counts.get(last.text) !== 1 || first === last.text || !words.has(first)) return null;
  return { ...row, tokens: [...row.tokens.slice(0, -1), { ...last, text: first }] };
}

function usualWidth(rows: readonly (TextRow | null)[]): number {
  const widths = new Map<number, number>();
  for (const row of rows)
    if (row && row.tokens.length > 1) widths.set(row.tokens.length, (widths.get(row.tokens.length) ?? 0) + 1);
  const [usual] = [...widths].sort((a, b) => b[1] - a[1]);
  return usual && (usual[1] > 1 || rows.length < 3) ? usual[0] : 0;
}

function labelsTest(rows: readonly (TextRow | null)[], isBoardStated: boolean): (row: TextRow) => boolean {
  const known = vocabularyOf(rows);
  const isTitle = titlesAmong(rows);
  const isStated = isBoardStated ? rowsLikeMost(rows, known) : () => false;
  return (row) => !isRuled(row) && !isTitle(row) && (isData(row, known) || isStated(row));
}

/**
 * Returns for each line whether it is a row. A doubtful line next to a row with the same number of words is also a
 * row, because otherwise it would be skipped as prose and a tile would be missing.
 */
function rowsAmong(rows: readonly (TextRow | null)[], isLabels: (row: TextRow) => boolean): boolean[] {
  const are = rows.map((row) => row !== null && row.tokens.length > 0 && isLabels(row));
  // A last line that consists of names of edges, such as `top right bottom left`, usually explains the rows above it.
  // Such a line is a row of labels only if some of these names are also labels in other rows.
  const last = are.lastIndexOf(true);
  if (last > 0 && rows[last]!.tokens.filter(({ text }) => isSideName(text)).length > 3) {
    const labels = new Set(rows.slice(0, last).flatMap((row) => row?.tokens.map(({ text }) => text) ?? []));
    are[last] = rows[last]!.tokens.some(({ text }) => labels.has(text));
  }
  const widthAt = (i: number): number => (are[i] ? rows[i]!.tokens.length : 0);
  const labels = new Set(
    rows.flatMap((row, i) => (are[i] && row!.tokens.length > 2 ? row!.tokens.map(({ text }) => text) : [])),
  );
  return are.map((isRow, i) => {
    const row = rows[i];
    if (isRow || !row || isRuled(row)) return isRow;
    const width = row.tokens.length;
    const beside = [widthAt(i - 1), widthAt(i + 1)].filter((each) => each === width).length;
    if (width < 3 || beside === 0) return false;
    return beside === 2 || row.tokens.filter(({ text }) => labels.has(text)).length > 0.5 * width;
  });
}

function rowsLikeMost(rows: readonly (TextRow | null)[], { joined }: Vocabulary): (row: TextRow) => boolean {
  const usual = usualWidth(rows);
  return ({ tokens }) =>
    usual > 2 ? tokens.length === usual : tokens.length === 1 && tokens[0]!.text.length === joined;
}

function wordsOfWidth(rows: readonly (TextRow | null)[], width: number): ReadonlySet<string> {
  const words = new Set<string>();
  for (const row of rows)
    if (row?.tokens.length === width) for (const { text } of row.tokens) words.add(text);
  return words;
}

/**
 * Returns a function that tells whether a row is a title. A title such as `Puzzle 2` has an unusual number of words,
 * and at least one of them occurs in no row with the usual number.
 */
function titlesAmong(rows: readonly (TextRow | null)[]): (row: TextRow) => boolean {
  const usual = usualWidth(rows);
  const words = wordsOfWidth(rows, usual);
  return ({ tokens }) =>
    usual > 2 &&
    tokens.length % usual !== 0 &&
    tokens.some(({ text }) => /^\p{L}{3}/u.test(text) && !words.has(text) && !BLANK_SYMBOL.test(text)) &&
    tokens.filter(({ text }) => isSideName(text)).length < 4;
}

/** Matches a label with its meaning, as in `R = red` or `0 - border`. */
const LEGEND_ENTRY = /=\s*(\p{L}{2,})|^\S{1,3} (?:[-–:→]|->) (\p{L}{2,})/gu;
/** Matches text that may say what a label stands for. */
const POSSIBLE_LEGEND = /[=–:→>-] *\p{L}{2}/u;
/**
 * Lines such as `A = red blue red pink` are read as explanations of labels only if at least this many rows have no
 * `=`. With fewer, these lines may be the tiles.
 */
const MIN_OTHER_ROWS = 4;

/**
 * Removes lines such as `R = red, G = green`, which explain labels but contain no tiles. Returns the numbers of these
 * lines.
 */
function withoutLegends(rows: (TextRow | null)[]): Set<number> {
  const meanings = new Map<number, string[]>();
  rows.forEach((row, i) => {
    const text = row?.tokens.map((token) => token.text).join(' ') ?? '';
    const words = Array.from(text.matchAll(LEGEND_ENTRY), ([, word, other]) => word ?? other!);
    if (words.length > 0) meanings.set(i, words);
  });
  const cut = new Set<number>();
  const others = rows.filter((row, i) => row !== null && row.tokens.length > 0 && !meanings.has(i));
  if (meanings.size === 0 || others.length < MIN_OTHER_ROWS) return cut;
  const labels = new Set(others.flatMap((row) => row!.tokens.map(({ text }) => text)));
  for (const [i, words] of meanings) {
    if (words.some((word) => labels.has(word))) continue;
    cut.add(rows[i]!.line);
    rows[i] = null;
  }
  return cut;
}

/** Maximum number of lines of a text that is split into rows again to explain an error */
const MAX_EXPLAINED_LINES = 5_000;

/**
 * Returns the lines without comments, prose and numbering, or all lines if at most one would remain. Labels keep their
 * columns.
 */
export function bareRows(source: Source): readonly Line[] {
  const skipped = new Set(source.lines.length > MAX_EXPLAINED_LINES ? [] : textRows(source).skipped);
  const written = linesWithoutComments(source).filter(
    ({ text, number }) => text.trim() !== '' && !isProse(text) && !skipped.has(number),
  );
  if (written.length < 2) return source.lines;
  const raw = written.map((line): RawLine => ({ ...line, column: 1 }));
  return withoutPrefixes(raw).map(({ text, number, column }) => ({
    text: ' '.repeat(column - 1) + text,
    number,
  }));
}

function withoutPrefixes(lines: readonly RawLine[]): readonly RawLine[] {
  const written = lines.filter(({ text }) => text.trim() !== '');
  if (areSearchHits(written)) return lines.map((line) => withoutPrefix(line, SEARCH_HIT_PREFIX));
  const prefixes = written.map(({ text }) => ROW_NUMBER_PREFIX.exec(text)).filter((each) => each !== null);
  if (prefixes.length < 3 || prefixes.length < 0.6 * written.length) return lines;
  // In `1:0 2:1` and `1.0 2.1`, the number before the colon or dot is a label, not a line number.
  const isTight = prefixes.every(([prefix]) => /[:.=]$/.test(prefix));
  const numbers = prefixes.map((match) => Number(match[1] ?? match[2] ?? match[3] ?? match[4]));
  const isHashed = prefixes.every((match) => match[3] !== undefined);
  const areBracketed = prefixes.every((match) => match[4] !== undefined);
  const isBarred = prefixes.every(([prefix]) => prefix.includes('|'));
  if (isBarred && numbers.some((number, i) => i > 0 && number !== numbers[i - 1]! + 1)) return lines;
  if (
    (isTight || isHashed || areBracketed) &&
    numbers.some((number, i) => i > 0 && number <= numbers[i - 1]!)
  )
    return lines;
  return lines.map((line) => withoutPrefix(line, ROW_NUMBER_PREFIX));
}

function withoutPrefix(line: RawLine, prefixes: RegExp): RawLine {
  const prefix = prefixes.exec(line.text)?.[0] ?? '';
  return { ...line, text: line.text.slice(prefix.length), column: 1 + prefix.length };
}

/** Returns whether all lines begin with the name of the same file and with increasing line numbers. */
function areSearchHits(lines: readonly RawLine[]): boolean {
  let name: string | undefined;
  let last = 0;
  return (
    lines.length >= 3 &&
    lines.every(({ text }) => {
      const [, file, , number] = SEARCH_HIT_PREFIX.exec(text) ?? [];
      const isNext = file !== undefined && Number(number) > last && file === (name ?? file);
      name = file;
      last = Number(number);
      return isNext;
    })
  );
}
