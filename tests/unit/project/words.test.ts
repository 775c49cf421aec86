// Words that must not appear again in strings, comments and documentation.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { unwanted, wordsIn } from './words.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Files that list the forbidden words and therefore contain them. */
const exempt = ['words.ts', 'words.test.ts', 'counts-in-words.test.ts'].map(
  (name) => `tests/unit/project/${name}`,
);

test.each(unwanted)('$words is found in every kind of text', ({ words, example }) => {
  expect(words.test(example)).toBe(true);
  const places: readonly (readonly [file: string, source: string])[] = [
    ['a.ts', `// ${example}\nlet a = 1;`],
    ['a.ts', `/**\n * ${example}\n */\nexport const a = 1;`],
    ['a.ts', `const a = '${example}';`],
    ['a.ts', `const a = \`\${b} ${example} \${c}\`;`],
    ['a.svelte', `<p>${example}</p>`],
    ['a.svelte', `<p title="${example}">{'${example}'}</p>`],
    ['a.svelte', `<script lang="ts">\n  // ${example}\n  const a: number = 1;\n</script>`],
    ['a.md', `Text: ${example}.`],
  ];
  expect(places.filter(([file, source]) => wordsIn(file, source).length === 0)).toEqual([]);
});

test('names in code are not texts', () => {
  expect(wordsIn('a.ts', 'const mend = patience.unsaid;')).toEqual([]);
  expect(wordsIn('a.md', 'Call `mend()`.')).toEqual([]);
});

test('no text has an unwanted word', { timeout: 120_000 }, () => {
  const folders = '{src-core,src-main,src-preload,src-renderer,bench,scripts,tests,docs,examples}';
  const files = globSync([`${folders}/**/*.{ts,svelte,md}`, '*.{ts,md}'], { cwd: root }).filter(
    (file) => !exempt.includes(file),
  );
  expect(files.length).toBeGreaterThan(10);
  const found = files.flatMap((file) => wordsIn(file, readFileSync(path.join(root, file), 'utf8')));
  expect(found).toEqual([]);
});
