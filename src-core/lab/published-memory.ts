/**
 * The row solver's estimate, in bytes, of the memory that grows with n, from the "Detail" tables of the report's
 * "Breakdown of Solver Memory Requirements". The report's text gives about 2 KB more for the whole program.
 */

/** Maximum size of "String[] solutions" in the report, for n = 2 to 6. From n = 7 on, no solution was stored. */
const SOLUTIONS = [1200, 2700, 6400, 10_000, 14_400] as const;

/** Returns the bytes that each part of the program takes for size n, by the name of the part in the report. */
export const memoryParts: Readonly<Record<string, (n: number) => number>> = {
  /** The report counts 800 bytes a tile: four integers of 200 bytes. */
  'tileFile Scanner': (n) => 800 * n * n,
  'String[] solutions': (n) => SOLUTIONS[n - 2] ?? 40,
  /** The report counts 24 bytes a tile. */
  tileBags: (n) => 24 * n * n,
  /** The report multiplies the size of a row, 40 n + 16 bytes, by 40 n. */
  'board Tile[][]': (n) => 40 * n * (40 * n + 16),
};

export const publishedMemory = (n: number): number =>
  Object.values(memoryParts).reduce((sum, part) => sum + part(n), 0);
