/** Finds the tiles in rows of labels. Removes headers, row numbers and extra columns, and splits joined labels. */
import type { Faces } from '../meaning.ts';
import type { Size } from '../size.ts';
import type { Token } from '../text.ts';
import { arePlaces, chunked, columnSplits, type Split } from './columns.ts';
import { framedOrders } from './frame.ts';
import {
  countsLabels,
  explains,
  headersOf,
  headWithin,
  isInteger,
  isJoined,
  isWhole,
  shapeOf,
  sizeIn,
  usualShape,
} from './headers.ts';
import { sideNamed } from './side-names.ts';
import { isInitials } from './stated-order.ts';
import type { TextRow } from './line-labels.ts';
import { TILE_NAME } from './vocabulary.ts';

/** One way to find tiles in the rows of the text. */
export interface Layout {
  readonly tiles: readonly Faces[];
  readonly sides: number;
  /** size of the board; null if no header gives it */
  readonly size: Size | null;
  /** true if labels are written without separators */
  readonly joined: boolean;
  readonly penalty: number;
  /** skipped columns or rows, as phrases for the user, such as "columns 5 to 10 skipped" */
  readonly notes: readonly string[];
  /** true if the column titles name the edges */
  readonly namedSides: boolean;
}

/**
 * Returns the ways to find tiles in the rows, likeliest first. `sides` is the number of labels on a face, or null if
 * it is unknown.
 */
export function layoutsOf(all: readonly TextRow[], sides: number | null, given: Size | null): Layout[] {
  if (all.length === 0) return [];
  const upright = turnedTable(all) ?? withoutTerminator(all);
  const untitled = withoutTitles(upright);
  const titles = titlesNote(upright, untitled);
  const rows = withSizeFirst(untitled);
  if (arePlaces(rows)) return [];
  const named = namedBelowNumbers(rows);
  if (named)
    return [
      {
        ...named,
        size: given ?? named.size,
        joined: false,
        penalty: 0,
        notes: [],
        namedSides: true,
        sides: 4,
      },
    ];
  const less = withoutOddRow(rows, given);
  if (less) {
    const skipped = layoutsUnderHeaders(less.rows, sides, given, [...titles, less.note]);
    const whole = given ? [] : layoutsUnderHeaders(rows, sides, given, titles);
    if (skipped.length > 0)
      return [...skipped, ...whole.map((layout) => ({ ...layout, penalty: layout.penalty + 0.5 }))];
  }
  const standing = sides === null || sides === 4 ? tilesInColumns(rows) : null;
  const layouts = layoutsUnderHeaders(rows, sides, given, titles);
  if (standing) layouts.push({ ...standing, size: given, namedSides: false });
  return layouts.sort((a, b) => a.penalty - b.penalty);
}

/**
 * Transposes a table in which every row begins with the name of an edge and every other column is a tile. Returns null
 * for other rows.
 */
function turnedTable(rows: readonly TextRow[]): TextRow[] | null {
  const edges = rows.slice(-4);
  const [first] = edges;
  const sides = new Set(edges.map(({ tokens }) => sideNamed(tokens[0]!.text)));
  const isTable =
    first !== undefined &&
    first.tokens.length > 4 &&
    rows.length <= 5 &&
    sides.size === 4 &&
    !sides.has(-1) &&
    edges.every(({ tokens, back }) => tokens.length === first.tokens.length && !back);
  if (!isTable) return null;
  return first.tokens.map((_, at) => ({ tokens: edges.map(({ tokens }) => tokens[at]!), line: first.line }));
}

/** Removes a last row such as `-1 -1 -1 -1` if its label occurs in no other row: it only marks the end of the list. */
function withoutTerminator(rows: readonly TextRow[]): readonly TextRow[] {
  const last = rows.at(-1)!.tokens;
  const [{ text } = { text: '' }] = last;
  const isEnd =
    /^(?:-1|0|-|\*|END)$/i.test(text) && last.length > 2 && last.every((each) => each.text === text);
  const isLabel = rows.slice(0, -1).some(({ tokens }) => tokens.some((each) => each.text === text));
  return isEnd && rows.length > 4 && !isLabel ? rows.slice(0, -1) : rows;
}

/**
 * If the first or last row is probably a header or a footer, returns the remaining rows. Their number must fit the
 * given size or, if no size is given, be a square number. Otherwise returns null.
 */
function withoutOddRow(
  rows: readonly TextRow[],
  given: Size | null,
): { rows: readonly TextRow[]; note: string } | null {
  const count = rows.length - 1;
  const isSize = given ? given.width * given.height === count : Number.isInteger(Math.sqrt(count));
  if (count < MIN_ROWS_BESIDE_HEADER || !isSize || rows.some(({ back }) => back)) return null;
  const [head, last] = [rows[0]!, rows.at(-1)!];
  const [below, above] = [rows.slice(1), rows.slice(0, -1)];
  const isSized = headersOf(rows).some(({ numbers, body }) => sizeIn(numbers, body.length) !== null);
  if (isLegend(head, below) || (!isSized && isOddRow(head, below)))
    return { rows: below, note: 'first line skipped' };
  return isOddRow(last, above) ? { rows: above, note: 'last line skipped' } : null;
}

/** If there are fewer other rows, a row with a label that occurs in none of them may well be a tile. */
const MIN_ROWS_BESIDE_HEADER = 9;

/** Returns whether a first row lists all labels: `red blue green pink`. A blank line must follow the list. */
function isLegend(head: TextRow, body: readonly TextRow[]): boolean {
  if (body[0]!.line - head.line < 2) return false;
  if (body.some((row, i) => i > 0 && row.line - body[i - 1]!.line > 1)) return false;
  const words = head.tokens.map(({ text }) => text);
  const areNames = words.length > 2 && words.every((word) => /^\p{L}{2}/u.test(word));
  return areNames && new Set(words).size === words.length;
}

/**
 * Returns whether a row has the form of the others but is probably not a tile: it has a label that occurs in no other
 * row, such as a year, or it lists the initials of the edges, such as `T R B L`.
 */
function isOddRow(row: TextRow, others: readonly TextRow[]): boolean {
  if (others.some((other) => shapeOf(other) !== shapeOf(row))) return false;
  const own = labelsOf(row);
  if (own.length !== 4) return false;
  if (isInitials(own.join(''))) return true;
  const labels = new Set(others.flatMap(labelsOf));
  return own.some((label) => !labels.has(label)) && framedOrders([row, ...others].map(labelsOf)).size === 0;
}

/** Returns the labels of a row, which may be a single word such as `ABCD`. */
const labelsOf = ({ tokens }: TextRow): string[] =>
  tokens.length === 1 ? Array.from(tokens[0]!.text) : tokens.map(({ text }) => text);

function layoutsUnderHeaders(
  rows: readonly TextRow[],
  sides: number | null,
  given: Size | null,
  titles: readonly string[],
): Layout[] {
  const layouts: Layout[] = [];
  for (const headed of [...headersOf(rows), ...headWithin(rows, sides ?? 4)]) {
    for (const split of splitsOf(headed.body, sides, headed.numbers, given)) {
      const count = split.tiles.length;
      const size = given ?? sizeIn(headed.numbers, count);
      const unread = headed.numbers.length > 0 && !size && !explains(headed.numbers, count);
      if (unread && isOtherSize(headed.numbers, split.tiles)) continue;
      layouts.push({
        ...split,
        size,
        namedSides: false,
        penalty: headed.penalty + split.penalty + (unread ? 0.7 : 0),
        notes: [
          ...split.notes,
          ...titles,
          ...(headed.note === undefined ? [] : [headed.note]),
          ...(unread ? ['first line skipped'] : []),
        ],
      });
    }
  }
  return layouts;
}

/**
 * Reads four rows in which each column is a tile: all top edges in the first row, all right edges in the second, and so
 * on. Returns null if these tiles don't form a frame in this edge order, or if tiles read row by row form one too.
 */
function tilesInColumns(rows: readonly TextRow[]): Split | null {
  const width = rows[0]!.tokens.length;
  if (rows.length !== 4 || width < 6 || rows.some(({ tokens, back }) => tokens.length !== width || back))
    return null;
  const tiles = rows[0]!.tokens.map((_, at): Faces => ({ edges: rows.map(({ tokens }) => tokens[at]!) }));
  const words = (faces: readonly Faces[]): string[][] =>
    faces.map(({ edges }) => edges.map(({ text }) => text));
  const inRows =
    width % 4 === 0
      ? chunked(
          rows.flatMap(({ tokens }) => tokens),
          4,
        )
      : [];
  const orders = framedOrders(words(inRows));
  if (!framedOrders(words(tiles)).has(0) || orders.has(0)) return null;
  // If the rows also form a frame, though in an unusual edge order, the frame of the columns may be a coincidence.
  const penalty = orders.size > 0 ? 0 : -2;
  return { tiles, sides: 4, joined: false, penalty, notes: ['each column is a tile'] };
}

/** Returns whether a header's numbers, which don't fit this number of tiles, look like the size of another board. */
const isOtherSize = (numbers: readonly number[], tiles: readonly Faces[]): boolean =>
  numbers.length === 2 || (numbers.length === 1 && !countsLabels(numbers[0]!, tiles));

/** The first words of a note about column titles */
export const COLUMNS_NAMED = 'columns named';
const TILE_TITLES = /^(?:tile|piece|card|name|num|index|idx|edge|side|colou?r|label|rot|hint|kind|type)/i;

/** Returns whether a column title is common in a table of tiles. */
export const isTileTitle = (title: string): boolean => TILE_TITLES.test(title) || sideNamed(title) !== -1;

/** Returns a note that lists unusual column titles, because a table with such titles may be about something else. */
function titlesNote(rows: readonly TextRow[], untitled: readonly TextRow[]): string[] {
  if (untitled === rows) return [];
  const titles = rows[0]!.tokens.map(({ text }) => text);
  const isOther = (title: string): boolean => /^\p{L}{3}/u.test(title) && !isTileTitle(title);
  return titles.some(isOther) ? [`${COLUMNS_NAMED} ${titles.join(', ')}`] : [];
}

function withoutTitles(rows: readonly TextRow[]): readonly TextRow[] {
  const [head, ...body] = rows;
  if (!head || body.length < 4 || namedColumns(rows)) return rows;
  if (countsColumns(head, body)) return body;
  if (isWordInColumn(body) && !isWordInColumn(rows) && !head.tokens.some(isInteger)) return body;
  if (head.tokens.some(isInteger) || head.tokens.length !== body[0]!.tokens.length) return rows;
  // Three words may be the labels of a triangle. They are titles only if they begin with "side" or "edge", or are a,
  // b, c.
  const areNames = head.tokens.every(({ text }) => /^(?:side|edge)\b/i.test(text)) || areCounting(head);
  if (head.tokens.length < 4 && !areNames) return rows;
  const labels = new Set(body.flatMap(({ tokens }) => tokens.map(({ text }) => text)));
  const titles = new Set(head.tokens.map(({ text }) => text));
  return titles.size === head.tokens.length && ![...titles].some((title) => labels.has(title)) ? body : rows;
}

const areCounting = ({ tokens }: TextRow): boolean =>
  tokens.every(({ text }, i) => text.toLowerCase() === 'abcdef'[i]);

function countsColumns({ tokens }: TextRow, body: readonly TextRow[]): boolean {
  const [corner, ...counts] = tokens.map(({ text }) => text);
  const isCounted = [0, 1].some((first) => counts.every((text, i) => text === String(first + i)));
  const isTitle = (): boolean => /^\p{L}{2}/u.test(corner!) && body.every((row) => isInteger(row.tokens[0]!));
  return isCounted && counts.length > 1 && (corner === '' || isTitle());
}

/** Returns the rows, with the last row moved to the front if it is the size. */
function withSizeFirst(rows: readonly TextRow[]): readonly TextRow[] {
  const last = rows.at(-1)!;
  if (last.tokens.length > 2 || !last.tokens.every(isInteger) || shapeOf(last) === usualShape(rows))
    return rows;
  const body = rows.slice(0, -1);
  return sizeIn(
    last.tokens.map(({ text }) => Number(text)),
    body.length,
  )
    ? [last, ...body]
    : rows;
}

function splitsOf(
  rows: readonly TextRow[],
  sides: number | null,
  numbers: readonly number[],
  given: Size | null,
): Split[] {
  const widths = new Set(rows.map(({ tokens }) => tokens.length));
  const [width] = widths;
  if (widths.size > 1) {
    const k = sides ?? 4;
    if (rows.some(({ tokens, back }) => tokens.length % k !== 0 || back)) return [];
    return [
      {
        tiles: chunked(
          rows.flatMap(({ tokens }) => tokens),
          k,
        ),
        sides: k,
        joined: false,
        penalty: 0.3,
        notes: [],
      },
    ];
  }
  // If the text is only a header, such as the number of tiles, no labels are left.
  if (!width) return [];
  const backs = rows.filter(({ back }) => back).length;
  const divided = backs === rows.length ? tilesAroundBars(rows, numbers, given) : null;
  if (divided) return splitsOf(divided, sides, numbers, given);
  if (width === 1) return joinedSplits(rows, sides, numbers, given);
  const word = backs === 0 ? wordColumn(rows) : -1;
  if (word !== -1) {
    const words = rows.map(({ tokens, line }) => ({ tokens: [tokens[word]!], line }));
    return joinedSplits(words, sides, numbers, given);
  }
  if (
    rows.every(({ tokens }) => tokens.every(isJoined(rows[0]!.tokens[0]!.text.length))) &&
    distinctShare(rows) > 0.6
  ) {
    const joined = joinedSplits(
      rows.flatMap((row) => row.tokens.map((token) => ({ tokens: [token], line: row.line }))),
      sides,
      numbers,
      given,
    );
    if (joined.length > 0) return joined;
  }
  if (backs > 0 && rows.some(({ back, tokens }) => back && back.length !== tokens.length)) return [];
  return columnSplits(rows, width, sides, numbers, given);
}

/**
 * Splits lines at bars (`|`). A bar may separate two tiles, or the two faces of one tile. Returns null unless a size
 * or a frame shows that the bars separate tiles.
 */
function tilesAroundBars(
  rows: readonly TextRow[],
  numbers: readonly number[],
  given: Size | null,
): TextRow[] | null {
  const count = 2 * rows.length;
  const isSized = (tiles: number): boolean =>
    given ? given.width * given.height === tiles : sizeIn(numbers, tiles) !== null;
  if (isSized(rows.length)) return null;
  const apart = rows.flatMap(({ tokens, back = [], line }) => [
    { tokens, line },
    { tokens: back, line },
  ]);
  const words = apart.map(({ tokens }) => tokens.map(({ text }) => text));
  const isFramed = (): boolean => words.every(({ length }) => length === 4) && framedOrders(words).size > 0;
  return isSized(count) || isFramed() ? apart : null;
}

/** Returns the index of the column with joined labels in rows such as `7 aqXX` or `P7 aqXX`, or -1. */
function wordColumn(rows: readonly TextRow[]): number {
  const width = rows[0]!.tokens.length;
  if (width > 3) return -1;
  const columns = Array.from({ length: width }, (_, at) => rows.map(({ tokens }) => tokens[at]!));
  const words = columns.findIndex((column) => {
    const { length } = column[0]!.text;
    return column.every(isJoined(length)) && column.some(({ text }) => /\p{L}/u.test(text));
  });
  const areNames = (column: readonly Token[]): boolean =>
    column.every(({ text }) => TILE_NAME.test(text)) &&
    new Set(column.map(({ text }) => text)).size === rows.length;
  const isOther = columns.every((column, at) => at === words || column.every(isWhole) || areNames(column));
  return words !== -1 && isOther ? words : -1;
}

const isWordInColumn = (rows: readonly TextRow[]): boolean =>
  rows[0]!.tokens.length > 1 &&
  rows.every(({ tokens, back }) => !back && tokens.length === rows[0]!.tokens.length) &&
  wordColumn(rows) !== -1;

function distinctShare(rows: readonly TextRow[]): number {
  const all = rows.flatMap(({ tokens }) => tokens.map(({ text }) => text));
  return new Set(all).size / Math.max(1, all.length);
}

/** Splits labels without separators: `1297`, `aqXX`, `A0B1C0D1`. */
function joinedSplits(
  rows: readonly TextRow[],
  sides: number | null,
  numbers: readonly number[],
  given: Size | null,
): Split[] {
  const texts = rows.map(({ tokens }) => tokens[0]!.text);
  if (texts.every((text) => /^0x[\da-f]{3,}$/i.test(text))) {
    const bare = rows.map((row) => ({ ...row, tokens: row.tokens.map(withoutHexPrefix) }));
    return joinedSplits(bare, sides, numbers, given);
  }
  if (texts.length > 2 && texts.every(isDoubled)) {
    const halved = rows.map((row) => ({ ...row, tokens: row.tokens.map(halfOf) }));
    return joinedSplits(halved, sides, numbers, given);
  }
  const { length } = texts[0]!;
  if (length >= 3 && texts.every((text) => text.length === length) && !texts.every(isDecimal)) {
    // Words of 12 letters can be squares, hexagons or triangles. Squares are assumed unless the board is known.
    const possible = sides === null ? (length % 4 === 0 ? [4] : [6, 3]) : [sides];
    return possible.flatMap((k): Split[] => {
      const size = length / k;
      // Nine characters are more often a row of a sudoku than a triangular tile.
      if (!Number.isInteger(size) || size > (k === 3 && sides === null ? 2 : 4)) return [];
      const cut = ({ text, line, column }: Token): Token[] =>
        Array.from({ length: k }, (_, i) => ({
          text: text.slice(i * size, (i + 1) * size),
          line,
          column: column + i * size,
        }));
      const tiles = rows.map(({ tokens: [face], back }): Faces =>
        back && back.length === 1 ? { edges: cut(face!), back: cut(back[0]!) } : { edges: cut(face!) },
      );
      return [{ tiles, sides: k, joined: true, penalty: size === 1 ? 0 : 0.1, notes: [] }];
    });
  }
  return oneALine(rows, sides ?? 4, numbers, given);
}

/** Returns whether the labels are written twice, as some programs do to show every rotation: `AbDCAbDC`. */
const isDoubled = (text: string): boolean =>
  text.length >= 6 && text.length % 2 === 0 && text.slice(text.length / 2) === text.slice(0, text.length / 2);

const halfOf = (token: Token): Token => ({ ...token, text: token.text.slice(0, token.text.length / 2) });

const withoutHexPrefix = (token: Token): Token => ({
  ...token,
  text: token.text.slice(2),
  column: token.column + 2,
});

const isDecimal = (text: string): boolean => /^\d+\.\d+$/.test(text);

function oneALine(
  rows: readonly TextRow[],
  k: number,
  numbers: readonly number[],
  given: Size | null,
): Split[] {
  const tokens = rows.flatMap((row) => row.tokens);
  for (const skip of numbers.length > 0 ? [0] : [0, 1, 2]) {
    const head = tokens.slice(0, skip);
    const rest = tokens.slice(skip);
    if (rest.length === 0 || rest.length % k !== 0 || !head.every(isWhole)) continue;
    const count = rest.length / k;
    const isSize = (given && given.width * given.height === count) ?? false;
    if (!isSize && !sizeIn([...numbers, ...head.map(({ text }) => Number(text))], count)) continue;
    return [{ tiles: chunked(rest, k), sides: k, joined: false, penalty: 0.2, notes: [] }];
  }
  if (tokens.length < 4 * k || tokens.length % k !== 0 || numbers.length > 0) return [];
  return [{ tiles: chunked(tokens, k), sides: k, joined: false, penalty: 1, notes: ['one label per line'] }];
}

/**
 * Aligns the titles in the first row with the columns below. If row numbers have no title, drops their column. If the
 * first title has no column, drops the title.
 */
function underNames(rows: readonly TextRow[]): readonly TextRow[] {
  const [head, ...body] = rows;
  if (!head || head.tokens.filter(({ text }) => sideNamed(text) !== -1).length < 4) return rows;
  const widths = new Set(body.map(({ tokens }) => tokens.length));
  const { length } = head.tokens;
  const withoutFirst = (row: TextRow): TextRow => ({ ...row, tokens: row.tokens.slice(1) });
  if (widths.size > 1) return rows;
  if (widths.has(length - 1) && sideNamed(head.tokens[0]!.text) === -1) return [withoutFirst(head), ...body];
  const isCounted = body.every(
    ({ tokens }, i) => i === 0 || Number(tokens[0]!.text) === Number(body[0]!.tokens[0]!.text) + i,
  );
  return widths.has(length + 1) && isCounted ? [head, ...body.map(withoutFirst)] : rows;
}

const MAX_TITLED_COLUMNS = 100;
/** Maximum number of lines above the column titles. These lines hold the size or the number of tiles. */
const MAX_NUMBER_LINES_ABOVE_TITLES = 3;

function namedBelowNumbers(rows: readonly TextRow[]): { tiles: Faces[]; size: Size | null } | null {
  const areNumbers = ({ tokens }: TextRow): boolean => tokens.length < 3 && tokens.every(isInteger);
  const at = rows.slice(0, MAX_NUMBER_LINES_ABOVE_TITLES + 1).findIndex((row) => !areNumbers(row));
  const named = at === -1 ? null : namedColumns(rows.slice(at));
  if (!named) return null;
  const numbers = rows.slice(0, at).flatMap(({ tokens }) => tokens.map(({ text }) => Number(text)));
  return { ...named, size: sizeIn(numbers, named.tiles.length) };
}

function namedColumns(all: readonly TextRow[]): { tiles: Faces[] } | null {
  if (all[0]!.tokens.length > MAX_TITLED_COLUMNS) return null;
  const [head, ...body] = underNames(all);
  if (!head || body.length === 0) return null;
  const sides = head.tokens.map(({ text }) => sideNamed(text));
  const columns = [0, 1, 2, 3].map((side) => sides.indexOf(side));
  if (columns.includes(-1) || new Set(columns).size < 4) return null;
  if (body.some(({ tokens }) => columns.some((at) => (tokens[at]?.text ?? '') === ''))) return null;
  // If n, e, s and w also occur as labels, the first row may be a tile rather than a row of titles.
  const labels = new Set(body.flatMap(({ tokens }) => columns.map((at) => tokens[at]!.text)));
  if (columns.every((at) => labels.has(head.tokens[at]!.text))) return null;
  return { tiles: body.map(({ tokens }) => ({ edges: columns.map((at) => tokens[at]!) })) };
}
