// Temporary folders of killed processes are deleted when Edgewise next starts. No other folder is deleted.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTemporaryFolder, removeLeftovers, temporaryPrefix } from '../../../src-main/temporary-folder.ts';

/** A folder that can't be deleted, as if it belonged to a different user */
const refusing = vi.hoisted(() => ({ folder: '' }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const rm: typeof fs.rmSync = (file, options) => {
    if (file === refusing.folder) throw new Error('EACCES');
    fs.rmSync(file, options);
  };
  return { ...fs, rmSync: rm };
});

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'edgewise-test-'));
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, dir);
});
afterEach(() => {
  refusing.folder = '';
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true, force: true });
});

test('folders of processes that have ended are deleted; others stay', () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const own = makeTemporaryFolder('engine');
  const kept = path.join(dir, 'kept');
  mkdirSync(kept);
  writeFileSync(path.join(kept, 'file'), '');
  const left = `${temporaryPrefix()}${ended}-engine-abc`;
  mkdirSync(left);
  writeFileSync(path.join(left, 'puzzle.txt'), '');
  const link = `${temporaryPrefix()}${ended}-link`;
  symlinkSync(kept, link, 'junction');
  // folders of other programs, and of a machine or container that shares the temporary folder
  const others = [`edgewise-00000000-${ended}-engine-abc`, `edgewise-${ended}`, `other-${ended}-engine-abc`];
  for (const name of others) mkdirSync(path.join(dir, name));
  removeLeftovers();
  expect([left, link].filter((each) => existsSync(each))).toEqual([]);
  expect(existsSync(own)).toBe(true);
  expect(existsSync(path.join(kept, 'file'))).toBe(true);
  for (const name of others) expect([name, existsSync(path.join(dir, name))]).toEqual([name, true]);
});

test('a folder that can’t be deleted does not keep the others', () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const [first, second] = ['a', 'b'].map((name) => `${temporaryPrefix()}${ended}-engine-${name}`) as [
    string,
    string,
  ];
  for (const folder of [first, second]) mkdirSync(folder);
  refusing.folder = first;
  removeLeftovers();
  expect([first, second].map((folder) => existsSync(folder))).toEqual([true, false]);
});
