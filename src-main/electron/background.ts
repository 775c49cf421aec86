import path from 'node:path';
import { app, Menu, Tray } from 'electron';
import { counted } from '../../src-core/text/counted.ts';
import type { Services } from '../services/services.ts';

/** Shows a tray icon while the window is hidden, for opening the window again. */
export function showInBackground(
  services: Services,
  options: { isHidden: () => boolean; show: () => void },
): { update: () => void } {
  const icon = path.join(
    app.getAppPath(),
    'resources',
    process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png',
  );
  let tray: Tray | null = null;
  const update = (): void => {
    const runs = services.runs.running.length;
    if (!options.isHidden()) {
      tray?.destroy();
      tray = null;
      return;
    }
    if (!tray) {
      tray = new Tray(icon);
      tray.on('click', options.show);
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: 'Show Edgewise', click: options.show },
          { label: 'Checkpoint and Quit', click: () => app.quit() },
        ]),
      );
    }
    const work = [
      ...(runs === 0 ? [] : [counted(runs, 'run')]),
      ...(services.lab.busy ? ['1 experiment'] : []),
    ];
    tray.setToolTip(`Edgewise: ${work.length === 0 ? 'no runs' : work.join(' and ')} active`);
  };
  services.onEvent(({ type }) => {
    if (type === 'run.changed' || type === 'lab.changed') update();
  });
  return { update };
}
