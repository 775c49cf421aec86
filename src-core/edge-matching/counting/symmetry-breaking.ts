// Symmetry breaking: the search skips some placements, so that it finds only one of the symmetric images of each
// solution.
import type { BoardSymmetry } from '../../puzzle/board.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { appearanceOf } from '../../puzzle/appearance.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { moved, symmetriesOf } from '../../puzzle/symmetry.ts';
import type { Kind, KindOrientation } from './kinds.ts';

/**
 * For each cell, the codes of the placements that the search skips. A code names only the first tile of a kind, but
 * represents all of the kind's tiles.
 */
export type SymmetryBreaking = ReadonlyMap<number, ReadonlySet<number>>;

interface CodedPlacement {
  readonly cell: number;
  readonly code: number;
}

/** A set of placements such that every solution contains exactly one of them. */
interface ExactlyOne {
  readonly size: number;
  readonly placements: () => CodedPlacement[];
}

/**
 * Returns the placements to skip so that exactly one image of every solution remains. Returns null if the board has no
 * symmetry or if no set of placements is suitable.
 *
 * A *set* is a list of placements such that every solution contains exactly one of them. There are two types of sets:
 * all placements of a tile that must be used, and all placements in a cell that no symmetry moves. The symmetries
 * divide a set into orbits. A set is suitable if no symmetry but the identity maps a placement of the set to itself.
 * The search then keeps one placement of each orbit.
 */
export function breakSymmetry(
  puzzle: EdgePuzzle,
  kinds: readonly Kind[],
  order: readonly number[],
): SymmetryBreaking | null {
  const symmetries = symmetriesOf(puzzle);
  if (symmetries.length === 1) return null;
  // If two kinds look the same, more than one image of a solution could remain.
  if (new Set(kinds.map(({ twin }) => twin)).size < kinds.length) return null;

  const best = cheapestSet(setsOf(puzzle, kinds, symmetries), puzzle, symmetries, order);
  return best && placementsLeftOut(best, kinds);
}

interface ReducedSet {
  readonly all: readonly CodedPlacement[];
  readonly kept: readonly CodedPlacement[];
}

/**
 * Returns the set of placements that leads to the smallest search tree, among those that are suitable (see
 * `breakSymmetry`). Returns null if none is suitable.
 */
function cheapestSet(
  sets: readonly ExactlyOne[],
  puzzle: EdgePuzzle,
  symmetries: readonly BoardSymmetry[],
  order: readonly number[],
): ReducedSet | null {
  const depthOf = new Map(order.map((cell, depth) => [cell, depth]));
  // The search tree is small if few placements are kept, or if their cells come early in the search.
  const costOf = (kept: readonly CodedPlacement[]): number =>
    kept.reduce((sum, { cell }) => sum + 1 + depthOf.get(cell)!, 0);
  let best: (ReducedSet & { cost: number }) | null = null;
  /** size of the last suitable set of placements; sets of the same size have similar costs, so they are skipped */
  let usable = 0;
  for (const { size, placements } of [...sets].sort((a, b) => a.size - b.size)) {
    if (size === usable || (best && best.cost <= size / symmetries.length)) continue;
    const all = placements().sort((a, b) => depthOf.get(a.cell)! - depthOf.get(b.cell)!);
    const kept = onePerOrbit(puzzle, symmetries, all);
    if (!kept) continue;
    usable = size;
    const cost = costOf(kept);
    if (!best || cost < best.cost) best = { kept, all, cost };
  }
  return best;
}

function placementsLeftOut({ all, kept }: ReducedSet, kinds: readonly Kind[]): SymmetryBreaking {
  const leftOut = new Map<number, Set<number>>();
  const leaveOut = (cell: number, code: number): void => {
    const codes = leftOut.get(cell);
    if (codes) codes.add(code);
    else leftOut.set(cell, new Set([code]));
  };
  const isKept = new Set(kept);
  for (const placement of all) if (!isKept.has(placement)) leaveOut(placement.cell, placement.code);
  // If all kept placements are in the same cell, every solution contains one of them, so all other placements in that
  // cell can be skipped too.
  const [only, ...others] = new Set(kept.map(({ cell }) => cell));
  if (only === undefined || others.length > 0) return leftOut;
  const keptCodes = new Set(kept.map(({ code }) => code));
  for (const { orientations } of kinds) {
    for (const { codes } of orientations) {
      const [code] = codes;
      if (!keptCodes.has(code!)) leaveOut(only, code!);
    }
  }
  return leftOut;
}

function setsOf(
  puzzle: EdgePuzzle,
  kinds: readonly Kind[],
  symmetries: readonly BoardSymmetry[],
): ExactlyOne[] {
  const { board, open, openCells } = openBoardOf(puzzle);
  /** open cells, grouped by what touches their sides */
  const surroundings = new Map<string, { around: readonly Around[]; cells: number[] }>();
  for (const cell of openCells) {
    const around = Array.from({ length: board.sides }, (_, side): Around => {
      const other = board.across[cell * board.sides + side]!;
      return other === -1 ? 'rim' : open[Math.floor(other / board.sides)] ? 'open' : 'forbidden';
    });
    const group = surroundings.get(around.join());
    if (group) group.cells.push(cell);
    else surroundings.set(around.join(), { around, cells: [cell] });
  }
  const cellsOf = (orientation: KindOrientation): number[][] =>
    [...surroundings.values()]
      .filter(({ around }) => fitsRim(puzzle, around, orientation))
      .map(({ cells }) => cells);
  const placementsOf = (
    orientations: readonly KindOrientation[],
    within: (cell: number) => boolean,
  ): CodedPlacement[] =>
    orientations.flatMap((orientation) =>
      cellsOf(orientation).flatMap((cells) =>
        cells.filter(within).map((cell) => ({ cell, code: orientation.codes[0]! })),
      ),
    );

  const sets: ExactlyOne[] = [];
  for (const middle of openCells) {
    if (symmetries.some(({ to }) => to[middle] !== middle)) continue;
    const placements = placementsOf(
      kinds.flatMap(({ orientations }) => orientations),
      (cell) => cell === middle,
    );
    sets.push({ size: placements.length, placements: () => placements });
  }
  if (puzzle.tiles.length === openCells.length) {
    for (const { tiles, orientations } of kinds) {
      if (tiles.length > 1) continue;
      const size = orientations.flatMap(cellsOf).reduce((sum, cells) => sum + cells.length, 0);
      sets.push({ size, placements: () => placementsOf(orientations, () => true) });
    }
  }
  return sets;
}

type Around = 'rim' | 'open' | 'forbidden';

function fitsRim({ rim }: EdgePuzzle, around: readonly Around[], { edges }: KindOrientation): boolean {
  if (rim.kind !== 'colour') return true;
  return edges.every((label, side) => {
    if (around[side] === 'rim') return label === rim.colour;
    return rim.inside || label !== rim.colour || around[side] === 'forbidden';
  });
}

/** Returns the first placement of each orbit, or null if a symmetry maps a placement to itself. */
function onePerOrbit(
  puzzle: EdgePuzzle,
  symmetries: readonly BoardSymmetry[],
  set: readonly CodedPlacement[],
): CodedPlacement[] | null {
  const { sides } = openBoardOf(puzzle).board;
  const { own } = appearanceOf(puzzle);
  const kept: CodedPlacement[] = [];
  const seen = new Set<string>();
  for (const placement of set) {
    const { cell, code } = placement;
    if (seen.has(`${cell} ${own[code]!}`)) continue;
    kept.push(placement);
    const orbit = symmetries.map(
      (symmetry) => `${symmetry.to[cell]!} ${own[moved(symmetry, sides, cell, code)]!}`,
    );
    if (new Set(orbit).size < symmetries.length) return null;
    for (const name of orbit) seen.add(name);
  }
  return kept;
}
