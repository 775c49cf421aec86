import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  arrangements,
  changedPuzzle,
  proposeEdits,
} from '../../../../../src-core/edge-matching/design/edits.ts';
import { distinctSolutions } from '../../../../../src-core/edge-matching/distinct-search/distinct-search.ts';
import { makeUnique } from '../../../../../src-core/edge-matching/generate/unique.ts';
import { generate } from '../../../../../src-core/edge-matching/generate/generate.ts';
import type { Family, Recipe, RecipeShape } from '../../../../../src-core/run/recipe.ts';
import { firstIdentical } from '../../../../../src-core/puzzle/appearance.ts';
import type { EdgePuzzle } from '../../../../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../../../../src-core/puzzle/score.ts';
import { errorsOf } from '../../../../../src-core/puzzle/validate.ts';
import { jobOf, runThrough } from '../exact/drive.ts';

function result<T>(steps: Generator<unknown, T, void>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

describe('a puzzle with exactly one solution', () => {
  it.each<[Family, number]>([
    ['scramble', 3],
    ['scramble', 4],
    ['scramble', 5],
    ['framed', 3],
    ['framed', 4],
    ['framed', 5],
    ['unframed', 4],
  ])('%s %i: a complete count finds one appearance, and no tiles are identical', (family, size) => {
    const made = result(makeUnique({ family, width: size, height: size, seed: 7 }))!;
    expect(errorsOf(made.puzzle)).toEqual([]);
    expect(scoreOf(made.puzzle, made.solution).solved).toBe(true);
    expect(distinctSolutions(made.puzzle, Infinity)).toHaveLength(1);
    expect(firstIdentical(made.puzzle)).toEqual([...made.puzzle.tiles.keys()]);
  });

  it.each<[string, Omit<Recipe, 'seed'>]>([
    ['tetrahedron', { family: 'unframed', board: { kind: 'solid', solid: 'tetrahedron' } }],
    ['cube', { family: 'scramble', board: { kind: 'solid', solid: 'cube' } }],
    ['octahedron', { family: 'unframed', board: { kind: 'solid', solid: 'octahedron' } }],
    [
      'dodecahedron, both sides',
      { family: 'unframed', board: { kind: 'solid', solid: 'dodecahedron' }, turns: 'flip' },
    ],
    ['icosahedron', { family: 'scramble', board: { kind: 'solid', solid: 'icosahedron' } }],
    ['torus', { family: 'unframed', board: { kind: 'rectangle', width: 4, height: 3, wrap: 'torus' } }],
    ['cylinder', { family: 'scramble', board: { kind: 'rectangle', width: 4, height: 3, wrap: 'cylinder' } }],
    ['triangle', { family: 'framed', board: { kind: 'triangle', side: 4 } }],
    ['parallelogram', { family: 'unframed', board: { kind: 'parallelogram', width: 3, height: 2 } }],
    ['hexagon', { family: 'unframed', board: { kind: 'hexagon', side: 1 } }],
    ['honeycomb', { family: 'scramble', board: { kind: 'honeycomb', side: 2 } }],
    ['nine squares printed on both sides', { family: 'scramble', width: 3, height: 3, turns: 'flip' }],
  ])('%s: the exact engine finds one solution too', (_, recipe) => {
    const made = result(makeUnique({ ...recipe, seed: 7 }))!;
    expect(errorsOf(made.puzzle)).toEqual([]);
    expect(scoreOf(made.puzzle, made.solution).solved).toBe(true);
    expect(runThrough(jobOf(made.puzzle, {}, false)).tally).toMatchObject({ unique: 1, distinct: 1 });
  });

  it('is the same on every machine', () => {
    const golden = JSON.parse(readFileSync('tests/data/unique-golden.json', 'utf8')) as unknown;
    const recipes = [
      { family: 'scramble', width: 3, height: 3, innerLabels: 3, seed: 1 },
      { family: 'scramble', width: 4, height: 4, innerLabels: 4, seed: 2 },
      { family: 'framed', width: 5, height: 5, seed: 3 },
    ] as const;
    expect(recipes.map((recipe) => ({ recipe, puzzle: result(makeUnique(recipe))!.puzzle }))).toEqual(golden);
  });

  it('is not guaranteed: with too few labels the result is null', () => {
    expect(
      result(makeUnique({ family: 'scramble', width: 5, height: 5, innerLabels: 3, seed: 1 }, 500_000)),
    ).toBeNull();
  });
});

const data = JSON.parse(readFileSync('tests/data/brandt.json', 'utf8')) as {
  recovered: string[][];
};
const brandt: EdgePuzzle = {
  ...generate({ family: 'scramble', width: 3, height: 3, seed: 1 }).puzzle,
  tiles: data.recovered.map((tile) => ({
    edges: tile.map((label) => 2 * (label.charCodeAt(0) - 65) + Number(label[1])),
  })),
};

describe('edits that leave one solution', () => {
  it.each(['relabel', 'rearrange'] as const)(
    "exist for Brandt et al.'s nine squares, which have three (%s)",
    (kind) => {
      expect(distinctSolutions(brandt, 10)).toHaveLength(3);
      const { proposals, smallest } = result(proposeEdits(brandt, kind));
      expect(smallest).toBe(true);
      expect(proposals).toHaveLength(6);
      for (const proposal of proposals) {
        expect(proposal.tiles).toHaveLength(1);
        if (kind === 'relabel') expect(proposal.changed).toBe(1);
        for (const { tile, edges } of proposal.tiles) {
          if (kind === 'rearrange') expect(edges.toSorted()).toEqual(brandt.tiles[tile]!.edges.toSorted());
        }
        const changed = changedPuzzle(brandt, proposal.tiles);
        expect(distinctSolutions(changed, Infinity)).toHaveLength(1);
        expect(scoreOf(changed, proposal.solution).solved).toBe(true);
      }
    },
  );

  it('keep the frame valid: change at least two touching edges if the puzzle must stay balanced', () => {
    const puzzle = generate({ family: 'framed', width: 4, height: 4, innerLabels: 3, seed: 5 }).puzzle;
    expect(distinctSolutions(puzzle, 2)).toHaveLength(2);
    const { proposals } = result(proposeEdits(puzzle, 'relabel', 2, 20_000_000));
    expect(proposals.length).toBeGreaterThan(0);
    for (const { tiles, changed } of proposals) {
      expect(changed).toBeGreaterThan(1);
      expect(distinctSolutions(changedPuzzle(puzzle, tiles), Infinity)).toHaveLength(1);
    }
  });
});

describe('edits on every board', () => {
  const boards: [string, RecipeShape][] = [
    ['cube', { family: 'scramble', board: { kind: 'solid', solid: 'cube' }, innerLabels: 2 }],
    ['octahedron', { family: 'unframed', board: { kind: 'solid', solid: 'octahedron' }, innerLabels: 5 }],
    [
      'torus',
      {
        family: 'unframed',
        board: { kind: 'rectangle', width: 3, height: 2, wrap: 'torus' },
        innerLabels: 3,
      },
    ],
    ['honeycomb', { family: 'scramble', board: { kind: 'honeycomb', side: 2 }, innerLabels: 2 }],
    [
      'squares printed on both sides',
      { family: 'unframed', width: 2, height: 2, innerLabels: 14, turns: 'flip' },
    ],
  ];
  it.each(
    boards.flatMap(([name, recipe]) => [
      [name, 'relabel', recipe] as const,
      [name, 'rearrange', recipe] as const,
    ]),
  )('on a %s (%s): proposals leave one solution and change only allowed labels', (_, kind, recipe) => {
    let proposed = 0;
    for (let seed = 1; seed <= 12 && proposed === 0; seed++) {
      const { puzzle } = generate({ ...recipe, seed });
      if (distinctSolutions(puzzle, 2)!.length < 2) continue;
      for (const { tiles, solution } of result(proposeEdits(puzzle, kind, 2, 300_000)).proposals) {
        proposed++;
        const changed = changedPuzzle(puzzle, tiles);
        expect(runThrough(jobOf(changed, {}, false)).tally.distinct).toBe(1);
        expect(scoreOf(changed, solution).solved).toBe(true);
        for (const { tile, edges, back } of kind === 'rearrange' ? tiles : []) {
          const before = puzzle.tiles[tile]!;
          expect(edges.toSorted()).toEqual(before.edges.toSorted());
          expect(back?.toSorted()).toEqual(before.back?.toSorted());
        }
      }
    }
    expect(proposed).toBeGreaterThan(0);
  });
});

describe('the arrangements of a tile', () => {
  it('are six cycles of four different labels, fewer if labels repeat', () => {
    expect(arrangements({ edges: [1, 2, 3, 4] }, true)).toHaveLength(5);
    expect(arrangements({ edges: [1, 2, 3, 4] }, false)).toHaveLength(23);
    expect(arrangements({ edges: [1, 1, 2, 2] }, true)).toEqual([expect.arrayContaining([1, 2])]);
    expect(arrangements({ edges: [1, 1, 1, 2] }, true)).toEqual([]);
  });
});
