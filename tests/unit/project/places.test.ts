import { expect, test } from 'vitest';
import { placesOf } from '../../mutations/places.ts';

const source = `
if (size > MAX) throw new Error('The file is too large to be read.');
close(); // ends it
`;
const found = (snippet: string, text = source): string[] =>
  placesOf('a.ts', text, snippet).map(([start, end]) => text.slice(start, end));

test('finds code with another layout, other comments and another message', () => {
  expect(found(`if (size > MAX)\n  throw new Error('too large, give up');`)).toEqual([
    `if (size > MAX) throw new Error('The file is too large to be read.');`,
  ]);
  expect(found('/* now */ close( ) ;')).toEqual(['close();']);
  const template = 'throw new Error(`line ${line}: give a number`); next();';
  expect(found('`${line} what is this` ; ', template)).toEqual([]);
  expect(found('throw new Error(`line ${line} – say how many`)', template)).toEqual([
    'throw new Error(`line ${line}: give a number`)',
  ]);
});

test('does not find other code', () => {
  expect(found('if (size >= MAX) throw')).toEqual([]);
  expect(found('if (length > MAX) throw')).toEqual([]);
});
