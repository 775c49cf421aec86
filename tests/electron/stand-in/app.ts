/**
 * Electron's `app`: starts and quits the application, allows one instance per `userData` folder, and lists its
 * windows.
 */
import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { standIn } from './records.ts';

/** An event whose default action a listener can prevent. */
export class PreventableEvent {
  defaultPrevented = false;
  preventDefault = (): void => void (this.defaultPrevented = true);
}

interface AppWindow {
  close(): void;
}

class App extends EventEmitter {
  isPackaged = false;
  readonly windows = new Set<AppWindow>();
  /** functions to call when the application quits, to end what it started */
  readonly endings: (() => unknown)[] = [];
  readonly #paths = new Map<string, string>();
  readonly #ready = Promise.withResolvers<undefined>();
  #appPath = '';
  #isReady = false;
  #isQuitting = false;
  #isExiting = false;
  #told: Promise<unknown> = Promise.resolve();

  setPath = (name: string, folder: string): void => void this.#paths.set(name, folder);
  getPath = (name: string): string => this.#paths.get(name)!;
  getAppPath = (): string => this.#appPath;
  getVersion = (): string => packageJson.version;
  isReady = (): boolean => this.#isReady;
  whenReady = (): Promise<unknown> => this.#ready.promise;
  setAboutPanelOptions = (options: Record<string, unknown>): void => void (standIn.about = options);
  showAboutPanel = (): void => undefined;
  setLoginItemSettings = (settings: Record<string, unknown>): void => void (standIn.login = settings);
  getLoginItemSettings = (): object => ({ wasOpenedAtLogin: standIn.system.openedAtLogin });
  setAppUserModelId = (): void => undefined;
  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
  }

  setAppPath(folder: string, isPackaged: boolean): void {
    this.#appPath = folder;
    this.isPackaged = isPackaged;
  }
  /** Emits `ready` in a later turn of the event loop, after the entry module has been evaluated, as Electron does. */
  becomeReady(): void {
    setImmediate(() => {
      this.#isReady = true;
      this.emit('ready');
      this.#ready.resolve(undefined);
    });
  }

  /**
   * Returns whether this is the first instance. A file names the process that holds the lock. Later instances send
   * their arguments to that process through a socket.
   */
  requestSingleInstanceLock(): boolean {
    const folder = this.getPath('userData');
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, 'stand-in.lock');
    const name = createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 16);
    const socket = path.join(tmpdir(), `stand-in-${name}.sock`);
    try {
      // Throws if the process with this id has ended.
      process.kill(Number(readFileSync(file, 'utf8')), 0);
      const client = connect(socket);
      this.#told = once(client.end(JSON.stringify([process.argv, process.cwd()])), 'close');
      return false;
    } catch {
      writeFileSync(file, String(process.pid));
    }
    rmSync(socket, { force: true });
    const server = createServer((client) => {
      let text = '';
      client.on('data', (part: Buffer) => (text += part.toString()));
      client.on('end', () => {
        const [argv, folder] = JSON.parse(text) as [string[], string];
        this.emit('second-instance', new PreventableEvent(), argv, folder);
        client.end();
      });
    });
    server.listen(socket).unref();
    this.endings.push(() => {
      rmSync(file, { force: true });
      server.close();
    });
    return true;
  }

  quit(): void {
    if (this.#isQuitting) return;
    const event = new PreventableEvent();
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.#isQuitting = true;
    if (this.windows.size === 0) this.#shutDown();
    else for (const window of [...this.windows]) window.close();
  }
  windowStays(): void {
    this.#isQuitting = false;
  }
  windowClosed(window: AppWindow): void {
    this.windows.delete(window);
    if (this.windows.size > 0 || this.#isExiting) return;
    if (this.#isQuitting) this.#shutDown();
    else if (!this.emit('window-all-closed')) this.quit();
  }
  #shutDown(): void {
    const event = new PreventableEvent();
    this.emit('will-quit', event);
    if (!event.defaultPrevented) this.exit(0);
    else this.#isQuitting = false;
  }
  exit(code = 0): void {
    if (this.#isExiting) return;
    this.#isExiting = true;
    this.emit('quit', new PreventableEvent(), code);
    void Promise.allSettled([this.#told, ...this.endings.map((end) => end())]).then(() => process.exit(code));
  }
}
export const app = new App();
