/**
 * What the row solver's report computes for the parts of its program that grow with n, in bytes: the four "Detail"
 * tables of its "Breakdown of Solver Memory Requirements". Its text says "about 14KB for n = 2 up to almost 618 KB for
 * n = 16" of the whole: some 2 KB more.
 */

/** by n from 2: "String[] solutions", the most data in the array; from 7 on no solution is ever kept */
const SOLUTIONS = [1200, 2700, 6400, 10_000, 14_400] as const;

/** One part of the program: its name in the report and its bytes by n. */
export const memoryParts: Readonly<Record<string, (n: number) => number>> = {
  /** four integers a tile, 200 bytes an integer */
  'tileFile Scanner': (n) => 800 * n * n,
  'String[] solutions': (n) => SOLUTIONS[n - 2] ?? 40,
  /** 24 bytes a tile */
  tileBags: (n) => 24 * n * n,
  /** 40 bytes a tile, 16 more a row, times the 40 n bytes of a row */
  'board Tile[][]': (n) => 40 * n * (40 * n + 16),
};

export const publishedMemory = (n: number): number =>
  Object.values(memoryParts).reduce((sum, part) => sum + part(n), 0);
