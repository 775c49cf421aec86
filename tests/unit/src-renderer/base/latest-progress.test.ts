import { expect, it } from 'vitest';
import type { HostEvent } from '../../../../src-core/contract.ts';
import { latestProgress } from '../../../../src-renderer/base/latest-progress.ts';

it('only the latest progress of each run is passed on, and before any later event', () => {
  const passed: string[] = [];
  const asked: (() => void)[] = [];
  const take = latestProgress(
    (event) => passed.push(event.type === 'run.progress' ? `${event.runId} ${event.message}` : event.type),
    (flush) => asked.push(flush),
  );
  const progress = (runId: number, message: string): void =>
    take({ type: 'run.progress', runId, message } as HostEvent);

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
