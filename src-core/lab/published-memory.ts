/**
 * The row solver's estimate, in bytes, of the memory that grows with n, from the "Detail" tables in the report's
 * "Breakdown of Solver Memory Requirements". The report's text gives about 2 KB more for the whole program.
 */

/** Maximum size of "String[] solutions" in the report, for n = 2 to 6. From n = 7 on, no solution was stored. */
const PUBLISHED_SOLUTIONS_SIZE = [1200, 2700, 6400, 10_000, 14_400] as const;

/** For each part of the program, named as in the report, the memory that it takes for size n, in bytes. */
export const memoryParts: Readonly<Record<string, (n: number) => number>> = {
  /** 800 bytes per tile, because the report counts four integers of 200 bytes each. */
  'tileFile Scanner': (n) => 800 * n * n,
  'String[] solutions': (n) => PUBLISHED_SOLUTIONS_SIZE[n - 2] ?? 40,
  tileBags: (n) => 24 * n * n,
  /** The report gives the size of a row as 40 n + 16 bytes and multiplies it by 40 n. */
  'board Tile[][]': (n) => 40 * n * (40 * n + 16),
};

export const publishedMemory = (n: number): number =>
  Object.values(memoryParts).reduce((sum, part) => sum + part(n), 0);
