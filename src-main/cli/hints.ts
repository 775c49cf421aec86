import { openBoardOf } from '../../src-core/puzzle/open-board.ts';
import type { EdgePuzzle, Hint } from '../../src-core/puzzle/puzzle.ts';
import { CliFailure } from './failure.ts';

/**
 * Adds hints, given as CELL=TILE[:ROTATION], to a puzzle. Cells and tiles are numbered from 1, and the rotation is in
 * clockwise steps, as in a board file. A hint replaces the puzzle's own hint for the same cell. Throws CliFailure.
 */
export function withHints(puzzle: EdgePuzzle, texts: readonly string[]): EdgePuzzle {
  if (texts.length === 0) return puzzle;
  const added = texts.map((text) => hintOf(puzzle, text));
  added.forEach(({ cell }, i) => {
    if (added.findIndex((hint) => hint.cell === cell) === i) return;
    throw new CliFailure(`--hint ${texts[i]}: cell ${cell + 1} has two hints; leave one of them out`);
  });
  const kept = puzzle.hints.filter(({ cell }) => !added.some((hint) => hint.cell === cell));
  return { ...puzzle, hints: [...kept, ...added] };
}

function hintOf(puzzle: EdgePuzzle, text: string): Hint {
  const { cells, sides } = openBoardOf(puzzle).board;
  const match = /^(\d+)=(\d+)(?::(\d+))?$/.exec(text);
  if (!match) {
    throw new CliFailure(`--hint ${text}: expected CELL=TILE or CELL=TILE:ROTATION, such as 136=139:2`);
  }
  const [cell, tile, rotation] = [match[1], match[2], match[3]].map(Number);
  const within = (what: string, value: number, from: number, to: number): void => {
    if (value < from || value > to) {
      throw new CliFailure(`--hint ${text}: found ${what} ${value}, expected ${from} to ${to}`);
    }
  };
  within('cell', cell!, 1, cells);
  within('tile', tile!, 1, puzzle.tiles.length);
  if (match[3] === undefined) return { cell: cell! - 1, tile: tile! - 1 };
  within('rotation', rotation!, 0, sides - 1);
  return { cell: cell! - 1, tile: tile! - 1, rotation: rotation! };
}
