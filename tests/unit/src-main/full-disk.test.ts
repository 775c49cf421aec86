// The disk becomes full while a milestone, an export or a backup is written. A limit on the size of files (ulimit
// -f) simulates the full disk.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { generate } from '../../../src-core/edge-matching/generate/generate.ts';
import { Store } from '../../../src-main/store/store.ts';
import { removeDir, temporaryDir } from '../../temporary-dir.ts';

const NOBODY = 65_534;

test.skipIf(process.platform === 'win32')(
  'a full disk leaves the earlier milestone, export and library, and no partial file',
  async () => {
    const dir = temporaryDir();
    const [library, folder] = [path.join(dir, 'library'), path.join(dir, 'written')];
    mkdirSync(library);
    mkdirSync(folder);
    const store = await Store.open(library, 'test');
    const { puzzle } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });
    const { id } = store.puzzles.add(puzzle);
    store.together(() => {
      for (let i = 0; i < 150; i++) store.settings.setMark(`mark ${i}`, 'x'.repeat(20_000));
    });
    store.close();

    const writer = path.resolve(import.meta.dirname, '../support/full-disk.ts');
    const { stdout, stderr, status } = spawnSync(
      'sh',
      ['-c', 'ulimit -f 2000; exec "$0" "$@"', process.execPath, writer, library, folder],
      { encoding: 'utf8' },
    );
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      // A milestone only makes resuming a run faster, so failing to write one is not an error.
      milestone: 'written',
      left: [{ units: 1 }],
      export: 'EFBIG',
      backup: expect.stringMatching(/can't be used: its disk (is full|reports an error)/) as unknown,
    });
    expect(readdirSync(folder).sort()).toEqual(['exported.txt', 'milestones']);
    expect(readdirSync(path.join(folder, 'milestones'))).toEqual(['0-0']);
    expect(readFileSync(path.join(folder, 'exported.txt'), 'utf8')).toBe('the earlier export');
    const again = await Store.open(library, 'test');
    expect(again.puzzles.get(id).puzzle).toEqual(puzzle);
    again.close();
    removeDir(dir);
  },
);

test.skipIf(process.platform === 'win32')(
  'a disk that becomes full while the journal is written into the library loses nothing',
  async () => {
    const dir = temporaryDir();
    const writer = path.resolve(import.meta.dirname, '../support/full-checkpoint.ts');
    // The maximum file size is larger than one full journal and smaller than two.
    const { stdout, stderr, status } = spawnSync(
      'sh',
      ['-c', 'ulimit -f 12000; exec "$0" "$@"', process.execPath, writer, dir],
      { encoding: 'utf8' },
    );
    expect(status, stderr).toBe(0);
    const { stored, lost } = JSON.parse(stdout) as { stored: string[]; lost: string };
    expect(lost).toBe('');
    expect(stored.length).toBeGreaterThan(10);
    const again = await Store.open(dir, 'test');
    expect(stored.filter((name) => again.settings.mark(name) === null)).toEqual([]);
    again.close();
    removeDir(dir);
  },
);

test.skipIf(process.platform === 'win32')(
  'what was stored in a folder that became read-only is still there when it is writable again',
  async () => {
    const dir = temporaryDir();
    // root can write to a read-only folder, so use a different user.
    const user = process.getuid?.() === 0 ? [String(NOBODY)] : [];
    if (user.length > 0) chownSync(dir, NOBODY, NOBODY);
    const writer = path.resolve(import.meta.dirname, '../support/read-only-folder.ts');
    const env = { ...process.env, EDGEWISE_CONFIG: path.join(dir, 'config') };
    const { stdout, stderr, status } = spawnSync(process.execPath, [writer, dir, ...user], {
      encoding: 'utf8',
      env,
    });
    expect(status, stderr).toBe(0);
    const { stored, error, lost } = JSON.parse(stdout) as { stored: string[]; error: string; lost: string };
    // Either all changes were stored, or an error was reported.
    expect(stored.length === 300 || error !== '').toBe(true);
    expect(lost).toBe('');
    for (const name of ['', ...readdirSync(dir)]) chmodSync(path.join(dir, name), 0o700);
    const again = await Store.open(dir, 'test');
    expect(stored.filter((name) => again.settings.mark(name) === null)).toEqual([]);
    again.close();
    removeDir(dir);
  },
);
