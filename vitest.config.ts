import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** A folder of tests with its timeout; tests that take longer set their own. */
const folder = (name: string, testTimeout: number) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.ts`], testTimeout },
});

export default defineConfig({
  plugins: [svelte({ configFile: resolve(import.meta.dirname, 'svelte.config.js') })],
  test: {
    setupFiles: ['tests/seed.ts', 'tests/config-dir.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: '100%',
    projects: [folder('unit', 30_000), folder('integration', 300_000)],
  },
});
