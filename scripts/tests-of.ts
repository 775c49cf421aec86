import path from 'node:path';

/**
 * Returns the unit tests of changed files: tests/unit/src-core/formats for src-core/formats/csv.ts (or the nearest
 * folder above that has tests) and changed tests themselves. A whole source folder (tests/unit/src-core) is never run
 * for one file.
 */
export function foldersToTest(changed: readonly string[], exists: (folder: string) => boolean): string[] {
  const found = new Set<string>();
  for (const file of changed) {
    if (/^tests\/unit\/.*\.test\.ts$/.test(file)) found.add(file);
    if (!/^(src-|bench\/)/.test(file)) continue;
    let folder = path.posix.dirname(file);
    while (folder.includes('/') && !exists(`tests/unit/${folder}`)) folder = path.posix.dirname(folder);
    if (folder.includes('/') || folder === 'src-preload' || folder === 'bench')
      found.add(`tests/unit/${folder}`);
  }
  return [...found].sort();
}
