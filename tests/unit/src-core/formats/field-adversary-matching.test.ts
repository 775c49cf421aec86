/**
 * Texts that say in their own way which labels match: lists of pairs, sentences, and numbers whose pairs leave gaps.
 * Earlier versions read equal labels as matching. The puzzles are our own.
 */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';

const { puzzle: cards } = generate({ family: 'scramble', width: 3, height: 3, seed: 8 });

/** Returns the nine tiles, with each half written by `name`. */
const tilesNamed = (name: (symbol: number, half: number) => string | number, between = ' '): string =>
  cards.tiles.map(({ edges }) => edges.map((code) => name(code >> 1, code & 1)).join(between)).join('\n');

/** Checks that the text is read without a question and that the same edges match as in the original puzzle. */
function expectCards(text: string, options: Parameters<typeof readPuzzle>[1] = {}): void {
  const { puzzle, questions } = readPuzzle(text, options);
  expect(questions).toEqual([]);
  expect(puzzle).toMatchObject({ mating: 'opposite', board: { kind: 'rectangle', width: 3, height: 3 } });
  const codes = new Map<number, number>();
  (puzzle as EdgePuzzle).tiles.forEach(({ edges }, i) =>
    edges.forEach((code, side) => codes.set(code, cards.tiles[i]!.edges[side]!)),
  );
  expect(codes.size).toBe(8);
  for (const [code, original] of codes) expect(codes.get(code ^ 1)).toBe(original ^ 1);
}

describe('numbers whose pairs leave gaps', () => {
  test.each([
    ['a sum of 10 without 5', (symbol: number, half: number) => (half ? 9 - symbol : 1 + symbol), 'sum'],
    ['a sum of 100', (symbol: number, half: number) => (half ? 90 - 10 * symbol : 10 + 10 * symbol), 'sum'],
    ['100 apart', (symbol: number, half: number) => 1 + symbol + 100 * half, 'apart'],
    ['two digits, 0 or 1 last', (symbol: number, half: number) => 10 + 10 * symbol + half, 'next'],
  ])('%s', (_, name, pairs) => {
    const text = tilesNamed(name);
    const { questions, others } = readPuzzle(text);
    const offered = questions.flatMap(({ choices }) => choices.map(({ options }) => options.pairs));
    const kept = others.flatMap(({ assumptions }) => assumptions.map(({ options }) => options.pairs));
    expect([...offered, ...kept]).toContain(pairs);
    expectCards(text, { pairs });
  });
});

describe('pairs on lines of their own', () => {
  const number = (symbol: number, half: number): number => 1 + symbol + 5 * half;
  const letter = (symbol: number, half: number): string => 'ABCDEFGH'[symbol + 4 * half]!;

  test.each(['matching: 1-6, 2-7, 3-8, 4-9', '1=6 2=7 3=8 4=9', '1 <-> 6; 2 <-> 7; 3 <-> 8; 4 <-> 9'])(
    '%s',
    (line) => {
      expectCards(`${line}\n${tilesNamed(number)}`);
      expectCards(`${tilesNamed(number)}\n\n${line}`);
    },
  );

  test.each([
    '1 goes with 6, 2 goes with 7, 3 with 8 and 4 with 9.',
    '1 fits 6\n2 fits 7\n3 fits 8\n4 fits 9',
    '1 matches 6 and 2 matches 7.\n3 matches 8 and 4 matches 9.',
  ])('in sentences: %s', (lines) => expectCards(`${lines}\n${tilesNamed(number)}`));

  test('letters, with spaces and without', () => {
    for (const between of [' ', ''])
      expectCards(`A <-> E, B <-> F, C <-> G, D <-> H\n${tilesNamed(letter, between)}`);
  });

  test('in JSON', () => {
    const tiles = cards.tiles.map(({ edges }) => edges.map((code) => number(code >> 1, code & 1)));
    expectCards(JSON.stringify({ mates: { 1: 6, 2: 7, 3: 8, 4: 9 }, tiles }));
    expectCards(JSON.stringify({ pairs: [[1, 6], [2, 7], [3, 8], [4, 9]], tiles })); // oxfmt-ignore
  });

  const swapped = (symbol: number, half: number): number => (half ? [7, 6, 9, 8][symbol]! : 1 + symbol);

  test.each([
    '(1,7) (2,6) (3,9) (4,8)',
    'Pairs are 1 & 7, 2 & 6, 3 & 9, 4 & 8',
    '1 + 7; 2 + 6; 3 + 9; 4 + 8',
  ])('in no order: %s', (line) => expectCards(`${line}\n${tilesNamed(swapped)}`));

  test.each(['matching: 1-7, 2-6', '1-7, 2-6, 3-9, 4-9'])(
    'an incomplete list raises a question: %s',
    (line) => {
      const { questions } = readPuzzle(`${line}\n${tilesNamed(swapped)}`);
      expect(questions.map(({ text }) => text).join()).toMatch(/Line 1 seems to list pairs|no solution/);
    },
  );

  test('a legend does not list pairs', () => {
    const text = `A = ant\nB = bee\nC = cat\nD = dog\n${tilesNamed((symbol) => 'ABCD'[symbol]!)}`;
    expect(readPuzzle(text).puzzle).toMatchObject({ mating: 'same' });
  });
});

test('messages show the labels of the file', () => {
  const text = tilesNamed((symbol, half) => `${half ? '+' : '-'}${symbol + 3}`);
  const titles = readPuzzle(text).assumptions.map((each) => each.text);
  expect(titles.join()).toMatch(/halves \(-(\d) matches \+\1\)/);
});
