/** Finds the tiles in rows of labels: removes headers, row numbers and extra columns, and splits joined labels. */
import type { Faces } from '../meaning.ts';
import type { Size } from '../size.ts';
import type { Token } from '../text.ts';
import { sideNamed } from './side-names.ts';
import type { TextRow } from './text-rows.ts';

/** One way to find the tiles in rows. */
export interface Layout {
  readonly tiles: readonly Faces[];
  readonly sides: number;
  /** size in a header */
  readonly size: Size | null;
  /** labels were joined without a separator */
  readonly joined: boolean;
  readonly penalty: number;
  /** what was skipped, for users: "columns 5 to 10 skipped" */
  readonly notes: readonly string[];
  /** column names tell which column is which edge */
  readonly namedSides: boolean;
}

const isWhole = ({ text }: Token): boolean => /^\d{1,9}$/.test(text);
const isInteger = ({ text }: Token): boolean => /^-?\d{1,9}$/.test(text);

/**
 * Returns the ways to find tiles in the rows, likeliest first. `sides` is the number of labels on a face, or null
 * if unknown.
 */
export function layoutsOf(all: readonly TextRow[], sides: number | null, given: Size | null): Layout[] {
  if (all.length === 0) return [];
  const rows = withSizeFirst(withoutTitles(all));
  const named = namedColumns(rows);
  if (named)
    return [{ ...named, size: given, joined: false, penalty: 0, notes: [], namedSides: true, sides: 4 }];
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
          ...(headed.note === undefined ? [] : [headed.note]),
          ...(unread ? ['first line skipped'] : []),
        ],
      });
    }
  }
  return layouts.sort((a, b) => a.penalty - b.penalty);
}

/** Returns whether a header gives a size that doesn't fit the tiles, rather than the number of their labels. */
const isOtherSize = (numbers: readonly number[], tiles: readonly Faces[]): boolean =>
  numbers.length === 2 || (numbers.length === 1 && !countsLabels(numbers[0]!, tiles));

/** Removes a first row of column titles, none of which is a label in other rows. */
function withoutTitles(rows: readonly TextRow[]): readonly TextRow[] {
  const [head, ...body] = rows;
  if (!head || body.length < 4 || namedColumns(rows)) return rows;
  // Some programs number the columns and leave out the title of the rows' numbers.
  const isCounted = head.tokens.every(({ text }, i) => text === (i === 0 ? '' : String(i - 1)));
  if (isCounted && head.tokens.length > 1) return body;
  if (isWordInColumn(body) && !head.tokens.some(isInteger)) return body;
  if (head.tokens.some(isInteger) || head.tokens.length !== body[0]!.tokens.length) return rows;
  if (head.tokens.length < 4) return rows;
  const labels = new Set(body.flatMap(({ tokens }) => tokens.map(({ text }) => text)));
  const titles = new Set(head.tokens.map(({ text }) => text));
  return titles.size === head.tokens.length && ![...titles].some((title) => labels.has(title)) ? body : rows;
}

/** Moves a last row with the size to the front. */
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

interface Headed {
  readonly numbers: readonly number[];
  readonly body: readonly TextRow[];
  readonly penalty: number;
  readonly note?: string;
}

const isHint = ({ tokens, back }: TextRow): boolean => !back && tokens.length <= 5 && tokens.every(isInteger);

const hintsNote = (count: number): string =>
  count === 1 ? 'a hint line skipped' : `${count} hint lines skipped`;

/** Skips hints after a line that counts them, if the tiles after them fill the stated size or a square. */
function withoutHints({ numbers, body }: Headed): Headed | null {
  const count = numbers.at(-1) ?? 0;
  const after = body.slice(count);
  if (count < 1 || after.length < 4 || !body.slice(0, count).every(isHint)) return null;
  // The number of tiles may follow the hints.
  const counts = after[0]!.tokens.length <= 2 && after[0]!.tokens.every(isInteger) ? after.slice(0, 1) : [];
  const others = [
    ...numbers.slice(0, -1),
    ...counts.flatMap(({ tokens }) => tokens.map(({ text }) => Number(text))),
  ];
  const rest = after.slice(counts.length);
  const fits = sizeIn(others, rest.length) !== null || Number.isInteger(Math.sqrt(rest.length));
  return fits ? { numbers: others, body: rest, penalty: 0, note: hintsNote(count) } : null;
}

/** Skips hints after the tiles, perhaps after a line that counts them, if a header gives the size. */
function withoutHintsBehind({ numbers, body }: Headed): Headed | null {
  const [width = 0, height = width] = numbers;
  const tiles = width * height;
  const rest = body.slice(tiles);
  if (width < 2 || height < 2 || tiles < 4 || rest.length === 0) return null;
  const hints = rest[0]!.tokens.length === 1 ? rest.slice(1) : rest;
  const isCounted = hints === rest || Number(rest[0]!.tokens[0]!.text) === hints.length;
  if (!isCounted || hints.length >= tiles || !hints.every(isHint)) return null;
  return { numbers, body: body.slice(0, tiles), penalty: 0, note: hintsNote(hints.length) };
}

/** Returns the ways to separate a header of numbers from the tiles. */
function headersOf(rows: readonly TextRow[]): Headed[] {
  const usual = usualShape(rows);
  let at = 0;
  while (at < 4 && at < rows.length - 1 && shapeOf(rows[at]!) !== usual) {
    const { tokens } = rows[at]!;
    if (tokens.length > 4 || !tokens.every(isInteger)) break;
    at++;
  }
  const numbersOf = (end: number): number[] =>
    rows.slice(0, end).flatMap(({ tokens }) => tokens.map(({ text }) => Number(text)));
  const body = rows.slice(at);
  const plain: Headed = { numbers: numbersOf(at), body, penalty: 0 };
  if (at > 0 && sizeIn(plain.numbers, body.length)) return [plain];
  const hinted = withoutHints(plain) ?? withoutHintsBehind(plain);
  if (hinted) return [hinted];
  return hasNumbersFirst(body) ? withLongHeader(plain, numbersOf(at + 1)) : [plain];
}

const hasNumbersFirst = ([first, ...tiles]: readonly TextRow[]): boolean =>
  first !== undefined &&
  tiles.length > 1 &&
  !first.back &&
  first.tokens.length >= 2 &&
  first.tokens.length <= 4 &&
  first.tokens.every(isInteger);

/** Returns two ways: the first row is a tile, or it is a header with as many numbers as a tile. */
function withLongHeader(plain: Headed, numbers: readonly number[]): Headed[] {
  const { body } = plain;
  const isFour = body[0]!.tokens.length === 4;
  const count = body.length - 1;
  const isLast = numbers.at(-2)! * numbers.at(-1)! === count;
  // Width, height, then the number of tiles or labels.
  const isFirst =
    isFour &&
    sizeIn(numbers.slice(-4, -2), count) !== null &&
    (numbers.at(-2) === count || !isRectangular(body.length));
  if (!isLast && !isFirst) return [plain];
  // Two flags, width and height; or width, height and the number of tiles.
  const isFlagged = numbers.slice(-4, -2).every((number) => number === 0 || number === 1);
  const better = !isRectangular(body.length) || (isFour && (isFirst || isFlagged));
  return [
    { ...plain, penalty: better ? 1.5 : 0 },
    { numbers, body: body.slice(1), penalty: better ? 0 : isFour ? 3.5 : 1.5 },
  ];
}

/** Handles a size on the same line as all labels. */
function headWithin(rows: readonly TextRow[], k: number): Headed[] {
  const [row] = rows;
  if (!row || rows.length > 1 || row.back) return [];
  return [1, 2].flatMap((skip) => {
    const numbers = row.tokens.slice(0, skip).map(({ text }) => Number(text));
    const tokens = row.tokens.slice(skip);
    const isWord = isJoined(tokens[0]?.text.length ?? 0);
    const count = tokens.every(isWord) ? tokens.length : tokens.length / k;
    const fits = Number.isInteger(count) && sizeIn(numbers, count) !== null;
    return fits ? [{ numbers, body: [{ tokens, line: row.line }], penalty: 0 }] : [];
  });
}

const isRectangular = (count: number): boolean => {
  for (let side = 2; side * side <= count; side++) if (count % side === 0) return true;
  return false;
};

/** Returns a key for the form of a row: its number of labels, and the length of a single label. */
const shapeOf = ({ tokens, back }: TextRow): string =>
  `${tokens.length === 1 ? `1:${tokens[0]!.text.length}` : tokens.length}${back ? '|' : ''}`;

function usualShape(rows: readonly TextRow[]): string {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(shapeOf(row), (counts.get(shapeOf(row)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]![0];
}

/** Returns the size among a header's numbers that fits the number of tiles, or null. */
function sizeIn(numbers: readonly number[], tiles: number): Size | null {
  for (let i = 0; i + 1 < numbers.length; i++) {
    const [width, height] = [numbers[i]!, numbers[i + 1]!];
    if (width > 0 && height > 0 && width * height === tiles && width <= 64 && height <= 64)
      return { width, height };
  }
  for (const side of numbers) if (side > 0 && side * side === tiles) return { width: side, height: side };
  return null;
}

/** Returns whether a header may count the tiles or state that there are no hints. */
const explains = (numbers: readonly number[], tiles: number): boolean =>
  numbers.includes(tiles) || numbers.every((number) => number === 0);

/** Returns whether a number may count the labels, with or without the frame's. */
function countsLabels(number: number, tiles: readonly Faces[]): boolean {
  const labels = new Set(tiles.flatMap(({ edges }) => edges.map(({ text }) => text))).size;
  return number === labels || number === labels - 1;
}

interface Split {
  readonly tiles: readonly Faces[];
  readonly sides: number;
  readonly joined: boolean;
  readonly penalty: number;
  readonly notes: readonly string[];
}

/** Returns the ways to split rows into faces of 3 to 6 labels. */
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
  const backs = rows.filter(({ back }) => back).length;
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
  return columnSplits(rows, width!, sides, numbers, given);
}

/** Returns the column with joined labels if all other columns are numbers, such as `7 aqXX`; otherwise -1. */
function wordColumn(rows: readonly TextRow[]): number {
  const width = rows[0]!.tokens.length;
  if (width > 3) return -1;
  const columns = Array.from({ length: width }, (_, at) => rows.map(({ tokens }) => tokens[at]!));
  const words = columns.findIndex((column) => {
    const { length } = column[0]!.text;
    return column.every(isJoined(length)) && column.some(({ text }) => /\p{L}/u.test(text));
  });
  const isOther = columns.every((column, at) => at === words || column.every(isWhole));
  return words !== -1 && isOther ? words : -1;
}

const isWordInColumn = (rows: readonly TextRow[]): boolean =>
  rows[0]!.tokens.length > 1 &&
  rows.every(({ tokens, back }) => !back && tokens.length === rows[0]!.tokens.length) &&
  wordColumn(rows) !== -1;

const isJoined =
  (length: number) =>
  ({ text }: Token): boolean =>
    length >= 3 && text.length === length;

function distinctShare(rows: readonly TextRow[]): number {
  const all = rows.flatMap(({ tokens }) => tokens.map(({ text }) => text));
  return new Set(all).size / Math.max(1, all.length);
}

/** Splits faces written without separators: `1297`, `aqXX`, `A0B1C0D1`. */
function joinedSplits(
  rows: readonly TextRow[],
  sides: number | null,
  numbers: readonly number[],
  given: Size | null,
): Split[] {
  const texts = rows.map(({ tokens }) => tokens[0]!.text);
  const { length } = texts[0]!;
  if (length >= 3 && texts.every((text) => text.length === length)) {
    // A length that is a multiple of 4 is not read as triangles or hexagons unless the board is known.
    const possible = sides === null ? (length % 4 === 0 ? [4] : [6, 3]) : [sides];
    return possible.flatMap((k): Split[] => {
      const size = length / k;
      if (!Number.isInteger(size) || size > 4) return [];
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

/** Reads tiles of `k` labels, each on a line of its own. */
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

/** Rows with equally many labels, and what is known about them. */
interface Columns {
  readonly rows: readonly TextRow[];
  readonly width: number;
  readonly sides: number | null;
  readonly numbers: readonly number[];
  readonly given: Size | null;
  readonly backs: boolean;
  readonly running: boolean;
}

function columnSplits(
  rows: readonly TextRow[],
  width: number,
  sides: number | null,
  numbers: readonly number[],
  given: Size | null,
): Split[] {
  const columns: Columns = {
    rows,
    width,
    sides,
    numbers,
    given,
    backs: rows.some(({ back }) => back),
    running: isRunning(rows),
  };
  for (const find of [
    exactColumns,
    placedColumns,
    numberedColumns,
    wordedColumns,
    faceColumns,
    facesALine,
    spareColumns,
  ]) {
    const found = find(columns);
    if (found) return found;
  }
  return [];
}

function splitAt(
  { rows }: Columns,
  from: number,
  k: number,
  penalty: number,
  notes: readonly string[] = [],
): Split[] {
  const tiles = rows.map(({ tokens, back }) => {
    const edges = tokens.slice(from, from + k);
    return back ? { edges, back: back.slice(from, from + k) } : { edges };
  });
  return [{ tiles, sides: k, joined: false, penalty, notes }];
}

const exactColumns = (columns: Columns): Split[] | null =>
  columns.width === columns.sides ? splitAt(columns, 0, columns.width, 0) : null;

/** Skips the coordinates of a cell, or a row number and a constant column. */
function placedColumns(columns: Columns): Split[] | null {
  const { rows, width, sides, backs, running } = columns;
  const k = sides ?? 4;
  const isPlaced = width === k + 2 && !backs && (isGrid(rows) || (running && isConstant(rows, 1)));
  return isPlaced ? splitAt(columns, 2, k, 0.1, ['first two columns skipped']) : null;
}

/** Skips a column of row numbers. */
function numberedColumns(columns: Columns): Split[] | null {
  const { width, sides, backs, running } = columns;
  if (!running || backs) return null;
  const fits = sides === null ? width === 5 || width === 7 : width - 1 === sides;
  return fits ? splitAt(columns, 1, width - 1, 0) : null;
}

/** Skips a first column with the same word in every row, such as `Tile 0 1 2 3`. */
function wordedColumns(columns: Columns): Split[] | null {
  const { rows, width, sides, backs } = columns;
  const fits = sides === null ? [4, 5, 7].includes(width) : width - 1 === sides;
  const [word] = rows[0]!.tokens;
  if (!fits || backs || !/^\p{L}{2}/u.test(word!.text) || !isConstant(rows, 0)) return null;
  const isLabel = rows.some(({ tokens }) => tokens.slice(1).some(({ text }) => text === word!.text));
  return isLabel ? null : splitAt(columns, 1, width - 1, 0);
}

/**
 * Splits rows of 3, 4 or 6 labels; of 5 labels for the 12 tiles of a dodecahedron, or if the first is a tile name.
 */
function faceColumns(columns: Columns): Split[] | null {
  const { rows, width, sides } = columns;
  if (sides !== null) return null;
  if (width === 4 || width === 3 || width === 6) return splitAt(columns, 0, width, 0);
  if (width !== 5) return null;
  if (rows.length === 12) return splitAt(columns, 0, 5, 0);
  return idFirst(rows) ? splitAt(columns, 1, 4, 0.2) : [];
}

/** Splits lines with several tiles, unless a size shows that each line is one tile. */
function facesALine({ rows, width, sides, numbers, given, backs }: Columns): Split[] | null {
  if (backs) return [];
  const k = sides ?? 4;
  const perLine = width % k === 0 ? width / k : 0;
  const cells = given ? given.width * given.height : null;
  const oneEach = cells === rows.length || sizeIn(numbers, rows.length) !== null;
  if (perLine <= 1 || (oneEach && sizeIn(numbers, rows.length * perLine) === null)) return null;
  const tokens = rows.flatMap((row) => row.tokens);
  return [{ tiles: chunked(tokens, k), sides: k, joined: false, penalty: 0, notes: [] }];
}

/** Skips a tile name before the edges, or extra columns after them. */
function spareColumns(columns: Columns): Split[] | null {
  const { rows, width, sides, running } = columns;
  const k = sides ?? 4;
  if (width < k || rows.length < 4) return null;
  const from = running || idFirst(rows) ? 1 : 0;
  if (width < from + k || isLikeEdges(rows, from, k)) return null;
  const skipped = `${from > 0 ? 'first column and ' : ''}${from + k < width ? `columns from ${from + k + 1} on` : ''}`;
  return splitAt(columns, from, k, 0.4, from + k < width ? [`${skipped} skipped`] : []);
}

/** Returns whether columns after the edges have the same labels, so that they can't be skipped. */
function isLikeEdges(rows: readonly TextRow[], from: number, k: number): boolean {
  const labels = new Set(rows.flatMap(({ tokens }) => tokens.slice(from, from + k).map(({ text }) => text)));
  const others = rows.flatMap(({ tokens }) => tokens.slice(from + k));
  const known = others.filter(({ text }) => labels.has(text)).length;
  return others.length >= k * rows.length && known > 0.5 * others.length;
}

function isRunning(rows: readonly TextRow[]): boolean {
  const first = Number(rows[0]!.tokens[0]!.text);
  return (
    (first === 0 || first === 1) &&
    rows.length > 1 &&
    rows.every(({ tokens }, i) => tokens[0]!.text !== '' && Number(tokens[0]!.text) === first + i)
  );
}

const isConstant = (rows: readonly TextRow[], column: number): boolean =>
  rows.every(({ tokens }) => tokens[column]!.text === rows[0]!.tokens[column]!.text);

/** Returns whether the first two columns are the coordinates of every cell of a rectangle. */
function isGrid(rows: readonly TextRow[]): boolean {
  if (rows.length < 4 || !rows.every(({ tokens }) => isWhole(tokens[0]!) && isWhole(tokens[1]!)))
    return false;
  const places = new Set(rows.map(({ tokens }) => `${tokens[0]!.text} ${tokens[1]!.text}`));
  const counts = [0, 1].map((column) => new Set(rows.map(({ tokens }) => tokens[column]!.text)).size);
  return places.size === rows.length && counts[0]! * counts[1]! === rows.length;
}

/** Returns whether the first column names the tiles: all names differ and aren't labels. */
function idFirst(rows: readonly TextRow[]): boolean {
  const ids = new Set(rows.map(({ tokens }) => tokens[0]!.text));
  if (ids.size < rows.length) return false;
  const labels = new Set(rows.flatMap(({ tokens }) => tokens.slice(1).map(({ text }) => text)));
  return labels.size < ids.size || ![...ids].some((id) => labels.has(id));
}

const chunked = (tokens: readonly Token[], k: number): Faces[] =>
  Array.from({ length: Math.floor(tokens.length / k) }, (_, i) => ({
    edges: tokens.slice(i * k, (i + 1) * k),
  }));

/** Reads a table with column names for the edges; returns them clockwise from the top, or null. */
function namedColumns(rows: readonly TextRow[]): { tiles: Faces[] } | null {
  const [head, ...body] = rows;
  if (!head || body.length === 0) return null;
  const sides = head.tokens.map(({ text }) => sideNamed(text));
  const columns = [0, 1, 2, 3].map((side) => sides.indexOf(side));
  if (columns.includes(-1) || new Set(columns).size < 4) return null;
  if (body.some(({ tokens }) => columns.some((at) => (tokens[at]?.text ?? '') === ''))) return null;
  // Labels may also be called n, e, s and w.
  const labels = new Set(body.flatMap(({ tokens }) => columns.map((at) => tokens[at]!.text)));
  if (columns.every((at) => labels.has(head.tokens[at]!.text))) return null;
  return { tiles: body.map(({ tokens }) => ({ edges: columns.map((at) => tokens[at]!) })) };
}
