import { expect, test } from 'vitest';
import { jobOf, runThrough } from './drive.ts';
import { knownScrambles, owen, scramble, scrambleFile, seedFile } from './puzzles.ts';

const counts = (puzzle: Parameters<typeof jobOf>[0]) => {
  const { raw, unique, distinct, nodes } = runThrough(jobOf(puzzle, {}, false)).tally;
  return { raw, unique, distinct, nodes };
};

test.each([
  [3, 3, 16, 132],
  [4, 3, 32, 918],
  [4, 4, 36, 4_470],
  [5, 3, 78, 3_837],
  [5, 4, 1_952, 253_872],
  [5, 5, 16, 113_211],
  [6, 3, 1_380, 81_996],
  [6, 4, 8, 80_116],
  [6, 5, 4, 492_184],
  [6, 6, 260, 69_284_103],
])('Owen %i × %i has %i solutions in %i row-scan nodes', (width, height, raw, nodes) => {
  expect(counts(owen(width, height))).toMatchObject({ raw, nodes });
});

test('seed 000 has 12 solutions, 3 up to rotation', () => {
  const { start_tiles } = seedFile('seed000_hoglan.json');
  expect(counts(scramble(start_tiles!, 3, 3))).toMatchObject({ raw: 12, unique: 3 });
});

test('seed 001 has 8 solutions, 2 up to rotation, 1 look', () => {
  expect(counts(scrambleFile('seed001_input.txt', 3, 3))).toMatchObject({ raw: 8, unique: 2, distinct: 1 });
});

test('seed 004 has 12 solutions, 3 up to rotation', () => {
  const { recovered } = seedFile('seed004_rockhurst.json');
  expect(counts(scramble(recovered!, 3, 3))).toMatchObject({ raw: 12, unique: 3 });
});

test.each(knownScrambles())('$name: $raw raw, $distinct looks', ({ puzzle, raw, unique, distinct }) => {
  const found = counts(puzzle);
  expect(found).toMatchObject({ raw, distinct });
  if (unique !== '') expect(found.unique).toBe(Number(unique));
});

test('Owen 6 × 6 has 65 solutions up to rotation, with a corner tile in one corner only', () => {
  const puzzle = owen(6, 6);
  const pinned = { ...puzzle, hints: [{ cell: 0, tile: 0 }] };
  expect(counts(pinned).raw).toBe(65);
});
