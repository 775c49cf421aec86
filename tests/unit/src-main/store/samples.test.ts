// Samples of a run's progress become sparser with age, but a sample of an improvement is never removed.
import { expect, test } from 'vitest';
import { spacingMs, toThin } from '../../../../src-main/store/samples.ts';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { allOf } from '../../../integration/host.ts';
import { ownStore } from '../../support/own-store.ts';

const own = ownStore();

test('samples are thinned with age: a bounded number, the newest at full rate, the first kept', () => {
  let moments: number[] = [];
  const month = 30 * 24 * 3_600_000;
  // one sample per minute instead of every few seconds, so that the test is fast
  const step = 60_000;
  const thinned = (times: readonly number[], now: number): number[] =>
    toThin(
      times.map((elapsedMs) => ({ elapsedMs, matched: 7, placed: 9 })),
      now,
    );
  for (let now = 0; now <= month; now += step) {
    moments.push(now);
    if (now % (step * 600) === 0) {
      const drop = new Set(thinned(moments, now));
      moments = moments.filter((moment) => !drop.has(moment));
    }
  }
  expect(moments.length).toBeLessThan(2500);
  expect(moments[0]).toBe(0);
  expect(moments.at(-1)).toBe(month);
  expect(spacingMs(0)).toBe(1000);
  expect(spacingMs(200_000)).toBe(1000);
  expect(spacingMs(3_600_000)).toBeLessThan(60_000);
  expect(thinned(moments, month).filter((moment) => moment > month - 200_000)).toEqual([]);
});

test('thinning keeps every improvement at its own time, the lowest scores included', async () => {
  const store = await own.open();
  const { runs, puzzles, samples } = store;
  const { puzzle } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });
  const runId = runs.add(allOf(puzzles.add(puzzle).id), 1, puzzles.snapshot(puzzle));
  const at = [1, 3, 4, 17, 344, 1800];
  const scores = (seconds: number): number => at.filter((each) => each <= seconds).length;
  const sample = { nodes: 1, nodesPerSecond: 1, depth: 1, placed: 9, fraction: null };
  for (let minute = 0; minute < 60; minute++) {
    const seconds = Array.from({ length: 60 }, (_, i) => minute * 60 + i);
    store.together(() => {
      samples.add(
        runId,
        seconds.map((second) => ({ ...sample, elapsedMs: second * 1000, matched: scores(second) })),
      );
      if (minute % 10 === 0) samples.thin(runId);
    });
  }
  const kept = samples.list(runId);
  expect(kept.length).toBeLessThan(2000);
  const improved = kept.filter(({ matched }, i) => i > 0 && matched !== kept[i - 1]!.matched);
  expect(improved.map(({ elapsedMs }) => elapsedMs / 1000)).toEqual(at);
});
