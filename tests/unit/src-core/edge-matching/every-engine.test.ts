/**
 * Every edge-matching engine compared with exhaustive enumeration, on small puzzles with every rule and on
 * every board.
 */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { engines, loadEngine } from '../../../../src-core/engines.ts';
import { appearanceOf } from '../../../../src-core/puzzle/appearance.ts';
import { openBoardOf } from '../../../../src-core/puzzle/open-board.ts';
import type { BoardShape, EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { canonicalKey, distinctKey } from '../../../../src-core/puzzle/symmetry.ts';
import { puzzleOn } from '../../support/any-board.ts';
import { arbitraryBoardShape } from '../../support/arbitrary.ts';
import { runEngine } from '../../support/run-engine.ts';
import { solveByForce } from './exact/brute-force.ts';

// Every engine solves hundreds of puzzles.
vi.setConfig({ testTimeout: 120_000 });

const edgeEngines = (await Promise.all(Object.keys(engines).map(loadEngine))).filter(
  ({ solves }) => solves === 'edge-matching',
);

const shapes: Readonly<Record<string, fc.Arbitrary<BoardShape>>> = {
  'boards of every kind': arbitraryBoardShape({ cells: 4 }),
  tetrahedra: fc.constant({ kind: 'solid', solid: 'tetrahedron' }),
  parallelograms: fc.constantFrom(
    { kind: 'parallelogram', width: 1, height: 1 },
    { kind: 'parallelogram', width: 2, height: 1 },
  ),
  cubes: fc.constant({ kind: 'solid', solid: 'cube' }),
  hexagons: fc.constant({ kind: 'hexagon', side: 1 }),
};

/** Puzzles of each kind of board and engine; `RUNS=1000` tries more. */
const RUNS = Number(process.env['RUNS'] ?? 12);
/** Number of slices for an engine that proves nothing and would search forever. */
const HEURISTIC_SLICES = 1;
/** Maximum number of states that `brute-force` may create: it reaches every state in every possible way. */
const MAX_STATES = 20_000;

/**
 * Returns the maximum number of swaps and rotations that `brute-force` needs, and the number of states it creates on
 * the way.
 */
function bruteForceSize(puzzle: EdgePuzzle): { farthest: number; states: number } {
  const { board, openCells } = openBoardOf(puzzle);
  const cells = openCells.length;
  const [turns, kinds] = { fixed: [0, 0], rotate: [board.sides - 1, 1], flip: [board.sides, 2] }[
    puzzle.turns
  ] as [number, number];
  const farthest = cells - 1 + cells * turns;
  return { farthest, states: ((cells * (cells - 1)) / 2 + cells * kinds) ** farthest };
}

describe.each(edgeEngines)('$name', (engine) => {
  test.each(Object.entries(shapes))(
    '%s: counts and solutions equal those of exhaustive enumeration',
    (_, shape) => {
      let compared = 0;
      let solved = 0;
      let symmetric = 0;
      fc.assert(
        fc.property(puzzleOn(shape, [1, 2, 4]), (puzzle) => {
          if (engine.refuses(puzzle, {}) !== null) return;
          const { farthest, states } = bruteForceSize(puzzle);
          if (engine.name === 'brute-force' && states > MAX_STATES) return;
          const options = engine.name === 'brute-force' ? { threshold: Math.max(1, farthest) } : {};
          const { own } = appearanceOf(puzzle);
          const known = solveByForce(puzzle);
          const setup = engine.proves ? { options } : { options, slices: HEURISTIC_SLICES };
          const { tally, solutions } = runEngine(engine, puzzle, setup);
          const named = solutions
            .map((board) => board.map((code) => (code < 0 ? code : own[code]!)).join(' '))
            .sort();
          compared++;
          if (known.solutions.length > 0) solved++;
          if (new Set(own).size < own.filter((code) => code >= 0).length) symmetric++;
          if (engine.proves) {
            expect(named).toEqual(known.solutions);
            expect(tally.raw).toBe(known.solutions.length);
            expect(new Set(solutions.map((board) => canonicalKey(puzzle, board))).size).toBe(known.unique);
            expect(new Set(solutions.map((board) => distinctKey(puzzle, board))).size).toBe(known.distinct);
          } else {
            expect(known.solutions).toEqual(expect.arrayContaining(named));
          }
        }),
        { numRuns: RUNS },
      );
      if (compared > 20)
        expect({ solved: solved > 0, symmetric: symmetric > 0 }).toEqual({ solved: true, symmetric: true });
    },
  );

  test('rejects every puzzle that it cannot count correctly', () => {
    // Puzzles that the property above skips must be refused with a message.
    for (const puzzle of fc.sample(puzzleOn(arbitraryBoardShape({ cells: 4 }), [1, 2, 4]), {
      seed: 3,
      numRuns: 60,
    })) {
      const refusal = engine.refuses(puzzle, {});
      if (refusal !== null) expect(refusal).toMatch(/\.$/);
    }
  });
});
