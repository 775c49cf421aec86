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
