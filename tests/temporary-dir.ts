import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
/** Minimum free memory, in bytes, for creating folders in memory. A container might have only 64 MB. */
const PLENTY = 2 ** 30;

function hasRoom(dir: string): boolean {
  if (!existsSync(dir)) return false;
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize > PLENTY;
}

/**
 * Creates a temporary folder for data, in memory if possible, because a disk would slow tests down. The system might
 * not allow programs to run from this folder.
 */
export const temporaryDir = (): string =>
  mkdtempSync(path.join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'edgewise-test-'));

/** Removes a folder, even if a program that was just stopped is still writing there. */
export const removeDir = (dir: string): void =>
  rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
