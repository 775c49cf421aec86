/** Names tables of symbols that aren't tiles: truth tables, sudokus, matrices. */
import type { TextKind, FoundKind } from './text-kind.ts';
import type { Line } from './text.ts';

type Grid = readonly (readonly string[])[];

interface GridKind extends TextKind {
  readonly is: (grid: Grid) => boolean;
}

const SIZED = { fix: 'If they are tiles, give the size of the board.', asksSize: true } as const;
/** Maximum number of lines of a table. A truth table of five variables with a heading has this many. */
const MAX_LINES = 33;

const GRID_KINDS: readonly GridKind[] = [
  { what: 'a truth table', ...SIZED, is: isTruthTable },
  { what: 'a sudoku or Latin square', ...SIZED, is: isLatin },
  { what: 'a sudoku', ...SIZED, is: isSudoku },
  { what: 'a board of the game 2048', ...SIZED, is: isPowers },
  { what: 'a matrix', ...SIZED, is: isMatrix },
];

/** Returns whether a line only divides rows: `------+-------+------`. */
const isRule = ({ text }: Line): boolean => /^[-+|=\s]+$/.test(text) && /[-=]{3}/.test(text);

/** Returns the kind of a table of symbols, with or without a heading, that is unlikely to be tiles; otherwise null. */
export function gridKindOf(lines: readonly Line[]): FoundKind | null {
  if (lines.length > MAX_LINES) return null;
  const drawn = lines.filter((line) => !isRule(line));
  const grid = drawn.map(({ text }) => text.split(/[\s,;|]+/).filter((word) => word !== ''));
  for (const from of [0, 1]) {
    const rows = grid.slice(from);
    // A first line of numbers is a size, so the text is probably tiles.
    if (from === 1 && grid[0]?.every((word) => /^\d+$/.test(word))) break;
    if (rows.length < 4 || rows.some(({ length }) => length !== rows[0]!.length)) continue;
    const kind = GRID_KINDS.find(({ is }) => is(rows));
    if (kind) return { kind, line: drawn[from]! };
  }
  return null;
}

/** Returns whether the first columns count in binary, and up to four columns follow. */
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

/** Returns whether each symbol occurs once in each row and each column. */
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
 * Returns whether the rows are a position of the game 2048: four rows of four powers of two or empty cells. At least
 * one number must have two digits.
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

/** Returns whether nine rows of nine digits, with 0 or a dot for an empty cell, have no digit twice in a row or column. */
function isSudoku(rows: Grid): boolean {
  const columns = rows[0]!.map((_, at) => rows.map((row) => row[at]!));
  const isOnce = (line: readonly string[]): boolean => {
    const digits = line.filter((symbol) => !/^[0._*-]$/.test(symbol));
    return digits.every((digit) => /^[1-9]$/.test(digit)) && new Set(digits).size === digits.length;
  };
  return rows.length === 9 && columns.length === 9 && [...rows, ...columns].every(isOnce);
}

/** Returns whether the rows are a symmetric matrix of 0 and 1. */
function isMatrix(rows: Grid): boolean {
  return (
    rows[0]!.length === rows.length &&
    new Set(rows.flat()).size === 2 &&
    rows.every((row, i) => row.every((symbol, at) => /^[01]$/.test(symbol) && symbol === rows[at]![i]))
  );
}
