/** An order of cells as people write it: counted from 1, as `orderFromText` of the exact engine reads it. */

/** The cells that a text names, each once; what is no open cell is left to the engine's own check. */
export function cellsInText(text: string, open: ArrayLike<number>): number[] {
  const cells = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((word) => Number(word) - 1)
    .filter((cell) => open[cell]);
  return [...new Set(cells)];
}

export const textOfCells = (cells: readonly number[]): string => cells.map((cell) => cell + 1).join(' ');

/** The cells on the straight way from one to another, this one left out and that one the last. */
export function cellsBetween(from: number, to: number, width: number): number[] {
  const [x, y] = [from % width, Math.floor(from / width)];
  const [dx, dy] = [(to % width) - x, Math.floor(to / width) - y];
  const steps = Math.max(Math.abs(dx), Math.abs(dy));
  return Array.from({ length: steps }, (_, i) => {
    const share = (i + 1) / steps;
    return Math.round(y + dy * share) * width + Math.round(x + dx * share);
  });
}
