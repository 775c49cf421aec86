// What the preload script gives to the page.
import { expect, test, vi } from 'vitest';

const electron = vi.hoisted(() => ({
  exposed: {} as Record<string, Record<string, (...given: unknown[]) => unknown>>,
  ipcRenderer: { invoke: vi.fn(), on: vi.fn(), removeListener: vi.fn(() => electron.ipcRenderer) },
}));
vi.mock('electron', () => ({
  ipcRenderer: electron.ipcRenderer,
  contextBridge: {
    exposeInMainWorld: (name: string, value: (typeof electron.exposed)[string]) =>
      void (electron.exposed[name] = value),
  },
}));

test('the bridge has two functions and returns nothing of ipcRenderer', async () => {
  await import('../../../src-preload/index.ts');
  const bridge = electron.exposed['hostBridge']!;
  expect(Object.keys(bridge).sort()).toEqual(['onEvent', 'request']);
  const stop = bridge['onEvent']!(() => undefined) as () => unknown;
  expect(stop()).toBeUndefined();
  expect(electron.ipcRenderer.removeListener).toHaveBeenCalledOnce();
});
