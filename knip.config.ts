import type { KnipConfig } from 'knip';

/** Configures Knip, which reports exports that nothing imports. `npm run lint` runs it. */
export default {
  include: ['exports', 'types'],
  entry: [
    'src-main/electron/electron.ts',
    'src-main/local-host/local-host.ts',
    'src-main/cli/edgewise.ts',
    'src-main/**/*-{process,worker}.ts',
    'src-preload/index.ts',
    'src-renderer/main.ts',
    'src-renderer/playable-page/main.ts',
    'src-renderer/**/*-worker.ts',
    'src-core/library.ts',
    'tests/**/*.{ts,mjs}',
    'bench/**/*.ts',
    'scripts/**/*.{ts,cjs}',
    '*.config.{ts,js}',
  ],
  // This folder is a library for generating WebAssembly code. Edgewise needn't use everything that it exports.
  ignore: ['src-core/wasm/**'],
  project: ['src-*/**/*.{ts,svelte}'],
} satisfies KnipConfig;
