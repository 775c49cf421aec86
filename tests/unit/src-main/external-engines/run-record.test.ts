import { expect, test } from 'vitest';
import { numberedLabels } from '../../../../src-core/puzzle/labels.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { RunRecord } from '../../../../src-main/external-engines/run-record.ts';

const pair: EdgePuzzle = {
  kind: 'edge-matching',
  name: 'pair',
  board: { kind: 'rectangle', width: 2, height: 1 },
  mating: 'same',
  rim: { kind: 'free' },
  turns: 'rotate',
  tiles: [{ edges: [0, 1, 2, 3] }, { edges: [4, 5, 6, 1] }],
  labels: numberedLabels(7),
  hints: [],
  forbidden: [],
};

test('a solution that a resumed engine repeats is counted once; keys are kept short', () => {
  const told = {
    type: 'board' as const,
    solution: true,
    placements: [
      { cell: 0, tile: 0, rotation: 0, flipped: false },
      { cell: 1, tile: 1, rotation: 0, flipped: false },
    ],
  };
  const before = new RunRecord(pair, []);
  expect(before.board(told)).toMatchObject({ type: 'solution' });
  expect(before.board(told)).toBeNull();
  const checkpoint = before.keep('state', 1000);

  const after = new RunRecord(pair, [checkpoint]);
  expect(after.board(told)).toBeNull();
  expect(after.figures({ elapsedMs: 1, nodesPerSecond: 0, cpuMs: 0 })).toMatchObject({
    raw: 1,
    unique: 1,
    distinct: 1,
  });
  expect(after.state).toBe('state');
});
