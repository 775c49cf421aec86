import { expect, test } from 'vitest';
import type { RunStatus } from '../../../../src-core/contract/runs.ts';
import { failuresOf, newsOf } from '../../../../src-renderer/runs/shared/away-text.ts';

const run = (id: number, matched: number, status: RunStatus = 'limit', raw = 0) => ({
  id,
  puzzleName: 'Eternity II',
  status,
  message: status === 'failed' ? 'out of memory' : '',
  settings: { puzzleId: 1, options: {} as Record<string, string> },
  figures: {
    matched,
    edges: 480,
    placed: matched > 0 ? 256 : 0,
    cells: 256,
    raw,
    elapsedMs: 3_600_000,
    sliding: null,
  },
});
const told = (...unseen: { run: ReturnType<typeof run>; before: number | null }[]) =>
  newsOf(unseen).map(({ best, result, ends }) => [best.id, result, ends]);

test('the runs of a puzzle share an entry: the best result, the gain since the first of them, how they ended', () => {
  expect(
    told(
      { run: run(7, 459), before: 457 },
      { run: run(6, 457), before: 455 },
      { run: run(5, 440, 'failed'), before: 455 },
    ),
  ).toEqual([
    [
      7,
      '459 of 480 edges matched by run 7, 4 more than before.',
      '3 runs, 3 h 0 min: 2 reached their limits, 1 failed.',
    ],
  ]);
});

test('a result without a gain says so', () => {
  expect(told({ run: run(7, 459), before: 459 })[0]![1]).toMatch(/run 7, equal to the previous best\.$/);
  expect(told({ run: run(7, 450), before: 459 })[0]![1]).toMatch(/run 7, 9 fewer than the previous best\.$/);
  expect(told({ run: run(7, 450), before: null })[0]).toEqual([
    7,
    '450 of 480 edges matched by run 7, the first result.',
    'Run 7 reached its limit after 1 h 0 min.',
  ]);
});

test('a hunt for the longest row scan reports the tiles it placed', () => {
  const hunt = run(7, 364);
  hunt.settings.options = { goal: 'row-scan' };
  hunt.figures.placed = 201;
  expect(told({ run: hunt, before: 459 })[0]![1]).toBe('201 of 256 tiles placed by run 7.');
  // A hunt for matched edges on the same puzzle has its own entry.
  const both = told({ run: hunt, before: 455 }, { run: run(6, 459), before: 455 });
  expect(both.map(([, result]) => result)).toEqual([
    '201 of 256 tiles placed by run 7.',
    '459 of 480 edges matched by run 6, 4 more than before.',
  ]);
});

test('a run that stopped at the set time waits in the queue', () => {
  expect(told({ run: run(7, 459, 'queued'), before: 457 })[0]).toEqual([
    7,
    '459 of 480 edges matched by run 7, 2 more than before.',
    'Run 7 is waiting in the queue after 1 h 0 min.',
  ]);
  expect(told({ run: run(7, 459), before: 457 }, { run: run(6, 450, 'queued'), before: 457 })[0]![2]).toBe(
    '2 runs, 2 h 0 min: 1 reached its limit, 1 is waiting in the queue.',
  );
});

test('solutions, and searches without solutions, are reported', () => {
  expect(told({ run: run(7, 480, 'solved', 1), before: null })[0]![1]).toBe('Solved by run 7.');
  expect(told({ run: run(7, 470, 'exhausted'), before: null })[0]![1]).toBe(
    'There is no solution: run 7 completed its search.',
  );
  expect(told({ run: run(7, 0, 'failed'), before: null })[0]![1]).toBe('No board found.');
});

test('a failure is reported with its reason', () => {
  expect(failuresOf([{ run: run(7, 0, 'failed'), before: null }]).map(({ text }) => text)).toEqual([
    'Run 7 of “Eternity II” failed: out of memory.',
  ]);
  const damaged = { ...run(7, 0, 'failed'), message: 'Run 7 is damaged.' };
  expect(failuresOf([{ run: damaged, before: null }])[0]!.text).toBe(
    'Run 7 of “Eternity II” failed: Run 7 is damaged.',
  );
});
