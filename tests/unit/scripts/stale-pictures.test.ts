import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashOf, pictureWarnings } from '../../../scripts/stale-pictures.ts';

test('names pictures whose view has changed since, and files that belong to no picture', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'edgewise-pictures-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (file: string, text: string): void => {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  for (const view of ['play', 'print']) {
    write(`${view}/View.svelte`, '<p>Hello</p>');
    write(`docs/images/${view}.png`, '');
  }
  write('docs/images/pictures.json', '[]');
  const pictures = ['play', 'print'].map((view) => ({
    file: `${view}.png`,
    sources: [view],
    hash: hashOf(root, [view]),
  }));
  expect(pictureWarnings(root, pictures)).toEqual([]);

  write('play/View.svelte', '<p>Hi</p>');
  write('docs/images/old.png', '');
  expect(pictureWarnings(root, pictures)).toEqual([
    'docs/images/play.png: its view has changed since; run “npm run pictures”',
    'docs/images/old.png: not in pictures.json; delete it',
  ]);
});
