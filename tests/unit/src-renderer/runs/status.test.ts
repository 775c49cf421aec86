// The words for a run's status.
import { expect, test } from 'vitest';
import { noFigures } from '../../../../src-core/run/figures.ts';
import { endOf, isUnreported, statusWord } from '../../../../src-renderer/runs/shared/status.ts';

test('a run that can still be resumed has not ended', () => {
  expect(endOf('paused')).toBe('the pause');
  for (const status of ['interrupted', 'queued'] as const) expect(endOf(status)).toBe('the interruption');
  for (const status of ['solved', 'exhausted', 'limit', 'stopped', 'failed'] as const)
    expect(endOf(status)).toBe('the end');
});

test('a run is starting until its solver reports figures, and has no figures while it waits', () => {
  const none = { message: '', figures: noFigures };
  expect(statusWord({ ...none, status: 'preparing' })).toBe('Starting…');
  expect(statusWord({ ...none, status: 'running' })).toBe('Starting…');
  expect(statusWord({ ...none, status: 'preparing', message: 'Sorting the tiles' })).toBe('Preparing');
  expect(statusWord({ ...none, status: 'running', figures: { elapsedMs: 0.1 } })).toBe('Running');
  expect(isUnreported({ ...none, status: 'queued' })).toBe(true);
  // A run that has ended has final figures, even if the search took 0 ms.
  expect(isUnreported({ ...none, status: 'exhausted' })).toBe(false);
});
