import { expect, test, vi } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';
import { rolesOf } from '../../../../src-core/formats/recognition/position-roles.ts';
import { statedPositions } from '../../../../src-core/formats/recognition/stated-positions.ts';
import { growthOf, readersOf, shapesOf, TIMES } from '../../support/growth.ts';

vi.setConfig({ testTimeout: 300_000 });

const { puzzle } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
/**
 * Length of the smaller texts, in characters. At this length, each text with several lines has more than 33 of them.
 * A reader may refuse a shorter table at once, so the time for it would say nothing about longer tables.
 */
const SMALL = 2_000;

/**
 * Pieces of text for each kind of character that a regular expression can repeat. For some expressions, U+2028 ends a
 * line.
 */
const PIECES = [
  '#',
  '# \u2028',
  '#\u2028x',
  ' ',
  'x',
  '_',
  '"',
  ':',
  '=',
  ';',
  'a ',
  '1 ',
  '1:0 ',
  '[',
  '<a ',
  '.',
  '-',
];

test.each(readersOf(puzzle))('the time of “%s” is proportional to the length of the text', (_, read) => {
  const slow: string[] = [];
  for (const piece of PIECES) {
    const larger = shapesOf(piece, SMALL * TIMES);
    shapesOf(piece, SMALL).forEach((small, shape) => {
      const growth = growthOf(read, small, larger[shape]!);
      if (growth !== null) slow.push(`${JSON.stringify(piece)}: ${growth} times as long`);
    });
  }
  expect(slow).toEqual([]);
});

test('the time to find the roles of positions is proportional to their number', () => {
  const rolesIn = (text: string): unknown => rolesOf(statedPositions(text));
  for (const line of ['x: 8 1 3 4 0 2 7 6 5\n', '1 2 3 4 5 6 7 8 9 '])
    expect(growthOf(rolesIn, line.repeat(1_000), line.repeat(1_000 * TIMES)), line).toBeNull();
});

/** Returns the n-th position. The digits of n in a mixed radix choose among the tiles left. */
function positionNumbered(number: number): string {
  const left = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const tiles: number[] = [];
  for (let rest = number; left.length > 0; rest = Math.floor(rest / (left.length + 1)))
    tiles.push(...left.splice(rest % left.length, 1));
  return tiles.join(' ');
}

test('the time to read different positions among words is proportional to their number', () => {
  const collection = (count: number): string =>
    `sliding puzzles\n${Array.from({ length: count }, (_, i) => `x: ${positionNumbered(i * 101)}`).join('\n')}`;
  expect(readPuzzles(collection(300)).length).toBeGreaterThan(250);
  expect(growthOf(readPuzzles, collection(300), collection(300 * TIMES))).toBeNull();
});
