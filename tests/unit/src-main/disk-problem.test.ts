import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CliFailure } from '../../../src-main/cli/failure.ts';
import { explained } from '../../../src-main/disk-problem.ts';
import { removeDir, temporaryDir } from '../../temporary-dir.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryDir();
});
afterEach(() => removeDir(folder));

const withCode = (code: string, file?: string): Error =>
  Object.assign(new Error(`${code}: raw text of the system`), { code, ...(file && { path: file }) });
const place = () => ({ what: 'The data folder', folder, otherwise: 'choose another' });
const told = (error: unknown): string => (explained(error, place()) as Error).message;

test('each error of the disk says what is wrong with which folder, and what to do', () => {
  const text = (what: string, fix: string): string =>
    `The data folder ${folder} can't be used: ${what}. ${fix}.`;
  const other = ', or choose another';
  expect(told(withCode('ENOSPC'))).toBe(text('its disk is full', `Free some disk space${other}`));
  expect(told(withCode('EDQUOT'))).toBe(
    text('your disk quota is used up', `Delete some of your files${other}`),
  );
  expect(told(withCode('EROFS'))).toBe(text('it is read-only', `Make it writable${other}`));
  for (const code of ['EACCES', 'EPERM', 'SQLITE_PERM'])
    expect(told(withCode(code)), code).toBe(
      text('this user has no permission to read and write it', `Change its permissions${other}`),
    );
  for (const code of ['EIO', 'SQLITE_IOERR_FSYNC'])
    expect(told(withCode(code)), code).toBe(text('its disk reports an error', `Check the disk${other}`));
  // The message doesn't suggest a different folder, because that would not help.
  for (const code of ['EMFILE', 'ENFILE'])
    expect(told(withCode(code)), code).toBe(
      text('too many files are open', 'Close other programs or raise the limit (ulimit -n)'),
    );
  expect(told(withCode('EFBIG'))).toBe(
    text('a file would exceed the size limit', 'Raise the limit (ulimit -f)'),
  );
  expect(told(withCode('SQLITE_FULL'))).toMatch(/its disk is full/);
  expect(told(withCode('SQLITE_READONLY_DBMOVED'))).toMatch(/a file in it is read-only/);
  expect(told(withCode('SQLITE_CANTOPEN'))).toMatch(/a file in it can't be opened/);
  const file = path.join(folder, 'open-edgewise.html');
  for (const code of ['EISDIR', 'ERR_FS_EISDIR'])
    expect(told(withCode(code, file)), code).toBe(
      `${file} can't be used: it is a folder, but Edgewise needs a file with this name. Move or rename it.`,
    );
  expect(told(withCode('EEXIST', folder))).toBe(
    `${folder} can't be used: a file with this name exists. Move or rename it.`,
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('an error is explained by its cause; a file elsewhere is named; other errors stay as they are', () => {
  expect(told(new Error('wrapped', { cause: withCode('EIO') }))).toMatch(/reports an error/);
  const file = path.join(path.dirname(folder), 'elsewhere');
  expect(told(withCode('ENOSPC', file))).toBe(
    `${file} can't be used: its disk is full. Free some disk space.`,
  );
  const inside = path.join(folder, 'backups', 'x');
  expect(told(withCode('ENOSPC', inside))).toContain(`The data folder ${folder} can't`);
  expect(told(withCode('EACCES', path.dirname(folder)))).toContain(`The data folder ${folder} can't`);
  const others = [
    new Error('no code'),
    new CliFailure('the code of the command'),
    withCode('ENOENT'),
    withCode('SQLITE_CORRUPT'),
    'a text',
  ];
  for (const other of others) expect(explained(other, place())).toBe(other);
  // An error that has already been explained stays as it is.
  const once = explained(withCode('EIO'), place());
  expect(explained(once, { what: 'Another folder', folder: '/' })).toBe(once);
});
