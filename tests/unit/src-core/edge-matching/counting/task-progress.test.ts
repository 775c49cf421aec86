import { expect, test } from 'vitest';
import { TaskProgress } from '../../../../../src-core/edge-matching/counting/task-progress.ts';

test('hands out each task once, in order', () => {
  const progress = new TaskProgress([0.5, 0.25, 0.25]);
  expect(progress.hasBegun).toBe(false);
  expect([0, 1, 2, 3].map(() => progress.next())).toEqual([0, 1, 2, null]);
  expect(progress.hasBegun).toBe(true);
});

test('counts running tasks by the share that is done, and finished tasks fully', () => {
  const progress = new TaskProgress([0.5, 0.25, 0.25]);
  progress.absorb(0, { done: false, fraction: 0.5 });
  progress.absorb(1, { done: false, fraction: null });
  expect(progress.fraction).toBe(0.25);
  progress.absorb(0, { done: true, fraction: null });
  expect(progress.fraction).toBe(0.5);
  progress.absorb(1, { done: true, fraction: 1 });
  progress.absorb(2, { done: false, fraction: 0.5 });
  expect(progress.fraction).toBe(0.875);
  expect(progress.finished).toBe(false);
  progress.absorb(2, { done: true, fraction: 1 });
  expect(progress.finished).toBe(true);
  expect(progress.fraction).toBe(1);
});

test('continues from a checkpoint, which later slices do not change', () => {
  const progress = new TaskProgress([0.5, 0.25, 0.25]);
  progress.next();
  progress.next();
  progress.absorb(0, { done: true, fraction: 1 });
  progress.absorb(1, { done: false, fraction: 0.5 });
  const kept = progress.checkpoint();
  progress.absorb(1, { done: true, fraction: 1 });
  const resumed = new TaskProgress([0.5, 0.25, 0.25], kept);
  expect(resumed.fraction).toBe(0.625);
  expect(resumed.next()).toBe(2);
  expect(resumed.next()).toBeNull();
});
