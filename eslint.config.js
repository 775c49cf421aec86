import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** What each room may not import. Arrows go one way: docs/architecture.md draws them. */
const rooms = {
  'src-core': [
    'node:*',
    'electron',
    'better-sqlite3',
    'svelte',
    'ws',
    '**/src-main/**',
    '**/src-renderer/**',
    '**/src-preload/**',
  ],
  'src-main': ['svelte', '**/src-renderer/**', '**/src-preload/**'],
  'src-preload': [
    'node:*',
    'better-sqlite3',
    'svelte',
    '**/src-main/**',
    '**/src-renderer/**',
    '**/src-core/!(contract*)/**',
  ],
  // The interface sees the puzzle, the formats and the contract; engines run elsewhere.
  'src-renderer': [
    'node:*',
    'electron',
    'better-sqlite3',
    'ws',
    '**/src-main/**',
    '**/src-preload/**',
    '**/src-core/engine.ts',
    '**/src-core/edge-matching/*.ts',
    ...['best', 'classic', 'design', 'exact'].map((room) => `**/src-core/edge-matching/${room}/**`),
    '**/src-core/edge-matching/steps/transcriber.ts',
    '**/src-core/sliding/!(state*)/**',
  ],
};
const onlyElectron = ['electron', 'electron/*'];

export default defineConfig(
  { ignores: ['out/', 'dist/', 'test-results/', 'playwright-report/', 'coverage/'] },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  {
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.node.json', './tsconfig.preload.json', './tsconfig.web.json'],
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // Indices into typed arrays are checked by the loops around them; the search engines live on this.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      'no-undef': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { parser: ts.parser, svelteConfig },
    },
    rules: {
      // `void x` in an effect names what it depends on; plain maps beside the state are plain on purpose.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    // ESLint takes an imported component's props for `any`; svelte-check knows their types.
    files: ['**/*.svelte'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['**/*.cjs'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  ...Object.entries(rooms).map(([room, group]) => ({
    files: [`${room}/**`],
    rules: { 'no-restricted-imports': ['error', { patterns: [{ group }] }] },
  })),
  {
    // Electron's own room is src-main/electron; the rest of src-main runs without it.
    files: ['src-main/!(electron)/**'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ group: [...rooms['src-main'], ...onlyElectron] }] }],
    },
  },
);
