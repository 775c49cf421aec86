import { expect, test } from 'vitest';
import type { HostApi } from '../../../src-core/contract.ts';
import { createDispatcher } from '../../../src-core/rpc.ts';

const api = {
  'library.add': () => {
    throw new Error('x'.repeat(1_000_000));
  },
} as unknown as HostApi;
const dispatch = createDispatcher(api, () => undefined);
const puzzle = (tiles: unknown): object => ({
  kind: 'edge-matching',
  name: 'x',
  board: { kind: 'rectangle', width: 3, height: 3 },
  mating: 'same',
  rim: { kind: 'free' },
  turns: 'rotate',
  tiles,
  labels: [],
  hints: [],
  forbidden: [],
});
const messageTo = async (input: unknown): Promise<string> => {
  const reply = await dispatch('library.add', input);
  return reply.ok ? 'accepted' : reply.error.message;
};

test('a rejection is short, however much is wrong', async () => {
  const wrong = Array.from({ length: 1_000_000 }, () => 0);
  expect(await messageTo({ puzzle: puzzle(wrong) })).toMatch(/^puzzle\.tiles\.0: Invalid type.{0,80}$/);
  let looked = 0;
  const counting = Array.from({ length: 1000 }, () => ({
    get edges() {
      looked++;
      return 0;
    },
  }));
  await messageTo({ puzzle: puzzle(counting) });
  // Checking a request ends soon after the first error.
  expect(looked).toBeLessThan(10);
  expect((await messageTo({ puzzle: puzzle('y'.repeat(4_000_000)) })).length).toBeLessThan(5000);
  expect((await messageTo({ puzzle: { ...puzzle([]), ['z'.repeat(4_000_000)]: 1 } })).length).toBeLessThan(
    5000,
  );
  expect((await messageTo({ puzzle: puzzle([]) })).length).toBeLessThan(5000);
});
