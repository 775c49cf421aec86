import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { FormatError } from '../../../../src-core/formats/format-error.ts';
import { formatsThat } from '../../../../src-core/formats/formats.ts';
import { readBoard } from '../../../../src-core/formats/read-board.ts';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';
import { writeBoard, writePuzzle } from '../../../../src-core/formats/write.ts';
import { CannotWrite } from '../../../../src-core/formats/format-error.ts';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { Puzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../../../src-core/puzzle/score.ts';
import { errorsOf } from '../../../../src-core/puzzle/validate.ts';

const puzzles = [
  generate({ family: 'framed', width: 4, height: 3, seed: 1 }),
  generate({ family: 'scramble', width: 3, height: 3, seed: 2 }),
  generate({ family: 'unframed', width: 2, height: 2, seed: 3, turns: 'fixed' }),
];
const puzzleTexts = puzzles.flatMap(({ puzzle }) =>
  formatsThat('writePuzzle').flatMap(({ name }) => {
    try {
      return [writePuzzle(puzzle, name).text];
    } catch (error) {
      if (error instanceof CannotWrite) return [];
      throw error;
    }
  }),
);
puzzleTexts.push(
  '3 1 2\n0 4 5\n',
  '{"edgewise":1,"puzzle":{"kind":"sliding","name":"x","width":2,"height":2,"start":[1,0,2,3],"goal":"blank-last"}}',
);
const boardTexts = puzzles.flatMap(({ puzzle, solution }) =>
  ['tiles', 'json', ...(puzzle.mating === 'same' ? ['bucas'] : [])].map((name) => ({
    puzzle,
    text: writeBoard(puzzle, solution, name),
  })),
);

/** Deletes, doubles, swaps or overwrites a few characters. */
const damage = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 0, max: 12 }),
    by: fc.oneof(
      fc.constantFrom(
        '',
        '0',
        '9',
        '-1',
        ' ',
        ',',
        ';',
        '\n',
        '"',
        '#',
        'A1',
        'a',
        '{',
        ']',
        ':',
        '1e9',
        'null',
        '=',
        '&',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

function damaged(text: string, places: { at: number; length: number; by: string }[]): string {
  for (const { at, length, by } of places) {
    const from = Math.floor(at * text.length);
    text = text.slice(0, from) + by + text.slice(from + length);
  }
  return text;
}

function soundOrRefused(read: () => void): void {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError);
    const { found, expected, fix, line, column, message } = error as FormatError;
    for (const part of [found, expected, fix]) expect(part.trim()).not.toBe('');
    expect(message.length).toBeLessThan(1000);
    expect(line).toBeGreaterThanOrEqual(0);
    expect(column).toBeGreaterThanOrEqual(0);
  }
}

test('damaged puzzles are read as valid ones or rejected with a FormatError', () => {
  fc.assert(
    fc.property(fc.constantFrom(...puzzleTexts), damage, (text, places) => {
      soundOrRefused(() => {
        const { puzzle, board, questions } = readPuzzle(damaged(text, places));
        expect(v.is(Puzzle, puzzle)).toBe(true);
        expect(errorsOf(puzzle)).toEqual([]);
        for (const { choices } of questions) expect(choices.length).toBeGreaterThan(0);
        if (board && puzzle.kind === 'edge-matching') scoreOf(puzzle, board);
      });
    }),
    { numRuns: 150 },
  );
});

test('damaged boards are read as valid ones or rejected with a FormatError', () => {
  fc.assert(
    fc.property(fc.constantFrom(...boardTexts), damage, ({ puzzle, text }, places) => {
      soundOrRefused(() => {
        scoreOf(puzzle, readBoard(puzzle, damaged(text, places)));
      });
    }),
    { numRuns: 400 },
  );
});

test('any text is read as a valid puzzle or board, or rejected with a FormatError', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      soundOrRefused(() => void readPuzzle(text));
    }),
    { numRuns: 500 },
  );
});
