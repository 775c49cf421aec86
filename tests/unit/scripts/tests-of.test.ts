import { expect, test } from 'vitest';
import { foldersToTest } from '../../../scripts/tests-of.ts';

const exists = (folder: string): boolean =>
  ['tests/unit/src-core', 'tests/unit/src-core/formats', 'tests/unit/src-preload'].includes(folder);

test('finds the tests that mirror a source, and changed tests', () => {
  expect(
    foldersToTest(
      [
        'src-core/formats/models/dimacs.ts',
        'src-preload/index.ts',
        'tests/unit/project/rooms.test.ts',
        'tests/unit/support/data.ts',
        'docs/exact.md',
      ],
      exists,
    ),
  ).toEqual(['tests/unit/project/rooms.test.ts', 'tests/unit/src-core/formats', 'tests/unit/src-preload']);
});

test('does not run all tests of a source folder for one file', () => {
  expect(foldersToTest(['src-core/random.ts', 'src-core/unknown/a.ts'], exists)).toEqual([]);
});
