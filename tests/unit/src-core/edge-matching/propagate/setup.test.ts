import { expect, test } from 'vitest';
import { prepare } from '../../../../../src-core/drive/drive.ts';
import { draftJob } from '../../../../../src-core/drive/make-job.ts';
import { propagate } from '../../../../../src-core/edge-matching/propagate/propagate.ts';
import { drawPriorities, setupOf } from '../../../../../src-core/edge-matching/propagate/setup.ts';
import { MEMORY_BYTES } from '../../../support/machine.ts';
import { owen } from '../exact/puzzles.ts';

test('another thread uses the setup that it receives, beliefs included', () => {
  const wanted = { solutions: 1, boards: true } as const;
  const job = draftJob(propagate, owen(5, 5), { wanted, seed: 1 }, MEMORY_BYTES);
  const sent = prepare(propagate, job)!;
  expect(sent.program).not.toBeNull();
  expect(sent.beliefs).not.toBeNull();
  // a worker thread receives a clone of the job
  const elsewhere = structuredClone(job);
  const received = structuredClone(sent);
  const setup = setupOf(elsewhere, received);
  expect(setup).toBe(received);
  const { beliefs } = setup;
  expect(drawPriorities(setup, 1, 7)).toEqual(drawPriorities(sent, 1, 7));
  expect(setup.beliefs).toBe(beliefs);
});
