import type { WebSocket } from 'ws';
import type { RpcReply } from '../../src-core/contract.ts';
import { fromWire, toWire } from '../../src-core/contract/wire.ts';
import { limitExceeded } from '../../src-core/formats/json.ts';
import type { Services } from '../services/services.ts';

/**
 * Maximum number of values in a message. Even a small message can contain many values, and each takes up some fifty
 * bytes once parsed. A puzzle with its edits has about 100,000 values.
 */
const MAX_MESSAGE_VALUES = 1_000_000;
const MAX_REPLY_CHARACTERS = 128_000_000;
/** Maximum number of bytes sent to a page but not yet read by it. A page with more is disconnected. */
const MAX_UNREAD_BYTES = 256_000_000;

/**
 * Handles the requests of one page over its socket. While `refusal` returns a message, every request is answered with
 * it.
 */
export function serveSocket(
  ws: WebSocket,
  services: Pick<Services, 'dispatch' | 'onEvent'>,
  refusal: () => string | null,
): void {
  const send = (text: string): void => {
    if (ws.bufferedAmount > MAX_UNREAD_BYTES) ws.terminate();
    else if (ws.readyState === ws.OPEN) ws.send(text);
  };
  const answer = (id: number, reply: RpcReply): void => send(replyText(id, reply));
  const stop = services.onEvent((event) => send(toWire({ event })));
  ws.on('close', stop);
  ws.on('error', () => ws.terminate());
  ws.on('message', (data, isBinary) => {
    const message = isBinary ? null : parseRequest((data as Buffer).toString('utf8'));
    if (!message) {
      ws.close(1007, 'malformed');
      return;
    }
    const refused = refusal();
    if (refused !== null) answer(message.id, failed(refused));
    else {
      void services.dispatch(message.method, message.input).then((reply) => answer(message.id, reply));
    }
  });
}

function parseRequest(text: string): { id: number; method: unknown; input: unknown } | null {
  if (limitExceeded(text, MAX_MESSAGE_VALUES) !== null) return null;
  try {
    const value: unknown = fromWire(text);
    if (typeof value !== 'object' || value === null || !('id' in value)) return null;
    if (typeof value.id !== 'number') return null;
    return {
      id: value.id,
      method: 'method' in value ? value.method : undefined,
      input: 'input' in value ? value.input : undefined,
    };
  } catch {
    return null;
  }
}

const failed = (message: string): RpcReply => ({ ok: false, error: { code: 'FAILED', message } });

/** If a reply is too long or can't be serialized, it becomes an error. */
function replyText(id: number, reply: RpcReply): string {
  try {
    const text = toWire({ id, reply });
    if (text.length <= MAX_REPLY_CHARACTERS) return text;
  } catch {
    // The reply exceeds the maximum length of a string.
  }
  return JSON.stringify({ id, reply: failed('The reply is too large to send.') });
}
