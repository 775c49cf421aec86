// Which edges are marked as doubtful, and how the command line names them.
import { expect, test } from 'vitest';
import { doubtsOf, type Doubt } from '../../../../src-core/scan/doubts.ts';
import type { Sorted } from '../../../../src-core/scan/puzzle.ts';
import { doubtQuestions } from '../../../../src-core/scan/scan.ts';
import { sureness } from '../../../../src-core/scan/sureness.ts';

/**
 * Returns the edges in doubt. Each word of `groups` is a group, and each letter names the picture on an edge. The
 * distance between two edges is 3 if their letters are equal, otherwise that given in `near`, by default 40.
 */
function doubtsIn(groups: string, near: Readonly<Record<string, number>> = {}) {
  const words = groups.split(' ');
  const letters = words.flatMap((word) => word.split(''));
  const far = Float32Array.from(
    letters.flatMap((a, i) =>
      letters.map((b, j) => (i === j ? 0 : a === b ? 3 : (near[a + b] ?? near[b + a] ?? 40))),
    ),
  );
  const byEdge = words.flatMap((word, group) => word.split('').map(() => group));
  const tiles = Array.from({ length: Math.ceil(letters.length / 4) }, () => 1);
  const sure = sureness(far, byEdge, tiles);
  const named = (edge: number): string => letters[edge]!;
  return { named, doubts: doubtsOf(far, byEdge, sure) };
}

test('clear groups have no edge in doubt', () => {
  expect(doubtsIn('AAAAA BBBBB CCCCC DDDDD').doubts.size).toBe(0);
});

test('all edges of a second picture in a group are marked, although they are too many for a question', () => {
  const { doubts, named } = doubtsIn('AAAAAAAAaaaaaaa BBBBBBB CCCCCCC', { Aa: 6, aB: 10 });
  expect([...doubts.keys()].map(named)).toEqual('aaaaaaa'.split(''));
  // the nearest other group is that of B
  expect(new Set([...doubts.values()].map(({ like }) => like))).toEqual(new Set([1]));
  expect([...doubts.values()].every(({ isApart }) => isApart)).toBe(true);
});

test('two edges that differ a little from their group are not marked, three are', () => {
  expect(doubtsIn('AAAAAAaa BBBBBB CCCCCC', { Aa: 4.5 }).doubts.size).toBe(0);
  expect(doubtsIn('AAAAAAaaa BBBBBB CCCCCC', { Aa: 6, aB: 10, AB: 12 }).doubts.size).toBe(3);
});

test('an edge that resembles another group as much as its own is marked with that group', () => {
  const { doubts, named } = doubtsIn('AAAAA BBBBBx CCCCC', { xB: 12, xC: 13 });
  const [edge, doubt] = [...doubts][0]!;
  expect([doubts.size, named(edge), doubt.like]).toEqual([1, 'x', 2]);
});

test('the command line names the edges in doubt that no other question shows, in one question', () => {
  const sorted: Sorted = {
    mating: 'opposite',
    groups: [0, 1, 0, 1, 0, 1, 0, 1],
    mates: [1, 0],
    names: ['A', 'A'],
  };
  const doubt = { isApart: true, like: 1 };
  const doubts = new Map<number, Doubt>([
    [1, { ...doubt, like: null }],
    [2, doubt],
    [4, doubt],
  ]);
  expect(doubtQuestions(doubts, new Set([2]), sorted)).toEqual([
    {
      about: 'edge',
      text: '2 more edges are less certain: the right edge of tile 1 (A-), the top edge of tile 2 (A+, perhaps A-). Are they read correctly?',
    },
  ]);
  expect(doubtQuestions(doubts, new Set([1, 2, 4]), sorted)).toEqual([]);
});
