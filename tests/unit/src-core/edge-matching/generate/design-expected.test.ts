import { describe, expect, it } from 'vitest';
import { expectationOf } from '../../../../../src-core/edge-matching/generate/expected.ts';
import { DistinctSearch } from '../../../../../src-core/edge-matching/distinct-search/distinct-search.ts';
import { generate } from '../../../../../src-core/edge-matching/generate/generate.ts';
import type { RecipeShape } from '../../../../../src-core/run/recipe.ts';

describe('the expectation for a recipe', () => {
  // size of the board, and number of nodes without symmetry breaking (tests/data/known-counts.md)
  it.each([
    [5, 113_211],
    [6, 69_284_103],
  ])("is close to the nodes of Brendan Owen's framed %i × %i", (size, counted) => {
    const { nodes } = expectationOf({ family: 'framed', width: size, height: size });
    expect(Math.abs(Math.log10((nodes * 4) / counted))).toBeLessThan(0.5);
  });

  it.each<RecipeShape>([
    { family: 'scramble', width: 3, height: 3, innerLabels: 3 },
    { family: 'scramble', width: 4, height: 3, innerLabels: 3 },
    { family: 'unframed', width: 3, height: 3, innerLabels: 5 },
    // boards other than rectangles, some with tiles that may be flipped
    { family: 'unframed', board: { kind: 'solid', solid: 'octahedron' }, innerLabels: 3 },
    { family: 'unframed', board: { kind: 'solid', solid: 'cube' }, innerLabels: 3, turns: 'flip' },
    { family: 'unframed', board: { kind: 'honeycomb', side: 2 }, innerLabels: 4 },
    { family: 'unframed', board: { kind: 'triangle', side: 3 }, innerLabels: 6 },
    { family: 'unframed', board: { kind: 'parallelogram', width: 2, height: 2 }, innerLabels: 5 },
    { family: 'unframed', board: { kind: 'rectangle', width: 3, height: 3, wrap: 'torus' }, innerLabels: 3 },
    {
      family: 'unframed',
      board: { kind: 'rectangle', width: 4, height: 2, wrap: 'cylinder' },
      innerLabels: 5,
    },
  ])('is close to the mean of puzzles made from it: %o', (recipe) => {
    const expected = expectationOf(recipe);
    let solutions = 0;
    const count = 30;
    for (let seed = 1; seed <= count; seed++) {
      const search = new DistinctSearch(generate({ ...recipe, seed }).puzzle, Infinity);
      search.step(Infinity);
      // subtract the solution that the tiles were cut from
      solutions += search.solutions.length - 1;
    }
    expect(Math.abs(Math.log2(solutions / count / expected.solutions))).toBeLessThan(1.5);
  });

  it('is finite for the largest boards, and large', () => {
    for (const family of ['framed', 'unframed', 'scramble'] as const) {
      const { solutions, nodes } = expectationOf({ family, width: 64, height: 64 });
      expect(nodes).toBeGreaterThan(1e250);
      // a number that JSON can store, unlike Infinity
      expect(nodes).toBeLessThanOrEqual(Number.MAX_VALUE);
      expect(solutions).toBeLessThan(1e12);
    }
  });
});
