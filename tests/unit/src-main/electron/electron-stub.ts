// A stand-in for the part of Electron's API that src-main/electron uses (electron-main.test.ts). Solvers run
// in real processes.
import { EventEmitter } from 'node:events';
import type { SolverCommand, SolverHandle } from '../../../../src-main/solver-process/protocol.ts';
import { forkSolver } from '../../../../src-main/solver-process/fork-solver.ts';

interface WindowOptions {
  webPreferences: Record<string, unknown>;
}
export const state = {
  appPath: '',
  invoke: undefined as undefined | ((event: unknown, method: string, input: unknown) => unknown),
  serve: undefined as undefined | ((request: Request) => Response),
  sent: [] as { type: string }[],
  windows: [] as BrowserWindow[],
  url: '',
  menu: [] as { label?: string; submenu?: { label?: string; click?: () => void }[] }[],
  notifications: [] as { title: string; body: string }[],
  /** index of the button that answers the next question */
  answer: 0,
  /** files that the user chooses in the next file dialog; null if the user cancels */
  files: null as string[] | null,
  questions: 0,
  awake: 0,
  quits: 0,
  /** names of the calls to Electron before the first window, in order */
  early: [] as string[],
  schemes: [] as unknown[],
  permissions: {} as {
    request?: (
      contents: unknown,
      permission: string,
      callback: (granted: boolean) => void,
      asking: unknown,
    ) => void;
    check?: (contents: unknown, permission: string, origin: string, asking: unknown) => boolean;
    device?: () => boolean;
  },
  opened: [] as string[],
  errors: [] as string[],
  trays: [] as Tray[],
  exits: [] as number[],
  login: [] as unknown[],
  locks: 0,
  /** paths set before the application is ready */
  paths: {} as Record<string, string>,
  about: {} as { copyright?: string },
  isOnBattery: false,
  /** event emitters that represent the utility processes */
  children: [] as EventEmitter[],
};

// As in Electron, `ready` is emitted only after the entry module has been evaluated.
let evaluated: () => void = () => undefined;
const ready = new Promise<void>((resolve) => (evaluated = resolve));
export const moduleEvaluated = (): void => evaluated();

export const app = Object.assign(new EventEmitter(), {
  isPackaged: true,
  enableSandbox: () => void state.early.push('sandbox'),
  requestSingleInstanceLock: () => {
    state.locks++;
    return true;
  },
  setPath: (name: string, folder: string) => void (state.paths[name] = folder),
  setAppUserModelId: () => undefined,
  setAboutPanelOptions: (options: typeof state.about) => void (state.about = options),
  showAboutPanel: () => undefined,
  getLoginItemSettings: () => ({ wasOpenedAtLogin: false }),
  getVersion: () => '9.9.9',
  setLoginItemSettings: (settings: unknown) => void state.login.push(settings),
  whenReady: () => ready,
  getAppPath: () => state.appPath,
  exit: (code: number) => void state.exits.push(code),
  quit: () => {
    state.quits++;
    app.emit('before-quit', { preventDefault: () => undefined });
  },
});

export class WebContents extends EventEmitter {
  openWindow: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  setWindowOpenHandler = (handler: typeof this.openWindow) => void (this.openWindow = handler);
  send = (_channel: string, event: { type: string }) => void state.sent.push(event);
}
export class BrowserWindow extends EventEmitter {
  static getAllWindows = () => state.windows;
  webContents = new WebContents();
  hidden = false;
  destroyed = false;
  loads = 0;
  readonly options: WindowOptions;
  constructor(options: WindowOptions) {
    super();
    this.options = options;
    state.windows.push(this);
    state.early.push('window');
    app.emit('web-contents-created', {}, this.webContents);
  }
  isVisible = () => !this.hidden;
  isDestroyed = () => this.destroyed;
  isMinimized = () => false;
  isMaximized = () => false;
  isFocused = () => false;
  getNormalBounds = () => ({ x: 1, y: 2, width: 800, height: 600 });
  maximize = () => undefined;
  focus = () => undefined;
  show = () => {
    if (this.destroyed) throw new TypeError('Object has been destroyed');
    this.hidden = false;
    this.emit('show');
  };
  hide = () => {
    this.hidden = true;
    this.emit('hide');
  };
  loadURL = (url: string) => {
    state.url = url;
    this.loads++;
    setImmediate(() => this.webContents.emit('did-finish-load'));
    return Promise.resolve();
  };
  /** Simulates a click on the window's close button. Returns whether the window would have closed. */
  tryToClose(): boolean {
    let closes = true;
    this.emit('close', { preventDefault: () => void (closes = false) });
    return closes;
  }
}

export const ipcMain = {
  handle: (_channel: string, handler: typeof state.invoke) => void (state.invoke = handler),
};
export const protocol = {
  registerSchemesAsPrivileged: (schemes: unknown[]) => void state.schemes.push(...schemes),
  handle: (_scheme: string, handler: typeof state.serve) => void (state.serve = handler),
};
export const session = {
  defaultSession: {
    setPermissionRequestHandler: (handler: typeof state.permissions.request) =>
      void (state.permissions.request = handler!),
    setPermissionCheckHandler: (handler: typeof state.permissions.check) =>
      void (state.permissions.check = handler!),
    setDevicePermissionHandler: (handler: typeof state.permissions.device) =>
      void (state.permissions.device = handler!),
  },
};
export const shell = {
  openPath: () => Promise.resolve(''),
  openExternal: (url: string) => {
    state.opened.push(url);
    return Promise.resolve();
  },
};
export const screen = {
  getDisplayMatching: () => ({ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }),
};
export const dialog = {
  showMessageBox: () => {
    state.questions++;
    return Promise.resolve({ response: state.answer });
  },
  showOpenDialog: () => {
    const { files } = state;
    return Promise.resolve({ canceled: files === null, filePaths: files ?? [] });
  },
  showErrorBox: (title: string, text: string) => void state.errors.push(`${title}: ${text}`),
};
export const Menu = {
  buildFromTemplate: (template: unknown) => template,
  setApplicationMenu: (menu: typeof state.menu) => void (state.menu = menu),
};
export class Tray extends EventEmitter {
  readonly icon: string;
  tip = '';
  items: { label?: string; click?: () => void }[] = [];
  gone = false;
  constructor(icon: string) {
    super();
    this.icon = icon;
    state.trays.push(this);
  }
  setToolTip = (tip: string) => void (this.tip = tip);
  setContextMenu = (items: unknown) => void (this.items = items as typeof this.items);
  destroy = () => void (this.gone = true);
}
export const powerMonitor = Object.assign(new EventEmitter(), {
  isOnBatteryPower: () => state.isOnBattery,
  getSystemIdleTime: () => 0,
});
export const powerSaveBlocker = { start: () => ++state.awake, stop: () => --state.awake };
export class Notification extends EventEmitter {
  static isSupported = () => true;
  readonly #text: { title: string; body: string };
  constructor(text: { title: string; body: string }) {
    super();
    this.#text = text;
  }
  show = () => void state.notifications.push(this.#text);
}

/** Child processes that behave like utility processes. */
export const utilityProcess = {
  fork() {
    const child: SolverHandle = forkSolver();
    const events = new EventEmitter();
    state.children.push(events);
    child.onMessage((message) => events.emit('message', message));
    child.onExit((code) => {
      events.emit('exit', code);
      // Listeners must be able to handle a repeated event.
      events.emit('exit', code);
    });
    return Object.assign(events, {
      pid: child.pid,
      postMessage: (command: SolverCommand) => child.post(command),
      kill: () => {
        child.kill();
        return true;
      },
    });
  },
};
