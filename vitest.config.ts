import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** `testTimeout` is in ms; tests that take longer set their own. */
const project = (name: string, include: string[], testTimeout: number, isolate: boolean) => ({
  extends: true as const,
  test: {
    name,
    include,
    testTimeout,
    hookTimeout: testTimeout,
    isolate,
    setupFiles: isolate ? [] : ['tests/priority.ts'],
  },
});

/**
 * Tests of engines. Each file gets its own process, because engines keep compiled kernels, and some tests record which
 * kernels are compiled. The tests are also slower in a process in which other code has run.
 */
const ofEngines = /\/(edge-matching|sliding|scan|wasm)\/|checkpoint-shapes/;
/**
 * Returns whether a test mocks modules. Such a test gets its own process, because a module can be mocked only before it
 * has been imported.
 */
const mocksModules = (file: string): boolean => readFileSync(file, 'utf8').includes('vi.mock(');

const unit = globSync('tests/unit/**/*.test.ts', { cwd: import.meta.dirname }).sort();
const alone = unit.filter((file) => ofEngines.test(file) || mocksModules(file));
const together = unit.filter((file) => !alone.includes(file));

export default defineConfig({
  plugins: [svelte({ configFile: resolve(import.meta.dirname, 'svelte.config.js') })],
  test: {
    globalSetup: ['tests/remove-config-dirs.ts'],
    setupFiles: ['tests/seed.ts', 'tests/config-dir.ts'],
    environment: 'node',
    pool: 'forks',
    // One worker more than cores, because integration tests often wait for a process.
    maxWorkers: availableParallelism() + 1,
    // Only tests that time out are run again, because a busy machine can stall for seconds.
    retry: { count: process.env['CI'] ? 1 : 0, condition: /^Test timed out/ },
    // Running a test file in its own process costs a second of processor time. Only files that need their own process
    // get one.
    projects: [
      project('unit', together, 30_000, false),
      project('unit-alone', alone, 30_000, true),
      project('integration', ['tests/integration/**/*.test.ts'], 300_000, true),
    ],
  },
});
