// What a run's record stores about an external program.
import { createHash } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { printsBoards } from '../../../../src-main/external-engines/lines-solver.ts';
import { hashAhead, hashOf } from '../../../../src-main/external-engines/programs.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

/** Files that Edgewise has read whole, with a single call. Programs must be read chunk by chunk instead. */
const read = vi.hoisted(() => [] as unknown[]);
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const readFileSync = (...given: Parameters<typeof fs.readFileSync>) => {
    read.push(given[0]);
    return fs.readFileSync(...given);
  };
  return { ...fs, readFileSync };
});

let dir: string;
beforeEach(() => {
  read.length = 0;
  dir = temporaryDir();
});
afterEach(() => removeDir(dir));

test('the hash is of the program’s file, even if its folder is given; a folder has none', () => {
  const program = path.join(dir, 'solve.py');
  writeFileSync(program, 'print(1)\n');
  const hash = createHash('sha256').update('print(1)\n').digest('hex');
  expect(hashOf('python3', [program])).toBe(hash);
  expect(hashOf(program, ['--work', dir])).toBe(hash);
  expect(hashOf(dir, [])).toBeNull();
  expect(hashOf(path.join(dir, 'none'), [])).toBeNull();
});

test('a file that changed gets another hash, also with the same size and time of change', () => {
  const program = path.join(dir, 'solve.py');
  const written = new Date('2026-01-01');
  const hashes = ['print(1)\n', 'print(2)\n'].map((text) => {
    writeFileSync(program, text);
    utimesSync(program, written, written);
    return hashOf('python3', [program]);
  });
  expect(hashes[0]).not.toBe(hashes[1]);
});

test('the files of added programs are hashed ahead, in parts, and again after a change', async () => {
  const program = path.join(dir, 'solve.py');
  const entry = {
    name: 'mine',
    command: 'python3',
    args: [program],
    adapter: 'lines',
    hash: null,
    addedAt: '2026-11-26T00:00:00.000Z',
    hello: printsBoards('mine'),
  };
  writeFileSync(path.join(dir, 'engines.json'), JSON.stringify([entry]));
  for (const text of ['x'.repeat(300_000), 'print(2)\n']) {
    writeFileSync(program, text);
    await hashAhead(dir);
    expect(hashOf('python3', [program])).toBe(createHash('sha256').update(text).digest('hex'));
  }
  expect(read).not.toContain(program);
});
