import { availableParallelism, freemem, totalmem } from 'node:os';
import type { AppInfo } from '../../src-core/contract/application.ts';
import type { HostApi } from '../../src-core/contract.ts';
import { version } from '../version.ts';
import type { Context } from './context.ts';

type ApplicationApi = Pick<HostApi, 'app.info' | 'settings.get' | 'settings.set'>;

export function applicationService(
  { store, emit }: Context,
  host: AppInfo['host'],
  dataDir: string,
): ApplicationApi {
  const electron = process.versions['electron'];
  return {
    'app.info': () => ({
      host,
      version,
      runtime: electron ? `Electron ${electron}` : `Node ${process.versions.node}`,
      sqlite: store.sqliteVersion,
      dataDir,
      cores: availableParallelism(),
      memoryBytes: totalmem(),
      freeMemoryBytes: freemem(),
      lost: store.lost,
    }),
    'settings.get': () => store.settings.get(),
    'settings.set': (changes) => {
      const settings = store.settings.set(changes);
      emit({ type: 'settings.changed', settings });
      return settings;
    },
  };
}
