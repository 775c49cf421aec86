/** Connects the interface to its host: over Electron's bridge if there is one, otherwise over a WebSocket. */
import type { ClientTransport, RpcReply } from '../../src-core/contract.ts';
import { fromWire, PROTOCOL_VERSION, subprotocolOf, toWire } from '../../src-core/contract/wire.ts';

declare global {
  interface Window {
    hostBridge?: ClientTransport;
  }
}

const RETRY_MS = 1000;

/** Returns the token from the address's fragment, which never leaves the browser. Keeps it for reloads. */
function takeToken(): string {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get('token');
  if (token) {
    sessionStorage.setItem('token', token);
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem('token') ?? '';
}

// The address of a restarted host, opened in the same tab, changes only the fragment. Start over with it.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#token=')) location.reload();
});

/**
 * Requests and events over one socket. When the host goes away, pending requests are answered with
 * `DISCONNECTED`, and the socket reconnects until the host is back.
 */
function webSocketTransport(onConnected: (connected: boolean) => void): ClientTransport {
  const listeners = new Set<(event: unknown) => void>();
  const waiting = new Map<number, (reply: RpcReply) => void>();
  const token = takeToken();
  const lost: RpcReply = {
    ok: false,
    error: { code: 'DISCONNECTED', message: 'The connection to Edgewise was lost.' },
  };
  let nextId = 1;
  let socket: WebSocket;
  let opened: Promise<boolean>;

  const connect = (): void => {
    const current = new WebSocket(`ws://${location.host}/rpc`, [
      subprotocolOf(PROTOCOL_VERSION),
      `token.${token}`,
    ]);
    socket = current;
    opened = new Promise((resolve) => {
      current.addEventListener('open', () => {
        resolve(true);
        onConnected(true);
      });
      current.addEventListener('close', () => {
        resolve(false);
        for (const settle of waiting.values()) settle(lost);
        waiting.clear();
        onConnected(false);
        setTimeout(connect, RETRY_MS);
      });
    });
    current.addEventListener('message', (message: MessageEvent<string>) => {
      const data = fromWire(message.data) as { id?: number; reply?: RpcReply; event?: unknown };
      if (data.id !== undefined && data.reply) {
        waiting.get(data.id)?.(data.reply);
        waiting.delete(data.id);
      } else if (data.event) {
        for (const listener of listeners) listener(data.event);
      }
    });
  };
  connect();

  return {
    async request(method, input) {
      if (!(await opened) || socket.readyState !== WebSocket.OPEN) return lost;
      const id = nextId++;
      return new Promise<RpcReply>((resolve) => {
        waiting.set(id, resolve);
        socket.send(toWire({ id, method, input }));
      });
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const openTransport = (onConnected: (connected: boolean) => void): ClientTransport =>
  window.hostBridge ?? webSocketTransport(onConnected);
