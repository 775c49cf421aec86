// Checks that the code of every deliberate fault still exists. If it didn't, the fault would prove nothing. `npm run
// mutations` applies the faults.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mutations } from '../../mutations/mutations.ts';
import { placesOf } from '../../mutations/places.ts';

const root = path.resolve(import.meta.dirname, '../../..');

test('every deliberate fault matches its code exactly once, and its test exists', () => {
  const wrong = mutations.filter(
    ({ file, find, test: by }) =>
      placesOf(file, readFileSync(path.join(root, file), 'utf8'), find).length !== 1 ||
      !existsSync(path.join(root, by)),
  );
  expect(wrong.map(({ name, file }) => `${name} (${file})`)).toEqual([]);
});
