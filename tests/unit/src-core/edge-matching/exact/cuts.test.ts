import { expect, test } from 'vitest';
import * as cuts from '../../../../../bench/exact/cuts.ts';
import { sampleTree, walkWith } from '../../../../../bench/exact/enumerate.ts';
import { searchTreeFor } from '../../../../../src-core/edge-matching/exact/setup.ts';
import { generate } from '../../../../../src-core/edge-matching/generate/generate.ts';
import type { EdgePuzzle } from '../../../../../src-core/puzzle/puzzle.ts';
import { random } from '../../../../../src-core/random.ts';
import { jobOf } from './drive.ts';
import { owen } from './puzzles.ts';

const { parity, supply, budgets, frame, twoTiles, columns, lastRow, rowBelow, rowBelowAtEnds } = cuts;
const all = { parity, supply, budgets, frame, twoTiles, columns, lastRow, rowBelow, rowBelowAtEnds };

const rows = (puzzle: EdgePuzzle) => searchTreeFor(jobOf(puzzle, { order: 'row', symmetry: 'all' }));

/** Framed puzzles with so few colours that they have many solutions. */
function* easyPuzzles(): Generator<EdgePuzzle> {
  for (let seed = 1; seed <= 25; seed++) {
    const dice = random(seed);
    const [width, height] = [3 + dice.below(2), 3 + dice.below(2)];
    const labels = { frameLabels: 2 + dice.below(2), innerLabels: 3 + dice.below(2) };
    yield generate({ family: 'framed', width, height, seed, ...labels }).puzzle;
  }
}

test.each(Object.entries(all))('the cut %s loses no solution, and only parity saves nothing', (name, cut) => {
  let plainNodes = 0;
  let nodes = 0;
  for (const puzzle of easyPuzzles()) {
    const tree = rows(puzzle);
    const plain = walkWith(tree, null);
    const less = walkWith(tree, cut);
    expect(less.solutions, puzzle.name).toEqual(plain.solutions);
    expect(less.solutions.length).toBeGreaterThan(0);
    plainNodes += plain.nodes;
    nodes += less.nodes;
  }
  if (name === 'parity') expect(nodes).toBe(plainNodes);
  else expect(nodes).toBeLessThan(plainNodes);
});

test('a sample tells the size of a tree with and without a cut', () => {
  const tree = rows(owen(5, 5));
  const chance = random(1);
  const runs = Array.from({ length: 10 }, () => sampleTree(tree, [budgets], 200, chance));
  const mean = (i: number): number => runs.reduce((sum, nodes) => sum + nodes[i]!, 0) / runs.length;
  expect(Math.abs(mean(0) / 113_211 - 1)).toBeLessThan(0.05);
  expect(Math.abs(mean(1) / walkWith(tree, budgets).nodes - 1)).toBeLessThan(0.05);
});
