import { expect, test } from 'vitest';
import type { EngineInfo } from '../../../../src-core/contract/runs.ts';
import { engines } from '../../../../src-core/engines.ts';
import { request } from '../../../../src-renderer/runs/list/request.ts';

test('a run names the options that differ from their defaults, by their titles', async () => {
  const { name, title, options } = await engines.best!();
  const best = { name, title, options, hunts: true } as unknown as EngineInfo;
  const settings = {
    puzzleId: 1,
    engine: 'best',
    options: { memory: 64, goal: 'row-scan', breakRim: true, width: 0, target: 470 },
    wanted: { solutions: 1, boards: true },
    limits: { seconds: 5, nodes: null },
    seed: 1,
    threads: 1,
  };
  expect(request({ settings, merged: false }, [best])).toBe(
    `${title} · Stop at score: 470 · Goal: Row scan · Allow mismatches on the rim: on · at most 5 s · 1 thread · seed 1`,
  );
});

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
