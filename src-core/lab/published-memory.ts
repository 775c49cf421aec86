/**
 * The row solver's own estimate, in bytes, of the memory that grows with n. It is in the four "Detail" tables of the
 * report's "Breakdown of Solver Memory Requirements". The report's text gives about 2 KB more for the whole program:
 * "about 14KB for n = 2 up to almost 618 KB for n = 16".
 */

/**
 * The maximum size of the array "String[] solutions" of the report, for n = 2 to 6. From n = 7 on, the row solver
 * stored no solution.
 */
const SOLUTIONS = [1200, 2700, 6400, 10_000, 14_400] as const;

/**
 * The parts of the program, by their names in the report. Each function returns the size of a part, in bytes, for n.
 */
export const memoryParts: Readonly<Record<string, (n: number) => number>> = {
  /** The report counts 800 bytes per tile: four integers of 200 bytes each. */
  'tileFile Scanner': (n) => 800 * n * n,
  'String[] solutions': (n) => SOLUTIONS[n - 2] ?? 40,
  /** 24 bytes per tile */
  tileBags: (n) => 24 * n * n,
  /** The report's formula: the size of a row, 40 n + 16 bytes, is multiplied by 40 n. */
  'board Tile[][]': (n) => 40 * n * (40 * n + 16),
};

export const publishedMemory = (n: number): number =>
  Object.values(memoryParts).reduce((sum, part) => sum + part(n), 0);
