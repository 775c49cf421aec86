import { afterAll, expect, test, vi } from 'vitest';

const location = { hash: '' };
vi.stubGlobal('location', location);
vi.stubGlobal('addEventListener', () => undefined);
vi.stubGlobal('history', {
  replaceState: (_state: unknown, _title: string, hash: string) => (location.hash = hash),
});
const { idIn, switchPuzzle } = await import('../../../../src-renderer/base/route.svelte.ts');
afterAll(() => vi.unstubAllGlobals());

test.each([
  ['#/editor/3', '#/editor/8'],
  // The user left the editor before the copy was made, so the address stays.
  ['#/gallery', '#/gallery'],
  ['#/play/3', '#/play/3'],
  ['#/editor/5', '#/editor/5'],
])('from %s, a view that continues with puzzle 8 instead of puzzle 3 is at %s', (before, after) => {
  location.hash = before;
  switchPuzzle('editor', 3, 8);
  expect(location.hash).toBe(after);
});

test.each([
  ['7', 7],
  ['', 0],
  [undefined, 0],
  ['abc', 0],
  ['-3', 0],
  ['1.5', 0],
  ['1e400', 0],
  ['99999999999999999999', 0],
])('the part %s of an address gives the id %s', (part, id) => expect(idIn(part)).toBe(id));
