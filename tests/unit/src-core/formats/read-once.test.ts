// Work that takes time proportional to the text's length is done only once, even if several readers need the result.
import { afterEach, expect, test, vi } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';
import { writePuzzle } from '../../../../src-core/formats/write.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a long text is divided into lines once', () => {
  const { puzzle } = generate({ family: 'framed', width: 8, height: 8, seed: 1 });
  const text = writePuzzle(puzzle, 'numeric').text + '# a comment\n'.repeat(60_000);
  const split = vi.spyOn(String.prototype, 'split');
  const read = readPuzzle(text).puzzle;
  const times = split.mock.contexts.filter((context) => String(context) === text).length;
  vi.restoreAllMocks();
  expect(read).toMatchObject({ tiles: puzzle.tiles });
  expect(times).toBe(1);
});

test('a long list in JSON that is not tiles is not divided into words', () => {
  const text = `[${'12,'.repeat(1_500_000)}12]`;
  const split = vi.spyOn(String.prototype, 'split');
  expect(() => readPuzzle(text)).toThrow(/^(?!.*a board, not a puzzle)/);
  const times = split.mock.contexts.filter((context) => String(context).length >= text.length).length;
  vi.restoreAllMocks();
  expect(times).toBe(0);
});

test('JSON with more values than the largest puzzle is not parsed', () => {
  const parse = vi.spyOn(JSON, 'parse');
  expect(() => readPuzzle(`[${'[1,2,3,4],'.repeat(30_000)}[1,2,3,4]]`)).toThrow(/found/);
  const times = parse.mock.calls.length;
  vi.restoreAllMocks();
  expect(times).toBe(0);
});
