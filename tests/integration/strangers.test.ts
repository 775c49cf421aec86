// The local host against clients without the token, and against messages meant to overload it.
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { RpcReply } from '../../src-core/contract.ts';
import { startLocalServer, type LocalServer } from '../../src-main/local-host/local-server.ts';

const compared = vi.hoisted(() => [] as number[]);
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return {
    ...crypto,
    timingSafeEqual: (a: Buffer, b: Buffer) => {
      compared.push(a.length, b.length);
      return crypto.timingSafeEqual(a, b);
    },
  };
});

const REQUEST_MS = 500;
const page = { body: Buffer.from('<!doctype html>'), headers: { 'content-type': 'text/html' } };

let server: LocalServer;
let dispatched: unknown[];
let reply: (method: unknown) => RpcReply;
let tell: (event: unknown) => void;
let clients: { destroy(): void }[];
beforeEach(async () => {
  dispatched = [];
  clients = [];
  reply = () => ({ ok: true, value: 'fine' });
  server = await startLocalServer({
    services: {
      dispatch: (method) => {
        dispatched.push(method);
        return Promise.resolve(reply(method));
      },
      onEvent: (listener) => {
        tell = listener as typeof tell;
        return () => undefined;
      },
    },
    files: (path) => (path === '/' ? page : undefined),
    requestMs: REQUEST_MS,
  });
});
afterEach(async () => {
  await server.close();
  for (const client of clients) client.destroy();
});

const host = (): string => `127.0.0.1:${server.port}`;

/** Opens a connection that this client never closes, even if the host does. */
function stranger(address = '127.0.0.1'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port: server.port, allowHalfOpen: true });
    clients.push(socket);
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject).on('error', () => undefined);
      resolve(socket);
    });
  });
}

/** Returns the secret that the next page needs to connect. The server's address contains it. */
const secretOf = ({ url }: LocalServer): string => new URL(url).hash.slice('#token='.length);

const upgrade = (headers: Record<string, string>): string =>
  `GET /rpc HTTP/1.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
const handshake = (changes: Record<string, string> = {}): Record<string, string> => ({
  Host: host(),
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  Origin: `http://${host()}`,
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Protocol': `app.v2, token.${secretOf(server)}`,
  ...changes,
});
async function statusOf(headers: Record<string, string>): Promise<number> {
  const socket = await stranger();
  socket.write(upgrade(headers));
  const first = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
  return Number(/^HTTP\/1.1 (\d+)/.exec(first.toString())?.[1]);
}

test('the socket requires the right host, origin and token together', async () => {
  expect(await statusOf(handshake())).toBe(101);
  expect(await statusOf(handshake({ Host: `evil.example:${server.port}` }))).toBe(403);
  expect(await statusOf(handshake({ Host: `localhost:${server.port}` }))).toBe(403);
  expect(await statusOf(handshake({ Origin: 'http://evil.example' }))).toBe(403);
  expect(await statusOf(handshake({ Origin: `http://localhost:${server.port}` }))).toBe(403);
  expect(await statusOf(handshake({ Origin: 'null' }))).toBe(403);
  const withoutOrigin = Object.entries(handshake()).filter(([name]) => name !== 'Origin');
  expect(await statusOf(Object.fromEntries(withoutOrigin))).toBe(403);
  expect(await statusOf(handshake({ 'Sec-WebSocket-Protocol': 'app.v2, token.' }))).toBe(403);
  expect(await statusOf(handshake({ 'Sec-WebSocket-Protocol': 'app.v2' }))).toBe(403);
});

test('tokens are compared in constant time, whatever their length', async () => {
  compared.length = 0;
  expect(await statusOf(handshake({ 'Sec-WebSocket-Protocol': 'app.v2, token.x' }))).toBe(403);
  expect(await statusOf(handshake())).toBe(101);
  // Secrets are compared by their 32-byte digests, which don't reveal the secrets' length.
  expect(compared).toEqual([32, 32, 32, 32]);
  compared.length = 0;
  const session = 'x'.repeat(43);
  await statusOf(
    handshake({ 'Sec-WebSocket-Protocol': `app.v2, token.${secretOf(server)}, session.${session}` }),
  );
  expect(await statusOf(handshake({ 'Sec-WebSocket-Protocol': 'app.v2, session.y' }))).toBe(403);
  expect(compared).toEqual([32, 32, 32, 32, 32, 32]);
});

test('an address opens one page, whose session is valid until the host ends, at its port only', async () => {
  const session = 'S'.repeat(43);
  const secret = secretOf(server);
  const offering = (...words: string[]): Promise<number> =>
    statusOf(handshake({ 'Sec-WebSocket-Protocol': ['app.v2', ...words].join(', ') }));
  const hasAccess = async (bearer: string): Promise<string> => {
    const headers = { authorization: `Bearer ${bearer}` };
    return (await fetch(`http://${host()}/access`, { headers })).text();
  };
  expect(await offering(`session.${session}`)).toBe(403);
  expect(await hasAccess(session)).toBe('no');
  expect(await offering(`token.${secret}`, `session.${session}`)).toBe(101);
  expect(await hasAccess(session)).toBe('yes');
  expect(await offering(`session.${session}`)).toBe(101);
  for (const words of [[`token.${secret}`], [`token.${secret}`, `session.${'T'.repeat(43)}`], ['session.']])
    expect(await offering(...words)).toBe(403);
  expect(await hasAccess(secret)).toBe('no');
  // A session key this short could be guessed. The token still opens this connection, but the key opens no later ones.
  expect(await offering(`token.${secretOf(server)}`, 'session.x')).toBe(101);
  expect(await offering('session.x')).toBe(403);
  const first = server;
  server = await startLocalServer({
    services: { dispatch: () => Promise.resolve(reply('')), onEvent: () => () => undefined },
    files: () => undefined,
  });
  expect(await offering(`session.${session}`)).toBe(403);
  await server.close();
  server = first;
});

test('tokens are long, and all different', async () => {
  const other = await startLocalServer({
    services: { dispatch: () => Promise.resolve(reply('')), onEvent: () => () => undefined },
    files: () => undefined,
  });
  expect(Buffer.from(secretOf(server), 'base64url').length).toBeGreaterThanOrEqual(32);
  expect(secretOf(other)).not.toBe(secretOf(server));
  await other.close();
});

test('the server does not answer on other addresses of this machine', async () => {
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  if (process.platform === 'linux') others.push('127.0.0.2');
  for (const address of others) await expect(stranger(address)).rejects.toThrow(/ECONNREFUSED/);
});

test('rejected upgrades are closed on both sides: 400 of them use no resources and do not delay closing', async () => {
  const closed: Promise<unknown>[] = [];
  for (let i = 0; i < 400; i++) {
    const socket = await stranger();
    // On a slow machine, a connection can end with a reset, which emits no `end`.
    closed.push(new Promise((resolve) => socket.once('end', resolve).once('close', resolve)));
    socket.resume().write(upgrade(handshake({ Origin: 'http://evil.example' })));
    if (i % 50 === 49) await Promise.all(closed);
  }
  await Promise.all(closed);
  expect(await statusOf(handshake())).toBe(101);
  // In an earlier version, closing the host waited for its clients to close their connections.
  await server.close();
});

test('a client that sends nothing, or half a request, is disconnected; the owner can connect again', async () => {
  for (let i = 0; i < 200; i++) {
    const socket = await stranger();
    if (i % 2 === 0) socket.write('GET / HTTP/1.1\r\nHost:');
    socket.resume();
  }
  await vi.waitFor(async () => {
    const answer = await fetch(`http://${host()}/`, { signal: AbortSignal.timeout(1000) });
    expect(answer.status).toBe(200);
  }, 10_000);
});

test('at most 128 connections are accepted, because runs and the library need file descriptors too', async () => {
  let dropped = 0;
  await Promise.all(
    Array.from({ length: 200 }, async () => {
      const socket = await stranger();
      let heard = 0;
      socket.on('data', (data: Buffer) => (heard += data.length));
      await new Promise((resolve) => socket.once('close', resolve).once('end', resolve));
      // Clients beyond the limit are dropped without a message. Accepted clients receive a timeout message.
      if (heard === 0) dropped++;
    }),
  );
  expect(dropped).toBe(200 - 128);
});

async function owner(): Promise<WebSocket> {
  const socket = new WebSocket(`ws://${host()}/rpc`, ['app.v2', `token.${secretOf(server)}`], {
    origin: `http://${host()}`,
  });
  clients.push({ destroy: () => socket.terminate() });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('open', resolve));
  return socket;
}
const closing = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => socket.once('close', (code) => resolve(code)));
const next = (socket: WebSocket): Promise<unknown> =>
  new Promise((resolve) => socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString()))));

test('a message that is too long, or has too many values, closes only its own socket', async () => {
  const message = (input: string): string => `{"id":1,"method":"library.add","input":${input}}`;
  for (const [hostile, code] of [
    [message(`"${'x'.repeat(33_000_001)}"`), 1009],
    [message(`[${'0,'.repeat(1_000_001)}0]`), 1007],
    [message('['.repeat(1_000_001)), 1007],
    [Buffer.from([1, 2, 3]), 1007],
    ['[]', 1007],
    ['{"id":"1"}', 1007],
  ] as const) {
    const socket = await owner();
    const closed = closing(socket);
    socket.send(hostile);
    expect(await closed).toBe(code);
  }
  expect(dispatched).toEqual([]);
  const socket = await owner();
  socket.send(message(`"${'x'.repeat(32_000_000)}"`));
  expect(await next(socket)).toEqual({ id: 1, reply: { ok: true, value: 'fine' } });
});

test('a reply that is too long, or can’t be serialized, becomes an error', async () => {
  const socket = await owner();
  const tooLarge = { ok: false, error: { code: 'FAILED', message: 'The reply is too large to send.' } };
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  for (const value of ['x'.repeat(130_000_000), circle, 10n]) {
    reply = () => ({ ok: true, value });
    socket.send('{"id":7,"method":"any","input":{}}');
    expect(await next(socket)).toEqual({ id: 7, reply: tooLarge });
  }
});

test('while it closes, events are still sent and requests get an error', async () => {
  const socket = await owner();
  server.beginClosing();
  socket.send('{"id":3,"method":"runs.start","input":{}}');
  expect(await next(socket)).toMatchObject({
    id: 3,
    reply: { ok: false, error: { message: expect.stringContaining('closing') as unknown } },
  });
  const heard = next(socket);
  tell({ type: 'library.changed' });
  expect(await heard).toEqual({ event: { type: 'library.changed' } });
  expect(dispatched).toEqual([]);
  const closed = closing(socket);
  await server.close();
  await closed;
});
