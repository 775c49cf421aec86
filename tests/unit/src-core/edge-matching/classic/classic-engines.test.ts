import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { backtrack } from '../../../../../src-core/edge-matching/classic/backtrack.ts';
import { tree } from '../../../../../src-core/edge-matching/classic/tree.ts';
import { exact } from '../../../../../src-core/edge-matching/exact/exact.ts';
import { generate } from '../../../../../src-core/edge-matching/generate/generate.ts';
import type { Family } from '../../../../../src-core/run/recipe.ts';
import type { Engine, EngineOptions } from '../../../../../src-core/engine.ts';
import { appearanceOf } from '../../../../../src-core/puzzle/appearance.ts';
import type { EdgePuzzle } from '../../../../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../../../../src-core/puzzle/score.ts';
import { runEngine } from '../../../support/run-engine.ts';
import { hoglanSquares, brandtSquares } from '../../../support/sources.ts';

vi.setConfig({ testTimeout: 120_000 });

const enumerating: [string, Engine, EngineOptions][] = [
  ['tree', tree, {}],
  ['tree, breadth-first', tree, { order: 'breadth-first' }],
  ['backtrack', backtrack, {}],
  ['backtrack, first tile turned', backtrack, { turnFirst: true }],
];

const puzzles = fc
  .record({
    family: fc.constantFrom<Family>('framed', 'unframed', 'scramble'),
    width: fc.integer({ min: 2, max: 3 }),
    height: fc.integer({ min: 2, max: 3 }),
    seed: fc.nat(1_000_000),
    turns: fc.constantFrom('rotate', 'fixed', 'flip'),
    hint: fc.boolean(),
    forbidden: fc.boolean(),
    spare: fc.boolean(),
  })
  .map(({ family, width, height, seed, turns, hint, forbidden, spare }): EdgePuzzle => {
    const { puzzle, solution } = generate({
      family,
      width,
      height,
      seed,
      frameLabels: 4,
      innerLabels: 4,
      turns: turns === 'fixed' && family !== 'framed' ? 'fixed' : 'rotate',
    });
    return {
      ...puzzle,
      turns: turns === 'flip' && width * height <= 4 ? 'flip' : puzzle.turns,
      tiles: spare ? [...puzzle.tiles, puzzle.tiles[0]!] : puzzle.tiles,
      hints: hint ? [{ cell: 1, tile: solution[1]! >> 4, rotation: solution[1]! & 7 }] : [],
      forbidden: forbidden ? [0] : [],
    };
  });

const looks = (puzzle: EdgePuzzle, boards: readonly Int32Array[]): string[] => {
  const { own } = appearanceOf(puzzle);
  return boards.map((board) => board.map((code) => (code < 0 ? code : own[code]!)).join(' ')).sort();
};

describe('classic engines', () => {
  test('all find the same valid solutions as exact on random puzzles', () => {
    fc.assert(
      fc.property(puzzles, (puzzle) => {
        const outcomes = enumerating.map(([, engine, options]) => runEngine(engine, puzzle, { options }));
        const expected = exact.refuses(puzzle, {}) ? [] : looks(puzzle, runEngine(exact, puzzle).solutions);
        expect(new Set(expected).size).toBe(expected.length);
        for (const { solutions, tally } of outcomes) {
          expect(looks(puzzle, solutions)).toEqual(expected);
          expect(tally.raw).toBe(expected.length);
          for (const board of solutions) expect(scoreOf(puzzle, board).solved).toBe(true);
        }
      }),
      { numRuns: 10 },
    );
  });

  test.each(enumerating)('%s: counts do not depend on slices or interruptions', (_, engine, options) => {
    for (const puzzle of [hoglanSquares, brandtSquares]) {
      for (const wanted of [1, 5, 'all'] as const) {
        const whole = runEngine(engine, puzzle, { options, wanted });
        // Interrupt a breadth-first search less often, because its checkpoints are large: they contain every state.
        const slice = options['order'] === 'breadth-first' ? 400 : 7;
        const cut = runEngine(engine, puzzle, { options, wanted, slice, interrupted: true });
        expect(cut.tally).toEqual(whole.tally);
        expect(cut.solutions).toEqual(whole.solutions);
        expect(whole.solutions).toHaveLength(wanted === 'all' ? 12 : wanted);
      }
    }
  });

  test.each(enumerating)('%s: the share done grows from 0 to 1', (_, engine, options) => {
    const { tally } = runEngine(engine, hoglanSquares, { options });
    expect(tally.fraction).toBe(1);
    if (options['order'] === 'breadth-first') return;
    let last = 0;
    for (const slices of [1, 5, 20, 40]) {
      const { fraction } = runEngine(engine, hoglanSquares, { options, slice: 20, slices }).tally;
      expect(fraction).toBeGreaterThanOrEqual(last);
      last = fraction!;
    }
    expect(last).toBeLessThanOrEqual(1);
  });

  test('too few tiles are rejected with a fix', () => {
    const short = { ...hoglanSquares, tiles: hoglanSquares.tiles.slice(1) };
    expect(tree.refuses(short, {})).toMatch(
      /9 cells to fill, but there are only 8 tiles. Add 1 tile or close 1 cell/,
    );
    expect(tree.refuses(hoglanSquares, {})).toBeNull();
  });
});
