import { emptyBoard, placementCode, type PartialBoard } from '../../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { FormatError, quoted } from '../format-error.ts';
import { modelOf, type Model } from './model.ts';
import { itemsOf } from './xcc.ts';

/** A solver's answer. A board in it still has to be verified. */
export type Answer =
  | { readonly kind: 'board'; readonly board: PartialBoard }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' };

/**
 * Parses the output of a SAT, MiniZinc or exact-cover solver for this puzzle's model. Reads only the first solution.
 * Throws FormatError if the text is not such output or belongs to a different puzzle.
 */
export function readAnswer(puzzle: EdgePuzzle, text: string): Answer {
  const lines = text.split(/\r\n|\n|\r/);
  const has = (pattern: RegExp): boolean => lines.some((line) => pattern.test(line));
  if (has(/^s (UNSATISFIABLE)\s*$/) || has(/^UNSAT(ISFIABLE)?\s*$/) || has(/^=====UNSATISFIABLE=====/)) {
    return { kind: 'none' };
  }
  if (has(/^s UNKNOWN|^INDET(ERMINATE)?\s*$|^=====UNKNOWN=====/)) return { kind: 'unknown' };
  const model = modelOf(puzzle);
  if (has(/^(s SATISFIABLE|SAT(ISFIABLE)?)\s*$/) || has(/^v[ \t]/)) return literals(model, lines);
  const said = lines.map((line) => line.trim()).filter((line) => line !== '');
  if (has(/^-{10}$/) || (said.length > 0 && said.every((line) => /^\d+ \d+ \d+ [01]$/.test(line)))) {
    return placements(model, lines);
  }
  if (has(/^\s*(c\d+|t\d+)( |$)/)) return options(model, lines);
  if (has(/^Altogether 0 solutions/)) return { kind: 'none' };
  throw new FormatError({
    line: 1,
    found: said[0] === undefined ? 'an empty text' : quoted(said[0]),
    expected: 'the output of a SAT solver (s and v lines, or SAT and numbers), MiniZinc or an XCC solver',
    fix: 'Use the solver’s output unchanged.',
  });
}

/**
 * Reads the board from the variables that are true. Variables numbered above the options are auxiliary and are
 * ignored.
 */
function literals({ puzzle, options: all }: Model, lines: readonly string[]): Answer {
  const board = emptyBoard(openBoardOf(puzzle).board.cells);
  lines.forEach((line, i) => {
    const values = /^v\s(.*)$/s.exec(line)?.[1] ?? (/^\s*-?\d+(\s+-?\d+)*\s*$/.test(line) ? line : '');
    for (const word of values.trim().split(/\s+/)) {
      const literal = Number(word);
      if (word === '' || literal <= 0) continue;
      if (!Number.isInteger(literal)) throw wrong(i + 1, word, 'the number of a variable');
      const option = all[literal - 1];
      if (option) put(board, option.cell, option.code, i + 1);
    }
  });
  return { kind: 'board', board };
}

/** Parses MiniZinc's lines of `cell tile rotation flipped`, up to the first line of dashes. */
function placements({ puzzle }: Model, lines: readonly string[]): Answer {
  const { board: shape } = openBoardOf(puzzle);
  const board = emptyBoard(shape.cells);
  for (const [i, line] of lines.entries()) {
    if (/^-{10}$/.test(line)) break;
    if (line.trim() === '' || line.startsWith('%')) continue;
    const [, cell, tile, rotation, flipped] = /^(\d+) (\d+) (\d+) ([01])$/.exec(line.trim()) ?? [];
    const fits =
      cell !== undefined &&
      Number(cell) >= 1 &&
      Number(cell) <= shape.cells &&
      Number(tile) >= 1 &&
      Number(tile) <= puzzle.tiles.length &&
      Number(rotation) < shape.sides;
    if (!fits)
      throw wrong(
        i + 1,
        line.trim(),
        'a cell, tile and rotation that this puzzle has, then 0 or 1 (flipped)',
      );
    put(board, Number(cell) - 1, placementCode(Number(tile) - 1, Number(rotation), flipped === '1'), i + 1);
  }
  return { kind: 'board', board };
}

/**
 * Reads the board from options, as exact-cover solvers print them. The items of an option come in any order, perhaps
 * with remarks such as “(1 of 3)”.
 */
function options({ puzzle, options: all }: Model, lines: readonly string[]): Answer {
  const name = (items: readonly string[]): string => items.toSorted().join(' ');
  const byItems = new Map(all.map((option) => [name(itemsOf(option)), option]));
  const board = emptyBoard(openBoardOf(puzzle).board.cells);
  for (const [i, line] of lines.entries()) {
    const items = line.match(/(?<=^|\s)(c\d+|t\d+|e\d+:\d+|rim:\d+)(?=\s|$)/g) ?? [];
    if (!items.some((item) => item.startsWith('c'))) continue;
    const option = byItems.get(name(items));
    if (!option) throw wrong(i + 1, line.trim(), 'an option of this puzzle’s model');
    if (board[option.cell] !== -1) break; // a second tile in the same cell belongs to the next solution
    put(board, option.cell, option.code, i + 1);
  }
  return { kind: 'board', board };
}

function put(board: PartialBoard, cell: number, code: number, line: number): void {
  if (board[cell] !== -1 && board[cell] !== code) {
    throw wrong(line, `a second tile in cell ${cell + 1}`, 'one tile per cell');
  }
  board[cell] = code;
}

const wrong = (line: number, found: string, expected: string): FormatError =>
  new FormatError({
    line,
    found: quoted(found),
    expected,
    fix: 'Check that the answer belongs to the model of this puzzle.',
  });
