import { expect, test } from 'vitest';
import type { ProgressSample } from '../../../../src-core/contract/runs.ts';
import type { RunFigures } from '../../../../src-core/run/figures.ts';
import { MAX_SAMPLES, sinceImprovement, withSample } from '../../../../src-renderer/runs/shared/samples.ts';

const at = (elapsedMs: number, matched: number, placed = 256): RunFigures =>
  ({
    elapsedMs,
    matched,
    placed,
    nodes: 0,
    nodesPerSecond: 0,
    depth: 0,
    fraction: 0,
  }) as unknown as RunFigures;
const after = (...figures: RunFigures[]): ProgressSample[] =>
  figures.reduce<ProgressSample[]>(withSample, []);

test('the last improvement is the first sample of the best board, also if only a tile was added', () => {
  const samples = after(at(1000, 400), at(2500, 440), at(9000, 440), at(20_000, 440));
  expect(sinceImprovement(samples, 21_000, null)).toBe(18_500);
  expect(sinceImprovement(samples, 21_000, 439)).toBe(18_500);
  // The board that the run started from is not an improvement.
  expect(sinceImprovement(samples, 21_000, 440)).toBeNull();
  expect(
    sinceImprovement(
      after(...samples.map((sample) => sample as RunFigures), at(20_100, 440, 257)),
      21_000,
      null,
    ),
  ).toBe(900);
  expect(sinceImprovement([], 5000, null)).toBeNull();
  expect(sinceImprovement(after(at(10, 0, 0)), 5000, null)).toBeNull();
});

test('a sample is added each second and at each improvement, and improvements are never thinned', () => {
  expect(after(at(0, 1), at(500, 1), at(600, 2), at(1700, 2)).map(({ elapsedMs }) => elapsedMs)).toEqual([
    0, 600, 1700,
  ]);
  // Two hours with a sample every second. In the first ten minutes, either the score or the number of tiles improves
  // every 7 s.
  const many = after(
    ...Array.from({ length: 7200 }, (_, s) => {
      const improvements = Math.floor(Math.min(s, 600) / 7);
      return at(1000 * s, 400 + Math.floor(improvements / 2), 100 + improvements);
    }),
  );
  expect(many.length).toBeLessThanOrEqual(MAX_SAMPLES);
  const firsts = many.filter(({ placed }, i) => placed !== many[i - 1]?.placed);
  expect(firsts.map(({ elapsedMs }) => elapsedMs)).toEqual(Array.from({ length: 86 }, (_, i) => 7000 * i));
});
