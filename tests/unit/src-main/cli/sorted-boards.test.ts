import { readdirSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { SortedBoards } from '../../../../src-main/cli/sorted-boards.ts';
import { random } from '../../../../src-core/random.ts';
import { compareBoards } from '../../../../src-core/puzzle/symmetry.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

afterEach(() => vi.unstubAllEnvs());

test('boards are sorted by tile numbers, then by orientations, without duplicates', () => {
  const boards = [
    [-1, 0, 300 << 4],
    [0, -1, (299 << 4) | 11],
    [0, (2 << 4) | 1, 3 << 4],
    [1, 2 << 4, 3 << 4],
    [0, 2 << 4, 4 << 4],
    [0, (2 << 4) | 9, 4 << 4],
  ].map((codes) => Int32Array.from(codes));
  const sorted = new SortedBoards();
  for (const board of [...boards.toReversed(), ...boards]) sorted.add(board);
  expect(sorted.count()).toBe(boards.length);
  expect([...sorted]).toEqual(boards.toSorted(compareBoards));
});

test.each(['tiles first', 'cell by cell'] as const)(
  'more boards than fit in memory are sorted in parts of a temporary file, which leaves nothing behind: %s',
  (order) => {
    const dir = temporaryDir();
    vi.stubEnv('TMPDIR', dir);
    vi.stubEnv('TEMP', dir);
    const chance = random(1, 1);
    const boards = Array.from({ length: 3000 }, () =>
      Int32Array.from({ length: 5 }, () => chance.below(40) - 1),
    );
    const sorted = new SortedBoards(order, 1000);
    for (const board of boards) sorted.add(board);
    const byCell = (a: Int32Array, b: Int32Array): number => {
      const cell = a.findIndex((code, at) => code !== b[at]);
      return cell < 0 ? 0 : a[cell]! - b[cell]!;
    };
    const once = [...new Map(boards.map((board) => [board.join(), board])).values()];
    expect([...sorted]).toEqual(once.sort(order === 'tiles first' ? compareBoards : byCell));
    expect(sorted.count()).toBe(once.length);
    expect(readdirSync(dir)).toEqual([]);
    removeDir(dir);
  },
);

test('a full temporary folder gives an error that names it and an alternative', () => {
  vi.stubEnv('TMPDIR', '/nowhere/at/all');
  vi.stubEnv('TEMP', '/nowhere/at/all');
  expect(() => new SortedBoards('tiles first', 2).add(Int32Array.of(0))).toThrow(
    /^not enough temporary space in \/nowhere\/at\/all to sort the boards: ENOENT.*TMPDIR.*--json/,
  );
});
