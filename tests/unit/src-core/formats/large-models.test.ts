// Edgewise checks whether a format can hold a large model, and estimates its size, without writing it.
import { afterEach, expect, test, vi } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { aboutBytes, cannotHold, writeInParts, writePuzzle } from '../../../../src-core/formats/write.ts';
import { formats } from '../../../../src-core/formats/formats.ts';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';

const models = formats.filter((format) => format.parts !== undefined);
const square = (size: number) => generate({ family: 'framed', width: size, height: size, seed: 1 }).puzzle;

afterEach(() => void vi.restoreAllMocks());

test('there are three model formats', () => {
  expect(models.map(({ name }) => name)).toEqual(['dimacs', 'minizinc', 'xcc']);
});

test('a 40 × 40 puzzle is checked, and its size estimated, without writing a model', () => {
  const written = models.map((format) => vi.spyOn(format, 'parts'));
  const puzzle = square(40);
  for (const { name } of models) {
    expect(cannotHold(puzzle, name)).toBeNull();
    expect(aboutBytes(puzzle, name)).toBeGreaterThan(0);
  }
  expect(aboutBytes(puzzle, 'dimacs')).toBeGreaterThan(1e9);
  expect(aboutBytes(puzzle, 'edgewise')).toBeNull();
  for (const each of written) expect(each).not.toHaveBeenCalled();
});

test('a sliding puzzle is refused with a reason', () => {
  const { puzzle } = readPuzzle('1 2 3\n4 5 6\n7 0 8\n');
  expect(cannotHold(puzzle, 'dimacs')).toMatch(/edge-matching puzzles/);
  expect(() => writePuzzle(puzzle, 'xcc')).toThrow(/edge-matching puzzles/);
});

test.each(models.map(({ name }) => name))(
  'the estimated size of %s is right within a factor of two',
  (name) => {
    const honeycomb = generate({ family: 'unframed', board: { kind: 'honeycomb', side: 6 }, seed: 1 }).puzzle;
    for (const puzzle of [square(6), square(8), honeycomb]) {
      const { length } = writePuzzle(puzzle, name).text;
      const ratio = aboutBytes(puzzle, name)! / length;
      expect(ratio).toBeGreaterThan(0.5);
      expect(ratio).toBeLessThan(2);
    }
  },
);

test('the parts of a model are short, and together they are its text', () => {
  const puzzle = square(8);
  for (const { name } of models.filter((format) => format.name !== 'minizinc')) {
    const parts = [...writeInParts(puzzle, name).parts];
    const { text } = writePuzzle(puzzle, name);
    expect(parts.join('')).toBe(text);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(text.length / 20);
  }
});
