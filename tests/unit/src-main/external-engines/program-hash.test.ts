// What a run's record stores about an external program.
import { createHash } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashOf } from '../../../../src-main/external-engines/programs.ts';
import { removeDir, temporaryDir } from '../../../integration/host.ts';

let dir: string;
beforeEach(() => {
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
