// The page that the local host writes to open the application in a browser.
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openingPage } from '../../../../src-main/local-host/opening-page.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

let dir: string;
beforeEach(() => {
  dir = temporaryDir();
});
afterEach(() => removeDir(dir));

test('the opening page replaces what is there, even a link, and is readable only by its owner', () => {
  const mine = path.join(dir, 'mine.txt');
  writeFileSync(mine, 'not to be changed');
  const { file, write } = openingPage(dir);
  symlinkSync(mine, file);
  write('http://127.0.0.1:1/#secret');
  expect(readFileSync(mine, 'utf8')).toBe('not to be changed');
  expect(readFileSync(file, 'utf8')).toContain('content="0;url=http://127.0.0.1:1/#secret"');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('if the page cannot be written, the host names it and the cause, and goes on', () => {
  const { file, write } = openingPage(dir);
  mkdirSync(file);
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
  write('http://127.0.0.1:1/#secret');
  expect(complaint.mock.calls).toEqual([
    [
      `${file} was not written. ${file} can't be used: it is a folder, but Edgewise needs a file with this name. Move or rename it.`,
    ],
  ]);
  complaint.mockRestore();
});

test('a removed opening page is not written again', () => {
  const page = openingPage(dir);
  page.write('http://127.0.0.1:1/#one');
  page.remove();
  page.write('http://127.0.0.1:1/#two');
  expect(statSync(page.file, { throwIfNoEntry: false })).toBeUndefined();
});
