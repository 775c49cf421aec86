import { expect, test, vi } from 'vitest';
import type { RunSummary } from '../../../../src-core/contract/runs.ts';
import { noFigures } from '../../../../src-core/run/figures.ts';
import { standing } from '../../../../src-renderer/base/active-runs.svelte.ts';
import { resultText } from '../../../../src-renderer/runs/list/result-text.ts';

vi.mock('../../../../src-renderer/base/client.svelte.ts', () => ({}));

const run = (
  figures: Partial<RunSummary['figures']>,
  status: RunSummary['status'] = 'stopped',
  options: RunSummary['settings']['options'] = {},
): RunSummary =>
  ({
    status,
    settings: { options },
    figures: { ...noFigures, edges: 480, cells: 256, ...figures },
  }) as RunSummary;
const hunted = { matched: 342, placed: 187 };

test('the number that a run tries to increase comes first', () => {
  expect(resultText(run(hunted))).toBe('342 of 480 edges, 187 of 256 tiles');
  expect(standing(run(hunted))).toBe('342 of 480');
  const rowScan = run(hunted, 'stopped', { goal: 'row-scan' });
  expect(resultText(rowScan)).toBe('187 of 256 tiles, 342 of 480 edges');
  expect(standing(rowScan)).toBe('187 of 256 placed');
});

test('solutions are counted in words, and lengths of sliding solutions in moves', () => {
  expect(resultText(run({ raw: 880, unique: 220 }))).toBe('880 solutions, 220 unique');
  expect(resultText(run({ raw: 1, unique: 1 }))).toBe('1 solution');
  const sliding = { path: [1, 2, 3], lowerBound: 3, optimal: true };
  expect(resultText(run({ sliding }))).toBe('3 moves, proven shortest');
  expect(resultText(run({ sliding: { ...sliding, optimal: false, lowerBound: 1 } }))).toBe(
    '3 moves, at least 1',
  );
  expect(resultText(run({ sliding: { ...sliding, path: null } }))).toBe(
    'no solution yet, at least 3 moves needed',
  );
});

test('a run that has ended without a board doesn’t promise one', () => {
  for (const text of [resultText, standing]) {
    expect(text(run({}, 'running'))).toBe('no board yet');
    for (const status of ['stopped', 'limit', 'failed', 'exhausted'] as const)
      expect(text(run({}, status))).toBe('no board');
  }
});
