// The words for a run's status.
import { expect, test } from 'vitest';
import { endOf } from '../../../../src-renderer/runs/shared/status.ts';

test('a run that can still be resumed has not ended', () => {
  expect(endOf('paused')).toBe('the pause');
  expect(endOf('interrupted')).toBe('the interruption');
  for (const status of ['solved', 'exhausted', 'limit', 'stopped', 'failed'] as const)
    expect(endOf(status)).toBe('the end');
});
