import { mateOf, mates } from '../../puzzle/labels.ts';
import { orientationsOf } from '../../puzzle/appearance.ts';
import { openBoardOf, type OpenBoard } from '../../puzzle/open-board.ts';
import { placementCode } from '../../puzzle/partial-board.ts';
import type { EdgePuzzle, Puzzle } from '../../puzzle/puzzle.ts';
import { keepsHint } from '../../puzzle/score.ts';
import { moved, symmetriesOf } from '../../puzzle/symmetry.ts';
import { counted } from '../../text/counted.ts';
import { CannotWrite } from '../format-error.ts';

/** One way to place a tile in a cell. */
export interface Option {
  /** number of the option, counted from 0; options are ordered by cell, tile, face and rotation */
  readonly id: number;
  readonly cell: number;
  readonly tile: number;
  /** placement code of the tile and its orientation */
  readonly code: number;
  /**
   * the labels that the option shows on the cell's inner edges, each as the edge's index and the label on the edge's
   * first side
   */
  readonly shown: readonly (readonly [edge: number, label: number])[];
  /**
   * label that the option shows on the rim; null if the cell doesn't touch the rim, or if the rim rule isn't `uniform`
   */
  readonly rim: number | null;
}

/** A puzzle as a list of options. Every option satisfies the rim rule, the hints and the forbidden cells. */
export interface Model {
  readonly puzzle: EdgePuzzle;
  /** the open cells, in ascending order */
  readonly cells: readonly number[];
  readonly tiles: number;
  /** number of inner edges of the board; each shows one label */
  readonly edges: number;
  /** total number of options, over all cells */
  readonly size: number;
  /** number of options, counting cells of the same kind only once */
  readonly sizeByKind: number;
  /**
   * Returns the options of the cell `cells[at]`. They are not stored, because the options of a large board take
   * gigabytes.
   */
  optionsOf(at: number): readonly Option[];
  /** all options; read it only for models that fit in memory */
  readonly options: readonly Option[];
  /** true if a solution uses every tile */
  readonly allTilesUsed: boolean;
  readonly uniformRim: boolean;
}

/** Returns the model of a puzzle. Throws CannotWrite for sliding puzzles, because they have no edges. */
export function modelOf(puzzle: Puzzle): Model {
  if (puzzle.kind !== 'edge-matching') throw new CannotWrite(noModelOf(puzzle)!);
  const openBoard = openBoardOf(puzzle);
  const { openCells, edges } = openBoard;
  const shownBy = showing(puzzle, openBoard);
  const hints = new Map(puzzle.hints.map((hint) => [hint.cell, hint]));
  const looks = puzzle.tiles.map((tile) => orientationsOf(tile, puzzle.turns));

  const optionsFrom = (first: number, at: number): Option[] => {
    const cell = openCells[at]!;
    const hint = hints.get(cell);
    const options: Option[] = [];
    looks.forEach((orientations, tile) => {
      for (const { rotation, flipped, edges: labels } of orientations) {
        const code = placementCode(tile, rotation, flipped);
        if (hint && !keepsHint(puzzle, hint, code)) continue;
        const shows = shownBy(cell, labels);
        if (shows) options.push({ id: first + options.length, cell, tile, code, ...shows });
      }
    });
    return options;
  };
  const { firstIds, sizeByKind } = firstIdsOf(puzzle, (at) => optionsFrom(0, at).length);
  const optionsOf = (at: number): Option[] => optionsFrom(firstIds[at]!, at);
  let all: readonly Option[] | undefined;
  return {
    puzzle,
    cells: [...openCells],
    tiles: puzzle.tiles.length,
    edges: edges.length / 2,
    size: firstIds[openCells.length]!,
    sizeByKind,
    optionsOf,
    get options() {
      return (all ??= Array.from(openCells, (_, at) => optionsOf(at)).flat());
    },
    allTilesUsed: puzzle.tiles.length === openCells.length,
    uniformRim: puzzle.rim.kind === 'uniform',
  };
}

function showing(
  puzzle: EdgePuzzle,
  { board: { sides, across }, open, edges }: OpenBoard,
): (cell: number, labels: readonly number[]) => Pick<Option, 'shown' | 'rim'> | null {
  const { edgeOf, isSecond } = sidesOf(edges);
  return (cell, labels) => {
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
        if (shown.has(edge) && shown.get(edge) !== seen) return null; // the cell touches itself, and its two sides disagree
        shown.set(edge, seen);
      }
    }
    return { shown: [...shown], rim };
  };
}

/**
 * Returns the index of each side's edge, and the set of sides that come second in their edge. `edges` lists the two
 * sides of each edge.
 */
function sidesOf(edges: ArrayLike<number>): { edgeOf: Map<number, number>; isSecond: Set<number> } {
  const edgeOf = new Map<number, number>();
  const isSecond = new Set<number>();
  for (let i = 0; i < edges.length; i += 2) {
    edgeOf.set(edges[i]!, i / 2);
    edgeOf.set(edges[i + 1]!, i / 2);
    isSecond.add(edges[i + 1]!);
  }
  return { edgeOf, isSecond };
}

/**
 * Returns the id of each cell's first option, followed by the total number of options. Two cells without hints are of
 * the same kind if the same sides are on the rim and the same sides are next to forbidden cells. Cells of one kind have
 * equally many options, so `count` is called once for each kind.
 */
function firstIdsOf(
  puzzle: EdgePuzzle,
  count: (at: number) => number,
): { firstIds: Int32Array; sizeByKind: number } {
  const { board, openCells, open } = openBoardOf(puzzle);
  const { sides, across } = board;
  const hinted = new Set(puzzle.hints.map(({ cell }) => cell));
  const kindOf = (cell: number): string => {
    const others = [...across.subarray(cell * sides, cell * sides + sides)];
    const touchesItself = others.some((other) => Math.floor(other / sides) === cell);
    if (hinted.has(cell) || touchesItself) return String(cell);
    return others
      .map((other) => (other === -1 ? 'rim' : open[Math.floor(other / sides)] ? 'open' : 'closed'))
      .join();
  };
  const counts = new Map<string, number>();
  const firstIds = new Int32Array(openCells.length + 1);
  openCells.forEach((cell, at) => {
    const kind = kindOf(cell);
    const mine = counts.get(kind) ?? count(at);
    counts.set(kind, mine);
    firstIds[at + 1] = firstIds[at]! + mine;
  });
  return { firstIds, sizeByKind: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}

/** Returns a sentence that says why no model of a puzzle can be written, or null if one can. */
export const noModelOf = (puzzle: Puzzle): string | null =>
  puzzle.kind === 'edge-matching'
    ? null
    : 'Only edge-matching puzzles can be written as models; this is a sliding puzzle.';

/**
 * Maximum number of options of a model that excludes symmetric solutions, because all options must then be in memory
 */
const MAX_OPTIONS_WITH_SYMMETRY = 1_000_000;

/**
 * Returns the options to leave out so that one solution per symmetry class remains. One tile keeps only the first
 * option of each orbit under the symmetries. That tile must be in every solution and look different after every
 * symmetry. Returns an empty set if there is no such tile.
 */
export function leftOutBySymmetry(model: Model): ReadonlySet<number> {
  const { puzzle, allTilesUsed } = model;
  const symmetries = symmetriesOf(puzzle);
  if (symmetries.length === 1 || !allTilesUsed) return new Set();
  if (model.size > MAX_OPTIONS_WITH_SYMMETRY) {
    throw new CannotWrite(
      `The model has ${counted(model.size, 'placement')}: too many to exclude symmetric solutions. Write it without --break-symmetry.`,
    );
  }
  const { options } = model;
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
