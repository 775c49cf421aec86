/**
 * After reading a text, the command line suggests an option for each assumption that it made. If the user sets the
 * option as suggested, the text is read as before; with a different value, the text is read differently. If the text
 * is ambiguous, the command line suggests one option for each possible meaning.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { readPuzzles, type Reading } from '../../../../src-core/formats/read-puzzle.ts';
import type { EdgePuzzle, Puzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { flagsOf, readPuzzleFiles, type PuzzleOptions } from '../../../../src-main/cli/input.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'edgewise-options-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

/** Parses options such as `--rim frame:0` into the object that the program reads. */
function parsed(flags: string): PuzzleOptions {
  const words = flags.match(/'[^']*'|\S+/g) ?? [];
  const entries = words.flatMap((word, i) =>
    word.startsWith('--')
      ? [[word.slice(2).replace('edge-order', 'edgeOrder'), words[i + 1]!.replaceAll("'", '')]]
      : [],
  );
  return Object.fromEntries(entries) as PuzzleOptions;
}

/**
 * Reads text as the command line does. Returns the first puzzle, the number of puzzles and the line on standard error.
 */
function readWith(text: string, options: PuzzleOptions): { puzzle: Puzzle; count: number; line: string } {
  const file = path.join(folder, `${++files}.txt`);
  writeFileSync(file, text);
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const readings = readPuzzleFiles(file, options);
    const puzzle = { ...readings[0]!.puzzle, name: '' };
    return {
      puzzle,
      count: readings.length,
      line: written.mock.calls.map(([each]) => String(each)).join(''),
    };
  } finally {
    written.mockRestore();
  }
}

const framed = generate({ family: 'framed', width: 4, height: 4, seed: 11 }).puzzle;
const free = generate({ family: 'unframed', width: 4, height: 3, seed: 4 }).puzzle;
const rows = ({ tiles }: EdgePuzzle, name: (label: number) => string, separator = ' '): string =>
  tiles.map(({ edges }) => edges.map(name).join(separator)).join('\n');
const letter = (label: number): string => 'XABCDEFGHIJ'[label]!;

const texts: readonly (readonly [string, string])[] = [
  ['framed numbers', rows(framed, String)],
  ['framed words', rows(framed, (label) => (label === 0 ? 'wall' : `colour${label}`))],
  ['numbers without a frame', rows(free, (label) => String(label + 1))],
  ['joined letters', rows(free, letter, '')],
  ['halves', '4b, 1a, 4a, 3b\n4a, 2b, 1b, 1a\n4a, 1b, 4a, 4a\n4b, 1a, 2b, 1a\n4b, 3a, 1b, 1b\n4b, 1a, 4a, 1b\n4a, 1a, 4b, 4a\n2a, 1a, 4a, 3a\n3a, 4a, 4b, 4b'],
  ['TetraVex', '3 3\n8 4 9 0\n8 0 0 4\n7 6 3 3\n0 3 8 3\n9 1 1 6\n2 3 8 9\n0 0 4 1\n0 9 2 4\n2 0 7 9'],
  ['hexagons', '1 2 3 4 5 6\n1 4 3 6 5 2\n1 6 2 4 5 3\n1 6 4 2 5 3\n1 6 5 3 2 4\n1 4 6 2 3 5\n1 6 5 4 3 2'],
  ['triangles', 'A B C\nB C D\nC D A\nD A B\nA C D\nB D C\nA B D\nC A B\nD B A'],
  ['a sliding puzzle in rows', '2 8 3\n1 6 4\n7 0 5'],
  ['a sliding puzzle of 4 × 3', '2 8 3 1\n6 4 7 0\n5 9 11 10'],
  ['a sliding puzzle on a line', '5 1 2 4 9 6 3 8 13 10 7 11 0 14 15 12'],
]; // oxfmt-ignore

/** For each option, values that can change how a text is read */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  '--size': ['2x4', '8x2', '12x1', '6x2', '9x1', '6x1', '4x4'],
  '--board': ['triangle:3', 'parallelogram:9x1', 'rectangle:7x1', 'honeycomb:2', 'octahedron'],
  '--mating': ['same', 'opposite'],
  '--pairs': ['sum', 'apart', 'next'],
  '--rim': ['free', 'uniform', 'colour:1', 'colour:A', 'frame:0'],
  '--turns': ['rotate', 'flip', 'fixed'],
  '--edge-order': ['NESW', 'NSWE', 'NWES'],
  '--goal': ['blank-first', 'snail', 'blank-last'],
  '--from': ['numeric', 'words', 'sliding'],
};

describe.each(texts)('%s', (_, text) => {
  const [reading] = readPuzzles(text) as [Reading];
  const { puzzle, line } = readWith(text, {});

  test('the options of each assumption are accepted and keep the reading', () => {
    for (const { options, usual } of reading.assumptions) {
      if (usual || Object.keys(options).length === 0) continue;
      expect(readWith(text, parsed(flagsOf(options))).puzzle, flagsOf(options)).toEqual(puzzle);
    }
  });

  test('each option that the line names can change the reading', () => {
    const named = /change with (.*)/.exec(line)?.[1]?.match(/--[a-z-]+/g) ?? [];
    expect(named).not.toEqual([]);
    for (const flag of named) {
      const changes = OTHERS[flag]!.filter((value) => {
        try {
          return JSON.stringify(readWith(text, parsed(`${flag} ${value}`)).puzzle) !== JSON.stringify(puzzle);
        } catch (error) {
          // A question about the text also counts as a change.
          return String(error).includes('Choose one');
        }
      });
      expect(changes, `${flag} in ${line}`).not.toEqual([]);
    }
  });
});

test.each<[string, string]>([
  [
    'a frame that has no solution',
    rows(framed, String)
      .replace('0', '1')
      .replace(/1(?=[^1]*$)/, '0'),
  ],
  ['numbers that may be halves', '8464\n2526\n3353\n7228\n6866\n3112\n3721\n7875\n6716'],
  [
    'few digits under a size',
    '3 3\n3 2 2 3\n1 0 0 3\n2 3 2 3\n2 3 2 3\n2 3 3 3\n0 1 1 2\n2 3 1 2\n1 0 3 3\n1 3 2 1',
  ],
  ['two positions without titles', '2 8 3\n1 6 4\n7 0 5\n\n2 0 3\n1 8 4\n7 6 5'],
  [
    'two puzzles in a review',
    'Old puzzle: (2, 8, 3, 1, 6, 4, 7, 0, 5)\nNew sliding one: (2, 0, 3, 1, 8, 4, 7, 6, 5)',
  ],
])('the options of each answer give that answer: %s', (_, text) => {
  const choices = readPuzzles(text)[0]!.questions[0]?.choices ?? [];
  expect(choices.length).toBeGreaterThan(1);
  const found = choices.map(({ options, preview }) => {
    const { puzzle, count } = readWith(text, parsed(flagsOf(options)));
    expect(puzzle, flagsOf(options)).toEqual({ ...preview, name: '' });
    return JSON.stringify([puzzle, count]);
  });
  expect(new Set(found).size).toBe(choices.length);
});
