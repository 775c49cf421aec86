import path from 'node:path';
import { app, Menu, Tray } from 'electron';
import type { Services } from '../services/services.ts';

/** A sign in the tray or menu bar for as long as runs go on while the window is closed. */
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
    tray.setToolTip(
      runs === 0
        ? 'Edgewise: no run is under way'
        : `Edgewise: ${runs} run${runs === 1 ? '' : 's'} under way`,
    );
  };
  services.onEvent((event) => {
    if (event.type === 'run.changed') update();
  });
  return { update };
}
