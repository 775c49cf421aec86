// Hostile clients, with and without the token, attack a host in a separate process. The host must still answer its
// owner.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { random, type Random } from '../../src-core/random.ts';
import { mutated, type Part } from './part.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const ANSWER_MS = 10_000;

const session = `session.${randomBytes(32).toString('base64url')}`;
const socketTo = (url: URL): WebSocket =>
  new WebSocket(`ws://${url.host}/rpc`, ['app.v2', url.hash.replace('#token=', 'token.'), session], {
    origin: url.origin,
  });

/** Sends `app.info` as the owner. Returns the time until the reply, in milliseconds. */
async function ask(url: URL): Promise<number> {
  const started = performance.now();
  const socket = socketTo(url);
  try {
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no answer within ${ANSWER_MS} ms`)), ANSWER_MS);
      socket.on('error', reject);
      socket.on('open', () => socket.send('{"id":1,"method":"app.info","input":{}}'));
      socket.on('message', () => {
        clearTimeout(late);
        resolve();
      });
    });
    return performance.now() - started;
  } finally {
    socket.terminate();
  }
}

/**
 * Tries credentials that must be rejected: a used secret, an unknown session key, and similar strings. Returns those
 * that were accepted.
 */
async function intrude(url: URL, chance: Random): Promise<string[]> {
  const used = url.hash.replace('#token=', '');
  const unknown = randomBytes(32).toString('base64url');
  const almost = mutated(used, chance).replaceAll(/[^\w-]/g, '');
  const offers = [
    [`token.${used}`],
    [`token.${used}`, `session.${unknown}`],
    [`token.${almost}`],
    [`session.${used}`],
    [`session.${unknown}`],
  ];
  const admitted: string[] = [];
  for (const offered of offers) {
    const socket = new WebSocket(`ws://${url.host}/rpc`, ['app.v2', ...offered], { origin: url.origin });
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.on('error', () => resolve(false));
      socket.on('open', () => resolve(true));
    });
    socket.terminate();
    if (isOpen) admitted.push(`let in with ${offered.join(', ')}`);
  }
  return admitted;
}

function attack(url: URL, chance: Random, held: Set<{ destroy(): void }>): void {
  const host = url.host;
  const plain = [
    `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `GET /rpc HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nOrigin: http://${host}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: app.v2, token.x\r\n\r\n`,
    `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 100000000\r\n\r\n${'x'.repeat(1000)}`,
    `GET /rpc HTTP/1.1\r\nHost: ${host}\r\n`,
  ];
  if (chance.below(4) > 0) {
    const socket = connect({ port: Number(url.port), host: '127.0.0.1', allowHalfOpen: true });
    held.add(socket);
    socket.on('error', () => undefined).on('close', () => held.delete(socket));
    const text = plain[chance.below(plain.length)]!;
    socket.write(chance.below(2) ? text : mutated(text, chance));
    if (chance.below(3) === 0) socket.resetAndDestroy();
    else if (chance.below(2)) socket.resume();
    return;
  }
  // a client that has the token but sends invalid messages
  const socket = socketTo(url);
  held.add({ destroy: () => socket.terminate() });
  socket.on('error', () => undefined);
  socket.on('open', () => {
    for (let i = chance.below(5); i >= 0; i--)
      socket.send(
        [
          mutated('{"id":1,"method":"library.list","input":{}}', chance),
          `{"id":2,"method":"library.add","input":{"puzzle":{"tiles":[${'0,'.repeat(chance.below(300_000))}0]}}}`,
          Buffer.alloc(chance.below(1000)),
          '['.repeat(chance.below(1_000_000)),
        ][chance.below(4)]!,
      );
    if (chance.below(2)) socket.terminate();
  });
}

export const strangers: Part = async (seed, going) => {
  const chance = random(seed, 5);
  const dir = temporaryDir();
  const script = path.resolve(import.meta.dirname, '../../src-main/local-host/local-host.ts');
  const child = spawn(process.execPath, ['--max-old-space-size=1000', script, '--data', dir], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended: (number | string | null)[] = [];
  const gone = new Promise<void>((resolve) =>
    child.once('exit', (code, signal) => {
      ended.push(code ?? signal);
      resolve();
    }),
  );
  let url: URL | undefined;
  for await (const line of createInterface(child.stdout)) {
    url = new URL(/^READY (\S+)/.exec(line)![1]!);
    break;
  }
  if (!url) throw new Error('the local host did not start: run “npm run build” first');
  const failures: string[] = [];
  const held = new Set<{ destroy(): void }>();
  let attacks = 0;
  let slowest = 0;
  do {
    for (let i = 0; i < 20; i++, attacks++) attack(url, chance, held);
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (attacks % 200 === 0) {
      // Disconnect these clients; otherwise they could occupy all 128 connections until the timeout.
      for (const each of held) each.destroy();
      held.clear();
      await new Promise((resolve) => setTimeout(resolve, 200));
      try {
        slowest = Math.max(slowest, await ask(url));
        failures.push(...(await intrude(url, chance)));
      } catch (error) {
        failures.push(`after ${attacks} attacks: ${String(error)}`);
      }
    }
  } while (ended.length === 0 && (going(attacks) || attacks < 200) && failures.length < 5);
  if (ended.length > 0) failures.push(`the host ended: ${String(ended[0])}`);
  // the host must end even though connections are still open
  child.kill('SIGTERM');
  const late = setTimeout(() => {
    failures.push('the host did not end within 20 s after SIGTERM');
    child.kill('SIGKILL');
  }, 20_000);
  await gone;
  clearTimeout(late);
  for (const each of held) each.destroy();
  removeDir(dir);
  return {
    count: attacks,
    tried: `${attacks} hostile connections, slowest answer to the owner ${slowest.toFixed(0)} ms`,
    failures,
  };
};
