/**
 * Runs the local host in its own process with a large library, and measures how long the host takes to answer while it
 * is serving other requests.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import WebSocket from 'ws';
import type { Input, MethodName, Output } from '../../src-core/contract.ts';
import { fromWire, PROTOCOL_VERSION, subprotocolOf, toWire } from '../../src-core/contract/wire.ts';
import { filled } from './large-library.ts';

const EVERY_MS = 20;
const script = path.resolve(import.meta.dirname, '../../out/main/edgewise.js');
const page = path.resolve(import.meta.dirname, '../../examples/engines/page.py');
const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

type Send = (method: string, input: unknown) => Promise<never>;

export interface MeasuredHost {
  readonly pid: number;
  readonly url: URL;
  readonly dataDir: string;
  /** ids of the puzzles, runs and other entries in the library */
  readonly ids: Awaited<ReturnType<typeof filled>>;
  readonly ask: <M extends MethodName>(method: M, input: Input<M>) => Promise<Output<M>>;
  /** like `ask` but without compile-time checks, for methods chosen at run time and for invalid requests */
  readonly send: Send;
  /**
   * Sends the requests one after another. While each is being served, but for at least a second, sends `app.info` again
   * and again. Prints how long the replies to `app.info` took.
   */
  readonly measure: (what: string, requests: readonly (() => Promise<unknown>)[]) => Promise<void>;
  /** Stops the host and deletes its library. */
  readonly close: () => Promise<void>;
}

/** A result: the median and maximum processor time, in ms, used by the host's own thread between request and reply. */
export interface Measured {
  readonly what: string;
  readonly medianMs: number;
  readonly worstMs: number;
}

async function connect(url: URL, protocols: string[]): Promise<Send> {
  const socket = new WebSocket(`ws://${url.host}/rpc`, protocols, { origin: url.origin });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map<
    number,
    (reply: { ok: boolean; value?: never; error?: { message: string } }) => void
  >();
  socket.on('message', (text: Buffer) => {
    const message = fromWire(text.toString()) as { id?: number; reply?: never };
    if (message.id !== undefined) waiting.get(message.id)?.(message.reply!);
  });
  let last = 0;
  return (method, input) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, (reply) => {
        waiting.delete(id);
        if (reply.ok) resolve(reply.value!);
        else reject(new Error(reply.error?.message));
      });
      socket.send(toWire({ id, method, input }));
    });
}

export function printHeading(): void {
  const titles = ['median ms', 'worst', 'CPU med.', 'worst', 'took'].map((title) => title.padStart(9));
  console.log(['app.info while'.padEnd(52), ...titles, 'asked'.padStart(7)].join(''));
}

/**
 * Starts a host with a new large library. Calls `prepare` first, with the library's folder. Measurements are added to
 * `results`.
 */
export async function startHost(
  results: Measured[],
  prepare: (dataDir: string) => void = () => undefined,
): Promise<MeasuredHost> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'edgewise-answers-'));
  const ids = await filled(dataDir);
  spawnSync(process.execPath, [script, 'engines', 'add', 'page', '--data', dataDir, '--', 'python3', page]);
  prepare(dataDir);
  const host = spawn(process.execPath, [script, 'serve', '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const over = new Promise((resolve) => host.once('close', resolve));
  // Kill the host if the benchmark is interrupted.
  process.once('exit', () => host.kill('SIGKILL'));

  async function address(): Promise<URL> {
    for await (const line of createInterface(host.stdout)) if (line.startsWith('http')) return new URL(line);
    throw new Error('the host did not start');
  }
  const url = await address();
  const protocols = [
    subprotocolOf(PROTOCOL_VERSION),
    // The token is accepted only once. After that, the session identifies the client.
    url.hash.replace('#token=', 'token.'),
    `session.${randomBytes(32).toString('base64url')}`,
  ];
  const [asker, send] = [await connect(url, protocols), await connect(url, protocols)];
  await send('engines.list', {});

  /** Returns the processor time of the host's own thread in ms; NaN if the system doesn't report it. */
  function hostThreadMs(): number {
    const file = `/proc/${host.pid}/task/${host.pid}/schedstat`;
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : NaN;
  }

  async function measure(what: string, requests: readonly (() => Promise<unknown>)[]): Promise<void> {
    const waits: number[] = [];
    const busy: number[] = [];
    let took = 0;
    let said = '';
    for (const request of requests) {
      let served = false;
      const begun = performance.now();
      const end = request()
        .catch((error: unknown) => (said = (error as Error).message.slice(0, 60)))
        .finally(() => {
          served = true;
          took = Math.max(took, performance.now() - begun);
        });
      do {
        const [asked, before] = [performance.now(), hostThreadMs()];
        await asker('app.info', {});
        waits.push(performance.now() - asked);
        busy.push(hostThreadMs() - before);
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      } while (performance.now() < begun + 1000 || !served);
      await end;
    }
    const columns = [sorted(waits), sorted(busy)].flatMap((all) => [all[all.length >> 1]!, all.at(-1)!]);
    const cell = (ms: number): string => ms.toFixed(ms < 10 ? 1 : 0).padStart(9);
    const numbers = [...columns, took].map(cell).join('');
    console.log(`${what.padEnd(52)}${numbers}${String(waits.length).padStart(7)}  ${said}`);
    results.push({ what, medianMs: columns[2]!, worstMs: columns[3]! });
  }

  return {
    pid: host.pid!,
    url,
    dataDir,
    ids,
    ask: (method, input) => send(method, input),
    send,
    measure,
    close: async () => {
      host.kill('SIGTERM');
      await over;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
