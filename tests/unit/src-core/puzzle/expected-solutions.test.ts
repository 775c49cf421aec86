import { expect, test } from 'vitest';
import { eternity2, officialHints } from '../../../../src-core/puzzle/eternity2.ts';
import { expectedSolutions } from '../../../../src-core/puzzle/expected-solutions.ts';
import { numberedLabels } from '../../../../src-core/puzzle/labels.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { random } from '../../../../src-core/random.ts';

/** Returns random tiles for a rectangle with a free rim, not cut from a solution. */
function randomTiles(
  width: number,
  height: number,
  colours: number,
  seed: number,
  mating: EdgePuzzle['mating'],
): EdgePuzzle {
  const chance = random(seed);
  const shown = mating === 'opposite' ? 2 * colours : colours;
  return {
    kind: 'edge-matching',
    name: 'random',
    board: { kind: 'rectangle', width, height },
    mating,
    rim: { kind: 'free' },
    turns: 'rotate',
    tiles: Array.from({ length: width * height }, () => ({
      edges: Array.from({ length: 4 }, () => chance.below(shown)),
    })),
    labels: numberedLabels(colours),
    hints: [],
    forbidden: [],
  };
}

/** Returns ln((n - 1)!!), the logarithm of the number of ways to pair up n half-edges of one label. */
function lnPairings(n: number): number {
  let sum = 0;
  for (let i = n - 1; i > 1; i -= 2) sum += Math.log(i);
  return sum;
}

test('where every half-edge meets another, the chance is a product of double factorials by label', () => {
  const puzzle = eternity2(officialHints.slice(0, 1));
  const counts = { along: new Map<number, number>(), inner: new Map<number, number>() };
  for (const { edges } of puzzle.tiles) {
    edges.forEach((label, side) => {
      if (label === 0) return;
      const along = edges[(side + 1) % 4] === 0 || edges[(side + 3) % 4] === 0;
      const count = counts[along ? 'along' : 'inner'];
      count.set(label, (count.get(label) ?? 0) + 1);
    });
  }
  let chance = 0;
  for (const count of [counts.along, counts.inner]) {
    for (const n of count.values()) chance += lnPairings(n);
    chance -= lnPairings([...count.values()].reduce((a, b) => a + b));
  }
  const expected = expectedSolutions(puzzle)!;
  expect(expected.edges).toBe(480);
  expect(expected.chanceLog10).toBeCloseTo(chance / Math.LN10, 6);
  expect(10 ** expected.log10).toBeCloseTo(22.0, 0);
  // Without its hint, the centre tile can be in 196 cells, in four rotations each.
  const without = expectedSolutions(eternity2([]))!.log10;
  expect(without - expected.log10).toBeCloseTo(Math.log10(196 * 4), 6);
});

test('the model does not apply to tiles that keep their rotation', () => {
  expect(expectedSolutions({ ...eternity2([]), turns: 'fixed' })).toBeNull();
  expect(expectedSolutions({ ...eternity2([]), forbidden: [0] })).toBeNull();
});

test('over many random tilesets the mean count is the mean expectation', () => {
  for (const mating of ['same', 'opposite'] as const) {
    let counted = 0;
    let expected = 0;
    for (let seed = 1; seed <= 300; seed++) {
      const puzzle = randomTiles(2, 2, mating === 'same' ? 4 : 2, seed, mating);
      counted += bruteForce(puzzle);
      expected += 10 ** expectedSolutions(puzzle)!.log10;
    }
    expect(counted / expected).toBeGreaterThan(0.85);
    expect(counted / expected).toBeLessThan(1.15);
  }
});

/**
 * Counts the solutions of a 2 × 2 puzzle. Identical tiles count as different, but orientations of a tile that look the
 * same count only once.
 */
function bruteForce({ tiles, mating }: EdgePuzzle): number {
  const orders = (rest: number[]): number[][] =>
    rest.length === 0
      ? [[]]
      : rest.flatMap((tile, i) => orders(rest.toSpliced(i, 1)).map((tail) => [tile, ...tail]));
  const ways = tiles.map(({ edges }) => [
    ...new Map(
      [0, 1, 2, 3].map((by) => {
        const turned = [...edges.slice(by), ...edges.slice(0, by)];
        return [turned.join(), turned] as const;
      }),
    ).values(),
  ]);
  const fits = (a: number, b: number): boolean => (mating === 'same' ? a === b : (a ^ 1) === b);
  let count = 0;
  for (const [a, b, c, d] of orders([0, 1, 2, 3]) as [number, number, number, number][]) {
    for (const p of ways[a]!)
      for (const q of ways[b]!) {
        if (!fits(p[1]!, q[3]!)) continue;
        for (const r of ways[c]!) {
          if (!fits(p[2]!, r[0]!)) continue;
          for (const s of ways[d]!) if (fits(r[1]!, s[3]!) && fits(q[2]!, s[0]!)) count++;
        }
      }
  }
  return count;
}
