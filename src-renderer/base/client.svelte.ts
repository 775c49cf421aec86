/** The host as every view sees it: typed requests, events by type, and whether the host can be reached. */
import type { HostEvent } from '../../src-core/contract.ts';
import { createClient, RpcFailure } from '../../src-core/rpc.ts';
import { latestProgress } from './latest-progress.ts';
import { openTransport } from './transport.ts';

export const connection = $state({
  /** whether the host answered the last request */
  connected: true,
  /**
   * whether the host answers but rejects this page: the host was restarted, or the page's one-time address has been
   * used before
   */
  refused: false,
  /**
   * Counter that increases after each reconnection and each restore of the library. Whenever it changes, data from the
   * host is loaded again.
   */
  epoch: 0,
});

const lostListeners = new Set<() => void>();

/** Calls `listener` whenever the connection to the host is lost. Returns a function that removes the listener. */
export function onLost(listener: () => void): () => void {
  lostListeners.add(listener);
  return () => lostListeners.delete(listener);
}

export const client = createClient(
  openTransport((reached) => {
    const connected = reached === 'connected';
    connection.refused = reached === 'refused';
    if (connected && !connection.connected) connection.epoch++;
    connection.connected = connected;
    if (!connected) for (const listener of lostListeners) listener();
  }),
);

type EventOf<T extends HostEvent['type']> = Extract<HostEvent, { type: T }>;
const listeners = new Map<string, Set<(event: HostEvent) => void>>();
function pass(event: HostEvent): void {
  if (event.type === 'library.replaced') connection.epoch++;
  for (const listener of listeners.get(event.type) ?? []) listener(event);
}
/**
 * Milliseconds after which a hidden page handles progress events. A visible page handles them in its next frame, but a
 * hidden page draws no frames.
 */
const HIDDEN_FLUSH_MS = 1000;
client.onEvent(
  latestProgress(pass, (flush) => {
    const timer = setTimeout(flush, HIDDEN_FLUSH_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      flush();
    });
  }),
);

/** Listens to one type of event. Returns a function that removes the listener, as effects expect. */
export function onHostEvent<T extends HostEvent['type']>(
  type: T,
  listener: (event: EventOf<T>) => void,
): () => void {
  let known = listeners.get(type);
  if (!known) listeners.set(type, (known = new Set()));
  const each = listener as (event: HostEvent) => void;
  known.add(each);
  return () => known.delete(each);
}

/** Returns whether an error means that the host could not be reached. Any other error is the host's answer. */
export const isLost = (error: unknown): boolean =>
  error instanceof RpcFailure && error.code === 'DISCONNECTED';

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
