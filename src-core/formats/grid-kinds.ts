/** Recognises tables of symbols that aren't tiles: truth tables, sudokus, matrices. */
import type { TextKind, FoundKind } from './text-kind.ts';
import type { Line } from './text.ts';

type Grid = readonly (readonly string[])[];

interface GridKind extends TextKind {
  readonly is: (grid: Grid) => boolean;
}

const NEEDS_SIZE = { fix: 'If they are tiles, give the size of the board.', asksSize: true } as const;
/** A truth table of five variables has 33 lines, including its heading. */
const MAX_TABLE_LINES = 33;

const GRID_KINDS: readonly GridKind[] = [
  { what: 'a truth table', ...NEEDS_SIZE, is: isTruthTable },
  { what: 'a sudoku or Latin square', ...NEEDS_SIZE, is: isLatin },
  { what: 'a sudoku', ...NEEDS_SIZE, is: isSudoku },
  { what: 'a small sudoku', ...NEEDS_SIZE, is: isSmallSudoku },
  { what: 'a map of symbols', ...NEEDS_SIZE, is: isMap },
  { what: 'answers to questions', ...NEEDS_SIZE, is: areAnswers },
  { what: 'a board of the game 2048', ...NEEDS_SIZE, is: isPowers },
  { what: 'a matrix', ...NEEDS_SIZE, is: isMatrix },
  { what: 'colours (red, green and blue from 0 to 255)', ...NEEDS_SIZE, is: areColours },
  { what: 'a minesweeper board', ...NEEDS_SIZE, is: isMinesweeper },
];

const JOINED_KINDS = GRID_KINDS.filter(
  ({ is }) => is === isSudoku || is === isSmallSudoku || is === isMinesweeper,
);

const isRule = ({ text }: Line): boolean => /^[-+|=\s]+$/.test(text) && /[-=]{3}/.test(text);

/** Returns the kind of a table that is unlikely to be tiles, such as a sudoku. The table may have a heading. */
export function gridKindOf(lines: readonly Line[]): FoundKind | null {
  if (lines.length > MAX_TABLE_LINES) return null;
  const drawn = lines.filter((line) => !isRule(line));
  const grid = drawn.map(({ text }) => text.split(/[\s,;|]+/).filter((word) => word !== ''));
  for (const from of [0, 1]) {
    const rows = grid.slice(from);
    // If the first line is all numbers, it is a size, so the text is probably tiles.
    if (from === 1 && grid[0]?.every((word) => /^\d+$/.test(word))) break;
    const kind = kindOfRows(rows, from === 1 ? grid[0]! : []);
    if (kind) return { kind, line: drawn[from]! };
  }
  return null;
}

/** Returns the kind of rows that are unlikely to be tiles, such as a sudoku. `heading` is the text above the rows. */
export function kindOfRows(rows: Grid, heading: readonly string[] = []): TextKind | null {
  if (rows.length < 3 || rows.some(({ length }) => length === 0)) return null;
  const isEven = (grid: Grid): boolean => grid.every(({ length }) => length === grid[0]!.length);
  const ways = [rows, rows.map((row) => row.slice(1)), rows.map((row) => Array.from(row[0]!))];
  const [whole, unnamed, joined] = ways as [Grid, Grid, Grid];
  if (!isEven(whole)) return null;
  if (areAnswersBelow(heading, rows)) return { what: 'answers to questions', ...NEEDS_SIZE };
  const title = heading.find((word) => OTHER_GRID_PUZZLE.test(word));
  if (title !== undefined && whole[0]!.length === rows.length)
    return { what: 'a different kind of puzzle', ...NEEDS_SIZE };
  const find = (grid: Grid): TextKind | null => GRID_KINDS.find(({ is }) => is(grid)) ?? null;
  const areNamed = new Set(rows.map(([name]) => name)).size === rows.length && unnamed[0]!.length > 3;
  return (
    find(whole) ??
    (areNamed ? find(unnamed) : null) ??
    (whole[0]!.length === 1 && isEven(joined) ? (JOINED_KINDS.find(({ is }) => is(joined)) ?? null) : null)
  );
}

const areAnswersBelow = (heading: readonly string[], rows: Grid): boolean =>
  heading.filter((word) => QUESTION_TITLE.test(word)).length > 2 ||
  (heading.some((word) => ANSWERS_TITLE.test(word)) &&
    rows.flat().every((word) => /^(?:[A-E]|\d+)$/i.test(word)));

/** Matches a column title that numbers a question, such as `Q1` or `Frage 12`. */
const QUESTION_TITLE = /^(?:q|question|frage|aufgabe|task|item|pregunta|exercise|ex)[ ._-]?\d{1,3}$/i;
const ANSWERS_TITLE = /^(?:answers?|quiz|exam|antworten|klausur|respuestas|réponses|risposte)\b/i;
/** Matches the names of puzzles whose grids can look like tiles. */
const OTHER_GRID_PUZZLE =
  /^(?:sudoku|futoshiki|kakuro|kenken|nonogram|minesweeper|binairo|takuzu|skyscrapers?)\b/i;
const BLANK_CELL = /^[0._*?-]$/;

/** Returns whether the rows are a truth table. Its first columns count in binary: 00, 01, 10, 11. */
function isTruthTable(rows: Grid): boolean {
  const inputs = Math.log2(rows.length);
  const outputs = rows[0]!.length - inputs;
  if (!Number.isInteger(inputs) || outputs < 1 || outputs > 4) return false;
  const symbols = new Set(rows.flat());
  const [zero] = rows[0]!;
  return (
    symbols.size === 2 &&
    rows.every((row, i) =>
      row
        .slice(0, inputs)
        .every((symbol, at) => (symbol === zero) === (((i >> (inputs - 1 - at)) & 1) === 0)),
    )
  );
}

function isLatin(rows: Grid): boolean {
  const side = rows.length;
  const columns = rows[0]!.map((_, at) => rows.map((row) => row[at]!));
  return (
    rows[0]!.length === side &&
    new Set(rows.flat()).size === side &&
    [...rows, ...columns].every((line) => new Set(line).size === side)
  );
}

/**
 * Returns whether the rows are a board of the game 2048. At least one number must have two digits, because
 * single-digit powers of two may be labels of tiles.
 */
function isPowers(rows: Grid): boolean {
  const cells = rows.flat();
  const isPower = (cell: string): boolean =>
    /^\d{1,5}$/.test(cell) && Number.isInteger(Math.log2(Number(cell)));
  return (
    rows.length === 4 &&
    rows[0]!.length === 4 &&
    cells.every((cell) => /^[0._-]$/.test(cell) || (isPower(cell) && cell !== '1')) &&
    cells.some((cell) => cell.length > 1 && Number(cell) > 9)
  );
}

function isSudoku(rows: Grid): boolean {
  const columns = rows[0]!.map((_, at) => rows.map((row) => row[at]!));
  const isOnce = (line: readonly string[]): boolean => {
    const digits = line.filter((symbol) => !/^[0._*-]$/.test(symbol));
    return digits.every((digit) => /^[1-9]$/.test(digit)) && new Set(digits).size === digits.length;
  };
  return rows.length === 9 && columns.length === 9 && [...rows, ...columns].every(isOnce);
}

/**
 * Returns whether the rows are a sudoku of 4 × 4 or 6 × 6 cells. The four corner tiles of a frame look similar, but
 * each has blanks on two adjacent edges.
 */
function isSmallSudoku(rows: Grid): boolean {
  const side = rows.length;
  if ((side !== 4 && side !== 6) || rows[0]!.length !== side) return false;
  const columns = rows[0]!.map((_, at) => rows.map((row) => row[at]!));
  const givens = rows.flat().filter((symbol) => !BLANK_CELL.test(symbol));
  const symbols = new Set(givens);
  const isCell = (symbol: string): boolean =>
    /^\p{L}$/u.test(symbol) || (/^[1-6]$/.test(symbol) && Number(symbol) <= side);
  const isOnce = (line: readonly string[]): boolean => {
    const own = line.filter((symbol) => !BLANK_CELL.test(symbol));
    return new Set(own).size === own.length;
  };
  const blanks = side * side - givens.length;
  return (
    blanks >= side &&
    givens.length >= side / 2 &&
    symbols.size <= side &&
    givens.every(isCell) &&
    [...rows, ...columns].every(isOnce) &&
    !rows.every(isCorner)
  );
}

/** Returns whether a row may be a corner tile of a frame, which has blanks on two adjacent edges. */
function isCorner(row: readonly string[]): boolean {
  const at = row.flatMap((symbol, i) => (BLANK_CELL.test(symbol) ? [i] : []));
  return at.length === 2 && (at[1]! - at[0]! === 1 || at[1]! - at[0]! === row.length - 1);
}

/**
 * Returns whether the rows are a map: 4 × 4 cells with two characters such as `.` and `#`, or longer rows with at most
 * three different characters.
 */
function isMap(rows: Grid): boolean {
  const symbols = new Set(rows.flat());
  const isSign = (symbol: string): boolean => /^[.*#@_xo+-]$/i.test(symbol);
  const { length } = rows[0]!;
  const isSmall = rows.length === 4 && length === 4 && symbols.size === 2;
  const isWide = length > 4 && length !== 6 && symbols.size <= 3;
  return (isSmall || isWide) && [...symbols].every(isSign);
}

/** Minimum number of positive numbers on a minesweeper board */
const MIN_COUNTS = 3;

/** Returns whether some character marks mines: each number is the count of that character in the surrounding cells. */
function isMinesweeper(rows: Grid): boolean {
  const cells = rows.flat();
  if (rows[0]!.length < 3 || cells.some((cell) => cell.length > 1)) return false;
  const counts = cells.filter((cell) => /^[1-8]$/.test(cell)).length;
  const signs = new Set(cells.filter((cell) => /^[*#xXmMbB@]$/.test(cell)));
  return counts >= MIN_COUNTS && [...signs].some((sign) => countsAround(rows, sign));
}

const countsAround = (rows: Grid, sign: string): boolean =>
  rows.every((row, y) =>
    row.every((cell, x) => {
      if (!/^\d$/.test(cell)) return true;
      const around = [y - 1, y, y + 1].flatMap((at) => rows[at]?.slice(Math.max(0, x - 1), x + 2) ?? []);
      return around.filter((each) => each === sign).length === Number(cell);
    }),
  );

/**
 * Returns the kind of a text whose first line is the width and height, in characters, of the grid below it, as in a
 * maze. In a list of tiles, such a first line would give the size in tiles. Returns null for any other text.
 */
export function sizedGridOf(lines: readonly Line[]): FoundKind | null {
  const [first, ...rest] = lines;
  const [, one, two] = /^\s*(\d{1,2})[\s,;x×]+(\d{1,2})\s*$/i.exec(first?.text ?? '') ?? [];
  if (one === undefined || rest.length < 3) return null;
  const widths = new Set(
    rest.map(
      ({ text }) =>
        (/[\s,;]/.test(text.trim()) ? text.trim().split(/[\s,;]+/) : Array.from(text.trim())).length,
    ),
  );
  const dims = [rest.length, ...widths].sort().join();
  return widths.size === 1 && dims === [Number(one), Number(two)].sort().join()
    ? { kind: { what: 'a grid of cells, such as a maze', fix: SUPPORTED_PUZZLES }, line: first! }
    : null;
}

/** Matches the name of a different kind of puzzle in a title. */
const OTHER_PUZZLE_NAME =
  /(?<![\p{L}\d])(?:sudoku|futoshiki|kakuro|kenken|nonograms?|picross|minesweeper|binairo|takuzu|skyscrapers?|maze|labyrinth|crossword|word ?search|battleships?|nurikabe|slitherlink|hitori|sokoban|bingo)(?![\p{L}\d])/iu;
const SUPPORTED_PUZZLES = 'Edgewise solves edge-matching and sliding puzzles.';
/** How many lines at the start of the text are searched for the name of a puzzle */
const TITLE_LINES = 3;

/** Returns the kind of the text if its first lines name a different kind of puzzle; otherwise null. */
export function namedKindOf(lines: readonly Line[]): FoundKind | null {
  const line = lines.slice(0, TITLE_LINES).find(({ text }) => OTHER_PUZZLE_NAME.test(text));
  return line ? { kind: { what: 'a different kind of puzzle', fix: SUPPORTED_PUZZLES }, line } : null;
}

/** Minimum number of rows in a table of people's answers to multiple-choice questions */
const MIN_PEOPLE = 8;
/** Minimum fraction of people who give the same answer to a multiple-choice question */
const MIN_AGREEMENT = 0.6;

/**
 * Returns whether each row seems to hold one person's answers to multiple-choice questions. Most people give the same
 * answer to a question. Labels of tiles vary more, because tiles are in random orientations.
 */
function areAnswers(rows: Grid): boolean {
  if (rows.length < MIN_PEOPLE || rows[0]!.length < 4) return false;
  if (!rows.flat().every((symbol) => /^[A-Ea-e]$/.test(symbol))) return false;
  return rows[0]!.every((_, at) => {
    const counts = new Map<string, number>();
    for (const row of rows) counts.set(row[at]!, (counts.get(row[at]!) ?? 0) + 1);
    return Math.max(...counts.values()) >= MIN_AGREEMENT * rows.length;
  });
}

/** A list is taken for colours if more than this fraction of its numbers are 255. The label of a frame is rarer. */
const MIN_FULL_SHARE = 0.4;

function areColours(rows: Grid): boolean {
  const values = rows.flat().map((cell) => (/^\d{1,3}$/.test(cell) ? Number(cell) : NaN));
  const isWidth = rows[0]!.length === 3 || rows[0]!.length === 4;
  const full = values.filter((value) => value === 255).length;
  return isWidth && values.every((value) => value <= 255) && full > MIN_FULL_SHARE * values.length;
}

function isMatrix(rows: Grid): boolean {
  return (
    rows[0]!.length === rows.length &&
    new Set(rows.flat()).size > 1 &&
    rows.every((row, i) => row.every((symbol, at) => /^-?\d{1,6}$/.test(symbol) && symbol === rows[at]![i]))
  );
}
