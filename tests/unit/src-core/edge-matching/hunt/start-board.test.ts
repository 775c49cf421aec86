import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { generate } from '../../../../../src-core/edge-matching/generate/generate.ts';
import { freedCells, keptTiles, startError } from '../../../../../src-core/puzzle/hunt-start.ts';
import { openBoardOf } from '../../../../../src-core/puzzle/open-board.ts';
import {
  EMPTY,
  boardToNumbers,
  emptyBoard,
  placementCode,
  type PartialBoard,
} from '../../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../../../../src-core/puzzle/score.ts';
import { random, type Random } from '../../../../../src-core/random.ts';
import { arbitraryPuzzle } from '../../../support/arbitrary.ts';
import { hunt } from './run-hunt.ts';

vi.setConfig({ testTimeout: 120_000 });

const NODES = { nodes: 400, options: { width: 9 }, wanted: 'all' } as const;

const startFrom = (puzzle: EdgePuzzle, board: PartialBoard, free: readonly number[]) => ({
  board: boardToNumbers(board),
  free: [...free].filter((cell) => !puzzle.hints.some((hint) => hint.cell === cell)),
});

/** Returns a board with all tiles placed at random, whether or not they obey the rim rule. */
function anyBoard(puzzle: EdgePuzzle, chance: Random): PartialBoard {
  const { openCells, board } = openBoardOf(puzzle);
  const tiles = chance.shuffle([...puzzle.tiles.keys()]);
  const codes = emptyBoard(board.cells);
  openCells.forEach((cell, i) => {
    if (tiles[i] !== undefined)
      codes[cell] = placementCode(tiles[i], puzzle.turns === 'fixed' ? 0 : chance.below(board.sides));
  });
  return codes;
}

describe('a hunt from a board', () => {
  it('keeps every tile outside the freed cells, reports the board first and then only better ones', () => {
    fc.assert(
      fc.property(arbitraryPuzzle({ hints: true, forbidden: true }), fc.nat(1000), (puzzle, seed) => {
        const chance = random(seed);
        const board = seed % 2 === 0 ? hunt(puzzle, NODES).boards.at(-1) : anyBoard(puzzle, chance);
        if (!board) return;
        const free = [...board.keys()].filter(() => chance.below(2) === 0);
        const start = startFrom(puzzle, board, free);
        if (startError(puzzle, start) !== null) return;
        const whole = hunt(puzzle, { ...NODES, start, seed });
        const { hintsKept, hints, rimOk } = scoreOf(puzzle, board);
        if (hintsKept === hints && rimOk) expect(whole.boards[0]).toEqual(board);
        const kept = keptTiles(start);
        const scores = whole.boards.map((each) => scoreOf(puzzle, each));
        for (const [i, each] of whole.boards.entries()) {
          expect(scores[i]).toMatchObject({ duplicates: 0, illegal: 0 });
          expect(scores[i]!.hintsKept).toBe(puzzle.hints.length);
          expect(each.filter((_, cell) => kept[cell] !== EMPTY)).toEqual(
            kept.filter((code) => code !== EMPTY),
          );
        }
        const matched = scores.map((score) => score.matched);
        expect(matched).toEqual([...new Set(matched)].sort((a, b) => a - b));
        const setup = { ...NODES, start, seed, slice: 90, interrupted: true } as const;
        expect(hunt(puzzle, setup)).toEqual(whole);
        expect(hunt(puzzle, { ...setup, milestones: true })).toEqual(whole);
      }),
      { numRuns: 14 },
    );
  });

  it('repairs a board in which two tiles were exchanged', () => {
    const { puzzle, solution } = generate({ family: 'framed', width: 10, height: 10, seed: 1 });
    const spoiled = solution.with(33, solution[66]!).with(66, solution[33]!);
    expect(scoreOf(puzzle, spoiled).solved).toBe(false);
    const start = startFrom(puzzle, spoiled, freedCells(puzzle, spoiled, 'mismatches'));
    const { boards } = hunt(puzzle, { nodes: 20_000, options: { width: 100 }, start });
    expect(scoreOf(puzzle, boards.at(-1)!).solved).toBe(true);
  });
});
