/**
 * npm run dev:host: development with hot reloading in a browser, without Electron. Vite runs in front of the local
 * host.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createServer } from 'vite';
import { startLocalServer } from '../src-main/local-host/local-server.ts';
import { onSignal } from '../src-main/local-host/on-signal.ts';
import { appRoot, samplesDir } from '../src-main/paths.ts';
import { createServices } from '../src-main/services/services.ts';
import { forkSolver } from '../src-main/solver-process/fork-solver.ts';

const services = await createServices({
  host: 'local',
  dataDir: process.env['EDGEWISE_DATA'] ?? mkdtempSync(path.join(tmpdir(), 'edgewise-dev-')),
  samplesDir,
  spawnSolver: forkSolver,
});
const server = await startLocalServer({
  services,
  files: () => undefined,
  async development(http) {
    const vite = await createServer({
      configFile: false,
      root: path.join(appRoot, 'src-renderer'),
      plugins: [svelte({ configFile: path.join(appRoot, 'svelte.config.js') })],
      appType: 'spa',
      server: { middlewareMode: true, hmr: { server: http }, fs: { allow: [appRoot] } },
    });
    return vite.middlewares;
  },
});
console.log(`READY ${server.url}`);
onSignal(async () => {
  server.beginClosing();
  await services.close();
  await server.close();
});
