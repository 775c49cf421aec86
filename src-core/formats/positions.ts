import { isPlainRectangle } from '../puzzle/board.ts';
import { EMPTY, emptyBoard, placementCode, type PartialBoard } from '../puzzle/partial-board.ts';
import { counted } from '../text/counted.ts';
import type { EdgePuzzle } from '../puzzle/puzzle.ts';
import { scoreOf } from '../puzzle/score.ts';
import { FormatError, quoted } from './format-error.ts';
import type { Format } from './format.ts';
import { isNumber, type Line } from './text.ts';

interface Row {
  readonly line: number;
  /** number of the tile, or the index of the row if the rows don't give tile numbers */
  readonly tile: number;
  readonly first: number;
  readonly second: number;
  readonly rotation: number;
}

/** Conventions that a text follows without stating them. */
interface Conventions {
  readonly from: 0 | 1;
  readonly tilesFrom: 0 | 1;
  readonly columnFirst: boolean;
  readonly clockwise: boolean;
}

const bases = [0, 1] as const;

const allConventions: readonly Conventions[] = [true, false].flatMap((clockwise) =>
  [true, false].flatMap((columnFirst) =>
    bases.flatMap((from) => bases.map((tilesFrom) => ({ from, tilesFrom, columnFirst, clockwise }))),
  ),
);

/**
 * Boards as lists of tile positions: either rows `tile x y rotation`, or one row `x y rotation` per tile in order.
 * `-1` or `-1 -1 0` stands for a tile that isn't placed. Programs differ in whether they count from 0, whether the
 * column comes first, and which way tiles rotate. The reader uses the conventions under which the most edges match.
 */
export const positions: Format = {
  name: 'positions',
  title: 'Board as x y rotation, one row per tile',
  extension: 'txt',

  recognises({ lines }) {
    const good = lines.filter(({ text }) => {
      const words = wordsOf(text);
      const isRow = words.length === 3 || words.length === 4 || (words.length === 1 && words[0] === '-1');
      return isRow && words.every((word) => /^-?\d+$/.test(word));
    });
    return (0.9 * good.length) / Math.max(1, lines.length);
  },

  readBoard(puzzle, { lines }) {
    if (!isPlainRectangle(puzzle.board)) {
      throw new FormatError({
        line: lines[0]!.number,
        found: 'rows of x, y and rotation',
        expected: 'a different kind of board: this puzzle is not a rectangle of squares',
        fix: 'Use rows of tile:rotation, or JSON.',
      });
    }
    const named = lines.some(({ text }) => wordsOf(text).length === 4);
    const rows = named ? rowsOf(lines, 4) : inOrder(lines, puzzle.tiles.length);
    let best: PartialBoard | null = null;
    let most = -1;
    let fault: FormatError | null = null;
    for (const conventions of allConventions) {
      if (!named && conventions.tilesFrom === 1) continue;
      const board = boardOf(puzzle, rows, conventions);
      if (board instanceof FormatError) {
        fault ??= board;
        continue;
      }
      const { matched } = scoreOf(puzzle, board);
      if (matched > most) [best, most] = [board, matched];
    }
    if (best) return best;
    throw fault!;
  },
};

const wordsOf = (text: string): string[] => text.trim().split(/[\s,;]+/);

/**
 * Returns the rows of a list of tile positions. If the rows have three numbers, a tile's number is the index of its
 * row.
 */
function rowsOf(lines: readonly Line[], words: 3 | 4): Row[] {
  return lines.map(({ text, number }, place) => {
    const row = wordsOf(text);
    if (row.length !== words || !row.every(isNumber)) {
      throw new FormatError({
        line: number,
        found: quoted(text.trim()),
        expected: words === 4 ? 'tile, x, y and rotation' : 'x, y and rotation',
        fix: 'Write whole numbers, one tile per line.',
      });
    }
    const [tile, first, second, rotation] = (words === 4 ? row : [place, ...row]).map(Number);
    return { line: number, tile: tile!, first: first!, second: second!, rotation: rotation! };
  });
}

function inOrder(lines: readonly Line[], tiles: number): Row[] {
  if (lines.length > tiles) {
    throw new FormatError({
      line: lines[tiles]!.number,
      found: counted(lines.length, 'row'),
      expected: `one for each of the ${counted(tiles, 'tile')}`,
      fix: 'Check that the board belongs to this puzzle.',
    });
  }
  return lines.flatMap((line, tile) =>
    wordsOf(line.text)[0] === '-1' ? [] : rowsOf([line], 3).map((row) => ({ ...row, tile })),
  );
}

function boardOf(
  puzzle: EdgePuzzle,
  rows: readonly Row[],
  conventions: Conventions,
): PartialBoard | FormatError {
  if (puzzle.board.kind !== 'rectangle') throw new RangeError('rectangles only');
  const { width, height } = puzzle.board;
  const { from, tilesFrom, columnFirst, clockwise } = conventions;
  const board = emptyBoard(width * height);
  for (const { line, tile, first, second, rotation } of rows) {
    const fault = (found: string, expected: string): FormatError =>
      new FormatError({ line, found, expected, fix: 'Check that the board belongs to this puzzle.' });
    const column = (columnFirst ? first : second) - from;
    const row = (columnFirst ? second : first) - from;
    const number = tile - tilesFrom;
    if (column < 0 || column >= width) return fault(`x ${column + from}`, `${from} to ${width - 1 + from}`);
    if (row < 0 || row >= height) return fault(`y ${row + from}`, `${from} to ${height - 1 + from}`);
    if (number < 0 || number >= puzzle.tiles.length) {
      return fault(`tile ${tile}`, `one of the puzzle’s ${counted(puzzle.tiles.length, 'tile')}`);
    }
    if (rotation > 3) return fault(`rotation ${rotation}`, '0 to 3 quarter turns');
    const cell = row * width + column;
    if (board[cell] !== EMPTY) return fault(`a second tile at ${first} ${second}`, 'one tile per cell');
    board[cell] = placementCode(number, clockwise ? rotation : (4 - rotation) % 4);
  }
  return board;
}
