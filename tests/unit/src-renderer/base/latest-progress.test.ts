import { expect, it } from 'vitest';
import type { HostEvent } from '../../../../src-core/contract.ts';
import { latestProgress } from '../../../../src-renderer/base/latest-progress.ts';

it('the first progress with a new score is passed on at once, after everything that came before it', () => {
  const passed: number[][] = [];
  const take = latestProgress(
    (event) => event.type === 'run.progress' && passed.push([event.figures.matched, event.figures.elapsedMs]),
    () => undefined,
  );
  for (const [matched, elapsedMs] of [
    [449, 100],
    [449, 200],
    [451, 300],
    [451, 400],
    [451, 500],
    [455, 600],
  ])
    take({ type: 'run.progress', runId: 1, figures: { matched, elapsedMs } } as HostEvent);
  expect(passed).toEqual([
    [449, 100],
    [449, 200],
    [451, 300],
    [451, 500],
    [455, 600],
  ]);
});

it('only the latest progress of each run is passed on, and before any later event', () => {
  const passed: string[] = [];
  const asked: (() => void)[] = [];
  const take = latestProgress(
    (event) => passed.push(event.type === 'run.progress' ? `${event.runId} ${event.message}` : event.type),
    (flush) => asked.push(flush),
  );
  const progress = (runId: number, message: string): void =>
    take({ type: 'run.progress', runId, message, figures: { matched: 0 } } as HostEvent);

  progress(1, 'score');
  progress(2, 'score');
  expect(passed.splice(0)).toEqual(['1 score', '2 score']);
  progress(1, 'first');
  progress(2, 'only');
  progress(1, 'latest');
  expect(passed).toEqual([]);
  asked.shift()!();
  expect(passed.splice(0)).toEqual(['1 latest', '2 only']);

  progress(1, 'before the change');
  take({ type: 'run.changed' } as HostEvent);
  expect(passed.splice(0)).toEqual(['1 before the change', 'run.changed']);
  asked.shift()!();
  expect([passed, asked]).toEqual([[], []]);
});
