import { expect, test } from 'vitest';
import { request } from '../../../../src-renderer/runs/list/request.ts';

test('a merged run names no number of threads, because each part had its own', () => {
  const settings = {
    puzzleId: 1,
    engine: 'best',
    options: {},
    wanted: { solutions: 1, boards: true },
    limits: { seconds: 5, nodes: null },
    seed: 1,
    threads: 1,
  };
  expect(request({ settings, merged: false }, [])).toBe(
    'best · one solution · at most 5 s · 1 thread · seed 1',
  );
  expect(request({ settings, merged: true }, [])).toBe(
    'best · one solution · at most 5 s · merged from parts · seed 1',
  );
});
