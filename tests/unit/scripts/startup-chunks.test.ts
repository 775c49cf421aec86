import { expect, test } from 'vitest';
import { startupChunks } from '../../../scripts/startup-chunks.ts';

/** For each module, its static imports and its dynamic imports. */
const modules: Readonly<Record<string, readonly [string[], string[]]>> = {
  '/worker': [['/counted', '/state'], ['/engine']],
  '/engine': [['/symmetry'], []],
  '/host': [['/formats'], ['/lab']],
  '/solve': [['/formats', '/commander', '/symmetry'], ['/save']],
  '/formats': [['/counted'], []],
  '/commander': [[], []],
  '/counted': [[], []],
  '/state': [[], []],
  '/symmetry': [[], []],
  '/save': [[], []],
  '/lab': [[], []],
};
const graph = {
  getModuleInfo: (id: string) =>
    modules[id] ? { importedIds: modules[id][0], dynamicallyImportedIds: modules[id][1] } : null,
};
const entries = { worker: '/worker', hosts: ['/host'], solve: '/solve' };

test('modules that the command solve loads are grouped by the entries that load them', () => {
  const chunkOf = startupChunks(entries);
  const chunks = Object.keys(modules).map((id) => [id, chunkOf(id, graph)]);
  expect(Object.fromEntries(chunks.filter(([, chunk]) => chunk !== null))).toEqual({
    '/solve': 'command-start',
    '/commander': 'command-start',
    '/formats': 'puzzle-start',
    '/counted': 'worker-start',
  });
});

test('an entry that is not built is an error', () => {
  expect(() => startupChunks({ ...entries, worker: '/moved' })('/solve', graph)).toThrow(
    '/moved is not built',
  );
});
