import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

/** Large files are written in several steps, because a single write is limited to 2 GB. */
const BYTES_PER_WRITE = 1 << 26;

/**
 * Writes a file from parts, replacing any existing file. A crash or power cut leaves no partial file, and a full disk
 * leaves nothing behind. `beside`: the temporary name. Processes that might write the same file at the same time must
 * use different temporary names.
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
          from += writeSync(at, bytes, from, Math.min(BYTES_PER_WRITE, bytes.length - from));
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
