/** Divides the rows of the text into puzzles. */
import type { Size } from '../size.ts';
import { frameFits } from './frame.ts';
import { slidingIn } from './positions.ts';
import type { TextRow } from './line-labels.ts';
import type { TextRows } from './text-rows.ts';

/** Divides the rows into puzzles. Blocks of rows are separate puzzles only if headers or sizes show that they are. */
export function groupsOf(
  { rows, blockOf, areTitled }: TextRows,
  mentioned: Size | null,
): (readonly TextRow[])[] {
  const numbered = numberedPuzzles(rows);
  if (numbered) return numbered;
  const lists = blocksIn(rows, blockOf);
  // Some collections end with a size of 0, which is not a puzzle.
  if (lists.length > 2 && isZero(lists.at(-1)!)) lists.pop();
  if (lists.length < 2) return linesOfPuzzles(rows) ?? puzzlesAfterCount(rows) ?? splitAtHeaders(rows);
  const complete = (list: readonly TextRow[]): boolean => {
    const [head, ...body] = list;
    if (!head || body.length < 4) return false;
    const numbers = head.tokens.map(({ text }) => Number(text));
    if (head.tokens.length > 2 || numbers.some((number) => !(number > 0))) return false;
    return numbers[0]! * (numbers[1] ?? numbers[0]!) === body.length;
  };
  if (lists.every(complete) || lists.every(isSquareOfWords)) return lists;
  const counts = lists.map((list) => list.length);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const isSquare = (count: number): boolean => Number.isInteger(Math.sqrt(count));
  if (
    counts.every((count) => count >= 9 && isSquare(count)) &&
    (!isSquare(total) || areTitled === true || lists.every(isFramedSquare))
  )
    return lists;
  if (mentioned && counts.every((count) => count === mentioned.width * mentioned.height)) return lists;
  return [rows];
}

function blocksIn(rows: readonly TextRow[], blockOf: readonly number[]): TextRow[][] {
  const blocks = new Map<number, TextRow[]>();
  rows.forEach((row, i) => {
    const block = blocks.get(blockOf[i]!);
    if (block) block.push(row);
    else blocks.set(blockOf[i]!, [row]);
  });
  return [...blocks.values()];
}

/**
 * If all rows have four labels, and all blocks have the same number of rows, which is a square number, returns the
 * blocks. They may be the rows of one board, or separate puzzles. Otherwise returns null.
 */
export function equalSquares({ rows, blockOf }: TextRows): (readonly TextRow[])[] | null {
  const blocks = blocksIn(rows, blockOf);
  const length = blocks[0]?.length ?? 0;
  const areEqual = blocks.length > 1 && length >= 4 && blocks.every((block) => block.length === length);
  return areEqual && Number.isInteger(Math.sqrt(length)) && rows.every(({ tokens }) => tokens.length === 4)
    ? blocks
    : null;
}

const numberedPuzzles = (rows: readonly TextRow[]): (readonly TextRow[])[] | null =>
  puzzlesInColumn(rows) ?? puzzlesUnderNumbers(rows);

/** Matches the title of a column that says which puzzle each tile belongs to. */
const PUZZLE_TITLE =
  /^(?:puzzle|board|set|instance|game|level|problem|case)(?:[ _-]?(?:id|no|nr|num|number|name))?$/i;

function puzzlesInColumn(rows: readonly TextRow[]): (readonly TextRow[])[] | null {
  const [head, ...body] = rows;
  const at = head?.tokens.findIndex(({ text }) => PUZZLE_TITLE.test(text)) ?? -1;
  if (at === -1 || body.some(({ tokens }) => tokens.length !== head!.tokens.length)) return null;
  const groups = [...Map.groupBy(body, ({ tokens }) => tokens[at]!.text).values()];
  if (groups.length < 2 || groups.some(({ length }) => length < 4)) return null;
  const rest = (row: TextRow): TextRow => ({ ...row, tokens: row.tokens.toSpliced(at, 1) });
  return groups.map((group) => [head!, ...group].map(rest));
}

const isNumber = (row: TextRow | undefined, number: number): boolean =>
  row?.tokens[0]!.text === String(number);

/**
 * Reads text in which the number of each puzzle is on a line above its numbered tiles, as in programming contests. The
 * last line may be 0. Returns null for other texts.
 */
function puzzlesUnderNumbers(rows: readonly TextRow[]): (readonly TextRow[])[] | null {
  const isLast = rows.at(-1)?.tokens.length === 1 && isNumber(rows.at(-1), 0);
  const listed = isLast ? rows.slice(0, -1) : rows;
  const next = listed.findIndex(({ tokens }, i) => i > 0 && tokens.length === 1);
  const length = next === -1 ? listed.length : next;
  if (length < MIN_NUMBERED_TILES + 1 || listed.length % length !== 0) return null;
  const areNumbered = listed.every((row, i) => {
    const isHead = i % length === 0;
    return isNumber(row, isHead ? i / length + 1 : i % length) && row.tokens.length === (isHead ? 1 : 5);
  });
  if (!areNumbered) return null;
  return Array.from({ length: listed.length / length }, (_, i) =>
    listed.slice(i * length + 1, (i + 1) * length),
  );
}

/** Minimum number of tiles in a puzzle if each puzzle starts with a line that holds its number */
const MIN_NUMBERED_TILES = 4;

/** Returns whether the rows are a square of words with one tile per word, such as `5345 4376 4943`. */
function isSquareOfWords(rows: readonly TextRow[]): boolean {
  const words = rows.flatMap(({ tokens }) => tokens.map(({ text }) => text));
  return (
    rows.length >= 3 &&
    rows.every(({ tokens, back }) => !back && tokens.length === rows.length) &&
    words.every((word) => word.length === 4) &&
    new Set(words).size > 0.6 * words.length
  );
}

function isFramedSquare(rows: readonly TextRow[]): boolean {
  const side = Math.sqrt(rows.length);
  const tiles = rows.map(({ tokens }) => tokens.map(({ text }) => text));
  if (tiles.some(({ length }) => length !== 4)) return false;
  return frameFits(tiles, { width: side, height: side }).some(({ exact }) => exact);
}

const MAX_PUZZLES = 200;

/**
 * Reads text whose first line is the number of puzzles, as in programming contests. Returns null if all tiles together
 * form one larger square.
 */
function puzzlesAfterCount(rows: readonly TextRow[]): (readonly TextRow[])[] | null {
  const [head, ...body] = rows;
  const count = head?.tokens.length === 1 ? Number(head.tokens[0]!.text) : NaN;
  const size = body.length / count;
  if (!(count >= 1 && count <= MAX_PUZZLES) || size < 9 || !Number.isInteger(Math.sqrt(size))) return null;
  if (count > 1 && Number.isInteger(Math.sqrt(body.length))) return null;
  const [first] = body;
  // Instead of the number of puzzles, the first line may be the number of hints of one square puzzle. Its hints and its
  // tiles then follow.
  if (first!.tokens.length > 1 && Number.isInteger(Math.sqrt(body.length - count))) return null;
  const isTile = ({ tokens, back }: TextRow): boolean =>
    !back &&
    tokens.length === first!.tokens.length &&
    (tokens.length === 4 || (tokens.length === 1 && tokens[0]!.text.length === 4));
  if (!body.every(isTile)) return null;
  return Array.from({ length: count }, (_, i) => body.slice(i * size, (i + 1) * size));
}

function linesOfPuzzles(rows: readonly TextRow[]): (readonly TextRow[])[] | null {
  const areJoined = rows.every(({ tokens }) => tokens.every(({ text }) => text.length === 4));
  const labelsOf = ({ tokens }: TextRow): string[] =>
    tokens.flatMap(({ text }) => (areJoined ? Array.from(text) : text));
  const [first] = rows;
  const length = first ? labelsOf(first).length : 0;
  if (!first || rows.length < 2 || length < 36 || length % 4 !== 0) return null;
  if (rows.some((row) => labelsOf(row).length !== length || row.back)) return null;
  const side = Math.sqrt(length / 4);
  if (!Number.isInteger(side)) return null;
  const framedBy = (row: TextRow): string | undefined => {
    const labels = labelsOf(row);
    const tiles = Array.from({ length: length / 4 }, (_, i) => labels.slice(4 * i, 4 * i + 4));
    return frameFits(tiles, { width: side, height: side }).find(({ exact }) => exact)?.label;
  };
  const frame = framedBy(first);
  return frame !== undefined && rows.every((row) => framedBy(row) === frame)
    ? rows.map((row) => [row])
    : null;
}

const isZero = (rows: readonly TextRow[]): boolean =>
  rows.length === 1 && rows[0]!.tokens.length === 1 && rows[0]!.tokens[0]!.text === '0';

function countOfSizes([count, size]: readonly TextRow[]): number {
  const isSize = size?.tokens.length === 2 || (size?.tokens.length === 1 && Number(size.tokens[0]!.text) > 1);
  return count?.tokens.length === 1 && isSize ? Number(count.tokens[0]!.text) : 0;
}

function splitAtHeaders(rows: readonly TextRow[]): (readonly TextRow[])[] {
  const groups: TextRow[][] = [];
  const end = isZero(rows.slice(-1)) ? rows.length - 1 : rows.length;
  const count = countOfSizes(rows);
  for (let at = count > 1 ? 1 : 0; at < end;) {
    const { tokens } = rows[at]!;
    const numbers = tokens.map(({ text }) => Number(text));
    if (tokens.length > 2 || numbers.some((number) => !(number > 1))) return [rows];
    const tiles = numbers[0]! * (numbers[1] ?? numbers[0]!);
    const body = rows.slice(at + 1, at + 1 + tiles);
    if (body.length < tiles || body.some((row) => row.tokens.length < 3)) return [rows];
    groups.push([rows[at]!, ...body]);
    at += tiles + 1;
  }
  return groups.length > 1 && (count < 2 || groups.length === count) ? groups : [rows];
}

/**
 * Returns the blocks of text that has both sliding positions and tiles, or null for any other text. Rows of positions
 * and rows of tiles must have different numbers of labels.
 */
export function bothKinds(own: TextRows): TextRows[] | null {
  const parts: TextRow[][] = [];
  own.rows.forEach((row, i) => {
    if (i > 0 && own.blockOf[i] === own.blockOf[i - 1]) parts.at(-1)!.push(row);
    else parts.push([row]);
  });
  if (parts.length < 2 || parts.length > MAX_PARTS) return null;
  const widthOf = (rows: readonly TextRow[]): number => rows[0]!.tokens.length;
  const isPosition = (rows: readonly TextRow[]): boolean => rows.length > 1 && slidingIn(rows, null) !== null;
  const isTiles = (rows: readonly TextRow[]): boolean =>
    rows.length >= 4 &&
    [3, 4, 6].includes(widthOf(rows)) &&
    rows.every(({ tokens }) => tokens.length === widthOf(rows));
  const positions = parts.filter(isPosition);
  const tiles = parts.filter((rows) => !isPosition(rows) && isTiles(rows));
  if (positions.length === 0 || tiles.length === 0 || positions.length + tiles.length < parts.length)
    return null;
  if (positions.some((rows) => tiles.some((other) => widthOf(other) === widthOf(rows)))) return null;
  return parts.map((rows) => ({ ...own, rows, blockOf: rows.map(() => 0) }));
}

const MAX_PARTS = 20;
