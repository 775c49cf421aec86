import { openBoardOf } from '../puzzle/open-board.ts';
import { EMPTY, flippedOf, tileOf, type PartialBoard } from '../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../puzzle/puzzle.ts';
import { labelCount } from '../puzzle/labels.ts';
import { shownLabels } from '../puzzle/score.ts';
import type { Format } from './format.ts';
import { shortLabels } from './label-text.ts';

/** Draws a board in ASCII, with each tile's number (from 1) and the label on each edge. */
export const ascii: Format = {
  name: 'ascii',
  title: 'Drawing in ASCII characters',
  extension: 'txt',
  recognises: () => 0,
  writeBoard: (puzzle, board) => drawBoard(puzzle, board),
};

/**
 * Returns an ASCII drawing of a board.
 * - A rectangle is drawn in boxes. Each shows the tile's number (from 1, then `'` if flipped) and its labels. Forbidden
 *   cells are filled with #.
 * - Other boards are listed, one cell per line, with the labels clockwise from side 0.
 */
export function drawBoard(puzzle: EdgePuzzle, board: PartialBoard): string {
  if (puzzle.board.kind !== 'rectangle') return listBoard(puzzle, board);
  const { width, height } = puzzle.board;
  const { open } = openBoardOf(puzzle);
  const labels = shownLabels(puzzle, board);
  const name = shortLabels(puzzle);
  const names = Array.from({ length: labelCount(puzzle) }, (_, label) => name(label).length);
  const wide = Math.max(...names);
  const digits = String(puzzle.tiles.length).length + (puzzle.turns === 'flip' ? 1 : 0);
  const margin = Math.max(3, digits + 1);
  const inner = 2 * margin + wide;
  const pad = ' '.repeat(margin);

  const cellLines = (cell: number): string[] => {
    if (!open[cell]) return Array.from({ length: 3 }, () => '#'.repeat(inner));
    const code = board[cell]!;
    if (code === EMPTY) return Array.from({ length: 3 }, () => ' '.repeat(inner));
    const [top, right, bottom, left] = Array.from({ length: 4 }, (_, side) => name(labels[4 * cell + side]!));
    const number = `${tileOf(code) + 1}${flippedOf(code) ? "'" : ''}`;
    return [
      number.padEnd(margin) + top!.padEnd(wide) + pad,
      left!.padEnd(inner - wide) + right!.padStart(wide),
      pad + bottom!.padEnd(wide) + pad,
    ];
  };

  const rule = `+${`${'-'.repeat(inner)}+`.repeat(width)}`;
  const lines = [rule];
  for (let row = 0; row < height; row++) {
    const cells = Array.from({ length: width }, (_, column) => cellLines(row * width + column));
    for (let line = 0; line < 3; line++) lines.push(`|${cells.map((cell) => `${cell[line]!}|`).join('')}`);
    lines.push(rule);
  }
  return `${lines.join('\n')}\n`;
}

function listBoard(puzzle: EdgePuzzle, board: PartialBoard): string {
  const { open, board: shape } = openBoardOf(puzzle);
  const labels = shownLabels(puzzle, board);
  const name = shortLabels(puzzle);
  const digits = String(shape.cells).length;
  const lines = Array.from(board, (code, cell) => {
    const shown = Array.from(labels.subarray(cell * shape.sides, (cell + 1) * shape.sides), name).join(' ');
    const what = !open[cell]
      ? '#'
      : code === EMPTY
        ? '-'
        : `tile ${tileOf(code) + 1}${flippedOf(code) ? "'" : ''}: ${shown}`;
    return `cell ${String(cell + 1).padStart(digits)}  ${what}`;
  });
  return `${lines.join('\n')}\n`;
}

/**
 * Yields the report that Scramble Squares programs print. It comes in pieces, because a million boards don't fit in
 * one string. `solutions` yields `count` boards, one per symmetry class, sorted by `compareBoards`.
 */
export function* solutionsReport(
  puzzle: EdgePuzzle,
  solutions: Iterable<PartialBoard>,
  count: number,
): Generator<string> {
  const name = shortLabels(puzzle);
  const tiles = puzzle.tiles.map(({ edges }, tile) => `${tile + 1}. <${edges.map(name).join(', ')}>\n`);
  yield `Input tiles:\n${tiles.join('')}\n${solutionsFound(count)}\n`;
  let between = '';
  for (const board of solutions) {
    yield between + drawBoard(puzzle, board);
    between = '\n';
  }
}

/** Returns the sentence that the Scramble Squares assignment prescribes, including its punctuation. */
export function solutionsFound(count: number): string {
  if (count === 0) return 'No solution found.';
  return count === 1 ? '1 unique solution found.' : `${count} unique solutions found:`;
}
