import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { decoded } from '../src-core/formats/encoding.ts';
import { maxBytes, tooManyBytes } from '../src-core/formats/text.ts';

const CHUNK_BYTES = 1 << 20;

/**
 * Returns the text of a file or, for 0, of standard input. The bytes can be UTF-8, UTF-16 or Latin-1. `most` is the
 * maximum size in bytes; by default, it depends on how the text begins. Throws FormatError or the file system's error.
 */
export function readTextFile(file: string | 0, most?: number): string {
  const descriptor = file === 0 ? 0 : openSync(file, 'r');
  try {
    const stat = fstatSync(descriptor);
    const size = stat.isFile() ? stat.size : null;
    const chunks: Buffer[] = [];
    let bytes = 0;
    let limit = most ?? null;
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const read = readChunk(descriptor, chunk);
      if (read === 0) break;
      limit ??= maxBytes(chunk.toString('utf8', 0, Math.min(read, 4096)));
      bytes += read;
      if (Math.max(bytes, size ?? 0) > limit) throw tooManyBytes(size, limit);
      chunks.push(chunk.subarray(0, read));
    }
    const all = Buffer.concat(chunks, bytes);
    return decoded(all, all.toString('utf8'));
  } finally {
    if (descriptor !== 0) closeSync(descriptor);
  }
}

/**
 * Reads the next bytes of a file into `chunk` and returns how many were read; 0 at the end of the file. On Windows,
 * Node reports the end of a pipe as an error.
 */
function readChunk(descriptor: number, chunk: Buffer): number {
  try {
    return readSync(descriptor, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EOF') return 0;
    throw error;
  }
}
