import { expect, test } from 'vitest';
import type { RunSummary } from '../../../../src-core/contract/runs.ts';
import { whyNoBoard } from '../../../../src-renderer/runs/follow/missing-board.ts';

const run = (status: RunSummary['status'], change: object = {}): RunSummary =>
  ({
    status,
    resumable: true,
    settings: { wanted: { boards: true } },
    figures: { placed: 0, elapsedMs: 60_000 },
    ...change,
  }) as RunSummary;

test('an empty board is explained, also right after a resume', () => {
  expect(whyNoBoard(run('running'), true)).toBe('The search has not reported a board yet.');
  expect(whyNoBoard(run('paused'), true)).toBe('No board is being searched at the moment.');
  expect(whyNoBoard(run('running'), false)).toBe('No board has been saved yet.');
  expect(whyNoBoard(run('stopped'), false)).toBe(
    'The run ended before it found a board. Resume it to continue.',
  );
  expect(whyNoBoard(run('failed', { resumable: false }), false)).toBe(
    'The run ended before it found a board.',
  );
  expect(whyNoBoard(run('running', { settings: { wanted: { boards: false } } }), false)).toBe(
    'This run counts solutions without saving boards.',
  );
});

test('no message flashes while a board is about to appear', () => {
  expect(whyNoBoard(run('running', { figures: { placed: 0, elapsedMs: 500 } }), false)).toBe('');
  expect(whyNoBoard(run('stopped', { figures: { placed: 9, elapsedMs: 500 } }), false)).toBe('');
});
