import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';

interface Bridge {
  request(method: string, input: unknown): unknown;
  onEvent(listener: (payload: unknown) => void): () => void;
}

const seen = vi.hoisted(() => ({
  exposed: [] as [name: string, api: unknown][],
  invoked: [] as unknown[][],
}));
const ipc = vi.hoisted(() => ({ renderer: null as unknown as EventEmitter }));
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  ipc.renderer = new EventEmitter();
  return {
    contextBridge: {
      exposeInMainWorld: (name: string, api: unknown) => void seen.exposed.push([name, api]),
    },
    ipcRenderer: Object.assign(ipc.renderer, {
      invoke: (...given: unknown[]) => {
        seen.invoked.push(given);
        return Promise.resolve({ ok: true, value: null });
      },
      removeListener: ipc.renderer.removeListener.bind(ipc.renderer),
    }),
  };
});

test('exposes one object with two functions and one channel in each direction', async () => {
  await import('../../../src-preload/index.ts');
  expect(seen.exposed.map(([name]) => name)).toEqual(['hostBridge']);
  const bridge = seen.exposed[0]![1] as Bridge;
  expect(Object.keys(bridge).sort()).toEqual(['onEvent', 'request']);

  void bridge.request('app.info', {});
  expect(seen.invoked).toEqual([['rpc', 'app.info', {}]]);

  const heard: unknown[][] = [];
  const stop: () => unknown = bridge.onEvent((...given: unknown[]) => void heard.push(given));
  expect(ipc.renderer.eventNames()).toEqual(['host-event']);
  ipc.renderer.emit('host-event', { sender: ipc.renderer }, { type: 'library.changed' });
  expect(heard).toEqual([[{ type: 'library.changed' }]]);
  // The function must not return ipcRenderer, although removeListener does.
  expect(stop()).toBeUndefined();
  expect(ipc.renderer.listenerCount('host-event')).toBe(0);
});
