// Unusual names, labels and notes. For every format, Edgewise reads back exactly what it wrote, or says what was lost.
// Pictures and pages are well-formed.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { readPuzzle } from '../../src-core/formats/read-puzzle.ts';
import { writePuzzle } from '../../src-core/formats/write.ts';
import { startBoard } from '../../src-core/puzzle/open-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { random } from '../../src-core/random.ts';
import { drawBoard } from '../../src-renderer/board-view/drawing.ts';
import { svgOf } from '../../src-renderer/board-view/svg.ts';
import { laserSheet } from '../../src-renderer/print/laser.ts';
import { sheetsOf, usualPrint } from '../../src-renderer/print/sheets.ts';
import { svgSheet } from '../../src-renderer/print/svg.ts';
import { expectWellFormed } from '../unit/support/odd-names.ts';
import { formatsOfOddPuzzles, oddPuzzle } from '../unit/support/odd-puzzles.ts';
import type { Part } from './part.ts';

const BATCH = 20;

/** Returns whether `value` has every field of `other`, with equal contents. */
function includes(value: unknown, other: unknown): boolean {
  if (typeof other !== 'object' || other === null) return isDeepStrictEqual(value, other);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(other) && (value as unknown[]).length !== other.length) return false;
  return Object.entries(other).every(
    ([name, each]) => each === undefined || includes((value as Record<string, unknown>)[name], each),
  );
}

/** Throws unless every picture of a puzzle is well-formed. */
function draw(puzzle: EdgePuzzle): void {
  expectWellFormed(svgOf(drawBoard(puzzle, startBoard(puzzle)), { title: puzzle.name }));
  const [page] = sheetsOf(puzzle, usualPrint);
  expectWellFormed(svgSheet(puzzle, page!));
  expectWellFormed(laserSheet(puzzle, page!));
}

export const names: Part = (seed, going) => {
  const chance = random(seed, 14);
  const failures: string[] = [];
  let tried = 0;
  do {
    for (const [format, kept, of] of formatsOfOddPuzzles) {
      const sample = { seed: chance.below(2 ** 31), numRuns: BATCH };
      for (const puzzle of fc.sample(oddPuzzle(...of), sample)) {
        tried++;
        try {
          const { text, lost } = writePuzzle(puzzle, format);
          if (format === 'legespiel') expectWellFormed(text);
          const read = readPuzzle(text).puzzle;
          const expected = lost.includes('some characters of the name')
            ? { tiles: puzzle.tiles }
            : kept(puzzle);
          if (!includes(read, expected)) failures.push(`${format} changes ${JSON.stringify(puzzle)}`);
          if (tried % BATCH === 0) draw(puzzle);
        } catch (error) {
          failures.push(`${format}: ${String(error).slice(0, 200)}, of ${JSON.stringify(puzzle)}`);
        }
      }
    }
  } while (going(tried) && failures.length < 200);
  return Promise.resolve({
    count: tried,
    tried: `${tried} puzzles with odd names, in ${formatsOfOddPuzzles.length} formats and as pictures`,
    failures: failures.map((failure) => failure.slice(0, 1000)),
  });
};
