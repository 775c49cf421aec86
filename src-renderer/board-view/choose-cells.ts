/** Selects cells of a board by clicking. */
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { openBoardOf } from '../../src-core/puzzle/open-board.ts';

interface Click {
  readonly cell: number;
  /** the cell clicked before; -1 if there was none */
  readonly last: number;
  /** true if Shift is held: the click adds all cells of the rectangle between `last` and `cell` */
  readonly extends: boolean;
}

/**
 * Returns the selected cells after a click. Without Shift, the click adds or removes the cell. With Shift, it adds the
 * rectangle between the last clicked cell and this one, or only this one if the board is not a rectangle. Closed cells
 * can't be selected.
 */
export function chosenAfter(puzzle: EdgePuzzle, chosen: readonly number[], click: Click): number[] {
  const cells = [...openBoardOf(puzzle).openCells];
  const { cell } = click;
  if (!cells.includes(cell)) return [...chosen];
  if (click.extends) {
    const within = between(puzzle, click.last, cell);
    return [...new Set([...chosen, ...cells.filter(within)])];
  }
  return chosen.includes(cell) ? chosen.filter((each) => each !== cell) : [...chosen, cell];
}

/** Returns a function that tells whether a cell lies in the rectangle with corners `a` and `b`. */
function between({ board }: EdgePuzzle, a: number, b: number): (cell: number) => boolean {
  if (board.kind !== 'rectangle' || a < 0) return (cell) => cell === b;
  const { width } = board;
  const at = (cell: number): [x: number, y: number] => [cell % width, Math.floor(cell / width)];
  const [[ax, ay], [bx, by]] = [at(a), at(b)];
  return (cell) => {
    const [x, y] = at(cell);
    return x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by);
  };
}
