// Replaces Electron's program. Runs the application packaged next to it, or the one in the folder given as the first
// argument.
import { existsSync, readFileSync } from 'node:fs';
import inspector from 'node:inspector';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as electron from './electron.ts';
import { becomeElectron } from './process.ts';

becomeElectron();
const { app, dialog } = electron;
const given = process.argv.slice(2);
process.argv = [process.execPath, ...given];
const resourcesPath = path.join(path.dirname(process.execPath), 'resources');
const archive = path.join(resourcesPath, 'app.asar');
const isPackaged = existsSync(archive);
const folder = isPackaged ? archive : path.resolve(given.find((word) => !word.startsWith('-')) ?? '.');
if (!isPackaged) {
  // Electron moves the application's folder to the front of the arguments, where the application expects it.
  const at = process.argv.findIndex((word, i) => i > 0 && !word.startsWith('-'));
  process.argv = [
    process.execPath,
    process.argv[at]!,
    ...process.argv.slice(1, at),
    ...process.argv.slice(at + 1),
  ];
}
Object.assign(process, { type: 'browser', resourcesPath, ...(isPackaged ? {} : { defaultApp: true }) });
app.setAppPath(folder, isPackaged);

registerHooks({
  resolve: (name, context, next) =>
    name === 'electron'
      ? { url: new URL('electron.ts', import.meta.url).href, shortCircuit: true }
      : next(name, context),
});
// Playwright evaluates code in this process through the inspector.
if (given.includes('--inspect=0')) inspector.open(0);

process.on('uncaughtException', (error) => {
  dialog.showErrorBox('A JavaScript error occurred in the main process', String(error.stack));
});
// The first signal quits the application. A second one kills the process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => app.quit());

const { main } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { main: string };
await import(pathToFileURL(path.join(folder, main)).href);
app.becomeReady();
