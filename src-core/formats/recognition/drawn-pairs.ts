/**
 * Finds a start and its goal by their layout: one above the other in rows of joined characters, or on either side of
 * an arrow.
 */
import type { Size } from '../size.ts';
import { isNumbersOnly } from '../text.ts';
import { MAX_SIDE, slidingIn, type SlidingText, type StartAndGoal } from './positions.ts';
import { textRows } from './text-rows.ts';
import { sizeName } from '../written.ts';

/** Maximum length of the text, in characters */
const MAX_SEARCH_LENGTH = 20_000;
const BLANK = /^[._#*0-]$/;
/** Minimum number of rows of a position if no line gives the number of rows */
const MIN_ROWS_WITHOUT_HEIGHT = 3;

/**
 * Reads a start and the goal below it, with one character per cell, as in the six lines `123`, `745`, `8.6`, `123`,
 * `456`, `78.`. A line above the start may give the number of rows. If the cells are letters, the goal gives them their
 * numbers (see `numberedBy`).
 */
export function startAboveGoal(text: string): StartAndGoal | null {
  if (text.length > 4 * MAX_SIDE * MAX_SIDE) return null;
  const shape = joinedShape(text);
  if (!shape) return null;
  const { cells, width, height } = shape;
  const numbers = numberedBy(cells.slice(width * height));
  const tiles = cells.map((cell) => numbers?.of.get(cell));
  const start = tiles.slice(0, width * height);
  if (!numbers || tiles.includes(undefined) || new Set(start).size < start.length) return null;
  return {
    start: { start: start as number[], size: { width, height }, blank: numbers.blank, sizeFrom: 'rows' },
    goal: tiles.slice(width * height) as number[],
    note: `the second position is the goal${numbers.inOrder ? ' and gives the letters their numbers' : ''}`,
  };
}

/** Returns the characters of two positions, one above the other, whose rows are words of equal length. */
function joinedShape(text: string): (Size & { cells: string[] }) | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const rows = /^\d$/.test(lines[0] ?? '') ? lines.slice(1) : lines;
  const height = rows.length / 2;
  const width = rows[0]?.length ?? 0;
  const isShape =
    rows.length < lines.length
      ? lines[0] === String(height)
      : width === height && height >= MIN_ROWS_WITHOUT_HEIGHT;
  const isSize = width >= 2 && width <= MAX_SIDE && height <= MAX_SIDE;
  return isShape && isSize && rows.every((row) => row.length === width)
    ? { width, height, cells: Array.from(rows.join('')) }
    : null;
}

/**
 * Numbers the tiles of a goal. If the cells are digits, or the letters A, B, C, …, these give the numbers. Other
 * letters are numbered in the order in which they are listed in the goal. Returns null if neither is possible.
 */
function numberedBy(
  goal: readonly string[],
): { of: ReadonlyMap<string, number>; blank: string; inOrder: boolean } | null {
  const [blank, more] = goal.filter((cell) => BLANK.test(cell));
  if (blank === undefined || more !== undefined) return null;
  const tiles = goal.filter((cell) => cell !== blank);
  const values = tiles.map((tile) =>
    /^\d$/.test(tile) ? Number(tile) : tile.toLowerCase().charCodeAt(0) - 96,
  );
  const areNumbers =
    new Set(values).size === tiles.length && values.every((value) => value >= 1 && value <= tiles.length);
  const inOrder = !areNumbers && tiles.every((tile) => /^[a-z]$/i.test(tile));
  if (!areNumbers && !inOrder) return null;
  const of = new Map(tiles.map((tile, i) => [tile, inOrder ? i + 1 : values[i]!]));
  return of.size === tiles.length ? { of: of.set(blank, 0), blank, inOrder } : null;
}

/**
 * Reads a position below two lines. The first line gives the number of its tiles. The second gives the cell of the
 * goal's empty space, numbered from 0; -1 means the last cell.
 */
export function goalWithPlace(text: string): StartAndGoal | null {
  if (text.length > MAX_SEARCH_LENGTH) return null;
  const lines = text.split('\n').map((line) => line.trim());
  const at = lines.findIndex(
    (line, i) => /^\d{1,2}$/.test(line) && /^(?:-1|\d{1,2})$/.test(lines[i + 1] ?? ''),
  );
  const tiles = Number(lines[at]);
  const side = Math.sqrt(tiles + 1);
  const place = Number(lines[at + 1]);
  if (
    at === -1 ||
    !Number.isInteger(side) ||
    side < MIN_ROWS_WITHOUT_HEIGHT ||
    side > MAX_SIDE ||
    place > tiles
  )
    return null;
  const rows = lines.slice(at + 2, at + 2 + side).join('\n');
  const start = slidingIn(textRows({ text: rows, lines: [] }).rows, null);
  if (start?.start.length !== tiles + 1) return null;
  const goal = Array.from({ length: tiles }, (_, i) => i + 1);
  goal.splice(place === -1 ? tiles : place, 0, 0);
  return { start, goal, note: 'the second line is the place of the empty space in the goal' };
}

/** Matches an arrow between two positions side by side. */
const ARROW = /[ \t](?:[-=]+>|→|⇒)(?=[ \t])/g;

/**
 * Finds a solution drawn as positions side by side, with arrows between them. Each position must be at most one move
 * from the previous one. Returns the first and last position, or null if there is no such solution.
 */
export function pathBesideArrows(text: string): StartAndGoal | null {
  if (text.length > MAX_SEARCH_LENGTH || isNumbersOnly(text)) return null;
  const lines = text.replaceAll('\r', '').split('\n');
  for (const [i, line] of lines.entries()) {
    const arrows = Array.from(line.matchAll(ARROW), ({ 0: arrow, index }) => ({
      from: index,
      to: index + arrow.length,
    }));
    if (arrows.length < 2) continue;
    const block = rowsAround(lines, i);
    const ends = [...arrows.map(({ from }) => from), Infinity];
    const found = ends.map((end, at) => drawnAt(block, at === 0 ? 0 : arrows[at - 1]!.to, end));
    const positions = found.filter((each) => each !== null);
    const path = positions.length === found.length ? pathIn(positions) : null;
    if (path) return path;
  }
  return null;
}

/**
 * Returns the run of consecutive rows that includes the given index. A row is a line that has digits but no words.
 */
function rowsAround(lines: readonly string[], at: number): string[] {
  const isRow = (line: string | undefined): boolean =>
    line !== undefined && /\d/.test(line) && !/\p{L}{2}/u.test(line);
  let from = at;
  let to = at + 1;
  while (isRow(lines[from - 1]) && at - from < MAX_SIDE) from--;
  while (isRow(lines[to]) && to - at < MAX_SIDE) to++;
  return lines.slice(from, to);
}

function drawnAt(block: readonly string[], from: number, to: number): SlidingText | null {
  const text = block.map((line) => line.slice(from, to)).join('\n');
  return slidingIn(textRows({ text, lines: [] }).rows, null);
}

/** Returns the first and last position of a path, or null if the positions are not a path. */
export function pathIn(found: readonly SlidingText[]): StartAndGoal | null {
  const [start] = found;
  if (!start || !isPath(found)) return null;
  return { start, goal: found.at(-1)!.start, note: 'the other positions are its solution' };
}

/** Returns whether the positions are a path: each is at most one move from the previous one. */
export function isPath(found: readonly SlidingText[]): boolean {
  const isStep = ({ size, start }: SlidingText, i: number): boolean => {
    const before = found[i - 1];
    if (!before) return true;
    const moved = start.flatMap((tile, cell) => (tile === before.start[cell] ? [] : [cell]));
    const [from = 0, to = 0] = moved;
    const isMove =
      moved.length === 2 &&
      (start[from] === 0 || start[to] === 0) &&
      (to - from === size.width || (to - from === 1 && to % size.width > 0));
    return sizeName(size) === sizeName(before.size) && (isMove || moved.length === 0);
  };
  return found.length > 2 && found.every(isStep);
}
