import path from 'node:path';

/**
 * Returns the unit tests to run for changed files. For a changed source such as src-core/formats/csv.ts, that is the
 * folder tests/unit/src-core/formats or, if it doesn't exist, the nearest folder above it. Never returns all of
 * tests/unit/src-core.
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
