/**
 * npm run dev: development with hot reloading, in Electron if it is installed or can be downloaded, otherwise in a
 * browser.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { canDownload, downloadElectron, findElectron } from './electron-program.ts';

const root = path.resolve(import.meta.dirname, '..');
const electron = findElectron() ?? ((await canDownload()) ? await downloadElectron() : undefined);
if (electron === undefined) {
  console.error('Electron is not installed: starting the development server for a browser instead.');
  await import('./dev-host.ts');
} else {
  const vite = path.join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  spawn(process.execPath, [vite, 'dev', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ELECTRON_EXEC_PATH: electron },
  }).once('close', (code) => process.exit(code ?? 1));
}
