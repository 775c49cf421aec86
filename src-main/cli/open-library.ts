import { Option } from 'commander';
import { defaultDataDir } from '../data-dir.ts';
import type { OpenLibrary, OpenOptions } from '../services/open-library.ts';

/** `--data`, for every command that works with the library. */
export const dataOption = (): Option =>
  new Option('--data <dir>', 'folder of the library; overrides EDGEWISE_DATA').default(defaultDataDir());

/** Says on standard error that a list goes on beyond `--limit`, and how to see the rest. */
export function tellOfRest(shown: number, total: number, order: string): void {
  if (shown < total) process.stderr.write(`The ${order} ${shown} of ${total}: --limit ${total} lists all.\n`);
}

type Use<T> = (library: OpenLibrary) => T | Promise<T>;

/** As the services have it, loaded when a command needs it: most do without a database, and the package of npm may lack one. */
export async function withLibrary<T>(options: OpenOptions, use: Use<T>): Promise<T> {
  const services = await import('../services/open-library.ts');
  return services.withLibrary(options, use);
}

/** Gives the library to `use`, which only reads, and closes it after. */
export const readingLibrary = <T>(dataDir: string, use: Use<T>): Promise<T> =>
  withLibrary({ dataDir, mode: 'reading' }, use);

/** Gives the library to `use`, which changes it. */
export const changingLibrary = <T>(dataDir: string, use: Use<T>): Promise<T> =>
  withLibrary({ dataDir, mode: 'changing' }, use);
