/**
 * Fixtures of the browser tests: the built local host and a page. **Each test has its own host and library**, so it
 * can change anything, and the order of tests doesn't matter. A console error or a violation of the content security
 * policy fails the test.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test as base, type Page } from '@playwright/test';
import { WebSocket } from 'ws';
import type { ClientTransport, RpcReply } from '../../src-core/contract.ts';
import { fromWire, toWire } from '../../src-core/contract/wire.ts';
import { createClient, type Client } from '../../src-core/rpc.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A running host. After `stop` or `kill`, `start` starts a new host with the same folder. */
export class Host {
  readonly dataDir = temporaryDir();
  #process: ChildProcess | undefined;
  #socket: WebSocket | undefined;
  #client: Client | undefined;
  /** the session key of the test's own connection and of its pages */
  readonly session = randomBytes(32).toString('base64url');

  /** The address for the next page. Its secret works only once. */
  get url(): string {
    return /url=([^"]+)/.exec(readFileSync(path.join(this.dataDir, 'open-edgewise.html'), 'utf8'))![1]!;
  }

  async start(...args: string[]): Promise<void> {
    const child = spawn(
      process.execPath,
      [path.join(root, 'out/main/local-host.js'), '--data', this.dataDir, ...args],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    this.#process = child;
    for await (const line of createInterface(child.stdout)) {
      if (line.startsWith('READY ')) {
        await this.client();
        return;
      }
    }
    throw new Error('The local host ended before it was ready; run “npm run build” first.');
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    this.#socket?.terminate();
    this.#socket = undefined;
    this.#client = undefined;
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
  stop = (): Promise<void> => this.#end('SIGTERM');
  kill = (): Promise<void> => this.#end('SIGKILL');
  removeData = (): void => removeDir(this.dataDir);

  /** Returns a client of the host's protocol, to prepare data without the window. */
  async client(): Promise<Client> {
    if (this.#client) return this.#client;
    const { host, origin, hash } = new URL(this.url);
    const token = hash.replace('#token=', 'token.');
    const socket = new WebSocket(`ws://${host}/rpc`, ['app.v2', token, `session.${this.session}`], {
      origin,
    });
    await once(socket, 'open');
    this.#socket = socket;
    const waiting = new Map<number, (reply: RpcReply) => void>();
    socket.on('message', (data: Buffer) => {
      const message = fromWire(data.toString()) as { id?: number; reply?: RpcReply };
      if (message.id !== undefined && message.reply) waiting.get(message.id)?.(message.reply);
    });
    let id = 0;
    const transport: ClientTransport = {
      request: (method, input) =>
        new Promise((resolve) => {
          waiting.set(++id, resolve);
          socket.send(toWire({ id, method, input }));
        }),
      onEvent: () => () => undefined,
    };
    return (this.#client = createClient(transport));
  }

  async puzzle(name: string): Promise<number> {
    const list = await (await this.client()).call('library.list', {});
    const found = list.find((puzzle) => puzzle.name === name);
    if (!found)
      throw new Error(`no puzzle “${name}”; there are: ${list.map((each) => each.name).join(', ')}`);
    return found.id;
  }
}

/** The run settings of most tests: one solution by the exact engine, on one thread, without a limit. */
export const usualRun = {
  engine: 'exact',
  options: {},
  wanted: { solutions: 1, boards: true },
  limits: { seconds: null, nodes: null },
  seed: 1,
  threads: 1,
} as const;

interface Fixtures {
  /** Prepares the library's folder before the host starts. */
  fill: (dataDir: string) => Promise<void>;
  host: Host;
  /** Opens the application at a view: `open('#/runs')`. */
  open: (address?: string, page?: Page) => Promise<void>;
  /** Console errors of the page; must be empty for the test to pass. */
  complaints: string[];
}

/* eslint-disable no-empty-pattern -- Playwright reads the names of the fixtures wanted here */
export const test = base.extend<Fixtures>({
  fill: async ({}, use) => use(() => Promise.resolve()),
  host: async ({ fill }, use) => {
    const host = new Host();
    await fill(host.dataDir);
    await host.start();
    // At normal priority, other programs slow a search down less.
    await (await host.client()).call('settings.set', { lowPriority: false });
    await use(host);
    await host.stop();
    host.removeData();
  },
  complaints: async ({}, use) => {
    const complaints: string[] = [];
    await use(complaints);
    if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`);
  },
  // Depends on `host`, so that pages close before the host stops.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- `host` is named only for this dependency
  context: async ({ context, complaints, host }, use) => {
    context.on('console', (message) => {
      // When a test stops the host, the browser logs a lost or reset connection, as expected.
      const lost = /WebSocket|ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE/;
      if (message.type() === 'error' && !lost.test(message.text())) complaints.push(message.text());
    });
    context.on('weberror', (error) => complaints.push(String(error.error())));
    await use(context);
  },
  open: async ({ host, page: usual }, use) => {
    await use(async (address = '#/library', page = usual) => {
      const { origin } = new URL(host.url);
      if (new URL(page.url()).origin === origin) {
        await page.evaluate((hash) => (location.hash = hash), address);
        return;
      }
      // Store the session key, as in a reloaded page. An address with a secret would open the library first.
      await page.addInitScript((session) => sessionStorage.setItem('session', session), host.session);
      await page.goto(origin + '/' + address);
      await page.locator('main h1, main h2').first().waitFor();
    });
  },
});
/* eslint-enable no-empty-pattern */

/** Waits until the view stops changing. By then, it has received all replies from the host. */
export async function settled(page: Page, timeout?: number): Promise<void> {
  await steady(() => page.locator('main').innerHTML(), timeout);
}

/** Calls `shown` every quarter of a second until two successive results are equal. Returns that result. */
export async function steady(shown: () => Promise<string>, timeout?: number): Promise<string> {
  let last = '';
  await expect
    .poll(
      async () => {
        const before = last;
        last = await shown();
        return last === before;
      },
      { intervals: [250], ...(timeout ? { timeout } : {}) },
    )
    .toBe(true);
  return last;
}

export { expect } from '@playwright/test';
