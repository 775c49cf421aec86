/**
 * An order of cells as users type it, with cells numbered from 1. `orderFromText` of the exact engine parses the same
 * format.
 */

/**
 * Returns the cells listed in a string, each once. Ignores words that aren't open cells, because the engine reports
 * them.
 */
export function cellsInText(text: string, open: ArrayLike<number>): number[] {
  const cells = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((word) => Number(word) - 1)
    .filter((cell) => open[cell]);
  return [...new Set(cells)];
}

export const textOfCells = (cells: readonly number[]): string => cells.map((cell) => cell + 1).join(' ');

/** Returns the cells on the straight line from one cell to another, excluding the first. */
export function cellsBetween(from: number, to: number, width: number): number[] {
  const [x, y] = [from % width, Math.floor(from / width)];
  const [dx, dy] = [(to % width) - x, Math.floor(to / width) - y];
  const steps = Math.max(Math.abs(dx), Math.abs(dy));
  return Array.from({ length: steps }, (_, i) => {
    const share = (i + 1) / steps;
    return Math.round(y + dy * share) * width + Math.round(x + dx * share);
  });
}
