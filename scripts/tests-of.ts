import path from 'node:path';

/**
 * Returns the unit tests to run for changed files. A changed test is returned itself. For a changed source such as
 * src-core/formats/csv.ts, the folder tests/unit/src-core/formats is returned or, if it does not exist, the nearest
 * folder above it. All of tests/unit/src-core is never returned for a single file.
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
