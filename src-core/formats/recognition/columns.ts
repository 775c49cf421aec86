/** Finds the columns that hold labels, among row numbers, coordinates and names. */
import type { Faces } from '../meaning.ts';
import type { Size } from '../size.ts';
import type { Token } from '../text.ts';
import { isWhole, sizeIn } from './headers.ts';
import type { TextRow } from './line-labels.ts';

export interface Split {
  readonly tiles: readonly Faces[];
  readonly sides: number;
  readonly joined: boolean;
  readonly penalty: number;
  readonly notes: readonly string[];
}

interface Columns {
  readonly rows: readonly TextRow[];
  readonly width: number;
  readonly sides: number | null;
  readonly numbers: readonly number[];
  readonly given: Size | null;
  readonly backs: boolean;
  readonly running: boolean;
}

/**
 * Returns the ways to read rows of `width` columns as tiles. Uses the first method that fits.
 * - `sides`: the number of edges of a tile, if known
 * - `numbers`: the numbers in the header, which may be the size
 * - `given`: the size that the user chose
 */
export function columnSplits(
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
    numberedBehind,
    wordedColumns,
    namedTiles,
    edgesALine,
    pairsOnly,
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

function placedColumns(columns: Columns): Split[] | null {
  const { rows, width, sides, backs, running } = columns;
  const k = sides ?? 4;
  if (width === k + 2 && !backs && isGrid(rows, k))
    return splitAt(columns, 0, k, 0.1, ['last two columns skipped']);
  const isPlaced = width === k + 2 && !backs && (isGrid(rows, 0) || (running && isConstant(rows, 1)));
  return isPlaced ? splitAt(columns, 2, k, 0.1, ['first two columns skipped']) : null;
}

function numberedColumns(columns: Columns): Split[] | null {
  const { rows, width, sides, backs, running } = columns;
  if (!running || backs) return null;
  if (sides === null && width === 7 && isConstant(rows, 5) && isConstant(rows, 6))
    return splitAt(columns, 1, 4, 0.2, ['last two columns skipped']);
  const fits = sides === null ? width === 5 || width === 7 : width - 1 === sides;
  return fits ? splitAt(columns, 1, width - 1, 0) : null;
}

/** Reads rows in which the number of the tile comes after the labels. */
function numberedBehind(columns: Columns): Split[] | null {
  const { rows, width, sides, backs } = columns;
  const k = sides ?? 4;
  const first = Number(rows[0]!.tokens.at(-1)!.text);
  const areCounted = rows.every(({ tokens }, i) => tokens.at(-1)!.text === String(first + i));
  const isNumbered = width === k + 1 && !backs && rows.length > 3 && first <= 1 && areCounted;
  return isNumbered ? splitAt(columns, 0, k, 0, ['last column skipped']) : null;
}

/** Reads rows in which a name or kind of tile comes before the labels, such as `C,001,0,0,1,2`. */
function namedTiles(columns: Columns): Split[] | null {
  const { rows, width, sides, backs } = columns;
  const k = sides ?? 4;
  const from = width - k;
  if (backs || rows.length < 4 || from < 1 || from > 2 || (from === 1 && idFirst(rows))) return null;
  const kinds = Array.from({ length: from }, (_, column) => isKind(rows, column, width));
  const areNames = kinds.every((isKindOf, column) => isKindOf || isIdentifying(rows, column));
  // If the first two columns mostly have the same labels as the edges, they are probably edges, not names.
  if (!areNames || (from === 2 && !kinds.includes(true) && isLikeEdges(rows, 0, from))) return null;
  return splitAt(columns, from, k, 0.2, from === 2 ? ['first two columns skipped'] : []);
}

const isIdentifying = (rows: readonly TextRow[], column: number): boolean =>
  new Set(rows.map(({ tokens }) => tokens[column]!.text)).size === rows.length;

/**
 * Returns whether a column holds kinds of tiles, such as `corner`: a few different words that occur in no other
 * column.
 */
function isKind(rows: readonly TextRow[], column: number, width: number): boolean {
  const words = new Set(rows.map(({ tokens }) => tokens[column]!.text));
  if (words.size > 4 || ![...words].every((word) => /^\p{L}+$/u.test(word))) return false;
  return !rows.some(({ tokens }) =>
    tokens.slice(0, width).some(({ text }, at) => at !== column && words.has(text)),
  );
}

/** Reads rows that all begin with the same word, such as `Tile 0 1 2 3`. */
function wordedColumns(columns: Columns): Split[] | null {
  const { rows, width, sides, backs } = columns;
  const fits = sides === null ? [4, 5, 7].includes(width) : width - 1 === sides;
  const [word] = rows[0]!.tokens;
  if (!fits || backs || !/^\p{L}{2}/u.test(word!.text) || !isConstant(rows, 0)) return null;
  const isLabel = rows.some(({ tokens }) => tokens.slice(1).some(({ text }) => text === word!.text));
  return isLabel ? null : splitAt(columns, 1, width - 1, 0);
}

/** Reads tables with one row per edge: `tile, side, label`. */
function edgesALine({ rows, width, sides, backs }: Columns): Split[] | null {
  if (width !== 3 || backs || (sides ?? 4) !== 4 || rows.length < 16 || rows.length % 4 !== 0) return null;
  const isTile = (edges: readonly TextRow[]): boolean =>
    edges.every(({ tokens }) => tokens[0]!.text === edges[0]!.tokens[0]!.text) &&
    ['0123', '1234'].includes(edges.map(({ tokens }) => tokens[1]!.text).join(''));
  const tiles = Array.from({ length: rows.length / 4 }, (_, i) => rows.slice(4 * i, 4 * i + 4));
  if (!tiles.every(isTile) || new Set(rows.map(({ tokens }) => tokens[0]!.text)).size !== tiles.length)
    return null;
  const faces = tiles.map((edges): Faces => ({ edges: edges.map(({ tokens }) => tokens[2]!) }));
  return [{ tiles: faces, sides: 4, joined: false, penalty: 0, notes: ['one edge per row'] }];
}

/**
 * Returns an empty list for numbered rows of two numbers each, because these could be points rather than tiles.
 * Returns null for other rows.
 */
const pairsOnly = ({ rows, width, sides, running }: Columns): Split[] | null =>
  sides === null && width === 3 && running && rows.length > 3 ? [] : null;

/**
 * Reads all columns as labels, or all except a first or last column of names. Twelve rows of five labels are a
 * dodecahedron. Other rows of five are four labels and a name.
 */
function faceColumns(columns: Columns): Split[] | null {
  const { rows, width, sides } = columns;
  if (sides !== null) return null;
  if (width === 6 && isKind(rows, 5, width)) return null;
  if (width === 4 || width === 3 || width === 6) return splitAt(columns, 0, width, 0);
  if (width !== 5) return null;
  if (rows.length === 12 && !idFirst(rows)) return splitAt(columns, 0, 5, 0);
  if (idFirst(rows)) return splitAt(columns, 1, 4, 0.2);
  return rows.length > 4 && (isConstant(rows, 4) || isKind(rows, 4, width))
    ? splitAt(columns, 0, 4, 0.2, ['last column skipped'])
    : [];
}

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

function spareColumns(columns: Columns): Split[] | null {
  const { rows, width, sides, running } = columns;
  const k = sides ?? 4;
  if (width < k || rows.length < 4) return null;
  const from = running || idFirst(rows) ? 1 : 0;
  if (width < from + k || isLikeEdges(rows, from, k)) return null;
  // If all rows have the same labels and more columns follow, the rows are lines of a message, not tiles.
  const isSame = Array.from({ length: k }, (_, i) => from + i).every((column) => isConstant(rows, column));
  if (isSame && width > from + k) return null;
  const after = from + k + 1 === width ? `column ${width}` : `columns ${from + k + 1} to ${width}`;
  const skipped = `${from > 0 ? 'first column and ' : ''}${from + k < width ? after : ''}`;
  return splitAt(columns, from, k, 0.4, from + k < width ? [`${skipped} skipped`] : []);
}

function isLikeEdges(rows: readonly TextRow[], from: number, k: number): boolean {
  const labels = new Set(rows.flatMap(({ tokens }) => tokens.slice(from, from + k).map(({ text }) => text)));
  const others = rows.flatMap(({ tokens }) => tokens.slice(from + k));
  const known = others.filter(({ text }) => labels.has(text));
  // Columns of numbers can hold coordinates and turns, but columns of the same letters or signs are more labels.
  const areSigns = others.length >= 2 * rows.length && known.every(({ text }) => !/\d/.test(text));
  return (areSigns || others.length >= k * rows.length) && known.length > 0.5 * others.length;
}

function isRunning(rows: readonly TextRow[]): boolean {
  const first = Number(rows[0]!.tokens[0]!.text);
  return (
    (first === 0 || first === 1) &&
    rows.length > 1 &&
    rows.every(({ tokens }, i) => tokens[0]!.text !== '' && Number(tokens[0]!.text) === first + i)
  );
}

/** Returns whether rows of three labels are facts about places rather than triangles: `at(1, 2, 8)` or `(at t8 p1)`. */
export function arePlaces(rows: readonly TextRow[]): boolean {
  if (rows.length < 4 || rows.some(({ tokens, back }) => tokens.length !== 3 || back)) return false;
  if (isConstant(rows, 0) && isKind(rows, 0, 3)) return true;
  return (isGrid(rows, 0) && isIdentifying(rows, 2)) || (isIdentifying(rows, 0) && isNearlyGrid(rows, 1));
}

const isConstant = (rows: readonly TextRow[], column: number): boolean =>
  rows.every(({ tokens }) => tokens[column]!.text === rows[0]!.tokens[column]!.text);

function isGrid(rows: readonly TextRow[], from: number): boolean {
  if (rows.length < 4 || !rows.every(({ tokens }) => isWhole(tokens[from]!) && isWhole(tokens[from + 1]!)))
    return false;
  const places = new Set(rows.map(({ tokens }) => `${tokens[from]!.text} ${tokens[from + 1]!.text}`));
  const counts = [from, from + 1].map(
    (column) => new Set(rows.map(({ tokens }) => tokens[column]!.text)).size,
  );
  return places.size === rows.length && counts[0]! * counts[1]! === rows.length;
}

/** Returns whether two columns list each cell of a rectangle once. The cell of the empty space may be left out. */
function isNearlyGrid(rows: readonly TextRow[], from: number): boolean {
  if (!rows.every(({ tokens }) => isWhole(tokens[from]!) && isWhole(tokens[from + 1]!))) return false;
  const places = new Set(rows.map(({ tokens }) => `${tokens[from]!.text} ${tokens[from + 1]!.text}`));
  const sides = [from, from + 1].map(
    (column) => new Set(rows.map(({ tokens }) => tokens[column]!.text)).size,
  );
  const cells = sides[0]! * sides[1]!;
  return sides.every((side) => side > 1) && places.size === rows.length && cells - rows.length <= 1;
}

/**
 * Returns whether the first column holds the names of tiles. The names must all be different. If a name also occurs as
 * a label, there must be more names than labels.
 */
function idFirst(rows: readonly TextRow[]): boolean {
  const ids = new Set(rows.map(({ tokens }) => tokens[0]!.text));
  if (ids.size < rows.length) return false;
  const labels = new Set(rows.flatMap(({ tokens }) => tokens.slice(1).map(({ text }) => text)));
  return labels.size < ids.size || ![...ids].some((id) => labels.has(id));
}

export const chunked = (tokens: readonly Token[], k: number): Faces[] =>
  Array.from({ length: Math.floor(tokens.length / k) }, (_, i) => ({
    edges: tokens.slice(i * k, (i + 1) * k),
  }));
