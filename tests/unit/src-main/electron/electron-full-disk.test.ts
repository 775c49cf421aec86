import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { state } from './electron-stub.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

vi.mock('electron', () => import('./electron-stub.ts'));
vi.mock('../../../../src-main/make-folder.ts', () => ({
  makeFolder: (folder: string) => {
    if (!folder.endsWith('chromium')) return;
    throw Object.assign(new Error(`ENOSPC: no space left on device, mkdir '${folder}'`), {
      code: 'ENOSPC',
      path: folder,
    });
  },
}));

test('a full disk at the start is explained', async () => {
  const dir = temporaryDir();
  vi.stubEnv('EDGEWISE_DATA', dir);
  process.argv = ['/opt/Edgewise/edgewise'];
  await import('../../../../src-main/electron/electron.ts');
  expect(state.errors).toEqual([
    `Edgewise can’t start: The data folder ${path.resolve(dir)} can't be used: its disk is full. ` +
      'Free some disk space, or choose another with --data or EDGEWISE_DATA.',
  ]);
  removeDir(dir);
});
