import { formatsThat } from '../../../src-core/formats/formats.ts';
import { readAnswer } from '../../../src-core/formats/models/answer.ts';
import { readBoard } from '../../../src-core/formats/read-board.ts';
import { readPuzzles } from '../../../src-core/formats/read-puzzle.ts';
import type { EdgePuzzle } from '../../../src-core/puzzle/puzzle.ts';

/**
 * Returns the milliseconds of processor time that a piece of work takes in this thread: the minimum of several tries,
 * because other threads of the process compile and collect garbage at any time.
 */
export function cpuMsOf(work: () => void, tries = 3): number {
  let least = Infinity;
  for (let i = 0; i < tries; i++) {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/**
 * Returns a piece repeated to about `length` characters in three shapes: one line, one line with an end that `.*$` does
 * not match, and lines of forty pieces.
 */
export const shapesOf = (piece: string, length: number): readonly string[] => [
  piece.repeat(length / piece.length),
  `${piece.repeat(length / piece.length)}\u2028x`,
  `${piece.repeat(40)}\n`.repeat(length / (40 * piece.length + 1)),
];

/**
 * Returns every reader by name. Readers don't throw: the time for a rejected text counts too. `puzzle`: the puzzle of
 * the boards that are read.
 */
export function readersOf(puzzle: EdgePuzzle): readonly (readonly [string, (text: string) => void])[] {
  const quietly =
    (read: (text: string) => unknown) =>
    (text: string): void => {
      try {
        read(text);
      } catch {
        // the text is rejected; only the time matters here
      }
    };
  const readers: readonly (readonly [string, (text: string) => unknown])[] = [
    ['any puzzle', (text) => readPuzzles(text)],
    ['any board', (text) => readBoard(puzzle, text)],
    ['the answer of a solver', (text) => readAnswer(puzzle, text)],
    ...formatsThat('readPuzzle').map(
      ({ name }) => [`puzzles: ${name}`, (text: string) => readPuzzles(text, { format: name })] as const,
    ),
    ...formatsThat('readBoard').map(
      ({ name }) => [`boards: ${name}`, (text: string) => readBoard(puzzle, text, { format: name })] as const,
    ),
  ];
  return readers.map(([name, read]) => [name, quietly(read)]);
}

/** The larger text is this many times longer. Quadratic time would grow by a factor of 64. */
export const TIMES = 8;
/** As there is also more garbage to collect, linear work on 8 times the text can take up to 30 times as long. */
const LIMIT = TIMES * 5;
const NOISE_MS = 2;

/**
 * Returns how much longer it takes to read a text that is `TIMES` times as long; null if the time is about proportional
 * to the length. A second measurement with more tries decides, because other threads and the garbage collector disturb
 * the first.
 */
export function growthOf(read: (text: string) => void, small: string, large: string): number | null {
  const growth = (tries: number): number => {
    const before = cpuMsOf(() => read(small), tries);
    return cpuMsOf(() => read(large), tries) / Math.max(before, NOISE_MS);
  };
  if (growth(2) < LIMIT) return null;
  const again = growth(8);
  return again < LIMIT ? null : again;
}
