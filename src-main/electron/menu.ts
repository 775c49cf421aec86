import { Menu, shell, type MenuItemConstructorOptions } from 'electron';
import { checkForNewVersion } from './releases.ts';

/** A line of the menu that runs a command of the interface. The interface itself hears the keys. */
const command =
  (send: (id: string) => void) =>
  (id: string, label: string, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
    click: () => send(id),
  });

/** The menu as data: what the interface does goes to the interface, the rest is Electron's own. */
export function menuTemplate(options: {
  mac: boolean;
  dataDir: string;
  send: (commandId: string) => void;
}): MenuItemConstructorOptions[] {
  const item = command(options.send);
  const line: MenuItemConstructorOptions = { type: 'separator' };
  return [
    ...(options.mac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        item('import', 'Import Puzzles…', 'CmdOrCtrl+O'),
        item('puzzle.export', 'Export Puzzle…'),
        line,
        { label: 'Show Data Folder', click: () => void shell.openPath(options.dataDir) },
        line,
        { role: options.mac ? 'close' : 'quit' },
      ],
    },
    {
      label: '&Edit',
      submenu: [
        item('edit.undo', 'Undo', 'CmdOrCtrl+Z'),
        item('edit.redo', 'Redo', 'CmdOrCtrl+Shift+Z'),
        line,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
      ],
    },
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
    {
      role: 'help',
      submenu: [
        item('keys', 'Keyboard Shortcuts'),
        line,
        { label: 'Check for a New Version…', click: () => void checkForNewVersion() },
      ],
    },
  ];
}

export function setMenu(options: Parameters<typeof menuTemplate>[0]): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(options)));
}
