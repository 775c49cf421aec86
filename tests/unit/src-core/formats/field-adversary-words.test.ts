/**
 * Words around tiles that mention a rule, a size or a spare tile. Earlier versions skipped such lines and counted
 * another puzzle. The puzzles are our own.
 */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { readPuzzle, readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';
import type { Choice } from '../../../../src-core/formats/format.ts';

const { puzzle: nine } = generate({ family: 'unframed', width: 3, height: 3, seed: 5 });
const { puzzle: framed } = generate({ family: 'framed', width: 4, height: 4, seed: 31 });
const rows = nine.tiles.map(({ edges }) => edges.map((label) => label + 1).join(' '));
const tiles = rows.join('\n');
const framedTiles = framed.tiles.map(({ edges }) => edges.join(' ')).join('\n');

/** Returns the choices of the questions about a text. */
const choicesFor = (text: string): Choice[] => readPuzzle(text).questions.flatMap(({ choices }) => choices);

describe('a rule that the reading does not have raises a question', () => {
  test.each([
    ['The board wraps around: left meets right, top meets bottom.', 'wrap'],
    ['# All nine pieces lie on a torus', 'wrap'],
    ['Pieces are transparent and may be turned over.', 'flip'],
    ['Touching edges must be DIFFERENT colours!', 'mating'],
    ['# 1 = white. All around the rim must be white; white is allowed inside as well.', 'uniform'],
    ['The border of the board shows colour 1 everywhere.', 'colour:1'],
  ])('%s', (line, option) => {
    for (const text of [`${line}\n${tiles}`, `${tiles}\n\n${line}`]) {
      const choices = choicesFor(text);
      expect(JSON.stringify(choices.map(({ options }) => options))).toContain(option);
      for (const { options } of choices) expect(readPuzzle(text, options).questions).toEqual([]);
    }
  });

  test('a frame that the text denies', () => {
    const choices = choicesFor(`# 0 is black, an ordinary colour and NOT a border\n${framedTiles}`);
    expect(choices.map(({ options }) => options.rim)).toContain('free');
  });

  test('a key of JSON', () => {
    const text = JSON.stringify({ width: 3, torus: true, tiles: nine.tiles.map(({ edges }) => edges) });
    expect(JSON.stringify(choicesFor(text).map(({ options }) => options))).toContain('torus');
    expect(choicesFor(text.replace('true', 'false'))).toEqual([]);
  });

  test('a tile beside other words', () => {
    const text = `${tiles}\nspare: ${rows[0]!}`;
    expect(readPuzzle(text).questions.map((each) => each.text)).toEqual([expect.stringContaining('Line 10')]);
    expect(readPuzzle(text, { size: { width: 3, height: 3 } }).questions).toEqual([]);
  });

  test('titles in another language', () => {
    const table = tiles.replaceAll(' ', ',');
    const choices = choicesFor(`vasen,oikea,ylä,ala\n${table}`);
    expect(choices.map(({ options }) => options.edgeOrder)).toEqual(['NESW', 'NSWE', 'NWES']);
  });
});

describe('no question', () => {
  test.each([
    ['a frame that is read', `The border is marked by colour 0.\n${framedTiles}`],
    ['a denied rule', `The tiles can not be turned over and never wrap around.\n${tiles}`],
    ['an old tile', `REM ${rows[0]!}\n${tiles}`],
    ['a list of the labels', `colours: 1 2 3 4\n${tiles}`],
    ['code', `def flipped(tile): return tile[::-1]\n${tiles}`],
  ])('about %s', (_, text) => expect(choicesFor(text)).toEqual([]));
});

test('blocks of four tiles may be several puzzles', () => {
  const four = [1, 2, 3].map((seed) => {
    const { puzzle } = generate({ family: 'unframed', width: 2, height: 2, seed });
    return puzzle.tiles.map(({ edges }) => edges.map((label) => label + 1).join(' ')).join('\n');
  });
  const text = four.join('\n\n');
  const sizes = choicesFor(text).map(({ options }) => options.size);
  expect(sizes).toEqual([
    { width: 4, height: 3 },
    { width: 2, height: 2 },
  ]);
  expect(readPuzzles(text, { size: { width: 2, height: 2 } })).toHaveLength(3);
});

test('a size in words', () => {
  for (const line of ['Board: six by two', 'my six by two puzzle'])
    expect(readPuzzle(`${line}\n\n${tiles}\n${rows.slice(0, 3).join('\n')}`).puzzle).toMatchObject({
      board: { width: 6, height: 2 },
    });
});

test('letters in two cases that are not halves', () => {
  const words = nine.tiles.map(({ edges }) => edges.map((label) => 'aAbBcCdD'[label]).join('')).join('\n');
  expect(readPuzzle(`# a and A are different colours, not halves\n${words}`).puzzle).toMatchObject({
    mating: 'same',
  });
});

test('a tile too many is not a hint', () => {
  expect(() => readPuzzle(`3 3\n${tiles}\n${rows[0]!}`)).toThrow('10 tiles');
});
