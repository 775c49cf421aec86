import { expect, test } from 'vitest';
import { modelOf, type Model } from '../../../../../src-core/edge-matching/selective/model.ts';
import { pricesOf, UNITS_PER_NAT } from '../../../../../src-core/edge-matching/selective/prices.ts';
import { NO_THRESHOLD } from '../../../../../src-core/edge-matching/selective/thresholds.ts';
import { viewOf } from '../../../../../src-core/edge-matching/selective/view.ts';
import { ReferenceWalk } from '../../../../../src-core/edge-matching/selective/walk.ts';
import { directions, framedPuzzle } from './framed-puzzles.ts';

const sum = (numbers: ArrayLike<number>): number => Array.from(numbers).reduce((a, b) => a + b, 0);

function solutions(model: Model, lastThreshold: number): number {
  const thresholds = new Int32Array(model.cells).fill(NO_THRESHOLD);
  thresholds[model.cells - 1] = lastThreshold;
  const walk = new ReferenceWalk({ model, prices: pricesOf(model), thresholds, firstKind: null });
  let found = 0;
  while (!walk.finished) {
    walk.run(1e6);
    found += Number(walk.depth === model.cells);
  }
  return found;
}

test('in every direction, all solutions have the same score: all gains less all prices', () => {
  let found = 0;
  for (let seed = 0; seed < 24; seed++) {
    const puzzle = framedPuzzle({ width: 4, height: 3, seed, plain: seed % 2 === 1, hints: seed % 3 });
    const totals = directions.map((direction) => {
      const model = modelOf(viewOf(puzzle, direction), true);
      const { price, gain } = pricesOf(model);
      // The last cell is a corner. Its tile is the last of its kind and looks different in every orientation, so it
      // gains nothing.
      const total = sum(gain) - sum(price);
      const all = solutions(model, NO_THRESHOLD);
      expect(solutions(model, total)).toBe(all);
      expect(solutions(model, total + 1)).toBe(0);
      found += all;
      return total;
    });
    expect(new Set(totals).size).toBe(1);
  }
  expect(found).toBeGreaterThan(500);
});

test('the prices of a label multiply to the number of ways to pair its half-edges', () => {
  const model = modelOf(viewOf(framedPuzzle({ width: 6, height: 6, seed: 1 }), directions[0]!), true);
  const { price, priceRow } = pricesOf(model);
  const seen = { ring: 0, inside: 0 };
  model.edges.forEach((count, label) => {
    if (label === 0) return;
    let ways = 1;
    for (let k = 1; k <= count; k++) ways *= model.isRing[label] ? k : 2 * k - 1;
    seen[model.isRing[label] ? 'ring' : 'inside']++;
    const total = sum(price.subarray(label * priceRow, (label + 1) * priceRow));
    expect(Math.abs(total - UNITS_PER_NAT * Math.log(ways))).toBeLessThanOrEqual(count / 2);
  });
  expect(seen.ring).toBeGreaterThan(1);
  expect(seen.inside).toBeGreaterThan(1);
  // 6 × 6 cells have 2 · 5 · 6 edges
  expect(sum(model.edges)).toBe(60);
});

test('gains count the tiles of a kind and the orientations that look the same', () => {
  const puzzle = framedPuzzle({ width: 4, height: 4, seed: 3, plain: true });
  const model = modelOf(viewOf(puzzle, directions[0]!), true);
  const { gain, gainRow } = pricesOf(model);
  // The four inner tiles are identical, and all their orientations look the same.
  const inner = model.kinds.findIndex((_, kind) => model.alike[kind] === 4);
  expect(model.kinds[inner]!.length).toBe(4);
  const expected = [0, 4, 8, 12, 16].map((ways) => (ways ? Math.round(UNITS_PER_NAT * Math.log(ways)) : 0));
  expect([...gain.subarray(inner * gainRow, inner * gainRow + 5)]).toEqual(expected);
});
