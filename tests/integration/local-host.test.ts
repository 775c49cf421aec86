import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startLocalServer, type LocalServer } from '../../src-main/local-host/local-server.ts';
import { serve } from '../../src-main/local-host/serve.ts';
import { databaseFile } from '../../src-main/store/store.ts';
import { allOf, owenPuzzle, startHost, type TestHost } from './host.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

/** id of a user who owns no files */
const NOBODY = 65534;

let dir: string;
let host: TestHost;
let server: LocalServer;
let url: URL;
beforeAll(async () => {
  dir = temporaryDir();
  host = await startHost(dir);
  const page = { body: Buffer.from('<!doctype html>'), headers: { 'content-type': 'text/html' } };
  server = await startLocalServer({
    services: host.services,
    files: (path) => (path === '/' || path === '/index.html' ? page : undefined),
  });
  url = new URL(server.url);
});
afterAll(async () => {
  await server.close();
  await host.close();
  removeDir(dir);
});

const get = (headers: Record<string, string>, path = '/', method = 'GET'): Promise<number> =>
  new Promise((resolve, reject) => {
    const req = request({ host: '127.0.0.1', port: url.port, path, method, headers }, (res) => {
      res.resume();
      resolve(res.statusCode ?? 0);
    });
    req.on('error', reject);
    req.end();
  });

test('serves only listed files, read-only, for the right host and origin', async () => {
  expect(await get({})).toBe(200);
  expect(await get({ host: `evil.example:${url.port}` })).toBe(421);
  expect(await get({ host: `localhost:${url.port}` })).toBe(421);
  expect(await get({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await get({}, '/../../package.json')).toBe(404);
  expect(await get({}, '/%2e%2e/main/electron.js')).toBe(404);
  expect(await get({}, '/', 'POST')).toBe(405);
  for (const odd of ['//', '//[', '/%', '/?a=//', 'http://[/']) {
    expect(await get({}, odd)).toBe(odd === '/?a=//' ? 200 : 404);
  }
});

/** The secret for opening the next page. */
const token = (): string => new URL(server.url).hash.slice('#token='.length);
const open = (protocols: string[], origin: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`ws://${url.host}/rpc`, protocols, { origin });
    socket.on('open', () => {
      resolve(`open ${socket.protocol}`);
      socket.close();
    });
    socket.on('unexpected-response', (_request, response) => resolve(String(response.statusCode)));
    socket.on('error', (error) => resolve(error.message));
  });

test('the socket requires token and origin, and never echoes the token', async () => {
  expect(await open(['app.v2', `token.${token()}`], url.origin)).toBe('open app.v2');
  expect(await open(['app.v2', `token.${token()}`], 'http://evil.example')).toBe('403');
  expect(await open(['app.v2', 'token.wrong'], url.origin)).toBe('403');
  expect(await open(['app.v2'], url.origin)).toBe('403');
});

test('a client that disconnects while being rejected does no harm', async () => {
  const head = `GET /rpc HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
  for (let i = 0; i < 20; i++) {
    const socket = connect(Number(url.port), '127.0.0.1');
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.write(head, resolve));
    socket.resetAndDestroy();
  }
  expect(await get({})).toBe(200);
});

test('if the port is taken, the error names it and says what to do', async () => {
  const again = startLocalServer({
    services: host.services,
    files: () => undefined,
    port: Number(url.port),
  });
  await expect(again).rejects.toThrow(`Port ${url.port} is in use by another program: choose another`);
});

test('a page of protocol version 1 is told to reload, whatever it requests', async () => {
  const socket = new WebSocket(`ws://${url.host}/rpc`, ['app.v1', `token.${token()}`], {
    origin: url.origin,
  });
  await new Promise((resolve) => socket.once('open', resolve));
  expect(socket.protocol).toBe('app.v1');
  socket.send(JSON.stringify({ id: 1, method: 'settings.get', input: {} }));
  const reply = await new Promise<string>((resolve) =>
    socket.once('message', (data: Buffer) => resolve(data.toString())),
  );
  expect(JSON.parse(reply)).toEqual({
    id: 1,
    reply: {
      ok: false,
      error: {
        code: 'FAILED',
        message: 'This page belongs to a different version of Edgewise. Close it and open Edgewise again.',
      },
    },
  });
  socket.close();
});

test('boards are sent as text over the socket; invalid ones are named and rejected', async () => {
  const { id } = await host.call('library.add', { puzzle: owenPuzzle(4, 4) });
  const socket = new WebSocket(`ws://${url.host}/rpc`, ['app.v2', `token.${token()}`], {
    origin: url.origin,
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const heard: string[] = [];
  socket.on('message', (data: Buffer) => heard.push(data.toString()));
  let last = 0;
  const ask = async (board: unknown): Promise<string> => {
    const start = `{"id":${++last},`;
    socket.send(JSON.stringify({ id: last, method: 'boards.add', input: { puzzleId: id, board } }));
    for (;;) {
      const reply = heard.find((text) => text.startsWith(start));
      if (reply !== undefined) return reply;
      await new Promise((resolve) => socket.once('message', resolve));
    }
  };
  const placed = ['0', ...Array<string>(15).fill('-1')].join(' ');
  expect(await ask({ $board: placed })).toMatch(/"board":\{"\$board":"[-\d]+( [-\d]+){15}"\}/);
  for (const broken of [{ $board: '0 -2' }, { $board: 5 }, { $board: '1  2' }, [0, -1], { 0: 1 }])
    expect(await ask(broken)).toContain('board: expected a board');
  socket.close();
});

test('requests, errors and events are sent over the socket', async () => {
  const socket = new WebSocket(`ws://${url.host}/rpc`, ['app.v2', `token.${token()}`], {
    origin: url.origin,
  });
  const heard: unknown[] = [];
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())));
  await new Promise((resolve) => socket.once('open', resolve));
  const ask = async (id: number, method: string, input: unknown): Promise<unknown> => {
    socket.send(JSON.stringify({ id, method, input }));
    for (;;) {
      const reply = heard.find((message) => (message as { id?: number }).id === id);
      if (reply) return reply;
      await new Promise((resolve) => socket.once('message', resolve));
    }
  };
  expect(await ask(1, 'settings.set', { theme: 'dark' })).toMatchObject({ reply: { ok: true } });
  expect(heard).toContainEqual({ event: expect.objectContaining({ type: 'settings.changed' }) as unknown });
  expect(await ask(2, 'settings.set', { theme: 'pink' })).toMatchObject({
    reply: { ok: false, error: { code: 'INVALID_INPUT' } },
  });
  for (const [i, method] of ['nope', 'constructor', '__proto__'].entries()) {
    expect(await ask(10 + i, method, {})).toMatchObject({ reply: { error: { code: 'UNKNOWN_METHOD' } } });
  }
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.send('not JSON');
  expect(await closed).toBe(1007);
});

/**
 * Tries, as another user of this machine, to list and enter the data folder, and to read the library and the opening
 * page. Returns the exit codes, or nothing if this process can't act as another user.
 */
function attemptsOfNobody(data: string, page: string): string[] {
  if (process.getuid?.() !== 0) return [];
  const script = [`ls '${data}'`, `cd '${data}'`, `cat '${databaseFile(data)}'`, `cat '${page}'`]
    .map((attempt) => `(${attempt}) >/dev/null 2>&1; echo $?`)
    .join('\n');
  const { stdout } = spawnSync('/bin/sh', ['-c', `echo sound\n${script}`], {
    uid: NOBODY,
    gid: NOBODY,
    encoding: 'utf8',
    cwd: '/',
  });
  const [first, ...attempts] = stdout.trim().split('\n');
  expect([first, attempts.length]).toEqual(['sound', 4]);
  return attempts;
}

test('closing saves checkpoints first; pages are informed, and open connections delay nothing', async () => {
  const own = temporaryDir();
  chmodSync(own, 0o755); // so that only the folder's own permissions keep other users out
  const served = await serve({ dataDir: path.join(own, 'data') });
  const at = new URL(served.url);
  const socket = new WebSocket(`ws://${at.host}/rpc`, ['app.v2', at.hash.replace('#token=', 'token.')], {
    origin: at.origin,
  });
  // The owner opens another window through a page that only the owner can read.
  const opening = (): string => readFileSync(served.page, 'utf8');
  expect(opening()).toContain(served.url);
  await new Promise((resolve) => socket.once('open', resolve));
  expect(opening()).not.toContain(served.url);
  expect(opening()).toMatch(/url=http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}"/);
  expect(statSync(served.page).mode & 0o777).toBe(0o600);
  for (const attempt of attemptsOfNobody(path.join(own, 'data'), served.page)) expect(attempt).not.toBe('0');
  const heard: string[] = [];
  const statuses: string[] = [];
  let waiting: () => void = () => undefined;
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    heard.push(text);
    const { event } = JSON.parse(text) as { event?: { type: string; run?: { status: string } } };
    if (event?.type === 'run.changed' && event.run) statuses.push(event.run.status);
    waiting();
  });
  const until = async (done: () => boolean): Promise<void> => {
    while (!done()) await new Promise<void>((resolve) => (waiting = resolve));
  };
  socket.send(JSON.stringify({ id: 1, method: 'library.add', input: { puzzle: owenPuzzle(8, 8) } }));
  await until(() => heard.some((text) => text.startsWith('{"id":1')));
  const added = JSON.parse(heard.find((text) => text.startsWith('{"id":1'))!) as {
    reply: { value: { id: number } };
  };
  socket.send(JSON.stringify({ id: 2, method: 'runs.start', input: allOf(added.reply.value.id) }));
  await until(() => statuses.includes('running'));
  const stranger = connect({ port: Number(at.port), host: '127.0.0.1', allowHalfOpen: true });
  stranger.on('error', () => undefined);
  await new Promise((resolve) => stranger.once('connect', resolve));
  stranger.write(
    `GET /rpc HTTP/1.1\r\nHost: ${at.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  );
  const gone = new Promise((resolve) => socket.once('close', resolve));
  await served.close();
  await gone;
  expect(statuses.at(-1)).toBe('stopped');
  stranger.destroy();
  removeDir(own);
});
