import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../../src-renderer');
/** Sources of commands that work in every view: navigation and window commands */
const everywhere = ['App.svelte', 'base', 'shell'];
/** Pairs of sources that are never on screen together, so they can use the same keys */
const apart = [
  ['App.svelte', 'playable-page/PlayablePage.svelte'],
  ['editor/CreateView.svelte', 'editor/commands.ts'],
  ['gallery/BoardTools.svelte', 'gallery/CompareView.svelte'],
  ['scan/GroupsStep.svelte', 'scan/TilesStep.svelte'],
];

interface Given {
  readonly file: string;
  readonly id: string;
  readonly keys: string;
}

const given: Given[] = globSync('**/*.{svelte,ts}', { cwd: root }).flatMap((file) => {
  const text = readFileSync(path.join(root, file), 'utf8');
  // Commands have an id. A menu item repeats a command's keys but has no id.
  return [...text.matchAll(/\bid: '([^']+)',(?:(?!\bid: ')[^])*?\bkeys: '([^']+)'/g)].map(
    ([, id, keys]): Given => ({ file: file.replaceAll(path.sep, '/'), id: id!, keys: keys!.toLowerCase() }),
  );
});
const roomOf = ({ file }: Given): string => file.split('/')[0]!;

test('two commands available at the same time never have the same keys', () => {
  expect(given.length).toBeGreaterThan(80);
  const meet = (one: Given, other: Given): boolean =>
    (roomOf(one) === roomOf(other) || [one, other].some((each) => everywhere.includes(roomOf(each)))) &&
    !apart.some((parts) => one.file !== other.file && [one, other].every(({ file }) => parts.includes(file)));
  const twice = given.flatMap((one, i) =>
    given
      .slice(0, i)
      .filter((other) => one.keys === other.keys && meet(one, other))
      .map((other) => `${one.keys}: ${other.file} ${other.id} and ${one.file} ${one.id}`),
  );
  expect(twice).toEqual([]);
});
