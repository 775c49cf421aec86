/** Boards that `solve --all` lists in order, however many. */
import { readdirSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';
import { SortedBoards } from '../../src-main/cli/sorted-boards.ts';
import { random } from '../../src-core/random.ts';
import { compareBoards } from '../../src-core/puzzle/symmetry.ts';
import { removeDir, temporaryDir } from '../integration/host.ts';

afterEach(() => vi.unstubAllEnvs());

/** Of 4,096 cells: a few hundred are more than is held in memory. */
function largeBoards(count: number): Int32Array[] {
  const chance = random(1, 1);
  return Array.from({ length: count }, () =>
    new Int32Array(4096)
      .fill(-1, 7)
      .fill(chance.below(16 * 4096), 0, 5)
      .fill(chance.below(16 * 4096), 5, 7),
  );
}

test('boards are in the order of tile numbers, then of how tiles lie, each once', () => {
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

test('so are more boards than memory holds, also one in several parts of the file, which nothing is left of', () => {
  const dir = temporaryDir();
  vi.stubEnv('TMPDIR', dir);
  vi.stubEnv('TEMP', dir);
  const boards = largeBoards(1100);
  const sorted = new SortedBoards();
  for (const board of [...boards, ...boards.slice(0, 300)]) sorted.add(board);
  const expected = boards.toSorted(compareBoards);
  const listed = [...sorted];
  expect(listed.every((board, at) => compareBoards(board, expected[at]!) === 0)).toBe(true);
  expect([listed.length, sorted.count()]).toEqual([1100, 1100]);
  expect(readdirSync(dir)).toEqual([]);
  removeDir(dir);
});

test('where the folder for them takes no more the message names it and another way', () => {
  vi.stubEnv('TMPDIR', '/nowhere/at/all');
  vi.stubEnv('TEMP', '/nowhere/at/all');
  const sorted = new SortedBoards();
  expect(() => largeBoards(600).forEach((board) => sorted.add(board))).toThrow(
    /^there are more boards to list in order .* \/nowhere\/at\/all takes no more of them: ENOENT.*TMPDIR.*--json/,
  );
});

test('400,000 boards of 16 cells are kept in 28 MB', async () => {
  const code = `
    const { workerData } = require('node:worker_threads');
    import(workerData).then(({ SortedBoards }) => {
      const sorted = new SortedBoards();
      for (let i = 0; i < 400_000; i++) {
        const board = new Int32Array(16).fill(16);
        for (let cell = 0, rest = (i * 7919) % 400_000; cell < 16; cell++, rest = Math.floor(rest / 4)) board[cell] += 16 * (rest % 4);
        sorted.add(board);
      }
      if (sorted.count() !== 400_000) throw new Error('some are missing');
    });`;
  const module = new URL('../../src-main/cli/sorted-boards.ts', import.meta.url).href;
  const worker = new Worker(code, {
    eval: true,
    workerData: module,
    resourceLimits: { maxOldGenerationSizeMb: 28 },
  });
  const end = await new Promise((resolve) => worker.on('error', resolve).on('exit', resolve));
  expect(end).toBe(0);
}, 60_000);
