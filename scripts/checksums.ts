/**
 * node scripts/checksums.ts FOLDER: writes SHA256SUMS for the files in a folder. Works before any package is
 * installed.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const NAME = 'SHA256SUMS';

/** Writes a line `SHA-256  name` for each file in `folder`, sorted by name, in the format of `sha256sum`. */
export function writeChecksums(folder: string): void {
  const lines = readdirSync(folder)
    .filter((name) => name !== NAME && statSync(path.join(folder, name)).isFile())
    .sort()
    .map((name) => {
      const hash = createHash('sha256').update(readFileSync(path.join(folder, name)));
      return `${hash.digest('hex')}  ${name}\n`;
    });
  writeFileSync(path.join(folder, NAME), lines.join(''));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeChecksums(process.argv[2] ?? 'dist');
