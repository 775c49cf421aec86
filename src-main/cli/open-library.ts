import { Option } from 'commander';
import { defaultDataDir } from '../data-dir.ts';
import type { OpenLibrary, OpenOptions } from '../services/open-library.ts';

/** Returns `--data`, the option shared by all commands that use the library. */
export const dataOption = (): Option =>
  new Option('--data <dir>', 'folder of the library; overrides EDGEWISE_DATA').default(defaultDataDir());

/** If a list is longer than `--limit`, prints on standard error how to see the rest. */
export function reportRest(shown: number, total: number, order: string): void {
  if (shown < total)
    process.stderr.write(`Showing the ${order} ${shown} of ${total}. To list all, add --limit ${total}.\n`);
}

type Use<T> = (library: OpenLibrary) => T | Promise<T>;

/**
 * Opens the library and passes it to `use`. Loads the services only when needed, because most commands need no
 * database, and the npm package can be installed without better-sqlite3.
 */
export async function withLibrary<T>(options: OpenOptions, use: Use<T>): Promise<T> {
  const services = await import('../services/open-library.ts');
  return services.withLibrary(options, use);
}

/** Opens the library for reading, passes it to `use` and closes it afterwards. */
export const readingLibrary = <T>(dataDir: string, use: Use<T>): Promise<T> =>
  withLibrary({ dataDir, mode: 'reading' }, use);

/** Opens the library for writing, passes it to `use` and closes it afterwards. */
export const changingLibrary = <T>(dataDir: string, use: Use<T>): Promise<T> =>
  withLibrary({ dataDir, mode: 'changing' }, use);
