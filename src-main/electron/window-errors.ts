import { app, dialog, type BrowserWindow } from 'electron';

/** If the window crashes again within this many milliseconds, the user is asked before it is reloaded. */
const REPEATED_CRASH_MS = 60_000;
/** Chromium's error code for a page load that another load has replaced. */
const ERR_ABORTED = -3;

/**
 * Keeps a window usable. Reloads it after a crash, and asks what to do if it crashes again, doesn't load or doesn't
 * respond. Runs continue in their own processes. `load` loads the page.
 */
export function watchWindow(
  win: BrowserWindow,
  options: { load: () => void; isClosing: () => boolean },
): void {
  let crashedAt = -Infinity;
  let isAsking = false;
  const ask = async (message: string, buttons: [act: string, otherwise: string]): Promise<boolean> => {
    if (isAsking || options.isClosing()) return false;
    isAsking = true;
    const { response } = await dialog.showMessageBox({
      type: 'error',
      message,
      detail: 'Runs continue without the window.',
      buttons,
      defaultId: 0,
      cancelId: 1,
    });
    isAsking = false;
    return response === 0 && !win.isDestroyed();
  };
  const askToReload = async (message: string): Promise<void> => {
    if (await ask(message, ['Reload', 'Close'])) options.load();
    else if (!options.isClosing() && !win.isDestroyed()) win.close();
  };

  win.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || options.isClosing()) return;
    console.error(`The window's process ended: ${reason} (code ${exitCode}).`);
    const isFirst = performance.now() - crashedAt > REPEATED_CRASH_MS;
    crashedAt = performance.now();
    if (isFirst) options.load();
    else void askToReload('The window crashed again.');
  });
  win.webContents.on('did-fail-load', (_event, code, why, url, isMainFrame) => {
    if (!isMainFrame || code === ERR_ABORTED) return;
    console.error(`${url} did not load: ${why} (${code}).`);
    void askToReload(`The window could not be loaded: ${why}.`);
  });
  win.on('unresponsive', () => {
    void ask('The window does not respond.', ['Reload', 'Wait']).then((reload) => {
      if (reload) options.load();
    });
  });
}

/** Logs crashes of Chromium's helper processes. Chromium restarts them by itself. */
export function logHelperCrashes(): void {
  app.on('child-process-gone', (_event, { type, name, reason, exitCode }) => {
    if (reason === 'clean-exit' || reason === 'killed') return;
    console.error(`Process ${name ?? type} ended: ${reason} (code ${exitCode}).`);
  });
}
