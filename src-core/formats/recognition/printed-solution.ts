/**
 * Finds a solution in text that also lists the tiles, such as a solver's log, so that the solution is not read as more
 * tiles.
 */
import type { Size } from '../size.ts';

/** Text without its solution, which is blanked so that line numbers stay the same. */
export interface Unsolved {
  readonly text: string;
  /** number of cells in the solution */
  readonly cells: number;
  /** size of the solution, if it is printed as a grid */
  readonly size: Size | null;
  /** numbers of the first and last line of the solution */
  readonly lines: readonly [from: number, to: number];
}

/** Maximum length, in characters, of text that is searched */
const MAX_SEARCH_LENGTH = 200_000;
const MIN_CELLS = 4;
/**
 * Minimum number of cells in a solution directly below tiles. With fewer, the last tiles could look like a solution.
 */
const MIN_CELLS_BELOW_TILES = 12;

/** Matches a cell of a solution: a tile's number, perhaps with its turns, or a sign for an empty cell. */
const CELL = /^(?:(\d{1,4})(?:[:/.r@]\d)?|-1|-+|\.+|_+|\?+)$/;
/** Matches a line that is only decoration, such as `+---+---+`. */
const RULE = /^(?=.*[+=|\u2500-\u257F-]{3})[\s+=|\u2500-\u257F-]+$/;

/**
 * If the text has a solution that consists of tile numbers, returns the text with the solution blanked. Otherwise
 * returns null.
 */
export function withoutTileNumbers(text: string): Unsolved | null {
  if (text.length > MAX_SEARCH_LENGTH) return null;
  const lines = text.split(/\r\n|\n|\r/);
  return withoutGrids(lines) ?? withoutPlacements(lines);
}

interface Grid {
  readonly from: number;
  readonly to: number;
  readonly size: Size;
  /** the number in each cell, such as a tile number or a number of turns; NaN for an empty cell */
  readonly cells: readonly number[];
}

function withoutGrids(lines: readonly string[]): Unsolved | null {
  const grids = gridsIn(lines);
  const solution = grids.findLast(({ cells }) => areTileNumbers(cells));
  if (!solution || isPosition(solution, lines)) return null;
  const isSolution = ({ size, cells, from }: Grid): boolean =>
    size.width === solution.size.width &&
    size.height === solution.size.height &&
    (areTileNumbers(cells) || (from > solution.from && areTurns(cells)));
  return unsolved(lines, grids.filter(isSolution), solution.size);
}

const SOLUTION_TITLE =
  /solution|solved|result|answer|placement|arrangement|board|lösung|ergebnis|solución|resultado|soluzione/iu;

/**
 * Returns whether a grid may be a position of a sliding puzzle: it is square, it contains 0, all its numbers are less
 * than its number of cells, and above it there are neither other rows of cells nor a title that calls it a solution.
 */
function isPosition({ from, cells, size }: Grid, lines: readonly string[]): boolean {
  const above = lines.slice(0, from);
  const isFirst = !above.some((line) => cellsOn(line) !== null);
  const isWhole = cells.includes(0) && cells.every((cell) => cell < cells.length);
  return isFirst && isWhole && size.width === size.height && !above.some((line) => SOLUTION_TITLE.test(line));
}

function unsolved(
  lines: readonly string[],
  parts: readonly Pick<Grid, 'from' | 'to' | 'cells'>[],
  size: Size | null,
): Unsolved {
  const isIn = (at: number): boolean => parts.some(({ from, to }) => from <= at && at <= to);
  const text = lines.map((line, at) => (isIn(at) ? '' : line)).join('\n');
  return {
    text,
    cells: parts[0]!.cells.length,
    size,
    lines: [parts[0]!.from + 1, parts.at(-1)!.to + 1],
  };
}

/**
 * Returns the grids in the text: consecutive rows with the same number of cells, perhaps with decoration such as
 * `+---+---+` between them.
 */
function gridsIn(lines: readonly string[]): Grid[] {
  const grids: Grid[] = [];
  let rows: { at: number; cells: number[] }[] = [];
  const end = (): void => {
    const grid = gridOf(rows);
    if (grid) grids.push(grid);
    rows = [];
  };
  for (const [at, line] of lines.entries()) {
    if (rows.length > 0 && RULE.test(line)) continue;
    const cells = cellsOn(line);
    if (cells === null || (rows.length > 0 && rows[0]!.cells.length !== cells.length)) end();
    if (cells !== null) rows.push({ at, cells });
  }
  end();
  return grids;
}

const MAX_LINE_LENGTH = 500;

function cellsOn(line: string): number[] | null {
  if (line.length > MAX_LINE_LENGTH) return null;
  const words = line
    .replace(/[|[\](){},;\u2502]/g, ' ')
    .trim()
    .split(/\s+/);
  if (words.length < 2) return null;
  const cells = words.map((word) => CELL.exec(word));
  return cells.every((cell) => cell !== null) ? cells.map(([, number]) => Number(number ?? NaN)) : null;
}

/**
 * Returns the grid that consecutive rows form, or null for fewer than two rows. If a number occurs twice, the upper
 * rows may be tiles, and the last rows their solution. In that case, returns only the last rows if they look like a
 * solution, in which each number occurs once.
 */
function gridOf(rows: readonly { readonly at: number; readonly cells: readonly number[] }[]): Grid | null {
  if (rows.length < 2) return null;
  const width = rows[0]!.cells.length;
  const grid = (first: number): Grid => ({
    from: rows[first]!.at,
    to: rows.at(-1)!.at,
    size: { width, height: rows.length - first },
    cells: rows.slice(first).flatMap(({ cells }) => cells),
  });
  const seen = new Set<number>();
  let first = rows.length;
  let best = 0;
  while (first > 0 && rows[first - 1]!.cells.every((cell) => !seen.has(cell) && seen.add(cell))) {
    first--;
    const count = width * (rows.length - first);
    const isEnough = first === 0 || count >= MIN_CELLS_BELOW_TILES;
    if (rows.length - first > 1 && isEnough && seen.size === count && Math.max(...seen) <= count)
      best = first;
  }
  return grid(best);
}

/**
 * Returns whether the numbers in a grid can be tile numbers: they are all different, and none is too large for tiles
 * numbered from 0 or 1. Up to half of the cells may be empty.
 */
function areTileNumbers(cells: readonly number[]): boolean {
  const numbers = cells.filter((cell) => !Number.isNaN(cell));
  if (cells.length < MIN_CELLS || new Set(numbers).size < numbers.length) return false;
  const last = cells.length - (numbers.includes(0) ? 1 : 0);
  return 2 * numbers.length >= cells.length && numbers.every((number) => number <= last);
}

const areTurns = (cells: readonly number[]): boolean => cells.every((cell) => cell >= 0 && cell < 4);

/**
 * If the text has consecutive lines that each place one tile, such as `(0, 1) tile 7 rot 2`, returns the text with
 * these lines blanked. Otherwise returns null.
 */
function withoutPlacements(lines: readonly string[]): Unsolved | null {
  let from = 0;
  const shapes = lines.map((line) =>
    line.length > MAX_LINE_LENGTH ? '' : line.trim().replace(/\d+/g, '0').replace(/\s+/g, ' '),
  );
  for (let at = 1; at <= lines.length; at++) {
    if (at < lines.length && shapes[at] === shapes[from]) continue;
    const run = lines.slice(from, at);
    if (run.length >= MIN_CELLS && arePlacements(run)) {
      return unsolved(lines, [{ from, to: at - 1, cells: run.map(() => 0) }], null);
    }
    from = at;
  }
  return null;
}

/** Returns whether one of the columns has the numbers of all tiles, but not in ascending order. */
function arePlacements(run: readonly string[]): boolean {
  const rows = run.map((line) => (line.match(/\d+/g) ?? []).map(Number));
  const { length } = rows[0]!;
  if (length < 2 || length > 5 || !/\p{L}/u.test(run[0]!)) return false;
  return rows[0]!.some((_, column) => {
    const numbers = rows.map((row) => row[column]!);
    return areTileNumbers(numbers) && numbers.some((number, i) => i > 0 && number < numbers[i - 1]!);
  });
}

/** Matches a title above a solution. */
const TITLE =
  /^.{0,30}\b(?:solutions?|solved|results?|answers?|final|lösung\p{L}*|gelöst|soluci[oó]n|soluzione|résultat|resultado)\b/iu;
const MAX_TITLE_LENGTH = 80;
/** Maximum number of splits to try for a text. Trying a split takes as long as reading the whole text. */
const MAX_SPLITS = 3;
const MAX_SPLIT_LENGTH = 50_000;

export interface Split {
  /** true if a title such as `Solution:` is above the second part */
  readonly isTitled: boolean;
  readonly before: string;
  readonly after: string;
}

/**
 * Returns ways to split the text into tiles and a solution that shows the labels of the same tiles. The solution
 * follows a title or an empty line.
 */
export function beforeAndAfter(text: string): Split[] {
  if (text.length > MAX_SPLIT_LENGTH) return [];
  const lines = text.split(/\r\n|\n|\r/);
  const balance = new Balance(text);
  const splits: { isTitle: boolean; at: number }[] = [];
  for (const [at, line] of lines.entries()) {
    const isTitle = line.length <= MAX_TITLE_LENGTH && TITLE.test(line);
    if (isTitle) balance.drop(line);
    if ((isTitle || line.trim() === '') && balance.isPossible) splits.push({ isTitle, at });
    if (!isTitle) balance.pass(line);
  }
  const titled = splits.filter(({ isTitle }) => isTitle).slice(0, MAX_SPLITS - 1);
  const others = splits.filter(({ isTitle }) => !isTitle).slice(0, MAX_SPLITS - titled.length);
  return [...titled, ...others].map(({ isTitle, at }) => ({
    isTitled: isTitle,
    before: lines.map((line, i) => (i < at ? line : '')).join('\n'),
    after: lines.slice(isTitle ? at + 1 : at).join('\n'),
  }));
}

/**
 * Counts the letters and digits in the two parts of a text. The second part may show the tiles of the first part only
 * if the first part has each digit at least as often. The first part may have more digits, because it may number the
 * tiles.
 */
class Balance {
  /** for each digit: how often it is in the first part minus how often it is in the second */
  readonly #digits = new Map<string, number>();
  #missing = 0;
  #read = 0;
  #left: number;

  constructor(text: string) {
    const signs = text.match(/[\p{L}\p{N}]/gu) ?? [];
    this.#left = signs.length;
    for (const sign of signs) this.#add(sign, -1);
  }

  get isPossible(): boolean {
    return this.#missing === 0 && this.#read > 0 && this.#left > 0 && this.#left <= this.#read;
  }

  /** Moves a line from the second part to the first. */
  pass(line: string): void {
    const signs = line.match(/[\p{L}\p{N}]/gu) ?? [];
    for (const sign of signs) this.#add(sign, 2);
    this.#read += signs.length;
    this.#left -= signs.length;
  }

  /** Removes a title from the second part. */
  drop(line: string): void {
    const signs = line.match(/[\p{L}\p{N}]/gu) ?? [];
    for (const sign of signs) this.#add(sign, 1);
    this.#left -= signs.length;
  }

  #add(sign: string, change: number): void {
    if (!/\p{N}/u.test(sign)) return;
    const before = this.#digits.get(sign) ?? 0;
    const after = before + change;
    if (before < 0 && after >= 0) this.#missing--;
    if (before >= 0 && after < 0) this.#missing++;
    this.#digits.set(sign, after);
  }
}
