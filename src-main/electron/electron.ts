// Entry point of the desktop application: one window on top of the services. It handles only windows, menus, dialogs
// and the app:// protocol. Everything else is shared with the local host.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, powerMonitor } from 'electron';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { chromiumDir, dataFolder, defaultDataDir, ensureDataDir } from '../data-dir.ts';
import { explained } from '../disk-problem.ts';
import { makeFolder } from '../make-folder.ts';
import { createServices, type Services } from '../services/services.ts';
import { homePage } from '../version.ts';
import { showInBackground } from './background.ts';
import { chooseProgram } from './choose-program.ts';
import { commandAmong, dataDirAmong, runCommand } from './command-line.ts';
import { lockDown } from './lock-down.ts';
import { setMenu } from './menu.ts';
import { notifyOf } from './notify.ts';
import { filesAmong, openFile } from './open-file.ts';
import { watchPower } from './power.ts';
import { declareScheme, serveRenderer } from './serve-renderer.ts';
import { utilitySolver } from './solver.ts';
import { resumeActiveRuns, startedAtLogin } from './start-again.ts';
import { APP_ORIGIN, isTrustedSender } from './trusted-sender.ts';
import { logHelperCrashes, watchWindow } from './window-errors.ts';
import { rememberBounds, savedBounds } from './window-state.ts';

const devServerUrl = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'];
// In a packaged application, `getAppPath` returns the path of app.asar.
const outDir = path.join(app.getAppPath(), 'out');
const dataDir = path.resolve(dataDirAmong(process.argv) ?? defaultDataDir());
const command = commandAmong(process.argv, app.isPackaged);

app.enableSandbox();
declareScheme();
// The id is the same as in the installer's shortcut. Otherwise Windows would take the window for another program's.
if (process.platform === 'win32') app.setAppUserModelId('org.edgewise.app');

let window: BrowserWindow | null = null;
/** True once the services have been closed. Nothing delays quitting after that. */
let closed = false;
/** Resolves when the services have been closed; undefined until closing starts. */
let closing: Promise<void> | undefined;
/**
 * True when the computer is shutting down or the user is logging out. Edgewise then quits without asking or waiting
 * for checkpoints.
 */
let sessionEnds = false;
/** True if the system, not the user, started Edgewise. The window then stays hidden until the user opens it. */
let startsHidden = false;
/** Files requested before the page had loaded. After that, `openFiles` opens files immediately. */
const waitingFiles = filesAmong(process.argv, process.cwd());
let openFiles = (files: readonly string[]): void => void waitingFiles.push(...files);

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
  win.once('closed', () => {
    window = null;
    stop();
  });
  win.once('ready-to-show', () => {
    if (!startsHidden) win.show();
  });
  win.on('close', (event) => {
    if (closed || sessionEnds) return;
    rememberBounds(win, services.marks);
    if (!services.isWorking) return;
    event.preventDefault();
    void askToLeave(win, services);
  });
  // Electron emits `session-end` only on Windows.
  win.on('session-end', () => endSession(services));
  // Ignore the rejection of `loadURL`, because the event `did-fail-load` reports the same error.
  const load = (): void => void win.loadURL(devServerUrl ?? `${APP_ORIGIN}/`).catch(() => undefined);
  watchWindow(win, { load, isClosing: () => closing !== undefined });
  load();
  return win;
}

let isAskingToLeave = false;
async function askToLeave(win: BrowserWindow, services: Services): Promise<void> {
  // Ignore further clicks on the close button while the question is on screen.
  if (isAskingToLeave) return;
  isAskingToLeave = true;
  const { response } = await dialog.showMessageBox(win, {
    type: 'question',
    message: `${services.runs.running.length > 0 ? 'A run' : 'An experiment'} is under way.`,
    detail:
      'It can continue without the window, and you can start Edgewise again to see it. Or save a checkpoint now and resume later.',
    buttons: ['Keep running', 'Checkpoint and quit', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
  });
  isAskingToLeave = false;
  if (response === 0) win.hide();
  else if (response === 1) app.quit();
}

function show(): void {
  startsHidden = false;
  // There may be no window while Edgewise is quitting.
  if (!window || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

function close(services: Services): void {
  closing ??= services
    .close()
    .catch((error: unknown) => console.error(error))
    .then(() => {
      closed = true;
      app.quit();
    });
}

/** Saves what can be saved before the computer shuts down. Runs keep at least their last regular checkpoint. */
function endSession(services: Services): void {
  sessionEnds = true;
  close(services);
}

async function start(): Promise<void> {
  startsHidden = startedAtLogin(process.argv);
  lockDown(devServerUrl);
  logHelperCrashes();
  if (!devServerUrl) serveRenderer(path.join(outDir, 'renderer'));
  const services = await createServices({
    host: 'electron',
    dataDir,
    samplesDir: path.join(app.getAppPath(), 'resources', 'samples'),
    spawnSolver: utilitySolver(outDir),
    chooseProgram,
    usage: knowsIdleTime ? { unattended: () => powerMonitor.getSystemIdleTime() } : {},
  });
  ipcMain.handle('rpc', (event, method: unknown, input: unknown) => {
    if (!isTrustedSender(event.senderFrame, devServerUrl)) throw new Error('untrusted sender');
    return services.dispatch(method, input);
  });
  setMenu({
    mac: process.platform === 'darwin',
    homePage,
    dataDir,
    send: (command) => services.emit({ type: 'app.command', command }),
  });
  notifyOf(services, { isWatched: () => window?.isFocused() ?? false, show });
  resumeActiveRuns(services);
  // Call `watchPower` after runs have been resumed, because it pauses them on battery power.
  watchPower(services);
  window = createWindow(services);
  const background = showInBackground(services, {
    isHidden: () => window !== null && !window.isVisible() && !closing,
    show,
  });
  window.on('hide', background.update);
  window.on('show', background.update);
  window.once('ready-to-show', background.update);
  window.webContents.once('did-finish-load', () => {
    openFiles = (files) => files.forEach((file) => openFile(services, file));
    openFiles(waitingFiles);
  });
  app.on('second-instance', (_event, argv, workingDirectory) => {
    show();
    openFiles(filesAmong(argv, workingDirectory));
  });
  app.on('activate', show);
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    if (closed) return;
    if (window && !window.isDestroyed()) rememberBounds(window, services.marks);
    close(services);
    // Delay quitting until the runs have checkpoints, but not during a logout, because that would cancel the logout.
    if (!sessionEnds) event.preventDefault();
  });
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    // If the system allows it, delay the shutdown until `close` quits the application.
    event?.preventDefault();
    endSession(services);
  });
}

/**
 * False on Wayland, because some Wayland desktops always report an idle time of 0. There, processor load shows whether
 * the computer is in use.
 */
const knowsIdleTime = process.env['XDG_SESSION_TYPE'] !== 'wayland';

/**
 * Uses a separate Chromium profile for each library. The single-instance lock belongs to the profile, so starting
 * Edgewise with another library opens that library.
 */
function useProfileOf(library: string): void {
  const profile = chromiumDir(ensureDataDir(library));
  makeFolder(profile, 0o700);
  app.setPath('userData', profile);
}

function failToStart(error: unknown): void {
  const why = explained(error, dataFolder(dataDir));
  dialog.showErrorBox('Edgewise can’t start', why instanceof Error ? why.message : String(why));
  closed = true;
  app.exit(1);
}

// macOS can ask for files to be opened before the application is ready.
app.on('open-file', (event, file) => {
  event.preventDefault();
  openFiles([file]);
});

// Don't `await app.whenReady()` at the top level of an ES module: it would hang forever, because Electron emits
// `ready` only after the entry module has been evaluated.
if (command) {
  // A command shows no page, but Chromium creates a profile anyway. Keep that empty profile out of the library's
  // folder.
  const profile = makeTemporaryFolder('command');
  app.setPath('userData', profile);
  process.once('exit', () => rmSync(profile, { recursive: true, force: true }));
  void app.whenReady().then(() => runCommand(command, utilitySolver(outDir)));
} else {
  try {
    useProfileOf(dataDir);
    if (app.requestSingleInstanceLock()) app.whenReady().then(start).catch(failToStart);
    else app.quit();
  } catch (error) {
    failToStart(error);
  }
}
