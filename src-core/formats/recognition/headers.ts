/** Separates header lines with sizes or counts from rows of tiles. */
import type { Faces } from '../meaning.ts';
import type { Size } from '../size.ts';
import type { Token } from '../text.ts';
import { framedOrders } from './frame.ts';
import type { TextRow } from './line-labels.ts';

export const isWhole = ({ text }: Token): boolean => /^\d{1,9}$/.test(text);
export const isInteger = ({ text }: Token): boolean => /^-?\d{1,9}$/.test(text);

/** Returns a test for words of this length, which may be several labels without separators. */
export const isJoined =
  (length: number) =>
  ({ text }: Token): boolean =>
    length >= 3 && text.length === length;

interface Headed {
  readonly numbers: readonly number[];
  readonly body: readonly TextRow[];
  readonly penalty: number;
  readonly note?: string;
}

const isHint = ({ tokens, back }: TextRow): boolean => !back && tokens.length <= 5 && tokens.every(isInteger);

const hintsNote = (count: number): string =>
  count === 1 ? '1 line of hints skipped' : `${count} lines of hints skipped`;

function withoutHints({ numbers, body }: Headed): Headed | null {
  const count = numbers.at(-1) ?? 0;
  const after = body.slice(count);
  if (count < 1 || after.length < 4 || !body.slice(0, count).every(isHint)) return null;
  // A line with the number of tiles can come after the hints.
  const counts = after[0]!.tokens.length <= 2 && after[0]!.tokens.every(isInteger) ? after.slice(0, 1) : [];
  const others = [
    ...numbers.slice(0, -1),
    ...counts.flatMap(({ tokens }) => tokens.map(({ text }) => Number(text))),
  ];
  const rest = after.slice(counts.length);
  const fits = sizeIn(others, rest.length) !== null || Number.isInteger(Math.sqrt(rest.length));
  return fits ? { numbers: others, body: rest, penalty: 0, note: hintsNote(count) } : null;
}

function withoutHintsBehind({ numbers, body }: Headed): Headed | null {
  const [width = 0, height = width] = numbers;
  const tiles = width * height;
  const rest = body.slice(tiles);
  if (width < 2 || height < 2 || tiles < 4 || rest.length === 0) return null;
  const hints = rest[0]!.tokens.length === 1 ? rest.slice(1) : rest;
  const isCounted = hints === rest || Number(rest[0]!.tokens[0]!.text) === hints.length;
  if (!isCounted || hints.length >= tiles || !hints.every(isHint)) return null;
  const areBelow = rest[0]!.line === body[tiles - 1]!.line + 1;
  if (hints === rest && areBelow && areLikeTiles(hints, body.slice(0, tiles))) return null;
  return { numbers, body: body.slice(0, tiles), penalty: 0, note: hintsNote(hints.length) };
}

/** Returns whether rows could be further tiles: they have as many labels as the tiles, and no other labels. */
function areLikeTiles(rows: readonly TextRow[], tiles: readonly TextRow[]): boolean {
  const labels = new Set(wordsOf(tiles).flat());
  return (
    rows.every((row) => shapeOf(row) === shapeOf(tiles[0]!)) &&
    wordsOf(rows)
      .flat()
      .every((word) => labels.has(word))
  );
}

/** Returns the ways to separate a header of numbers from the tiles. */
export function headersOf(rows: readonly TextRow[]): Headed[] {
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
  // JSON states the size under a key, so its lists have no header. Labels from JSON have line number 0.
  const isList = body[0]!.tokens.every(({ line }) => line === 0);
  const isCounted = plain.numbers.includes(body.length);
  return hasNumbersFirst(body) && !isList && !isCounted ? withLongHeader(plain, numbersOf(at + 1)) : [plain];
}

const wordsOf = (rows: readonly TextRow[]): string[][] =>
  rows.map(({ tokens }) => tokens.map(({ text }) => text));

const hasNumbersFirst = ([first, ...tiles]: readonly TextRow[]): boolean =>
  first !== undefined &&
  tiles.length > 1 &&
  !first.back &&
  first.tokens.length >= 2 &&
  first.tokens.length <= 4 &&
  first.tokens.every(isInteger);

/** Returns the ways to read a first row that has as many numbers as a tile has labels: as a tile or as a header. */
function withLongHeader(plain: Headed, numbers: readonly number[]): Headed[] {
  const { body } = plain;
  const isFour = body[0]!.tokens.length === 4;
  const count = body.length - 1;
  const isLast = numbers.at(-2)! * numbers.at(-1)! === count;
  // a header that gives the width, the height, and the number of tiles or labels
  const isFirst =
    isFour &&
    sizeIn(numbers.slice(-4, -2), count) !== null &&
    (numbers.at(-2) === count || !isRectangular(body.length));
  if (!isLast && !isFirst) return [plain];
  // If all rows, including the first, fit a framed puzzle, the first row is a tile, not a header.
  if (isFour && numbers.length === 4 && framedOrders(wordsOf(body)).size > 0) return [plain];
  // A header may also be two flags (0 or 1) followed by width and height.
  const isFlagged = numbers.slice(-4, -2).every((number) => number === 0 || number === 1);
  const better = !isRectangular(body.length) || (isFour && (isFirst || isFlagged));
  if (!better) return [plain, { numbers, body: body.slice(1), penalty: isFour ? 3.5 : 1.5 }];
  // If the first row is read as a tile, the tiles may fill a square. An example is nine rows that begin with `4 2 8 1`.
  const isSquare = Number.isInteger(Math.sqrt(body.length));
  return [
    { ...plain, penalty: isSquare ? 0.5 : 1.5 },
    { numbers, body: body.slice(1), penalty: 0 },
  ];
}

/** Reads text with the size and all labels on a single line. */
export function headWithin(rows: readonly TextRow[], k: number): Headed[] {
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

/**
 * Returns a key for the form of a row: its number of labels and, if there is only one label, the length of that label.
 */
export const shapeOf = ({ tokens, back }: TextRow): string =>
  `${tokens.length === 1 ? `1:${tokens[0]!.text.length}` : tokens.length}${back ? '|' : ''}`;

export function usualShape(rows: readonly TextRow[]): string {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(shapeOf(row), (counts.get(shapeOf(row)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]![0];
}

/**
 * Returns the size that a header's numbers give for this many tiles: two consecutive numbers, or a single one for both
 * width and height.
 */
export function sizeIn(numbers: readonly number[], tiles: number): Size | null {
  for (let i = 0; i + 1 < numbers.length; i++) {
    const [width, height] = [numbers[i]!, numbers[i + 1]!];
    if (width > 0 && height > 0 && width * height === tiles && width <= 64 && height <= 64)
      return { width, height };
  }
  for (const side of numbers) if (side > 0 && side * side === tiles) return { width: side, height: side };
  // The digits may be joined, as in `33` for 3 × 3.
  const [joined = 0, more] = numbers;
  const [width, height] = [Math.floor(joined / 10), joined % 10];
  return more === undefined && width === height && width * height === tiles ? { width, height } : null;
}

/** Returns whether a header has a known meaning: one of its numbers is the number of tiles, or all are 0 (no hints). */
export const explains = (numbers: readonly number[], tiles: number): boolean =>
  numbers.includes(tiles) || numbers.every((number) => number === 0);

/** Returns whether a number may be the number of different labels, with or without the frame's label. */
export function countsLabels(number: number, tiles: readonly Faces[]): boolean {
  const labels = new Set(tiles.flatMap(({ edges }) => edges.map(({ text }) => text))).size;
  return number === labels || number === labels - 1;
}
