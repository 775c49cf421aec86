/**
 * Compares every edge-matching engine with exhaustive enumeration, on small puzzles with every rule, on boards of
 * every kind.
 */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { engines, loadEngine } from '../../../../src-core/engines.ts';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';
import type { BoardShape, EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { puzzleOn } from '../../support/any-board.ts';
import { arbitraryBoardShape } from '../../support/arbitrary.ts';
import { solveByForce } from './exact/brute-force.ts';
import { compareEngine } from '../../support/compare-engine.ts';

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

/** for each puzzle, as JSON: its solutions, or null if enumeration would take too long */
const known = new Map<string, ReturnType<typeof solveByForce> | null>();
/** Returns the solutions of a puzzle, enumerated only once although every engine is compared with them. */
function solvedOnce(puzzle: EdgePuzzle): ReturnType<typeof solveByForce> {
  const key = JSON.stringify(puzzle);
  if (!known.has(key)) {
    known.set(key, null);
    known.set(key, solveByForce(puzzle));
  }
  const found = known.get(key) ?? null;
  fc.pre(found !== null);
  return found;
}

/**
 * Number of puzzles for each kind of board and each engine. The environment variable RUNS overrides it, for example
 * `RUNS=1000`.
 */
const RUNS = Number(process.env['RUNS'] ?? 12);
describe.each(edgeEngines)('$name', (engine) => {
  test.each(Object.entries(shapes))(
    '%s: counts and solutions equal those of exhaustive enumeration',
    (_, shape) => {
      let compared = 0;
      let solved = 0;
      let symmetric = 0;
      fc.assert(
        fc.property(puzzleOn(shape, [1, 2, 4]), (puzzle) => {
          const comparison = compareEngine(engine, puzzle, solvedOnce);
          if (comparison === null) return;
          compared++;
          if (comparison.isSolvable) solved++;
          if (comparison.isSymmetric) symmetric++;
          expect(comparison.found).toEqual(comparison.expected);
        }),
        { numRuns: RUNS },
      );
      if (compared > 20)
        expect({ solved: solved > 0, symmetric: symmetric > 0 }).toEqual({ solved: true, symmetric: true });
    },
  );

  test('a tile that looks the same after a half-turn is counted once', () => {
    const { puzzle } = readPuzzle('1 2 1 2\n1 2 1 2\n', {
      size: { width: 2, height: 1 },
      rim: 'free',
    });
    if (puzzle.kind !== 'edge-matching') throw new Error('the text has tiles');
    const comparison = compareEngine(engine, { ...puzzle, turns: 'rotate' });
    if (comparison === null) return;
    expect(comparison.isSymmetric).toBe(true);
    expect(comparison.found).toEqual(comparison.expected);
  });

  test('rejects every puzzle that it cannot count correctly', () => {
    // The test above skips puzzles that an engine refuses. This test checks that every refusal has a message.
    for (const puzzle of fc.sample(puzzleOn(arbitraryBoardShape({ cells: 4 }), [1, 2, 4]), {
      seed: 3,
      numRuns: 60,
    })) {
      const refusal = engine.refuses(puzzle, {});
      if (refusal !== null) expect(refusal).toMatch(/\.$/);
    }
  });
});
