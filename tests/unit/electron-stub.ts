// Stand-in for the part of Electron's API that src-main/electron uses; see electron-main.test.ts. It
// really forks the solver and really routes messages.
import { EventEmitter } from 'node:events';
import type { SolverCommand, SolverHandle } from '../../src-main/solver-process/protocol.ts';
import { forkSolver } from '../../src-main/solver-process/fork-solver.ts';

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
  /** the button that the next question is answered with */
  answer: 0,
  questions: 0,
  awake: 0,
  quits: 0,
};

// As Electron does: `ready` comes only after the entry module has been evaluated.
let evaluated: () => void = () => undefined;
const ready = new Promise<void>((resolve) => (evaluated = resolve));
export const moduleEvaluated = (): void => evaluated();

export const app = Object.assign(new EventEmitter(), {
  isPackaged: false,
  enableSandbox: () => undefined,
  requestSingleInstanceLock: () => true,
  whenReady: () => ready,
  getAppPath: () => state.appPath,
  exit: () => undefined,
  quit: () => {
    state.quits++;
    app.emit('before-quit', { preventDefault: () => undefined });
  },
});

class WebContents extends EventEmitter {
  send = (_channel: string, event: { type: string }) => void state.sent.push(event);
}
export class BrowserWindow extends EventEmitter {
  webContents = new WebContents();
  hidden = false;
  readonly options: WindowOptions;
  constructor(options: WindowOptions) {
    super();
    this.options = options;
    state.windows.push(this);
  }
  isDestroyed = () => false;
  isMinimized = () => false;
  isMaximized = () => false;
  isFocused = () => false;
  getNormalBounds = () => ({ x: 1, y: 2, width: 800, height: 600 });
  maximize = () => undefined;
  focus = () => undefined;
  show = () => void (this.hidden = false);
  hide = () => void (this.hidden = true);
  loadURL = (url: string) => {
    state.url = url;
    return Promise.resolve();
  };
  /** As a click on the window's cross; true when it would have closed. */
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
  registerSchemesAsPrivileged: () => undefined,
  handle: (_scheme: string, handler: typeof state.serve) => void (state.serve = handler),
};
export const session = {
  defaultSession: {
    setPermissionRequestHandler: () => undefined,
    setPermissionCheckHandler: () => undefined,
    setDevicePermissionHandler: () => undefined,
  },
};
export const shell = { openPath: () => Promise.resolve(''), openExternal: () => Promise.resolve() };
export const screen = {
  getDisplayMatching: () => ({ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }),
};
export const dialog = {
  showMessageBox: () => {
    state.questions++;
    return Promise.resolve({ response: state.answer });
  },
  showErrorBox: (title: string, text: string) => {
    throw new Error(`${title}: ${text}`);
  },
};
export const Menu = {
  buildFromTemplate: (template: typeof state.menu) => template,
  setApplicationMenu: (menu: typeof state.menu) => void (state.menu = menu),
};
export const powerMonitor = new EventEmitter();
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

/** A child process in the clothes of a utility process. */
export const utilityProcess = {
  fork() {
    const child: SolverHandle = forkSolver();
    const events = new EventEmitter();
    child.onMessage((message) => events.emit('message', message));
    child.onExit((code) => {
      events.emit('exit', code);
      events.emit('exit', code); // as may happen
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
