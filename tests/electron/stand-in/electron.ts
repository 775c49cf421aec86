/**
 * A stand-in for the main process's `electron` module, for tests only. docs/electron.md explains what such a test
 * proves.
 */
export { app } from './app.ts';
export { ipcMain, BrowserWindow } from './windows.ts';
export { protocol, session } from './protocol.ts';
export {
  dialog,
  Menu,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  screen,
  shell,
  standIn,
  Tray,
} from './records.ts';
export { utilityProcess } from './utility-process.ts';
