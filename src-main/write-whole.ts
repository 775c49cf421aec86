import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

/** One write takes less than 2 GB. */
const CHUNK = 1 << 26;

/**
 * Puts a file of these parts in the place of any of this name. Written beside, on the disk before it is renamed: a crash or
 * a power cut leaves no half file under the name, a disk that is full is not left fuller. `beside`: where several
 * processes may write the same file at once, a name of its own for each.
 */
export function writeWhole(
  file: string,
  parts: readonly (string | Uint8Array)[],
  beside = `${file}.part`,
): void {
  const at = openSync(beside, 'w');
  try {
    try {
      for (const part of parts) {
        const bytes = typeof part === 'string' ? Buffer.from(part) : part;
        for (let from = 0; from < bytes.length;)
          from += writeSync(at, bytes, from, Math.min(CHUNK, bytes.length - from));
      }
      fsyncSync(at);
    } finally {
      closeSync(at);
    }
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
