// Which edges are marked as doubtful, and what the command line asks about edges and outlines.
import { expect, test } from 'vitest';
import { doubtsOf, type Doubt } from '../../../../src-core/scan/doubts.ts';
import { doubtfulParts, regrouped } from '../../../../src-core/scan/merges.ts';
import type { Sorted } from '../../../../src-core/scan/puzzle.ts';
import { doubtQuestions, edgeQuestions, tileQuestions } from '../../../../src-core/scan/scan.ts';
import { sureness } from '../../../../src-core/scan/sureness.ts';

/**
 * Returns groups of edges, their distances, and a function that names the picture on an edge. In `text`, each word is
 * a group and each letter a picture: “AAa BB”. Edges with equal letters have distance 3. `near` has the distances for
 * different letters; the default is `others`.
 */
function edgesIn(text: string, near: Readonly<Record<string, number>>, others: number) {
  const words = text.split(' ');
  const letters = words.flatMap((word) => word.split(''));
  const far = Float32Array.from(
    letters.flatMap((a, i) =>
      letters.map((b, j) => (i === j ? 0 : a === b ? 3 : (near[a + b] ?? near[b + a] ?? others))),
    ),
  );
  const groups = words.flatMap((word, group) => word.split('').map(() => group));
  const named = (edge: number): string => letters[edge]!;
  return { far, groups, named };
}

/** Returns the certainty of each edge, given that all tile outlines are certain. */
const surenessOf = (far: Float32Array, groups: readonly number[]): number[] =>
  sureness(
    far,
    groups,
    Array.from({ length: Math.ceil(groups.length / 4) }, () => 1),
  );

/** Returns the doubtful edges, and a function that names the picture on an edge. */
function doubtsIn(text: string, near: Readonly<Record<string, number>> = {}) {
  const { far, groups, named } = edgesIn(text, near, 40);
  return { named, doubts: doubtsOf(far, groups, surenessOf(far, groups)) };
}

test('clear groups have no edge in doubt', () => {
  expect(doubtsIn('AAAAA BBBBB CCCCC DDDDD').doubts.size).toBe(0);
});

test('all edges of a second picture in a group are marked, although they are too many for a question', () => {
  const { doubts, named } = doubtsIn('AAAAAAAAaaaaaaa BBBBBBB CCCCCCC', { Aa: 6, aB: 10 });
  expect([...doubts.keys()].map(named)).toEqual('aaaaaaa'.split(''));
  // B is the nearest other group.
  expect(new Set([...doubts.values()].map(({ like }) => like))).toEqual(new Set([1]));
  expect([...doubts.values()].every(({ isApart }) => isApart)).toBe(true);
});

test('edges of a second picture are marked although they resemble no other group', () => {
  const { far, groups, named } = edgesIn('AAAAAAAAAaaaaaaaa BBBBBBBB CCCCCCCC', { Aa: 5 }, 60);
  const doubts = doubtsOf(far, groups, surenessOf(far, groups));
  expect([...doubts.keys()].map(named)).toEqual('aaaaaaaa'.split(''));
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

test('edges that an answer about other clusters makes doubtful are marked, although they stay in their group', () => {
  const { far, groups, named } = edgesIn('AAAAaa CCCCcc BBBBBB', { Aa: 9, Cc: 5 }, 25);
  expect(groups.slice(4, 6)).toEqual([0, 0]);
  expect(doubtsOf(far, groups, surenessOf(far, groups)).size).toBe(0);

  // C and c differ, although they are nearer to each other than A and a.
  const answers = [{ edges: [6, 7, 8, 9, 10, 11], height: 5, isJoined: true, same: false }];
  const answered = regrouped(far, groups, answers);
  expect(answered).toEqual(Array.from('000000111122333333', Number));
  expect(doubtfulParts(far, answered, answers).map((part) => part.map(named).join(''))).toEqual(['aa']);
  const doubts = doubtsOf(far, answered, surenessOf(far, answered), answers);
  expect([...doubts].map(([edge, { isApart }]) => [edge, isApart])).toEqual([
    [4, true],
    [5, true],
  ]);
});

test('more edges are returned for a higher minimum certainty', () => {
  const { far, groups } = edgesIn('AAAAA BBBBB CCCCC', { AB: 4.2 }, 40);
  const sure = surenessOf(far, groups);
  const uncertain = sure.flatMap((each, edge) => (each < 0.35 ? [edge] : []));
  expect(uncertain).toHaveLength(10);
  expect(doubtsOf(far, groups, sure).size).toBe(0);
  expect([...doubtsOf(far, groups, sure, [], 0.35).keys()]).toEqual(uncertain);
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
      text: '2 more edges are less certain: the right edge of tile 1 (A-), the top edge of tile 2 (A+, perhaps A-). Were they read correctly?',
    },
  ]);
  expect(doubtQuestions(doubts, new Set([1, 2, 4]), sorted)).toEqual([]);
});

/**
 * Asks the questions of the command line about a scan. Returns the edges that the questions name, and the number of
 * questions.
 */
function namedIn(text: string, near: Readonly<Record<string, number>>): { asked: number[]; count: number } {
  const { far, groups } = edgesIn(text, near, 40);
  const count = Math.max(...groups) + 1;
  const sorted: Sorted = {
    mating: 'same',
    groups,
    mates: Array.from({ length: count }, (_, group) => group),
    names: Array.from({ length: count }, (_, group) => `Group ${group}`),
  };
  const questions = edgeQuestions(far, sorted, surenessOf(far, groups));
  const sides = ['top', 'right', 'bottom', 'left'];
  const asked = questions.flatMap(({ text: question }) =>
    [...question.matchAll(/the (top|right|bottom|left) edge of tile (\d+)/g)].map(
      ([, side, tile]) => 4 * (Number(tile) - 1) + sides.indexOf(side!),
    ),
  );
  return { asked: asked.sort((a, b) => a - b), count: questions.length };
}

test('the command line names every uncertain edge, in ten questions and a list of the others', () => {
  // A resembles B, C resembles D, and E resembles F.
  const { asked, count } = namedIn('AAAAAA BBBBBB CCCCCC DDDDDD EEEEEE FFFFFF', {
    AB: 4.2,
    CD: 4.2,
    EF: 4.2,
  });
  expect(asked).toEqual(Array.from({ length: 36 }, (_, edge) => edge));
  expect(count).toBe(11);
});

test('the command line does not ask about edges of clear groups', () => {
  expect(namedIn('AAAAAA BBBBBB CCCCCC', {})).toEqual({ asked: [], count: 0 });
  // A and B are somewhat similar, so that each edge has a certainty of 0.31.
  expect(namedIn('AAAAAA BBBBBB CCCCCC', { AB: 4.35 })).toEqual({ asked: [], count: 0 });
});

test('the command line asks about doubtful outlines together, and about each place without an outline', () => {
  const tiles = (...certainties: number[]) => certainties.map((certainty) => ({ certainty }));
  const textsOf = (...args: Parameters<typeof tileQuestions>): string[] =>
    tileQuestions(...args).map(({ text }) => text);
  expect(textsOf(tiles(1, 1, 1, 1), undefined, [])).toEqual([]);
  expect(textsOf(tiles(1, 0.5, 1, 1), undefined, [])).toEqual(['Is the outline of tile 2 right?']);
  expect(textsOf(tiles(0.5, 1, 0.3, 1), undefined, [])).toEqual(['Are the outlines of tiles 1, 3 right?']);
  expect(textsOf(tiles(1, 1, 1, 1), undefined, ['10, 20', '30, 40'])).toEqual([
    expect.stringContaining('pixel 10, 20?'),
    expect.stringContaining('pixel 30, 40?'),
  ]);
});
