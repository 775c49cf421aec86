import { defaultDataDir, ensureDataDir } from '../data-dir.ts';
import { Store } from '../store/store.ts';
import { samplesDir } from '../paths.ts';
import { importSamples } from '../services/samples.ts';
import { Option } from 'commander';

/** `--data`, for every command that works with the library. */
export const dataOption = (): Option =>
  new Option('--data <dir>', 'where the library lives').default(defaultDataDir());

/** Says on standard error that a list goes on beyond `--limit`, and how to see the rest. */
export function tellOfRest(shown: number, total: number, order: string): void {
  if (shown < total) process.stderr.write(`The ${order} ${shown} of ${total}: --limit ${total} lists all.\n`);
}

/** Gives the library to `use`, which only reads, and closes it after. */
export async function readingLibrary<T>(dataDir: string, use: (store: Store) => T): Promise<T> {
  const store = await Store.openToRead(ensureDataDir(dataDir), 'command line');
  try {
    if (store.isWritable) {
      importSamples(store, samplesDir);
      store.runs.markInterrupted(); // we own the library, so nobody is searching
    }
    return use(store);
  } finally {
    store.close();
  }
}

/** Gives the library to `use`, which changes it. */
export async function changingLibrary<T>(dataDir: string, use: (store: Store) => T): Promise<T> {
  const store = await Store.open(ensureDataDir(dataDir), 'command line');
  try {
    importSamples(store, samplesDir);
    return use(store);
  } finally {
    store.close();
  }
}
