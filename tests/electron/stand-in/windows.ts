/** Electron's windows. Each is a Chromium page, with the real preload script and the application's own protocol. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { app, PreventableEvent } from './app.ts';
import { Chromium, type Session } from './chromium.ts';
import { decode, encode } from './clone.ts';
import { pageScript, preloadScript, SEND, WORLD } from './page-scripts.ts';
import { fromChromium, isGranted, serveSchemes, session, toChromium } from './protocol.ts';

let chromium: Promise<Chromium> | undefined;
/** Starts Chromium, with the application's `userData` as its profile. */
async function startChromium(): Promise<Chromium> {
  const port = await serveSchemes();
  const isDriven =
    process.argv.includes('--remote-debugging-port=0') || process.env['STAND_IN_DEVTOOLS'] === '1';
  const started = new Chromium(app.getPath('userData'), [
    `--host-resolver-rules=MAP *.localhost:80 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
    ...(isDriven ? ['--remote-debugging-port=0'] : []),
  ]);
  app.endings.push(() => started.close());
  await watchDownloads(started);
  return started;
}

/**
 * Passes each download to the application, which can choose a file. If it doesn't, a dialog asks for one, as in
 * Electron.
 */
async function watchDownloads({ browser }: Chromium): Promise<void> {
  const items = new Map<string, DownloadItem>();
  browser.on(
    'Browser.downloadWillBegin',
    ({ guid, suggestedFilename }: { guid: string; suggestedFilename: string }) => {
      const item = new DownloadItem(suggestedFilename);
      items.set(guid, item);
      session.defaultSession.emit('will-download', new PreventableEvent(), item);
    },
  );
  browser.on('Browser.downloadProgress', ({ guid, state }: { guid: string; state: string }) => {
    if (state !== 'inProgress') items.get(guid)?.emit('done', {}, state === 'canceled' ? 'cancelled' : state);
  });
  await browser.send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    downloadPath: app.getPath('userData'),
    eventsEnabled: true,
  });
}
class DownloadItem extends EventEmitter {
  readonly #name: string;
  constructor(name: string) {
    super();
    this.#name = name;
  }
  getFilename = (): string => this.#name;
}

/** For each permission: its name in Chromium, its name in Electron, and Electron's media type */
const PERMISSIONS = [
  ['notifications', 'notifications'],
  ['geolocation', 'geolocation'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-write', 'clipboard-sanitized-write'],
  ['camera', 'media', 'video'],
  ['microphone', 'media', 'audio'],
] as const;

/** Electron's error codes for failed page loads, by Chromium's error messages */
const LOAD_ERRORS: Record<string, number> = {
  'net::ERR_ABORTED': -3,
  'net::ERR_CONNECTION_REFUSED': -102,
  'net::ERR_NAME_NOT_RESOLVED': -105,
};

type Invoked = (event: object, ...given: unknown[]) => unknown;
const invoked = new Map<string, Invoked>();
export const ipcMain = {
  handle: (channel: string, handler: Invoked): void => void invoked.set(channel, handler),
};

interface WindowOptions {
  readonly show?: boolean;
  readonly webPreferences: { readonly preload: string };
}

class WebContents extends EventEmitter {
  readonly opening: Promise<void>;
  targetId = '';
  #page!: Session;
  #frame = '';
  #url = '';
  /** id of the preload script's world in the current page */
  #world: number | undefined;
  /** address that the application is loading; empty if the page navigates by itself */
  #loading = '';
  #openWindow: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  readonly #preload: string;

  constructor(preload: string) {
    super();
    this.#preload = preload;
    this.opening = this.#open();
  }

  setWindowOpenHandler = (handler: (details: { url: string }) => { action: string }): void =>
    void (this.#openWindow = handler);
  getURL = (): string => this.#url;
  send(channel: string, ...value: unknown[]): void {
    this.#toPreload({ channel, value });
  }
  executeJavaScript = async (expression: string): Promise<unknown> => {
    const parameters = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
    const { result } = await this.#page.send<{ result: { value: unknown } }>('Runtime.evaluate', parameters);
    return result.value;
  };
  forcefullyCrashRenderer = (): void => void this.#page.send('Page.crash').catch(() => undefined);
  closePage = async (): Promise<void> => {
    await this.opening;
    const { browser } = await chromium!;
    await browser.send('Target.closeTarget', { targetId: this.targetId }).catch(() => undefined);
  };

  async load(url: string): Promise<void> {
    await this.opening;
    this.#loading = toChromium(url);
    const loaded = new Promise((resolve) => this.once('did-finish-load', resolve));
    const { errorText } = await this.#page.send<{ errorText?: string }>('Page.navigate', {
      url: this.#loading,
    });
    this.#loading = '';
    if (errorText === undefined) {
      await loaded;
      return;
    }
    this.emit('did-fail-load', {}, LOAD_ERRORS[errorText] ?? -2, errorText.replace('net::', ''), url, true);
    throw new Error(`${errorText.replace('net::', '')} (${url})`);
  }

  async #open(): Promise<void> {
    // Let the application add its listeners first.
    await Promise.resolve();
    const { browser } = await (chromium ??= startChromium());
    const { targetInfos } = await browser.send<{
      targetInfos: { targetId: string; type: string; url: string }[];
    }>('Target.getTargets');
    const blank = targetInfos.find(({ type, url }) => type === 'page' && url === 'about:blank');
    this.targetId =
      blank?.targetId ??
      (await browser.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })).targetId;
    this.#page = await (await chromium).attach(this.targetId);
    await this.#watch();
    await this.#inject();
    await this.#permit();
  }

  async #watch(): Promise<void> {
    const page = this.#page;
    page.on('Runtime.executionContextsCleared', () => (this.#world = undefined));
    page.on('Runtime.executionContextCreated', ({ context }: { context: ExecutionContext }) => {
      if (context.name === WORLD && context.auxData.frameId === this.#frame) this.#world = context.id;
    });
    page.on('Runtime.bindingCalled', ({ payload }: { payload: string }) => void this.#answer(payload));
    page.on('Page.frameNavigated', ({ frame }: { frame: Frame }) => {
      if (frame.parentId === undefined) this.#url = fromChromium(frame.url);
    });
    page.on('Page.loadEventFired', () => this.emit('did-finish-load'));
    page.on('Page.lifecycleEvent', ({ name }: { name: string }) => {
      if (name === 'firstPaint' && this.#url !== 'about:blank') this.emit('first-paint');
    });
    page.on('Inspector.targetCrashed', () => {
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 });
    });
    page.on('Fetch.requestPaused', (paused: Paused) => void this.#navigate(paused));
    const { frameTree } = await page.send<{ frameTree: { frame: { id: string } } }>('Page.getFrameTree');
    this.#frame = frameTree.frame.id;
    await Promise.all([
      page.send('Runtime.enable'),
      page.send('Page.enable'),
      page.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      page.send('Inspector.enable'),
      page.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] }),
      page.send('Runtime.addBinding', { name: SEND, executionContextName: WORLD }),
    ]);
  }

  async #inject(): Promise<void> {
    const refused = {
      windows: this.#openWindow({ url: 'about:blank' }).action === 'deny',
      fullscreen: !isGranted(this, 'fullscreen'),
    };
    const preload = readFileSync(this.#preload, 'utf8');
    await this.#page.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript(refused) });
    await this.#page.send('Page.addScriptToEvaluateOnNewDocument', {
      source: preloadScript(preload),
      worldName: WORLD,
    });
  }

  async #permit(): Promise<void> {
    const { browser } = await chromium!;
    for (const [name, permission, media] of PERMISSIONS) {
      const setting = isGranted(this, permission, media) ? 'granted' : 'denied';
      await browser.send('Browser.setPermission', {
        permission: { name },
        setting,
        origin: toChromium('app://bundle'),
      });
    }
  }

  /** Handles a navigation started by the page. The application can prevent it. */
  async #navigate({ requestId, frameId, request }: Paused): Promise<void> {
    if (frameId === this.#frame && request.url !== this.#loading) {
      const event = Object.assign(new PreventableEvent(), { url: fromChromium(request.url) });
      this.emit('will-navigate', event, event.url);
      if (event.defaultPrevented) {
        await this.#page.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
        return;
      }
    }
    await this.#page.send('Fetch.continueRequest', { requestId });
  }

  async #answer(payload: string): Promise<void> {
    const { id, channel, given } = decode(payload) as { id: number; channel: string; given: unknown[] };
    const senderFrame = { url: this.#url, parent: null };
    try {
      const handler = invoked.get(channel);
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      this.#toPreload({ id, value: await handler({ senderFrame, sender: this }, ...given) });
    } catch (error) {
      this.#toPreload({ id, error: `Error invoking remote method '${channel}': ${String(error)}` });
    }
  }

  /** Sends a copy of a message to the preload script. The message is lost if the page is being replaced. */
  #toPreload(message: object): void {
    const expression = `standInReceive(${JSON.stringify(encode(message))})`;
    if (this.#world === undefined) return;
    void this.#page.send('Runtime.evaluate', { expression, contextId: this.#world }).catch(() => undefined);
  }
}
interface ExecutionContext {
  readonly id: number;
  readonly name: string;
  readonly auxData: { readonly frameId: string };
}
interface Frame {
  readonly parentId?: string;
  readonly url: string;
}
interface Paused {
  readonly requestId: string;
  readonly frameId: string;
  readonly request: { readonly url: string };
}

export class BrowserWindow extends EventEmitter {
  static getAllWindows = (): BrowserWindow[] => [...app.windows] as BrowserWindow[];
  static fromWebContents = (contents: WebContents): BrowserWindow | undefined =>
    BrowserWindow.getAllWindows().find((each) => each.webContents === contents);
  readonly webContents: WebContents;
  #isVisible: boolean;
  #isMinimized = false;
  #isMaximized = false;
  #isDestroyed = false;

  constructor(options: WindowOptions) {
    super();
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    this.webContents = new WebContents(options.webPreferences.preload);
    this.#isVisible = options.show ?? true;
    app.windows.add(this);
    this.webContents.once('first-paint', () => this.emit('ready-to-show'));
    app.emit('web-contents-created', {}, this.webContents);
  }

  loadURL = (url: string): Promise<void> => this.webContents.load(url);
  show(): void {
    this.#check();
    if (this.#isVisible) return;
    this.#isVisible = true;
    this.emit('show');
  }
  hide(): void {
    this.#check();
    if (!this.#isVisible) return;
    this.#isVisible = false;
    this.emit('hide');
  }
  /** Closes the window as its close button does. The application can prevent that. */
  close(): void {
    if (this.#isDestroyed) return;
    const event = new PreventableEvent();
    this.emit('close', event);
    if (event.defaultPrevented) app.windowStays();
    else this.destroy();
  }
  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    void this.webContents.closePage();
    this.emit('closed');
    app.windowClosed(this);
  }
  focus = (): void => this.#check();
  restore = (): void => void (this.#isMinimized = false);
  minimize = (): void => void (this.#isMinimized = true);
  maximize = (): void => void (this.#isMaximized = true);
  isVisible = (): boolean => this.#isVisible;
  isFocused = (): boolean => this.#isVisible && !this.#isMinimized;
  isDestroyed = (): boolean => this.#isDestroyed;
  isMinimized = (): boolean => this.#isMinimized;
  isMaximized = (): boolean => this.#isMaximized;
  getNormalBounds = (): object => ({ x: 0, y: 0, width: 1280, height: 860 });

  #check(): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
  }
}
