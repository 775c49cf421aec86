import type { Board } from '../../puzzle/board.ts';
import { labelCount, mateOf } from '../../puzzle/labels.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { orientationsOf } from '../../puzzle/appearance.ts';
import { placementCode } from '../../puzzle/partial-board.ts';
import type { EdgePuzzle, Hint } from '../../puzzle/puzzle.ts';
import { keepsHint } from '../../puzzle/score.ts';

/** A puzzle as lookup tables, for fast searches. */
export interface Rules {
  readonly puzzle: EdgePuzzle;
  readonly board: Board;
  /** the cells to fill, in ascending order */
  readonly open: Int32Array;
  /** for each cell: 1 if it is open, 0 if it is closed */
  readonly isOpen: Uint8Array;
  /** for each tile: the placement codes of its orientations; orientations that look the same are listed only once */
  readonly orientations: readonly (readonly number[])[];
  /** labels of each placement, indexed by `code * sides + side` */
  readonly labels: Int16Array;
  /** for each label: the label that matches it */
  readonly mate: Int16Array;
  /** for each tile: the cell where a hint places it, or -1 if there is none */
  readonly hintedCell: Int32Array;
  readonly hints: readonly (Hint | undefined)[];
}

export function rulesOf(puzzle: EdgePuzzle): Rules {
  const { board, openCells, open } = openBoardOf(puzzle);
  const { sides } = board;
  const labels = new Int16Array(puzzle.tiles.length * 16 * sides).fill(-1);
  const orientations = puzzle.tiles.map((tile, index) =>
    orientationsOf(tile, puzzle.turns).map(({ rotation, flipped, edges }) => {
      const code = placementCode(index, rotation, flipped);
      labels.set(edges, code * sides);
      return code;
    }),
  );
  const hintedCell = new Int32Array(puzzle.tiles.length).fill(-1);
  const hints = new Array<Hint | undefined>(board.cells).fill(undefined);
  for (const hint of puzzle.hints) {
    hints[hint.cell] = hint;
    if (hint.tile !== undefined) hintedCell[hint.tile] = hint.cell;
  }
  return {
    puzzle,
    board,
    open: openCells,
    isOpen: open,
    orientations,
    labels,
    mate: Int16Array.from({ length: labelCount(puzzle) }, (_, label) => mateOf(puzzle.mating, label)),
    hintedCell,
    hints,
  };
}

export function hintAllows(rules: Rules, cell: number, code: number): boolean {
  const hint = rules.hints[cell];
  return hint === undefined || keepsHint(rules.puzzle, hint, code);
}
