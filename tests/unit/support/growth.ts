import { formatsThat } from '../../../src-core/formats/formats.ts';
import { readAnswer } from '../../../src-core/formats/models/answer.ts';
import { readBoard } from '../../../src-core/formats/read-board.ts';
import { readPuzzles } from '../../../src-core/formats/read-puzzle.ts';
import type { EdgePuzzle } from '../../../src-core/puzzle/puzzle.ts';

/**
 * Returns the CPU time of some work in this thread, in milliseconds. It is the minimum of several tries, because
 * compilation and garbage collection slow down some of them.
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
 * Repeats a piece of text up to about `length` characters. Returns three texts: one line; one line with a character
 * near its end that `.` doesn't match; and many lines of ten pieces each.
 */
export const shapesOf = (piece: string, length: number): readonly string[] => [
  piece.repeat(length / piece.length),
  `${piece.repeat(length / piece.length)}\u2028x`,
  `${piece.repeat(10)}\n`.repeat(length / (10 * piece.length + 1)),
];

/**
 * Returns every reader with its name. The readers don't throw, because the time for a rejected text also counts.
 * `puzzle` is the puzzle for reading boards.
 */
export function readersOf(puzzle: EdgePuzzle): readonly (readonly [string, (text: string) => void])[] {
  const quietly =
    (read: (text: string) => unknown) =>
    (text: string): void => {
      try {
        read(text);
      } catch {
        // The text was rejected, but only the time matters here.
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

/** The larger text is this many times as long as the smaller one. Quadratic time would grow by a factor of 64. */
export const TIMES = 8;
/**
 * Maximum factor by which the time may grow. Because of garbage collection, linear work can take up to 30 times as long
 * on a text that is 8 times as long.
 */
const LIMIT = TIMES * 5;
const NOISE_MS = 2;

/**
 * Compares the times for two texts, one `TIMES` times as long as the other. Returns null if time is about proportional
 * to length; otherwise the factor by which it grows. If a first measurement exceeds the limit, a second one with more
 * tries decides, because the garbage collector might have disturbed the first.
 */
export function growthOf(read: (text: string) => void, small: string, large: string): number | null {
  const cpuMs = (text: string, tries: number): number => cpuMsOf(() => read(text), tries);
  const first = cpuMs(large, 1);
  // The time for the smaller text counts as at least NOISE_MS. If the larger text took less than LIMIT times that, the
  // factor is certainly within the limit.
  if (first < LIMIT * NOISE_MS) return null;
  if (first / Math.max(cpuMs(small, 2), NOISE_MS) < LIMIT) return null;
  const again = cpuMs(large, 8) / Math.max(cpuMs(small, 8), NOISE_MS);
  return again < LIMIT ? null : again;
}
