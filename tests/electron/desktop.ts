/** Fixtures for tests of the desktop application: a library for each test, the application, and its window. */
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import {
  _electron,
  chromium,
  expect,
  test as base,
  type ElectronApplication,
  type Page,
} from '@playwright/test';
import type * as Electron from 'electron';
import { findElectron } from '../../scripts/electron-program.ts';
import type { Input, MethodName, Output, RpcReply } from '../../src-core/contract.ts';
import type { RunSettings } from '../../src-core/contract/runs.ts';
import { packedProgram } from './stand-in/distribution.ts';
import type { standIn } from './stand-in/records.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A program that runs the desktop application, and its first arguments. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
}
const isRoot = process.getuid?.() === 0;
const electron = findElectron();
/** The real Electron; undefined if it isn't installed. */
export const realProgram: Program | undefined = electron
  ? { file: electron, args: [root, ...(isRoot ? ['--no-sandbox'] : [])] }
  : undefined;
/** The packaged application, run by the stand-in for Electron. */
export const standInProgram: Program = { file: packedProgram, args: [] };

/** The module `electron` of the stand-in for Electron. It also records calls, so that tests can check them. */
type StandIn = typeof Electron & { readonly standIn: typeof standIn };

export class Desktop {
  readonly data: string = temporaryDir();
  readonly program: Program;
  app!: ElectronApplication;
  page!: Page;
  /** the application's log since its last start */
  log = '';
  #process: ChildProcess | undefined;
  readonly #chromium: string;
  constructor(program: Program, chromiumProgram: string) {
    this.program = program;
    this.#chromium = chromiumProgram;
  }

  get args(): string[] {
    return [...this.program.args];
  }
  get env(): Record<string, string> {
    return {
      ...(process.env as Record<string, string>),
      EDGEWISE_DATA: this.data,
      XDG_CONFIG_HOME: path.join(this.data, 'config'),
      STAND_IN_CHROMIUM: this.#chromium,
    };
  }

  /**
   * Starts the application and waits for its page. `system` is the state of the computer that the stand-in simulates.
   */
  async start(args: readonly string[] = [], system: Partial<typeof standIn.system> = {}): Promise<void> {
    this.log = '';
    this.app = await _electron.launch({
      executablePath: this.program.file,
      args: [...this.args, ...args],
      env: { ...this.env, STAND_IN_SYSTEM: JSON.stringify(system) },
    });
    this.#process = this.app.process();
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.on('data', (text: Buffer) => (this.log += text.toString()));
    }
    this.page = await this.app.firstWindow();
    await this.page.waitForFunction('typeof hostBridge === "object"');
    // Runs have low priority by default. On a busy machine, a test would wait for minutes.
    await this.call('settings.set', { lowPriority: false });
  }

  async call<M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> {
    const request = `hostBridge.request(${JSON.stringify(method)}, ${JSON.stringify(input)})`;
    const reply = await this.page.evaluate<RpcReply>(request);
    if (!reply.ok) throw new Error(reply.error.message);
    return reply.value as Output<M>;
  }

  statusOf = async (runId: number): Promise<string> => (await this.call('runs.get', { runId })).status;

  async longRun(): Promise<number> {
    const list = await this.call('library.list', {});
    const { id } = list.find(({ name }) => name === 'Eternity II')!;
    const { runId } = await this.call('runs.start', { ...settings(id, 'best'), threads: 1 });
    await expect.poll(() => this.statusOf(runId)).toBe('running');
    return runId;
  }

  /** Starts a long run and pauses it, which saves a checkpoint immediately. */
  async checkpointedRun(): Promise<number> {
    const runId = await this.longRun();
    await this.call('runs.pause', { runId });
    await expect.poll(async () => (await this.call('runs.get', { runId })).resumable).toBe(true);
    await expect.poll(() => this.statusOf(runId)).toBe('paused');
    await this.call('runs.resume', { runId });
    await expect.poll(() => this.statusOf(runId)).toBe('running');
    return runId;
  }

  isVisible(): Promise<boolean> {
    return this.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.isVisible());
  }

  /** Evaluates a function in the main process of the stand-in for Electron. */
  inStandIn<R, A>(run: (electron: StandIn, given: A) => R | Promise<R>, given?: A): Promise<R> {
    return this.app.evaluate(run as never, given as never);
  }

  /** Waits until the application's process has ended. Returns its exit code. */
  ended(): Promise<number | null> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) {
      return Promise.resolve(child?.exitCode ?? null);
    }
    return new Promise((resolve) => child.once('exit', resolve));
  }

  async exit(): Promise<void> {
    if (!this.#process) return;
    const ended = this.ended();
    // The application might have ended already.
    await this.app.evaluate(({ app }) => app.exit()).catch(() => undefined);
    await ended;
  }

  /** Quits the application if it is running, and removes its library. */
  async remove(): Promise<void> {
    await this.exit();
    expect(this.log).not.toContain('A JavaScript error occurred in the main process');
    removeDir(this.data);
  }
}

export const settings = (puzzleId: number, engine: string): RunSettings => ({
  puzzleId,
  engine,
  options: {},
  wanted: { solutions: 1, boards: true },
  limits: { seconds: null, nodes: null },
  seed: 1,
  threads: 2,
});

/**
 * Fixtures: `program` runs the application, `closed` is the application before it starts, and `desktop` has its page
 * open.
 */
export const test = base.extend<{ program: Program; closed: Desktop; desktop: Desktop }>({
  program: [standInProgram, { option: true }],
  closed: async ({ program, launchOptions }, use) => {
    const desktop = new Desktop(program, launchOptions.executablePath ?? chromium.executablePath());
    await use(desktop);
    await desktop.remove();
  },
  desktop: async ({ closed }, use) => {
    await closed.start();
    // The page receives events from the host only after this heading appears.
    await expect(closed.page.getByRole('heading', { name: 'Library' }).first()).toBeVisible();
    await use(closed);
  },
});
export { expect };
