/**
 * The memory that the row solver takes for an n × n puzzle, according to its report. These numbers are from the
 * "Detail" tables in "Breakdown of Solver Memory Requirements". The totals in the report's text are about 2 KB higher.
 */

/**
 * Maximum size of "String[] solutions" in bytes, as printed in the report for n = 2 to 6. From n = 7 on, the row solver
 * stored no solution.
 */
const PUBLISHED_SOLUTIONS_SIZE = [1200, 2700, 6400, 10_000, 14_400] as const;

/** For each part of the program, named as in the report, the memory that it takes for size n, in bytes. */
export const memoryParts: Readonly<Record<string, (n: number) => number>> = {
  /** The report counts four integers per tile, and 200 bytes for each integer. */
  'tileFile Scanner': (n) => 800 * n * n,
  'String[] solutions': (n) => PUBLISHED_SOLUTIONS_SIZE[n - 2] ?? 40,
  tileBags: (n) => 24 * n * n,
  /** The report gives the size of a row as 40 n + 16 bytes and multiplies it by 40 n. */
  'board Tile[][]': (n) => 40 * n * (40 * n + 16),
};

export const publishedMemory = (n: number): number =>
  Object.values(memoryParts).reduce((sum, part) => sum + part(n), 0);
