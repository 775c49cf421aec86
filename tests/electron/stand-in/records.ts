/** State of the stand-in that tests read and set: dialogs, notifications, menus, and the state of the system. */
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';

interface Question {
  readonly kind: 'message' | 'open';
  readonly options: Record<string, unknown>;
  /** answers and closes the dialog */
  readonly answer: (given: unknown) => void;
}

export const standIn = {
  questions: [] as Question[],
  /** titles and texts of error dialogs, including those for uncaught exceptions in the main process */
  errors: [] as string[],
  notifications: [] as Notification[],
  trays: [] as Tray[],
  /** addresses and folders that the application asked the system to open */
  opened: [] as string[],
  about: {} as Record<string, unknown>,
  login: {} as Record<string, unknown>,
  /** ids of the active requests to keep the computer awake */
  awake: new Set<number>(),
  /** ids of the running utility processes */
  utilities: [] as number[],
  /** fatal errors of utility processes */
  fatal: [] as string[],
  /** State of the simulated computer. A test can set it with `STAND_IN_SYSTEM` before the application starts. */
  system: {
    battery: false,
    idleSeconds: 0,
    openedAtLogin: false,
    ...(JSON.parse(process.env['STAND_IN_SYSTEM'] ?? '{}') as object),
  },
};

const ask = <T>(kind: Question['kind'], given: unknown[]): Promise<T> =>
  new Promise((resolve) => {
    const options = given.at(-1) as Record<string, unknown>;
    standIn.questions.push({ kind, options, answer: (answer) => resolve(answer as T) });
  });

export const dialog = {
  showMessageBox: (...given: unknown[]) => ask('message', given),
  showOpenDialog: (...given: unknown[]) => ask('open', given),
  showErrorBox(title: string, text: string): void {
    standIn.errors.push(`${title}: ${text}`);
    console.error(`${title}: ${text}`);
  },
};

export const shell = {
  openPath(folder: string): Promise<string> {
    standIn.opened.push(folder);
    return Promise.resolve('');
  },
  openExternal(address: string): Promise<void> {
    standIn.opened.push(address);
    return Promise.resolve();
  },
};

export class Notification extends EventEmitter {
  static isSupported = (): boolean => true;
  readonly title: string;
  readonly body: string;
  constructor({ title, body }: { title: string; body: string }) {
    super();
    this.title = title;
    this.body = body;
  }
  show(): void {
    standIn.notifications.push(this);
  }
}

interface Item {
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly submenu?: readonly Item[];
  readonly click?: () => void;
}
class MenuItem {
  readonly label: string;
  readonly role: string | undefined;
  readonly submenu: Menu | undefined;
  readonly click: () => void;
  constructor({ label, role, type, submenu, click }: Item) {
    if (label === undefined && role === undefined && type !== 'separator') {
      throw new TypeError('A menu item needs a label, a role or a type.');
    }
    this.label = label ?? role ?? '';
    this.role = role;
    this.submenu = submenu && Menu.buildFromTemplate(submenu);
    this.click = () => click?.();
  }
}
export class Menu {
  static #application: Menu | null = null;
  readonly items: readonly MenuItem[];
  private constructor(items: readonly MenuItem[]) {
    this.items = items;
  }
  static buildFromTemplate = (template: readonly Item[]): Menu =>
    new Menu(template.map((item) => new MenuItem(item)));
  static setApplicationMenu = (menu: Menu | null): void => void (Menu.#application = menu);
  static getApplicationMenu = (): Menu | null => Menu.#application;
}

export class Tray extends EventEmitter {
  readonly icon: string;
  toolTip = '';
  menu: Menu | undefined;
  constructor(icon: string) {
    super();
    if (!existsSync(icon)) throw new Error(`Failed to load image from path '${icon}'`);
    this.icon = icon;
    standIn.trays.push(this);
  }
  setToolTip(text: string): void {
    this.toolTip = text;
  }
  setContextMenu(menu: Menu): void {
    this.menu = menu;
  }
  destroy(): void {
    standIn.trays.splice(standIn.trays.indexOf(this), 1);
  }
}

export const screen = {
  getDisplayMatching: (): object => ({ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }),
};

export const powerMonitor = Object.assign(new EventEmitter(), {
  isOnBatteryPower: (): boolean => standIn.system.battery,
  getSystemIdleTime: (): number => standIn.system.idleSeconds,
});

let blockers = 0;
export const powerSaveBlocker = {
  start(): number {
    standIn.awake.add(++blockers);
    return blockers;
  },
  stop: (id: number): void => void standIn.awake.delete(id),
};
