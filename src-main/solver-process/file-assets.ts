import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import type { Assets } from '../../src-core/engine.ts';
import { explained } from '../disk-problem.ts';
import { makeFolder } from '../make-folder.ts';
import { writeWhole } from '../write-whole.ts';

const FILE_NAME = /^[a-z0-9][a-z0-9._-]*$/i;
const CHUNK_BYTES = 1 << 26;

/** Codes of the errors that occur if the folder can't be read or written, or its disk is full. */
const UNUSABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'ENOSPC', 'EDQUOT']);

const isUnusable = (error: unknown): boolean => UNUSABLE.has((error as NodeJS.ErrnoException).code ?? '');

/**
 * Stores files in one folder, which is created on the first write. Files are read directly into shared memory. If the
 * folder can't be used, files are not kept, and `write` prints a warning.
 */
export function fileAssets(dir: string): Assets {
  const at = (name: string): string => {
    if (!FILE_NAME.test(name)) throw new Error(`“${name}” is not a valid name for an engine's file`);
    return path.join(dir, name);
  };
  let isWarned = false;
  return {
    read(name) {
      let file: number;
      try {
        file = openSync(at(name), 'r');
      } catch (error) {
        if (isUnusable(error)) return null;
        throw error;
      }
      try {
        const { size } = fstatSync(file);
        const bytes = new Uint8Array(new SharedArrayBuffer(size));
        for (let from = 0; from < size;) {
          const got = readSync(file, bytes, from, Math.min(CHUNK_BYTES, size - from), from);
          if (got === 0) throw new Error(`${at(name)} became shorter while it was being read`);
          from += got;
        }
        return bytes;
      } finally {
        closeSync(file);
      }
    },
    write(name, bytes) {
      const file = at(name);
      try {
        makeFolder(dir);
        writeWhole(file, [bytes], `${file}.${process.pid}.part`);
      } catch (error) {
        if (!isUnusable(error)) throw error;
        if (isWarned) return;
        isWarned = true;
        const { message } = explained(error, { what: 'The folder', folder: dir }) as Error;
        console.error(`Files that this run builds are not kept for later runs. ${message}`);
      }
    },
  };
}
