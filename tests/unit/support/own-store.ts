import { afterEach, beforeEach } from 'vitest';
import { Store } from '../../../src-main/store/store.ts';
import { removeDir, temporaryDir } from '../../temporary-dir.ts';

interface OwnStore {
  readonly dir: string;
  open(): Promise<Store>;
}

/**
 * Gives each test in a file its own folder and opens a library there. Afterwards, closes the library and removes the
 * folder.
 */
export function ownStore(): OwnStore {
  let dir: string;
  let store: Store | null = null;
  beforeEach(() => {
    dir = temporaryDir();
  });
  afterEach(() => {
    if (store?.isOpen) store.close();
    store = null;
    removeDir(dir);
  });
  return {
    get dir() {
      return dir;
    },
    open: async () => (store = await Store.open(dir, 'test')),
  };
}
