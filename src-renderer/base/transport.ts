/** Connects the interface to its host: over Electron's bridge if there is one, otherwise over a WebSocket. */
import type { ClientTransport, RpcReply } from '../../src-core/contract.ts';
import { fromWire, PROTOCOL_VERSION, subprotocolOf, toWire } from '../../src-core/contract/wire.ts';

declare global {
  interface Window {
    hostBridge?: ClientTransport;
  }
}

const RETRY_MS = 1000;

/** The state of the connection: the host answers, can't be reached, or doesn't know this page. */
export type Reached = 'connected' | 'lost' | 'refused';

/**
 * Takes the secret from the address's fragment and chooses a session key. The secret works only once, so an address in
 * the browser's history is worthless. The key survives reloads. Unlike a cookie, it can't be read by pages on other
 * ports of this machine.
 */
function takeSecret(): void {
  const secret = new URLSearchParams(location.hash.slice(1)).get('token');
  if (!secret) return;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  sessionStorage.setItem('session', [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
  sessionStorage.setItem('token', secret);
  history.replaceState(null, '', location.pathname);
}

/** Returns the WebSocket subprotocols for a connection. They include the secret until the host has accepted it. */
function protocols(): string[] {
  return [
    subprotocolOf(PROTOCOL_VERSION),
    ...['token', 'session'].flatMap((name) => {
      const value = sessionStorage.getItem(name);
      return value ? [`${name}.${value}`] : [];
    }),
  ];
}

async function whyLost(): Promise<Reached> {
  try {
    const authorization = `Bearer ${sessionStorage.getItem('session') ?? ''}`;
    const answer = await fetch('/access', { headers: { authorization } });
    return (await answer.text()) === 'no' ? 'refused' : 'lost';
  } catch {
    return 'lost';
  }
}

// A restarted host has a new address, which differs from the old one only in its fragment. If the user opens it in the
// same tab, the browser doesn't reload the page by itself.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#token=')) location.reload();
});

/**
 * Sends requests and receives events over a single socket. When the host goes away, pending requests are answered with
 * `DISCONNECTED`, and the socket keeps reconnecting until the host is back.
 */
function webSocketTransport(onReached: (reached: Reached) => void): ClientTransport {
  const listeners = new Set<(event: unknown) => void>();
  const waiting = new Map<number, (reply: RpcReply) => void>();
  takeSecret();
  const lost: RpcReply = {
    ok: false,
    error: { code: 'DISCONNECTED', message: 'The connection to Edgewise was lost.' },
  };
  let nextId = 1;
  let socket: WebSocket;
  let opened: Promise<boolean>;

  const connect = (): void => {
    const current = new WebSocket(`ws://${location.host}/rpc`, protocols());
    socket = current;
    opened = new Promise((resolve) => {
      current.addEventListener('open', () => {
        sessionStorage.removeItem('token');
        resolve(true);
        onReached('connected');
      });
      current.addEventListener('close', () => {
        resolve(false);
        for (const settle of waiting.values()) settle(lost);
        waiting.clear();
        onReached('lost');
        void whyLost().then((why) => {
          if (why === 'refused') onReached(why);
          if (why === 'lost' || sessionStorage.getItem('token')) setTimeout(connect, RETRY_MS);
        });
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

export const openTransport = (onReached: (reached: Reached) => void): ClientTransport =>
  window.hostBridge ?? webSocketTransport(onReached);
