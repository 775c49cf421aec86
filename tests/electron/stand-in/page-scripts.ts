/**
 * Scripts that run in a page before its own scripts: the preload script in an isolated world, and the bridge to the
 * page.
 */
import { decode, encode } from './clone.ts';

/** Name of the isolated world that the preload script runs in */
export const WORLD = 'Electron preload';
/** Name of the function that sends messages from the preload script to the main process */
export const SEND = 'standInSend';

/**
 * Sets up one side of the bridge between the page's world and the preload script's world. Calls and replies are events
 * of the document. Chromium clones their data, so neither world gets objects of the other. Functions and promises
 * become proxies, as in Electron.
 */
function bridge(
  own: string,
  other: string,
): { wrap: (value: unknown) => unknown; unwrap: (value: unknown) => unknown } {
  interface Detail {
    call?: number;
    given?: unknown[];
    settle?: number;
    value?: unknown;
    error?: string;
  }
  const functions: ((...given: unknown[]) => unknown)[] = [];
  const promises = new Map<number, PromiseWithResolvers<unknown>>();
  let answer: Detail = {};
  let promised = 0;
  const tell = (detail: Detail): boolean => document.dispatchEvent(new CustomEvent(other, { detail }));
  const each = (value: object, to: (value: unknown) => unknown): object =>
    Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, to(inner)]));
  const isPlain = (value: unknown): value is object =>
    typeof value === 'object' &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value) as null);
  const wrap = (value: unknown): unknown => {
    if (typeof value === 'function') return { $function: functions.push(value as () => unknown) - 1 };
    if (value instanceof Promise) {
      const settle = ++promised;
      value.then(
        (result) => tell({ settle, value: wrap(result) }),
        (error: unknown) => tell({ settle, error: (error as Error).message }),
      );
      return { $promise: settle };
    }
    if (Array.isArray(value)) return value.map(wrap);
    return isPlain(value) ? each(value, wrap) : value;
  };
  const unwrap = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(unwrap);
    if (!isPlain(value)) return value;
    if ('$promise' in value) {
      const promise = Promise.withResolvers();
      promises.set(value.$promise as number, promise);
      return promise.promise;
    }
    if (!('$function' in value)) return each(value, unwrap);
    return (...given: unknown[]) => {
      answer = {};
      tell({ call: value.$function as number, given: wrap(given) as unknown[] });
      if (answer.error !== undefined) throw new Error(answer.error);
      return unwrap(answer.value);
    };
  };
  document.addEventListener(own, (event) => {
    const { call, given, settle, value, error } = (event as CustomEvent<Detail>).detail;
    if (call !== undefined) {
      try {
        tell({ value: wrap(functions[call]!(...(unwrap(given) as unknown[]))) });
      } catch (thrown) {
        tell({ error: (thrown as Error).message });
      }
    } else if (settle !== undefined) {
      if (error === undefined) promises.get(settle)?.resolve(unwrap(value));
      else promises.get(settle)?.reject(new Error(error));
      promises.delete(settle);
    } else answer = { value, ...(error === undefined ? {} : { error }) };
  });
  return { wrap, unwrap };
}

/** Runs in the page's world. Receives the functions that the preload script exposes. */
function pageWorld(name: string, refused: { windows: boolean; fullscreen: boolean }): void {
  const { unwrap } = bridge('stand-in-page', 'stand-in-preload');
  document.addEventListener(name, (event) => {
    const { key, api } = (event as CustomEvent<{ key: string; api: unknown }>).detail;
    Object.defineProperty(window, key, { value: Object.freeze(unwrap(api)), enumerable: true });
  });
  // Chromium can't ask the main process at each call, so `refused` says in advance what the main process refuses.
  if (refused.windows) window.open = () => null;
  if (refused.fullscreen) {
    Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('Permissions check failed'));
  }
}

type Listener = (event: object, ...given: unknown[]) => void;

/** Runs in the preload script's world. Returns the `require` function of a sandboxed preload script. */
function preloadWorld(name: string, send: (text: string) => void): (module: string) => unknown {
  const { wrap } = bridge('stand-in-preload', 'stand-in-page');
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, Listener[]>();
  let last = 0;
  Object.assign(globalThis, {
    standInReceive(text: string) {
      const { id, channel, value, error } = decode(text) as Record<string, unknown>;
      if (id === undefined) {
        for (const listener of [...(listeners.get(channel as string) ?? [])])
          listener({}, ...(value as unknown[]));
        return;
      }
      if (error === undefined) waiting.get(id as number)?.resolve(value);
      else waiting.get(id as number)?.reject(new Error(error as string));
      waiting.delete(id as number);
    },
  });
  const ipcRenderer = {
    invoke(channel: string, ...given: unknown[]) {
      const reply = Promise.withResolvers();
      waiting.set(++last, reply);
      send(encode({ id: last, channel, given }));
      return reply.promise;
    },
    on(channel: string, listener: Listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return ipcRenderer;
    },
    removeListener(channel: string, listener: Listener) {
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((each) => each !== listener),
      );
      return ipcRenderer;
    },
  };
  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown) =>
      document.dispatchEvent(new CustomEvent(name, { detail: { key, api: wrap(api) } })),
  };
  return (module) => {
    if (module !== 'electron') throw new Error(`module not found: ${module}`);
    return { contextBridge, ipcRenderer };
  };
}

const EXPOSE = 'stand-in-expose';

export const pageScript = (refused: Parameters<typeof pageWorld>[1]): string =>
  `(() => { ${bridge.toString()}; (${pageWorld.toString()})('${EXPOSE}', ${JSON.stringify(refused)}); })();`;

/** Returns the source of the script for the preload script's world. Only the main frame has such a world. */
export const preloadScript = (preload: string): string => `(() => {
  if (window !== window.top) return;
  ${bridge.toString()}; ${encode.toString()}; ${decode.toString()};
  const require = (${preloadWorld.toString()})('${EXPOSE}', globalThis.${SEND});
  const module = { exports: {} };
  (function (require, module, exports) {
    ${preload}
  })(require, module, module.exports);
})();`;
