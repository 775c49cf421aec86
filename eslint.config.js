import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import globals from 'globals';
import ts from 'typescript-eslint';
import { exceptions, MAX_COMPLEXITY, MAX_LINES } from './lint-exceptions.js';
import { hiddenFromRenderer } from './rooms.config.ts';
import svelteConfig from './svelte.config.js';

/** Limits on the size of functions; comments and blank lines don't count. */
const size = (lines = MAX_LINES, complexity = MAX_COMPLEXITY) => ({
  'max-lines-per-function': ['error', { max: lines, skipComments: true, skipBlankLines: true }],
  complexity: ['error', complexity],
});

export default defineConfig(
  { ignores: ['out/', 'dist/', 'test-results/', 'playwright-report/', 'coverage/'] },
  js.configs.recommended,
  // Types, and rules that need them, are checked by oxlint (.oxlintrc.json), in a tenth of the time.
  ts.configs.strict,
  svelte.configs.recommended,
  {
    rules: {
      // The search engines read typed arrays in loops whose bounds keep every index valid.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      'no-undef': 'off',
      // oxfmt indents continuation lines, so they don't look like statements of their own.
      'no-unexpected-multiline': 'off',
    },
  },
  {
    // Patterns read untrusted text, so each must run in linear time.
    files: ['src-*/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: true }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { parser: ts.parser, svelteConfig },
    },
    rules: {
      // This rule would report maps that are intentionally not reactive.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['**/*.cjs'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    // dependency-cruiser doesn't see the types that Svelte components import.
    files: ['src-renderer/**'],
    // The playable page has no host, so it searches for solutions itself.
    ignores: ['src-renderer/playable-page/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `(${hiddenFromRenderer.join('|')})`,
              message: 'The interface may not import this room: see rooms.config.ts.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          // Constructors are exempt, because they can't be #private.
          selector: ':not([kind="constructor"])[accessibility=/private|protected/]',
          message: 'Use a #private member.',
        },
        {
          selector: 'ObjectExpression > SpreadElement > ObjectExpression',
          message: 'Write the properties one by one.',
        },
      ],
    },
  },
  // A call with more arguments can't be read without the declaration. Pass an object with named properties.
  { files: ['src-*/**'], rules: { 'max-params': ['error', 6] } },
  { files: ['src-core/**/*.ts', 'src-main/**/*.ts'], rules: size() },
  exceptions.map(({ files, lines, complexity }) => ({ files: [files], rules: size(lines, complexity) })),
);
