import { mateOf, mates } from '../../puzzle/labels.ts';
import { orientationsOf } from '../../puzzle/appearance.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { placementCode } from '../../puzzle/partial-board.ts';
import type { EdgePuzzle, Puzzle } from '../../puzzle/puzzle.ts';
import { keepsHint } from '../../puzzle/score.ts';
import { moved, symmetriesOf } from '../../puzzle/symmetry.ts';
import { CannotWrite } from '../format-error.ts';

/** One way for a tile to lie in a cell, with what it shows there. */
export interface Option {
  /** number of the option, from 0, over all cells: cell by cell, tile by tile, by (flipped, rotation) */
  readonly id: number;
  readonly cell: number;
  readonly tile: number;
  /** placement code, see puzzle/partial-board.ts */
  readonly code: number;
  /** by inner edge that the cell touches: [number of the edge, its label as the edge's first side shows it] */
  readonly shown: readonly (readonly [edge: number, label: number])[];
  /** the label on the rim, where the rim is uniform and the cell touches it */
  readonly rim: number | null;
}

/**
 * A puzzle as choices and what they share, which is all that a SAT, constraint or exact-cover solver is told.
 * Every option keeps the rim rule, the hints and the forbidden cells by itself.
 */
export interface Model {
  readonly puzzle: EdgePuzzle;
  /** cells to fill, ascending */
  readonly cells: readonly number[];
  readonly tiles: number;
  /** inner edges of the board; an edge shows one label */
  readonly edges: number;
  readonly options: readonly Option[];
  /** by place in `cells` */
  readonly optionsOfCell: readonly (readonly Option[])[];
  /** a solution uses every tile */
  readonly allTilesUsed: boolean;
  readonly uniformRim: boolean;
}

/** Throws CannotWrite for sliding puzzles, which are no matter of edges. */
export function modelOf(puzzle: Puzzle): Model {
  if (puzzle.kind !== 'edge-matching') {
    throw new CannotWrite('Models are written of edge-matching puzzles; this is a sliding puzzle.');
  }
  const { board, openCells, open, edges } = openBoardOf(puzzle);
  const { sides, across } = board;
  const edgeOf = new Map<number, number>();
  const isSecond = new Set<number>();
  for (let i = 0; i < edges.length; i += 2) {
    edgeOf.set(edges[i]!, i / 2);
    edgeOf.set(edges[i + 1]!, i / 2);
    isSecond.add(edges[i + 1]!);
  }
  const hints = new Map(puzzle.hints.map((hint) => [hint.cell, hint]));
  const looks = puzzle.tiles.map((tile) => orientationsOf(tile, puzzle.turns));

  /** What the edges of a cell show; null when the labels may not lie there. */
  const shownBy = (cell: number, labels: readonly number[]): Pick<Option, 'shown' | 'rim'> | null => {
    const shown = new Map<number, number>();
    let rim: number | null = null;
    for (let side = 0; side < sides; side++) {
      const label = labels[side]!;
      const at = cell * sides + side;
      const other = across[at]!;
      if (other === -1) {
        if (puzzle.rim.kind === 'colour' && label !== puzzle.rim.colour) return null;
        if (puzzle.rim.kind !== 'uniform') continue;
        if (rim !== null && rim !== label) return null;
        rim = label;
      } else if (open[Math.floor(other / sides)]) {
        const mate = mateOf(puzzle.mating, label);
        if (!mates(puzzle, label, mate)) return null;
        const edge = edgeOf.get(at)!;
        const seen = isSecond.has(at) ? mate : label;
        if (shown.has(edge) && shown.get(edge) !== seen) return null; // a cell that touches itself
        shown.set(edge, seen);
      }
    }
    return { shown: [...shown], rim };
  };

  const options: Option[] = [];
  const optionsOfCell = Array.from(openCells, (cell) => {
    const first = options.length;
    const hint = hints.get(cell);
    looks.forEach((orientations, tile) => {
      for (const { rotation, flipped, edges: labels } of orientations) {
        const code = placementCode(tile, rotation, flipped);
        if (hint && !keepsHint(puzzle, hint, code)) continue;
        const shows = shownBy(cell, labels);
        if (shows) options.push({ id: options.length, cell, tile, code, ...shows });
      }
    });
    return options.slice(first);
  });
  return {
    puzzle,
    cells: [...openCells],
    tiles: puzzle.tiles.length,
    edges: edges.length / 2,
    options,
    optionsOfCell,
    allTilesUsed: puzzle.tiles.length === openCells.length,
    uniformRim: puzzle.rim.kind === 'uniform',
  };
}

/**
 * Options that are left out so that one solution of each class under the puzzle's symmetry remains: of one tile,
 * which every solution uses and which looks different after every symmetry, all but the first of each orbit.
 * Empty when the puzzle has no symmetry or no such tile. Each class then has as many solutions as symmetries.
 */
export function leftOutBySymmetry({ puzzle, options, allTilesUsed }: Model): ReadonlySet<number> {
  const symmetries = symmetriesOf(puzzle);
  if (symmetries.length === 1 || !allTilesUsed) return new Set();
  const { sides } = openBoardOf(puzzle).board;
  const byTile = new Map<number, Option[]>();
  for (const option of options) {
    const mine = byTile.get(option.tile);
    if (mine) mine.push(option);
    else byTile.set(option.tile, [option]);
  }
  for (const mine of byTile.values()) {
    const idOf = new Map(mine.map(({ cell, code, id }) => [`${cell} ${code}`, id]));
    const leftOut = new Set<number>();
    const orbitsAreFull = mine.every(({ cell, code, id }) => {
      const orbit = new Set(
        symmetries.map((symmetry) => idOf.get(`${symmetry.to[cell]!} ${moved(symmetry, sides, cell, code)}`)),
      );
      if (orbit.has(undefined) || orbit.size < symmetries.length) return false;
      if (Math.min(...(orbit as Set<number>)) !== id) leftOut.add(id);
      return true;
    });
    if (orbitsAreFull) return leftOut;
  }
  return new Set();
}
