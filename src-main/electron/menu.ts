import { app, Menu, shell, type MenuItemConstructorOptions } from 'electron';
import { TRADEMARK_NOTICE } from '../../src-core/text/trademark.ts';
import { checkForNewVersion } from './releases.ts';

/** A menu item that sends a command to the window. The window handles the keyboard shortcut itself. */
const command =
  (send: (id: string) => void) =>
  (id: string, label: string, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
    click: () => send(id),
  });

interface MenuOptions {
  mac: boolean;
  homePage: string | undefined;
  dataDir: string;
  send: (commandId: string) => void;
}

const line: MenuItemConstructorOptions = { type: 'separator' };

/** Returns the menu as data. `send` sends a command to the window. */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const item = command(options.send);
  return [
    ...(options.mac ? [{ role: 'appMenu' } as const] : []),
    fileMenu(options, item),
    editMenu(options, item),
    {
      label: '&Go',
      submenu: [
        item('palette', 'Find a Puzzle or a Command…', 'CmdOrCtrl+K'),
        line,
        item('go.library', 'Library'),
        item('go.search', 'Search'),
        item('go.runs', 'Runs'),
        item('go.gallery', 'Gallery'),
        item('go.settings', 'Settings'),
      ],
    },
    {
      label: '&View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        line,
        { role: 'togglefullscreen' },
        { role: 'toggleDevTools' },
      ],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: [item('keys', 'Keyboard Shortcuts'), ...aboutItems(options)] },
  ];
}

const fileMenu = (
  { mac, dataDir }: MenuOptions,
  item: ReturnType<typeof command>,
): MenuItemConstructorOptions => ({
  label: '&File',
  submenu: [
    item('import', 'Import Puzzles…', 'CmdOrCtrl+O'),
    item('puzzle.export', 'Export Puzzle…'),
    line,
    { label: 'Show Data Folder', click: () => void shell.openPath(dataDir) },
    line,
    { role: mac ? 'close' : 'quit' },
  ],
});

const editMenu = ({ mac }: MenuOptions, item: ReturnType<typeof command>): MenuItemConstructorOptions => ({
  label: '&Edit',
  submenu: [
    // On macOS, undo only works in text fields if menu items have these roles. A page with its own undo still receives
    // the keys first.
    ...(mac
      ? [{ role: 'undo' } as const, { role: 'redo' } as const]
      : [item('edit.undo', 'Undo', 'CmdOrCtrl+Z'), item('edit.redo', 'Redo', 'CmdOrCtrl+Shift+Z')]),
    line,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'selectAll' },
  ],
});

/** Returns the Help menu's items about Edgewise itself. On macOS, About is in the application's own menu instead. */
function aboutItems({ mac, homePage }: MenuOptions): MenuItemConstructorOptions[] {
  const about = { label: 'About Edgewise', click: () => app.showAboutPanel() };
  return [
    ...(homePage === undefined
      ? []
      : [{ label: 'Check for a New Version…', click: () => void checkForNewVersion(homePage) }]),
    ...(mac ? [] : [about]),
  ];
}

/** Sets the application's menu and its About text. */
export function setMenu(options: MenuOptions): void {
  app.setAboutPanelOptions({
    applicationName: 'Edgewise',
    applicationVersion: app.getVersion(),
    // The trademark notice goes in this line, because Windows, macOS and Linux all show it. Each of the other lines is
    // shown only on some of them.
    copyright: `© 2026 The Edgewise authors. MIT licence. ${TRADEMARK_NOTICE}`,
    ...(options.homePage === undefined ? {} : { website: options.homePage }),
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(options)));
}
