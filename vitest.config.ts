import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte({ configFile: resolve(import.meta.dirname, 'svelte.config.js') })],
  test: {
    include: ['tests/{unit,integration}/**/*.test.ts'],
    setupFiles: ['tests/seed.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 300_000,
  },
});
