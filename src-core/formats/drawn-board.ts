/** Reads the boards that Edgewise draws: the formats `ascii` and `squares`. */
import { orientationsOf } from '../puzzle/appearance.ts';
import { openBoardOf } from '../puzzle/open-board.ts';
import { emptyBoard, placementCode, type PartialBoard } from '../puzzle/partial-board.ts';
import type { EdgeLabel, EdgePuzzle } from '../puzzle/puzzle.ts';
import { shortLabels } from './label-text.ts';
import { squareLabels } from './squares.ts';

interface Shown {
  readonly cell: number;
  /** number of the tile, counted from 0 */
  readonly tile: number;
  /** labels drawn on the cell, clockwise from side 0 */
  readonly labels: readonly string[];
}

interface DrawnBoard {
  readonly board: PartialBoard;
  readonly format: 'ascii' | 'squares';
}

/** Returns the board in a drawing that Edgewise made of this puzzle; null for any other text. */
export function drawnBoard(puzzle: EdgePuzzle, text: string): DrawnBoard | null {
  const lines = text.split(/\r\n|\n|\r/);
  const drawn = cellsInFrames(puzzle, lines) ?? cellsInList(lines);
  const [shown, format, name] = drawn
    ? ([drawn, 'ascii', shortLabels(puzzle)] as const)
    : ([cellsInSquares(puzzle, text), 'squares', squareLabels(puzzle)] as const);
  const board = shown && boardShowing(puzzle, shown, name);
  return board ? { board, format } : null;
}

/**
 * Returns the board with each tile in the orientation that shows its drawn labels. Returns null if a tile has no such
 * orientation, doesn't exist, or lies on a closed cell.
 */
function boardShowing(
  puzzle: EdgePuzzle,
  shown: readonly Shown[],
  name: (label: EdgeLabel) => string,
): PartialBoard | null {
  const { board, open } = openBoardOf(puzzle);
  const result = emptyBoard(board.cells);
  for (const { cell, tile, labels } of shown) {
    const own = puzzle.tiles[tile];
    if (!own || !open[cell]) return null;
    const found = orientationsOf(own, puzzle.turns).find(
      ({ edges }) => edges.map(name).join(' ') === labels.join(' '),
    );
    if (!found) return null;
    result[cell] = placementCode(tile, found.rotation, found.flipped);
  }
  return result;
}

/** Reads a rectangle of boxes. Each row of cells takes four lines, one of them a ruled line. */
function cellsInFrames({ board }: EdgePuzzle, all: readonly string[]): Shown[] | null {
  if (board.kind !== 'rectangle') return null;
  const { width, height } = board;
  const lines = all.filter((line) => /^[+|]/.test(line));
  const rule = lines[0] ?? '';
  if (lines.length !== 4 * height + 1 || !/^\+(?:-+\+)+$/.test(rule)) return null;
  const inner = (rule.length - 1) / width - 1;
  if (rule !== `+${`${'-'.repeat(inner)}+`.repeat(width)}`) return null;
  const shown: Shown[] = [];
  for (let cell = 0; cell < width * height; cell++) {
    const from = 1 + (cell % width) * (inner + 1);
    const [top, middle, bottom] = [1, 2, 3].map((line) =>
      lines[4 * Math.floor(cell / width) + line]!.slice(from, from + inner),
    ) as [string, string, string];
    if (/^[\s#]*$/.test(top)) continue;
    const [, number, label] = /^(\d+)'? +(\S+) *$/.exec(top) ?? [];
    const [left, right, more] = middle.trim().split(/ +/);
    if (label === undefined || right === undefined || more !== undefined) return null;
    const labels = [label, right, bottom.trim(), left!];
    shown.push({ cell, tile: Number(number) - 1, labels });
  }
  return shown;
}

/** Reads one cell per line: `cell 3  tile 5: 1 2 3`. */
function cellsInList(lines: readonly string[]): Shown[] | null {
  const found = lines.map((line) => /^cell +(\d+) {2}(?:[#-]|tile (\d+)'?: (\S.*))$/.exec(line));
  const cells = found.filter((each) => each !== null);
  if (cells.length === 0) return null;
  return cells.flatMap(([, cell, tile, labels]) =>
    tile === undefined
      ? []
      : [
          {
            cell: Number(cell) - 1,
            tile: Number(tile) - 1,
            labels: labels!.split(' '),
          },
        ],
  );
}

const DRAWN_SQUARE =
  /^\[(\d+) (\d+)\]\r?\nSQUARE -(\d+)-\r?\n\t([^\t\r\n]*)\t\r?\n([^\t\r\n]*)\t\t([^\t\r\n]*)\r?\n\t([^\t\r\n]*)\t/gm;

/** Reads squares with their four labels in a cross, as Hoglan (2005) prints them. */
function cellsInSquares({ board }: EdgePuzzle, text: string): Shown[] | null {
  if (board.kind !== 'rectangle') return null;
  const squares = Array.from(text.matchAll(DRAWN_SQUARE), (match): Shown => {
    const [row, column, tile] = match.slice(1, 4).map(Number) as [number, number, number];
    const [top, left, right, bottom] = match.slice(4) as [string, string, string, string];
    return { cell: row * board.width + column, tile, labels: [top, right, bottom, left] };
  });
  const cells = new Set(squares.map(({ cell }) => cell));
  return squares.length > 0 && cells.size === squares.length ? squares : null;
}
