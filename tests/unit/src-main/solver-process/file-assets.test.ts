import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fileAssets } from '../../../../src-main/solver-process/file-assets.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

let dir: string;
beforeEach(() => {
  dir = temporaryDir();
});
afterEach(() => removeDir(dir));

test('written files can be read; files never written give null', () => {
  const assets = fileAssets(path.join(dir, 'databases'));
  expect(assets.read('table.bin')).toBeNull();
  assets.write('table.bin', Uint8Array.of(1, 2, 3));
  expect([...assets.read('table.bin')!]).toEqual([1, 2, 3]);
});

test.runIf(existsSync('/proc/self'))('a folder that can’t be made has no files; writing only warns', () => {
  const assets = fileAssets('/proc/databases');
  const warned = vi.spyOn(console, 'error').mockReturnValue();
  expect(assets.read('table.bin')).toBeNull();
  assets.write('table.bin', Uint8Array.of(1));
  assets.write('table.bin', Uint8Array.of(1));
  expect(warned).toHaveBeenCalledTimes(1);
  expect(warned.mock.calls.join()).toMatch(/^Files that this run builds are not kept for later runs\. \S/);
  warned.mockRestore();
});

test('a file that can’t be renamed leaves nothing behind', () => {
  mkdirSync(path.join(dir, 'table.bin', 'full'), { recursive: true });
  expect(() => fileAssets(dir).write('table.bin', Uint8Array.of(1))).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(readdirSync(dir)).toEqual(['table.bin']);
});

test.each(['../up', 'a/b', '.hidden', '', 'a\\b'])('“%s” is not a valid name of an engine’s file', (name) => {
  expect(() => fileAssets(dir).read(name)).toThrow(/is not a valid name for an engine's file/);
});
