// Compares every edge-matching engine with exhaustive enumeration, on random small puzzles with every rule and board.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { engines, loadEngine } from '../../src-core/engines.ts';
import type { BoardShape, EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { random } from '../../src-core/random.ts';
import { puzzleOn } from '../unit/support/any-board.ts';
import { arbitraryBoardShape } from '../unit/support/arbitrary.ts';
import { compareEngine } from '../unit/support/compare-engine.ts';
import type { Part } from './part.ts';

/**
 * Use mostly tiny boards, because `brute-force` can't solve larger ones. A larger board takes as long as hundreds of
 * tiny ones.
 */
const shapes = fc.oneof(
  { weight: 20, arbitrary: arbitraryBoardShape({ cells: 2 }) },
  { weight: 10, arbitrary: arbitraryBoardShape({ cells: 3 }) },
  { weight: 5, arbitrary: arbitraryBoardShape({ cells: 4 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<BoardShape>({ kind: 'solid', solid: 'cube' }, { kind: 'hexagon', side: 1 }),
  },
);
const puzzles = puzzleOn(shapes, [1, 2, 4]);

/**
 * Number of puzzles per batch. The first puzzles of a batch are simple, so smaller batches would contain few hard
 * ones.
 */
const BATCH = 50;

export const counts: Part = async (seed, going) => {
  const chance = random(seed, 13);
  const loaded = await Promise.all(Object.keys(engines).map(loadEngine));
  const edgeEngines = loaded.filter(({ solves }) => solves === 'edge-matching');
  const failures: string[] = [];
  let tried = 0;
  let compared = 0;
  let samples: EdgePuzzle[] = [];
  do {
    samples =
      samples.length > 0 ? samples : fc.sample(puzzles, { seed: chance.below(2 ** 31), numRuns: BATCH });
    const puzzle = samples.pop()!;
    for (const engine of edgeEngines) {
      try {
        const comparison = compareEngine(engine, puzzle);
        if (comparison === null) continue;
        compared++;
        const { found, expected } = comparison;
        if (isDeepStrictEqual(found, expected)) continue;
        const [one, other, of] = [found, expected, puzzle].map((each) => JSON.stringify(each));
        failures.push(`${engine.name}: ${one}, not ${other}, of ${of}`);
      } catch (error) {
        if (error instanceof fc.PreconditionFailure) break; // too many arrangements to try them all
        failures.push(`${engine.name}: ${String(error)}`);
      }
    }
    tried++;
  } while (going(tried) && failures.length < 200);
  return {
    count: tried,
    tried: `${tried} puzzles, with ${compared} results of ${edgeEngines.length} engines compared with all arrangements`,
    failures,
  };
};
