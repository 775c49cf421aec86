/**
 * What every browser test stands on: the built local host, and a page that fails the test on any console error
 * (a breach of the content security policy is one). **Each test has a host and a library of its own**, so it may
 * play, edit, run and delete what it likes, and counts only what it did itself, in whatever order tests run.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test as base, type Page } from '@playwright/test';
import { WebSocket } from 'ws';
import type { ClientTransport, RpcReply } from '../../src-core/contract.ts';
import { fromWire, toWire } from '../../src-core/contract/wire.ts';
import { createClient, type Client } from '../../src-core/rpc.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A running host. `start` again after `stop` or `kill` to see what a new one finds in the same folder. */
export class Host {
  readonly dataDir = mkdtempSync(path.join(tmpdir(), 'edgewise-browser-'));
  url = '';
  #process: ChildProcess | undefined;
  #socket: WebSocket | undefined;
  #client: Client | undefined;

  async start(): Promise<void> {
    const child = spawn(
      process.execPath,
      [path.join(root, 'out/main/local-host.js'), '--data', this.dataDir],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    this.#process = child;
    for await (const line of createInterface(child.stdout)) {
      const ready = /^READY (.+)$/.exec(line)?.[1];
      if (ready) {
        this.url = ready;
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
  removeData = (): void => rmSync(this.dataDir, { recursive: true, force: true });

  /** The host's own interface, for setting the scene without clicking through it. */
  async client(): Promise<Client> {
    if (this.#client) return this.#client;
    const { host, origin, hash } = new URL(this.url);
    const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
    const socket = new WebSocket(`ws://${host}/rpc`, ['app.v2', `token.${token}`], { origin });
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

  /** Number of the puzzle of this name. */
  async puzzle(name: string): Promise<number> {
    const list = await (await this.client()).call('library.list', {});
    const found = list.find((puzzle) => puzzle.name === name);
    if (!found)
      throw new Error(`no puzzle “${name}”; there are: ${list.map((each) => each.name).join(', ')}`);
    return found.id;
  }
}

/** What a run is asked for in most tests: one solution by the exact engine, on one thread, without a limit. */
export const usualRun = {
  engine: 'exact',
  options: {},
  wanted: { solutions: 1, boards: true },
  limits: { seconds: null, nodes: null },
  seed: 1,
  threads: 1,
} as const;

interface Fixtures {
  /** Puts into the library's folder what must lie there before the host starts. */
  fill: (dataDir: string) => Promise<void>;
  host: Host;
  /** Opens the application at a view: `open('#/runs')`. */
  open: (address?: string, page?: Page) => Promise<void>;
  /** What the page complained about; checked after the test. */
  complaints: string[];
}

/* eslint-disable no-empty-pattern -- Playwright reads the names of the fixtures wanted here */
export const test = base.extend<Fixtures>({
  fill: async ({}, use) => use(() => Promise.resolve()),
  host: async ({ fill }, use) => {
    const host = new Host();
    await fill(host.dataDir);
    await host.start();
    // At full priority: how long a search takes must not depend on what else this machine is doing.
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
  // The host is asked for so that pages are closed before it is stopped.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- as the line above says
  context: async ({ context, complaints, host }, use) => {
    context.on('console', (message) => {
      // A host that is stopped in a test makes the browser report the lost connection: that is no fault.
      if (message.type() === 'error' && !message.text().includes('WebSocket'))
        complaints.push(message.text());
    });
    context.on('weberror', (error) => complaints.push(String(error.error())));
    await use(context);
  },
  open: async ({ host, page: usual }, use) => {
    await use(async (address = '#/library', page = usual) => {
      const { origin, hash } = new URL(host.url);
      if (new URL(page.url()).origin === origin) {
        await page.evaluate((hash) => (location.hash = hash), address);
        return;
      }
      // As a page that is loaded again, which has its token: with the token in the address the library would come first.
      await page.addInitScript(
        (token) => sessionStorage.setItem('token', token),
        hash.slice('#token='.length),
      );
      await page.goto(origin + '/' + address);
      await page.locator('main h1, main h2').first().waitFor();
    });
  },
});
/* eslint-enable no-empty-pattern */

/** Waits until what stands in the view no longer changes: all that it asked the host for is there. */
export async function settled(page: Page, timeout?: number): Promise<void> {
  await steady(() => page.locator('main').innerHTML(), timeout);
}

/** What is shown, once two looks at it are alike. */
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
