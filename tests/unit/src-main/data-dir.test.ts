// The data folder, and what older versions left in it.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databasesDir, ensureDataDir } from '../../../src-main/data-dir.ts';
import { removeDir, temporaryDir } from '../../temporary-dir.ts';

let dir: string;
beforeEach(() => {
  dir = temporaryDir();
});
afterEach(() => removeDir(dir));

test('pattern databases move out of the folder that Chromium would delete', () => {
  mkdirSync(path.join(dir, 'databases'));
  writeFileSync(path.join(dir, 'databases', '4x4-a.bin'), 'old');
  writeFileSync(path.join(dir, 'databases', '4x4-b.bin'), 'old');
  mkdirSync(databasesDir(dir));
  writeFileSync(path.join(databasesDir(dir), '4x4-b.bin'), 'new');
  ensureDataDir(dir);
  expect(readdirSync(databasesDir(dir)).sort()).toEqual(['4x4-a.bin', '4x4-b.bin']);
  expect(readFileSync(path.join(databasesDir(dir), '4x4-b.bin'), 'utf8')).toBe('new');
});

test('the folder of pattern databases has a name that Chromium does not use', () => {
  expect(path.basename(databasesDir(dir))).not.toBe('databases');
  ensureDataDir(dir);
  expect(existsSync(path.join(dir, 'databases'))).toBe(false);
});
