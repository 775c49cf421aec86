import { rowLengths } from '../puzzle/geometry.ts';
import { openBoardOf } from '../puzzle/open-board.ts';
import {
  EMPTY,
  emptyBoard,
  flippedOf,
  placementCode,
  rotationOf,
  tileOf,
  type PartialBoard,
} from '../puzzle/partial-board.ts';
import { counted } from '../text/counted.ts';
import type { EdgePuzzle } from '../puzzle/puzzle.ts';
import { scoreOf } from '../puzzle/score.ts';
import { FormatError, quoted } from './format-error.ts';
import type { Format, ReadOptions } from './format.ts';
import { shareOfWords, type Source, type Token } from './text.ts';

/**
 * Matches a tile's number (from 1), its rotation in clockwise steps, and `f` if it is flipped. Other programs write
 * `/` for `:`, and `.` or -1/-1 for empty cells.
 */
const PLACEMENT = /^(\d{1,4})[:/](\d)(f?)$/;
const isEmpty = (text: string): boolean => /^(-|\.|-1[:/]-?\d)$/.test(text);
const isCell = (text: string): boolean => isEmpty(text) || PLACEMENT.test(text);

/**
 * A board in row-major order: `tile:rotation`, or `-` for an empty cell. Tiles are numbered from 1, or from 0 if there
 * is a tile 0, such as `0:1`. `#` starts a comment.
 */
export const tileRows: Format = {
  name: 'tiles',
  title: 'Board as tile:rotation (3:1 7:0 -)',
  extension: 'txt',

  recognises: ({ lines }) => shareOfWords(lines, false, isCell),

  readBoard(puzzle: EdgePuzzle, { lines }: Source, options: ReadOptions): PartialBoard {
    const { board } = openBoardOf(puzzle);
    const lengths = rowLengths(puzzle.board);
    const plain = puzzle.board.kind === 'rectangle';
    const rows = lines
      .filter(({ text }) => !text.includes('board_edges=')) // drop a link after the rows
      .map(({ text, number }) =>
        Array.from(text.matchAll(/[^\s,;]+/g), (match) => ({
          text: match[0],
          line: number,
          column: match.index + 1,
        })),
      );
    const cells = rows.flat();
    rows.forEach((row) => {
      if (plain && row.length !== lengths[0] && rows.length > 1) {
        throw wrongSize(row[0], `${counted(row.length, 'cell')} in a row`, `${lengths[0]!}`);
      }
    });
    if (cells.length !== board.cells) {
      const inRows = plain && rows.length > 1;
      const found = inRows ? counted(rows.length, 'row') : counted(cells.length, 'cell');
      throw wrongSize(cells[0], found, inRows ? `${lengths.length}` : `${board.cells}`);
    }
    // If tiles are numbered from 1, `0:0` is an empty cell. A tile 0 with another rotation, such as `0:1`, shows that
    // the file numbers tiles from 0.
    const base = options.pieceBase ?? (cells.some(({ text }) => /^0+[:/][1-9]/.test(text)) ? 0 : 1);
    const result = emptyBoard(board.cells);
    cells.forEach((token, cell) => (result[cell] = codeOf(puzzle, token, base, board.sides)));
    return cells.some(({ text }) => text.includes('/'))
      ? withLikelierDirection(puzzle, result, board.sides)
      : result;
  },

  writeBoard(puzzle: EdgePuzzle, board: PartialBoard): string {
    const digits = String(puzzle.tiles.length).length;
    const wide = puzzle.turns === 'flip' ? digits + 3 : digits + 2;
    const word = (code: number): string =>
      code === EMPTY ? '-' : `${tileOf(code) + 1}:${rotationOf(code)}${flippedOf(code) ? 'f' : ''}`;
    let at = 0;
    const rows = rowLengths(puzzle.board).map((length) => {
      const row = board.subarray(at, (at += length));
      return Array.from(row, (code) => word(code).padStart(wide)).join(' ');
    });
    return `${rows.join('\n')}\n`;
  },
};

/**
 * Returns the board with clockwise or counterclockwise rotations, whichever makes more edges match. Some programs that
 * write cells as `12/3` count rotations clockwise, and others counterclockwise.
 */
function withLikelierDirection(puzzle: EdgePuzzle, clockwise: PartialBoard, sides: number): PartialBoard {
  const other = clockwise.map((code) =>
    code === EMPTY ? EMPTY : placementCode(tileOf(code), (sides - rotationOf(code)) % sides, flippedOf(code)),
  );
  return scoreOf(puzzle, other).matched > scoreOf(puzzle, clockwise).matched ? other : clockwise;
}

function codeOf(puzzle: EdgePuzzle, token: Token, base: 0 | 1, sides: number): number {
  if (isEmpty(token.text)) return EMPTY;
  const [, number, turns, flip] = PLACEMENT.exec(token.text) ?? [];
  const fault = (found: string, expected: string, fix: string): FormatError =>
    new FormatError({ line: token.line, column: token.column, found, expected, fix });
  if (number === undefined || turns === undefined) {
    throw fault(
      quoted(token.text),
      'tile:rotation such as 12:3, or - for an empty cell',
      'Correct this cell.',
    );
  }
  const tile = Number(number) - base;
  const rotation = Number(turns);
  if (base === 1 && tile === -1 && rotation === 0) return EMPTY;
  if (tile < 0 || tile >= puzzle.tiles.length) {
    throw fault(
      `tile ${number}`,
      `a tile number from ${base} to ${puzzle.tiles.length - 1 + base}`,
      tile === -1 ? 'Number the tiles from 1.' : 'Correct the number, or check the puzzle.',
    );
  }
  if (rotation >= sides)
    throw fault(`rotation ${rotation}`, `0 to ${sides - 1} turns`, 'Correct the rotation.');
  return placementCode(tile, rotation, flip === 'f');
}

const wrongSize = (token: Token | undefined, found: string, expected: string): FormatError =>
  new FormatError({
    line: token?.line ?? 0,
    found,
    expected: `${expected} for this puzzle`,
    fix: 'Check that the board belongs to the puzzle; write - for an empty cell.',
  });
