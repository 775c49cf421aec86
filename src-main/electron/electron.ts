// Entry of the desktop application: one window over the services. As thin as can be; everything that is
// not window, menu, dialog or protocol lives below, shared with the local host.
import path from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, powerMonitor } from 'electron';
import { defaultDataDir } from '../data-dir.ts';
import { createServices, type Services } from '../services/services.ts';
import { showInBackground } from './background.ts';
import { chooseProgram } from './choose-program.ts';
import { commandAmong, runCommand } from './command-line.ts';
import { lockDown } from './lock-down.ts';
import { mindManners } from './manners.ts';
import { setMenu } from './menu.ts';
import { fileAmong, openFile } from './open-file.ts';
import { declareScheme, serveRenderer } from './serve-renderer.ts';
import { utilitySolver } from './solver.ts';
import { AT_LOGIN, resumeWhatRan } from './start-again.ts';
import { APP_ORIGIN, isTrustedSender } from './trusted-sender.ts';
import { rememberBounds, savedBounds } from './window-state.ts';

const devServerUrl = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'];
const outDir = path.join(app.getAppPath(), 'out'); // inside app.asar once packaged
const dataDir = defaultDataDir();

app.enableSandbox();
declareScheme();

let window: BrowserWindow | null = null;
/** the services are closed: nothing stands in the way of quitting */
let closed = false;
let closing = false;
let fileToOpen = fileAmong(process.argv, process.cwd());
/** the system started Edgewise, not a person: the window waits until it is asked for */
let startsHidden = process.argv.includes(AT_LOGIN);
const command = commandAmong(process.argv, app.isPackaged);

function createWindow(services: Services): BrowserWindow {
  const { bounds, maximized } = savedBounds(services.marks);
  const win = new BrowserWindow({
    ...bounds,
    minWidth: 360,
    minHeight: 300,
    show: false,
    webPreferences: {
      preload: path.join(outDir, 'preload', 'index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  if (maximized) win.maximize();
  const stop = services.onEvent((event) => {
    if (!win.isDestroyed()) win.webContents.send('host-event', event);
  });
  win.once('closed', stop);
  win.once('ready-to-show', () => {
    if (!startsHidden) win.show();
  });
  win.on('close', (event) => {
    if (closed) return;
    rememberBounds(win, services.marks);
    if (services.runs.running.length === 0) return;
    event.preventDefault();
    void askToLeave(win);
  });
  void win.loadURL(devServerUrl ?? `${APP_ORIGIN}/`);
  return win;
}

/** With a run going, closing the window may mean two things: ask. */
async function askToLeave(win: BrowserWindow): Promise<void> {
  const { response } = await dialog.showMessageBox(win, {
    type: 'question',
    message: 'A run is under way.',
    detail:
      'It can go on without the window; start Edgewise again to see it. Or save a checkpoint now and resume it later.',
    buttons: ['Keep running', 'Checkpoint and quit', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
  });
  if (response === 0) win.hide();
  else if (response === 1) app.quit();
}

function show(): void {
  startsHidden = false;
  if (window?.isMinimized()) window.restore();
  window?.show();
  window?.focus();
}

async function start(): Promise<void> {
  lockDown(devServerUrl);
  if (!devServerUrl) serveRenderer(path.join(outDir, 'renderer'));
  const services = await createServices({
    host: 'electron',
    dataDir,
    samplesDir: path.join(app.getAppPath(), 'resources', 'samples'),
    spawnSolver: utilitySolver(outDir),
    chooseProgram,
    usage: { unattended: () => powerMonitor.getSystemIdleTime() },
  });
  ipcMain.handle('rpc', (event, method: unknown, input: unknown) => {
    if (!isTrustedSender(event.senderFrame, devServerUrl)) throw new Error('untrusted sender');
    return services.dispatch(method, input);
  });
  setMenu({
    mac: process.platform === 'darwin',
    dataDir,
    send: (command) => services.emit({ type: 'app.command', command }),
  });
  mindManners(services, { isWatched: () => window?.isFocused() ?? false, show });
  resumeWhatRan(services);
  window = createWindow(services);
  const background = showInBackground(services, {
    isHidden: () => window !== null && !window.isDestroyed() && !window.isVisible() && !closing,
    show,
  });
  window.on('hide', background.update);
  window.on('show', background.update);
  window.once('ready-to-show', background.update);
  window.webContents.once('did-finish-load', () => {
    if (fileToOpen) openFile(services, fileToOpen);
    fileToOpen = undefined;
  });
  app.on('second-instance', (_event, argv, workingDirectory) => {
    show();
    const file = fileAmong(argv, workingDirectory);
    if (file) openFile(services, file);
  });
  app.on('open-file', (event, file) => {
    event.preventDefault();
    openFile(services, file);
  });
  app.on('activate', show);
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    if (closing) return; // asked to quit again while the runs are checkpointed
    closing = true;
    if (window && !window.isDestroyed()) rememberBounds(window, services.marks);
    void services
      .close()
      .catch((error: unknown) => console.error(error))
      .then(() => {
        closed = true;
        app.quit();
      });
  });
}

// macOS tells of a file before the application is ready.
app.once('open-file', (event, file) => {
  event.preventDefault();
  fileToOpen = file;
});

// Never `await app.whenReady()` at the top level of an ES module: Electron emits `ready` only after the
// entry module has been evaluated, so that would hang for ever.
if (command) void app.whenReady().then(() => runCommand(command, utilitySolver(outDir)));
else if (app.requestSingleInstanceLock()) {
  app
    .whenReady()
    .then(start)
    .catch((error: unknown) => {
      dialog.showErrorBox('Edgewise can’t start', error instanceof Error ? error.message : String(error));
      closed = true;
      app.exit(1);
    });
} else app.quit();
