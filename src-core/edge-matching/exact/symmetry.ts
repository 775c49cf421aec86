import type { BoardSymmetry } from '../../puzzle/board.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { looksOf } from '../../puzzle/looks.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { moved, symmetriesOf } from '../../puzzle/symmetry.ts';
import type { Kind, Way } from './tiles.ts';

/** By cell: the ways to lie there that may be left out, named by the code of their kind's first tile. */
export type Shut = ReadonlyMap<number, ReadonlySet<number>>;

/** A tile in a cell. */
interface Placing {
  readonly cell: number;
  /** of the first tile of its kind */
  readonly code: number;
}

/** Placings of which every solution has exactly one. */
interface OneOf {
  readonly size: number;
  readonly placings: () => Placing[];
}

/**
 * What must be left out for exactly one of the images of every solution to remain.
 *
 * Every solution has exactly one placement out of some sets: the ways of one tile that must be used, or
 * all ways to fill a cell that no symmetry moves. When the symmetries move every placement of such a set
 * (none stays as it is), it falls into orbits as large as the group, and keeping one placement of each
 * orbit keeps one image of each solution. Null when there is no symmetry or no such set.
 */
export function breakSymmetry(
  puzzle: EdgePuzzle,
  kinds: readonly Kind[],
  order: readonly number[],
): Shut | null {
  const symmetries = symmetriesOf(puzzle);
  if (symmetries.length === 1) return null;
  // Two kinds of one look would each keep another image of the same look.
  if (new Set(kinds.map(({ twin }) => twin)).size < kinds.length) return null;

  const depthOf = new Map(order.map((cell, depth) => [cell, depth]));
  // The earlier the placements that are kept come, and the fewer they are, the more of the tree is cut.
  const costOf = (kept: readonly Placing[]): number =>
    kept.reduce((sum, { cell }) => sum + 1 + depthOf.get(cell)!, 0);
  let best: { kept: Placing[]; all: Placing[]; cost: number } | null = null;
  let looked = 0; // at a set of so many placings that would do; others as large cost as much
  for (const { size, placings } of setsOf(puzzle, kinds, symmetries).sort((a, b) => a.size - b.size)) {
    if (size === looked || (best && best.cost <= size / symmetries.length)) continue;
    const all = placings().sort((a, b) => depthOf.get(a.cell)! - depthOf.get(b.cell)!);
    const kept = onePerOrbit(puzzle, symmetries, all);
    if (!kept) continue;
    looked = size;
    const cost = costOf(kept);
    if (!best || cost < best.cost) best = { kept, all, cost };
  }
  if (!best) return null;

  const kept = new Set(best.kept);
  const shut = new Map<number, Set<number>>();
  const leaveOut = (cell: number, code: number): void => {
    const codes = shut.get(cell);
    if (codes) codes.add(code);
    else shut.set(cell, new Set([code]));
  };
  for (const placing of best.all) if (!kept.has(placing)) leaveOut(placing.cell, placing.code);
  // Where all that is kept lies in one cell, nothing else may lie there.
  const cells = new Set(best.kept.map(({ cell }) => cell));
  const codes = new Set(best.kept.map(({ code }) => code));
  const [only] = cells;
  if (cells.size === 1) {
    for (const { ways } of kinds) {
      for (const way of ways) if (!codes.has(way.codes[0]!)) leaveOut(only!, way.codes[0]!);
    }
  }
  return shut;
}

function setsOf(puzzle: EdgePuzzle, kinds: readonly Kind[], symmetries: readonly BoardSymmetry[]): OneOf[] {
  const { board, open, openCells } = openBoardOf(puzzle);
  /** cells with the same around them: by side the rim, an open cell or a forbidden one */
  const places = new Map<string, { around: readonly Around[]; cells: number[] }>();
  for (const cell of openCells) {
    const around = Array.from({ length: board.sides }, (_, side): Around => {
      const other = board.across[cell * board.sides + side]!;
      return other === -1 ? 'rim' : open[Math.floor(other / board.sides)] ? 'open' : 'forbidden';
    });
    const place = places.get(around.join());
    if (place) place.cells.push(cell);
    else places.set(around.join(), { around, cells: [cell] });
  }
  const cellsOf = (way: Way): number[][] =>
    [...places.values()].filter(({ around }) => fitsRim(puzzle, around, way)).map(({ cells }) => cells);
  const ofWays = (ways: readonly Way[], within: (cell: number) => boolean): Placing[] =>
    ways.flatMap((way) =>
      cellsOf(way).flatMap((cells) => cells.filter(within).map((cell) => ({ cell, code: way.codes[0]! }))),
    );

  const sets: OneOf[] = [];
  for (const middle of openCells) {
    if (symmetries.some(({ to }) => to[middle] !== middle)) continue;
    const placings = ofWays(
      kinds.flatMap(({ ways }) => ways),
      (cell) => cell === middle,
    );
    sets.push({ size: placings.length, placings: () => placings });
  }
  if (puzzle.tiles.length === openCells.length) {
    for (const { tiles, ways } of kinds) {
      if (tiles.length > 1) continue;
      const size = ways.flatMap(cellsOf).reduce((sum, cells) => sum + cells.length, 0);
      sets.push({ size, placings: () => ofWays(ways, () => true) });
    }
  }
  return sets;
}

type Around = 'rim' | 'open' | 'forbidden';

function fitsRim({ rim }: EdgePuzzle, around: readonly Around[], { edges }: Way): boolean {
  if (rim.kind !== 'colour') return true;
  return edges.every((label, side) => {
    if (around[side] === 'rim') return label === rim.colour;
    return rim.inside || label !== rim.colour || around[side] === 'forbidden';
  });
}

/** The first of each orbit, in the order given; null when some symmetry keeps a placement. */
function onePerOrbit(
  puzzle: EdgePuzzle,
  symmetries: readonly BoardSymmetry[],
  set: readonly Placing[],
): Placing[] | null {
  const { sides } = openBoardOf(puzzle).board;
  const { own } = looksOf(puzzle);
  const kept: Placing[] = [];
  const seen = new Set<string>();
  for (const placing of set) {
    const { cell, code } = placing;
    if (seen.has(`${cell} ${own[code]!}`)) continue;
    kept.push(placing);
    const orbit = symmetries.map(
      (symmetry) => `${symmetry.to[cell]!} ${own[moved(symmetry, sides, cell, code)]!}`,
    );
    if (new Set(orbit).size < symmetries.length) return null;
    for (const name of orbit) seen.add(name);
  }
  return kept;
}
