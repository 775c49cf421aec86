/** Unusual names of puzzles and labels, and unusual notes. Edgewise reads back exactly what it wrote. */
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { cleanedText } from '../../../../src-core/formats/cleaned.ts';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';
import { writePuzzle } from '../../../../src-core/formats/write.ts';
import { copyName, withEnding } from '../../../../src-core/puzzle/copy-name.ts';
import { EdgePuzzle, MAX_NAME_LENGTH } from '../../../../src-core/puzzle/puzzle.ts';
import { expectWellFormed } from '../../support/odd-names.ts';
import { bases, formatsOfOddPuzzles, oddPuzzle } from '../../support/odd-puzzles.ts';

test.each(formatsOfOddPuzzles)(
  '%s keeps unusual names, or says which characters it loses',
  (format, kept, of) => {
    fc.assert(
      fc.property(oddPuzzle(...of), (puzzle) => {
        const { text, lost } = writePuzzle(puzzle, format);
        if (format === 'legespiel') expectWellFormed(text);
        const read = readPuzzle(text).puzzle;
        if (lost.includes('some characters of the name')) expect(read).toMatchObject({ tiles: puzzle.tiles });
        else expect(read).toMatchObject(kept(puzzle));
      }),
      { numRuns: 100 },
    );
  },
);

test('only characters that a link to e2.bucas.name can’t contain are lost', () => {
  const lost = (name: string) => writePuzzle({ ...bases.framed, name }, 'bucas').lost;
  expect(lost('Zoë’s 4 × 4, no. 2!')).toEqual([]);
  for (const sign of '_&=#?%"\'<>()') expect(lost(`a${sign}b`)).toContain('some characters of the name');
});

test('a name of an earlier version is cleaned, never refused', () => {
  const cleaned = (name: string) =>
    v.parse(EdgePuzzle, { ...bases.halves, name, notes: name, labels: [{ name }] });
  expect(cleaned('\ufeffa\u2028b\ud83e\u0085')).toMatchObject({ name: 'a b', labels: [{ name: 'a b' }] });
  expect(cleaned('\u0001')).toMatchObject({ name: '?', labels: [{ name: '?' }] });
  expect(cleaned('a\r\nb\u2028\tc\u0007').notes).toBe('a\nb\n\tc ');
  const old = JSON.stringify({ edgewise: 1, puzzle: { ...bases.halves, name: 'a\u0085b' } });
  expect(readPuzzle(old).puzzle.name).toBe('a b');
  expect(cleanedText(readPuzzle(old).cleaned)).toBe(
    'Control characters in the name were replaced with spaces.',
  );
});

test('the name of a copy is cut between two characters', () => {
  expect(copyName(`a${'\u{1f9e9}'.repeat(99)}`).isWellFormed()).toBe(true);
});

test('a long name is shortened with an ellipsis to make room for its ending', () => {
  expect(copyName('Turtles copy (2)')).toBe('Turtles copy');
  expect(withEnding('x'.repeat(192), ', region')).toBe(`${'x'.repeat(192)}, region`);
  expect(withEnding('x'.repeat(193), ', region')).toBe(`${'x'.repeat(191)}…, region`);
  expect(copyName('x'.repeat(200))).toHaveLength(MAX_NAME_LENGTH);
});

test('a reading says which texts were cleaned', () => {
  const puzzle = {
    ...bases.halves,
    name: ' a\u0085b ',
    labels: bases.halves.labels.map((_, i) => ({ name: `${i > 1 ? '\ud83e' : ' '}${i}` })),
    notes: 'one\r\ntwo\u0007',
  };
  const written = (format: string) => writePuzzle({ ...bases.halves, name: 'title' }, format).text;
  const cleaned = (text: string) => readPuzzle(text).cleaned;
  expect(cleaned(JSON.stringify({ edgewise: 1, puzzle }))).toEqual(['the name', '2 labels', 'the notes']);
  expect(cleaned(written('link').replace('title', 'a%00b'))).toEqual(['the name']);
  expect(cleaned(written('csv').replace('title', 'a\ufffeb'))).toEqual(['the name']);
  for (const format of ['edgewise', 'link', 'csv']) expect(cleaned(written(format))).toEqual([]);
});
