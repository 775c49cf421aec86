// The words that a run's log ends with.
import { expect, test } from 'vitest';
import { lastLogLine } from '../../../../src-core/run/end-words.ts';

test('the last line of a log ends with one full stop, whatever its message is', () => {
  expect(lastLogLine('limit', '')).toBe('Ended: limit reached.');
  expect(lastLogLine('stopped', 'at the set time, 07:00')).toBe('Ended: stopped, at the set time, 07:00.');
  expect(lastLogLine('failed', 'Run 2 is damaged.')).toBe('Ended: failed. Run 2 is damaged.');
});
