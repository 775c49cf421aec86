import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import { startupChunks } from './scripts/startup-chunks.ts';
import { storePlayablePage } from './scripts/playable-page.ts';
import { packagesOf, thirdParty } from './scripts/third-party.ts';

const at = (...parts: string[]): string => resolve(import.meta.dirname, ...parts);

const inThreads = new Set<string>();

export default defineConfig({
  main: {
    plugins: [thirdParty()],
    // Packages in `dependencies` stay outside the bundle, because better-sqlite3 contains native code, which can't be
    // bundled.
    build: {
      rolldownOptions: {
        input: {
          electron: at('src-main/electron/electron.ts'),
          'local-host': at('src-main/local-host/local-host.ts'),
          edgewise: at('src-main/cli/edgewise.ts'),
          'background-worker': at('src-main/services/background-worker.ts'),
          'design-worker': at('src-main/services/design-worker.ts'),
          'long-worker': at('src-main/store/long-worker.ts'),
          'solver-process': at('src-main/solver-process/solver-process.ts'),
          'solver-worker': at('src-main/solver-process/solver-worker.ts'),
        },
        // Code that starts a process or a thread looks for its file in its own folder, so chunks lie beside the entry
        // files.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              {
                name: startupChunks({
                  worker: at('src-main/solver-process/solver-worker.ts'),
                  hosts: [at('src-main/electron/electron.ts'), at('src-main/local-host/local-host.ts')],
                  solve: at('src-main/cli/solve.ts'),
                }),
              },
            ],
          },
        },
      },
    },
  },
  preload: {
    plugins: [thirdParty()],
    build: {
      externalizeDeps: false, // a sandboxed preload script can't require packages, so everything is bundled
      rolldownOptions: {
        input: { index: at('src-preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src-renderer'),
    plugins: [
      svelte({ configFile: at('svelte.config.js') }),
      thirdParty(
        {
          'IBM Plex (SIL Open Font License 1.1)': at('src-renderer/fonts/OFL.txt'),
          'libheif and libde265 (LGPL-3.0), compiled in libheif-js; https://github.com/strukturag': at(
            'node_modules/libheif-js/libheif-wasm/LICENSE',
          ),
        },
        inThreads,
      ),
      storePlayablePage(import.meta.dirname),
    ],
    worker: { format: 'es', plugins: () => [packagesOf(inThreads)] },
    server: { host: '127.0.0.1' },
    build: {
      assetsInlineLimit: 0, // no data: URLs, so that the CSP can stay strict
      minify: true,
      rolldownOptions: { input: at('src-renderer/index.html') },
    },
  },
});
