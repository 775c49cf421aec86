import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { EdgePuzzle, Hint } from '../../src-core/puzzle/puzzle.ts';
import { framed } from '../../tests/unit/src-core/edge-matching/exact/puzzles.ts';

const folder = path.join(import.meta.dirname, 'boards');

/**
 * Returns a board from `boards/` with its given tiles as hints. `name`: the file's name without `.txt`. `side`: the
 * number of cells per side.
 */
export function givenBoard(name: string, side: number): EdgePuzzle {
  const puzzle = framed(
    path.relative('tests/data', path.join('bench/propagate/boards', `${name}.txt`)),
    side,
    side,
  );
  return { ...puzzle, name, hints: cluesOf(name) };
}

function cluesOf(name: string): Hint[] {
  const lines = readFileSync(path.join(folder, 'clues.txt'), 'utf8').split('\n');
  const clues = lines.find((line) => line.startsWith(`${name}:`))?.split(': ')[1];
  return (clues?.trim().split(' ') ?? []).map((clue) => {
    const [cell, tile, rotation] = clue.split(/[=:]/).map(Number);
    return { cell: cell! - 1, tile: tile! - 1, rotation: rotation! };
  });
}
