import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { generate, suggestedLabels } from '../../../../../src-core/edge-matching/generate/generate.ts';
import { expectationOf } from '../../../../../src-core/edge-matching/generate/expected.ts';
import { boardOf } from '../../../../../src-core/puzzle/board.ts';
import { firstIdentical } from '../../../../../src-core/puzzle/appearance.ts';
import { scoreOf } from '../../../../../src-core/puzzle/score.ts';
import { Recipe } from '../../../../../src-core/run/recipe.ts';
import { problemsOf } from '../../../../../src-core/puzzle/validate.ts';
import { arbitraryBoardShape } from '../../../support/arbitrary.ts';

test('a puzzle may have more than 256 labels', () => {
  const recipe = { family: 'framed', width: 16, height: 16, frameLabels: 40, innerLabels: 330, seed: 5 };
  const { puzzle, solution } = generate(v.parse(Recipe, recipe));
  expect(puzzle.labels).toHaveLength(371);
  expect(scoreOf(puzzle, solution).solved).toBe(true);
});

describe('suggested labels', () => {
  test('are those of Eternity II and of Owen’s set 1', () => {
    const framed = (n: number): [number, number] => {
      const { frame, inner } = suggestedLabels({ family: 'framed', width: n, height: n });
      return [frame, inner];
    };
    expect([3, 4, 5, 6, 7, 8, 10, 16].map(framed)).toEqual([
      [2, 2],
      [2, 3],
      [3, 4],
      [3, 5],
      [3, 6],
      [3, 8],
      [4, 10],
      [5, 17],
    ]);
  });

  test('are four symbols for nine squares of halves', () => {
    expect(suggestedLabels({ family: 'scramble', width: 3, height: 3 }).inner).toBe(4);
  });
});

test('any recipe gives a puzzle without problems or identical tiles, solved by its solution', () => {
  fc.assert(
    fc.property(
      fc.record({
        family: fc.constantFrom('framed' as const, 'unframed' as const, 'scramble' as const),
        width: fc.integer({ min: 2, max: 9 }),
        height: fc.integer({ min: 2, max: 9 }),
        seed: fc.integer(),
        turns: fc.constantFrom('rotate' as const, 'fixed' as const),
      }),
      (recipe) => {
        const { puzzle, solution } = generate(recipe);
        expect(scoreOf(puzzle, solution).solved).toBe(true);
        expect(problemsOf(puzzle).filter(({ severity }) => severity !== 'warning')).toEqual([]);
        expect(firstIdentical(puzzle)).toEqual([...puzzle.tiles.keys()]);
        expect(generate(recipe).puzzle).toEqual(puzzle);
      },
    ),
    { numRuns: 60 },
  );
});

const likeAnother = {
  board: { kind: 'rectangle', width: 2, height: 5, wrap: 'cylinder' },
  family: 'unframed',
  seed: -2082151752,
  turns: 'flip',
} as const;

test('on boards of every kind, one-sided or two-sided: a puzzle without problems, solved by its solution', () => {
  let made = 0;
  fc.assert(
    fc.property(
      fc.record({
        board: arbitraryBoardShape({ cells: 24 }),
        family: fc.constantFrom('framed' as const, 'unframed' as const, 'scramble' as const),
        seed: fc.integer(),
        turns: fc.constantFrom('rotate' as const, 'fixed' as const, 'flip' as const),
      }),
      (recipe) => {
        const { cells, across } = boardOf(recipe.board);
        // If nearly all cells are on the rim, the generator can fail to find distinct tiles. Such boards are not
        // tested here.
        const onRim = across.filter((other) => other === -1).length;
        fc.pre(cells > 3 && (recipe.family !== 'framed' || (onRim > 0 && onRim <= cells)));
        const { innerLabels } = expectationOf(recipe);
        const { puzzle, solution } = generate({ ...recipe, innerLabels: Math.max(4, innerLabels) });
        expect(scoreOf(puzzle, solution).solved).toBe(true);
        expect(problemsOf(puzzle).filter(({ severity }) => severity !== 'warning')).toEqual([]);
        expect(firstIdentical(puzzle)).toEqual([...puzzle.tiles.keys()]);
        expect(puzzle.tiles.every(({ back }) => (back !== undefined) === (recipe.turns === 'flip'))).toBe(
          true,
        );
        made++;
      },
    ),
    // With the recipe `likeAnother`, a tile's random back once equalled the front of another tile.
    { numRuns: 150, examples: [[likeAnother]] },
  );
  expect(made).toBeGreaterThan(50);
});

test('colours are equally frequent, and frame colours stay on the frame', () => {
  const { puzzle } = generate({ family: 'framed', width: 16, height: 16, seed: 1 });
  const counts = new Array<number>(23).fill(0);
  for (const { edges } of puzzle.tiles) for (const label of edges) counts[label]!++;
  // Eternity II has grey on 64 edges, each frame colour on 24, and each inner colour on 48 or 50.
  expect(counts[0]).toBe(64);
  expect(counts.slice(1, 6)).toEqual([24, 24, 24, 24, 24]);
  expect(new Set(counts.slice(6))).toEqual(new Set([48, 50]));
});

test('impossible recipes are rejected with a reason', () => {
  expect(() => generate({ family: 'framed', width: 1, height: 5, seed: 1 })).toThrow('width is 1');
  expect(() => generate({ family: 'unframed', width: 4, height: 4, innerLabels: 1, seed: 1 })).toThrow(
    'choose more colours or symbols',
  );
  expect(() => generate({ family: 'framed', board: { kind: 'solid', solid: 'cube' }, seed: 1 })).toThrow(
    'a framed puzzle needs a rim',
  );
  expect(() => generate({ family: 'framed', width: 4, height: 4, innerLabels: 0, seed: 1 })).toThrow(
    'request at least 1',
  );
});
