// A deliberate fault whose text nobody has any more would prove nothing; `npm run mutations` tries them all.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mutations } from '../../mutations/mutations.ts';

const root = path.resolve(import.meta.dirname, '../../..');

test('every deliberate fault finds its text once, and its test is there', () => {
  const wrong = mutations.filter(
    ({ file, find, test: by }) =>
      readFileSync(path.join(root, file), 'utf8').split(find).length !== 2 ||
      !existsSync(path.join(root, by)),
  );
  expect(wrong.map(({ name, file }) => `${name} (${file})`)).toEqual([]);
});
