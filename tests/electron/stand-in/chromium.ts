/** Headless Chromium, controlled through a pipe. It ends whenever this process ends, for whatever reason. */
import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

type Reply = Record<string, unknown>;
interface Message extends Reply {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: Reply;
  readonly result?: Reply;
  readonly error?: { readonly message: string };
}

/** Sends DevTools protocol commands to one page or to the browser. Emits its events by name. */
export class Session extends EventEmitter {
  readonly #send: (method: string, params: object) => Promise<Reply>;
  constructor(send: (method: string, params: object) => Promise<Reply>) {
    super();
    this.#send = send;
  }
  send<T = Reply>(method: string, params: object = {}): Promise<T> {
    return this.#send(method, params) as Promise<T>;
  }
}

export class Chromium {
  readonly browser: Session;
  readonly #process: ChildProcess;
  readonly #sessions = new Map<string, Session>();
  readonly #waiting = new Map<number, (message: Message) => void>();
  #last = 0;

  /** Starts the program given by `STAND_IN_CHROMIUM`. */
  constructor(profile: string, switches: readonly string[]) {
    this.#process = spawn(
      process.env['STAND_IN_CHROMIUM'] ?? 'chromium',
      [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-features=SpareRendererForSitePerProcess,MediaRouter,OptimizationHints',
        '--force-prefers-reduced-motion',
        '--no-first-run',
        '--hide-scrollbars',
        // the size of a new Electron window
        '--window-size=1280,860',
        '--use-fake-device-for-media-stream',
        `--user-data-dir=${profile}`,
        '--remote-debugging-pipe',
        ...switches,
        'about:blank',
      ],
      // Ctrl+C in the terminal signals the whole process group, but only the main process may end Chromium.
      { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'], detached: true },
    );
    this.#process.stderr!.on('data', (text: Buffer) => {
      for (const line of text.toString().split('\n')) {
        // Playwright waits for the line with the debugger's address.
        if (line.startsWith('DevTools listening')) console.error(line);
      }
    });
    this.browser = this.#session('');
    this.#read(this.#process.stdio[4] as Readable);
  }

  get pid(): number {
    return this.#process.pid!;
  }

  async attach(targetId: string): Promise<Session> {
    const { sessionId } = await this.browser.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    return this.#session(sessionId);
  }

  async close(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const gone = once(this.#process, 'exit');
    (this.#process.stdio[3] as Writable).end();
    await gone;
  }

  #session(sessionId: string): Session {
    const pipe = this.#process.stdio[3] as Writable;
    // Chromium may have ended.
    pipe.on('error', () => undefined);
    const session = new Session((method, params) => {
      const id = ++this.#last;
      const sent = new Promise<Reply>((resolve, reject) => {
        this.#waiting.set(id, ({ result, error }) => {
          if (error) reject(new Error(`${method}: ${error.message}`));
          else resolve(result ?? {});
        });
      });
      pipe.write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`);
      return sent;
    });
    this.#sessions.set(sessionId, session);
    return session;
  }

  #read(pipe: Readable): void {
    let rest = '';
    pipe.setEncoding('utf8');
    pipe.on('data', (text: string) => {
      const messages = (rest + text).split('\0');
      rest = messages.pop()!;
      for (const each of messages) this.#hear(JSON.parse(each) as Message);
    });
  }

  #hear(message: Message): void {
    if (message.id !== undefined) {
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    } else this.#sessions.get(message.sessionId ?? '')?.emit(message.method!, message.params);
  }
}
