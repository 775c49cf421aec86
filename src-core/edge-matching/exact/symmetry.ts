import type { BoardSymmetry } from '../../puzzle/board.ts';
import { layoutOf } from '../../puzzle/layout.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { applySymmetry, symmetriesOf } from '../../puzzle/symmetry.ts';
import { emptyBoard } from '../../puzzle/partial-board.ts';
import { looksOf } from '../../puzzle/looks.ts';
import type { Kind } from './tiles.ts';

/** Says which ways to lie may be left out; see `breakSymmetry`. */
export type Allows = (cell: number, kind: number, way: number) => boolean;

/**
 * Rules that let exactly one of the images of every solution through.
 *
 * Every solution has exactly one placement out of some sets: the ways of one tile that must be used, or
 * all ways to fill a cell that no symmetry moves. When the symmetries move every placement of such a set
 * (none stays as it is), it falls into orbits as large as the group, and allowing one placement of each
 * orbit keeps one image of each solution. Null when there is no symmetry or no such set.
 */
export function breakSymmetry(
  puzzle: EdgePuzzle,
  kinds: readonly Kind[],
  order: readonly number[],
): Allows | null {
  const symmetries = symmetriesOf(puzzle);
  if (symmetries.length === 1) return null;
  // Two kinds of one look would each keep another image of the same look.
  if (new Set(kinds.map(({ twin }) => twin)).size < kinds.length) return null;
  const { openCells } = layoutOf(puzzle);
  const depthOf = new Map(order.map((cell, depth) => [cell, depth]));
  const sets: Placing[][] = [];
  for (const cell of openCells) {
    if (symmetries.some(({ to }) => to[cell] !== cell)) continue;
    sets.push(kinds.flatMap(({ ways }, kind) => ways.map((_, way) => ({ cell, kind, way }))));
  }
  if (puzzle.tiles.length === openCells.length) {
    kinds.forEach(({ tiles, ways }, kind) => {
      if (tiles.length > 1) return;
      sets.push([...openCells].flatMap((cell) => ways.map((_, way) => ({ cell, kind, way }))));
    });
  }

  let best: { kept: Placing[]; set: Placing[]; worth: number } | null = null;
  for (const all of sets) {
    const set = all.filter((placing) => fitsRim(puzzle, kinds, placing));
    const kept = onePerOrbit(puzzle, kinds, symmetries, set, depthOf);
    if (!kept) continue;
    // The earlier the placements come and the fewer they are, the more of the tree is cut.
    const worth = -kept.reduce((sum, { cell }) => sum + 1 + depthOf.get(cell)!, 0);
    if (!best || worth > best.worth) best = { kept, set, worth };
  }
  if (!best) return null;
  const name = ({ cell, kind, way }: Placing): string => `${cell} ${kind} ${way}`;
  const kept = new Set(best.kept.map(name));
  const shut = new Set(best.set.map(name).filter((placing) => !kept.has(placing)));
  // Where all that is kept lies in one cell, nothing else may lie there.
  const cells = new Set(best.kept.map(({ cell }) => cell));
  const only = cells.size === 1 ? best.kept[0]!.cell : -1;
  return (cell, kind, way) => {
    const placing = name({ cell, kind, way });
    return cell === only ? kept.has(placing) : !shut.has(placing);
  };
}

interface Placing {
  readonly cell: number;
  readonly kind: number;
  readonly way: number;
}

function fitsRim(puzzle: EdgePuzzle, kinds: readonly Kind[], { cell, kind, way }: Placing): boolean {
  const { rim } = puzzle;
  if (rim.kind !== 'colour') return true;
  const { board, open } = layoutOf(puzzle);
  return kinds[kind]!.ways[way]!.edges.every((label, side) => {
    const other = board.across[cell * board.sides + side]!;
    if (other === -1) return label === rim.colour;
    return rim.inside || label !== rim.colour || !open[Math.floor(other / board.sides)];
  });
}

/** The first in order of depth out of each orbit; null when some symmetry keeps a placement. */
function onePerOrbit(
  puzzle: EdgePuzzle,
  kinds: readonly Kind[],
  symmetries: readonly BoardSymmetry[],
  set: readonly Placing[],
  depthOf: ReadonlyMap<number, number>,
): Placing[] | null {
  const { board } = layoutOf(puzzle);
  const { own } = looksOf(puzzle);
  const kept: Placing[] = [];
  const seen = new Set<string>();
  const inOrder = [...set].sort((a, b) => depthOf.get(a.cell)! - depthOf.get(b.cell)!);
  for (const placing of inOrder) {
    const { cell, kind, way } = placing;
    const code = kinds[kind]!.ways[way]!.codes[0]!;
    if (seen.has(`${cell} ${own[code]!}`)) continue;
    kept.push(placing);
    const orbit = new Set<string>();
    for (const symmetry of symmetries) {
      const at = emptyBoard(board.cells);
      at[cell] = code;
      const image = applySymmetry(puzzle, symmetry, at);
      const to = symmetry.to[cell]!;
      orbit.add(`${to} ${own[image[to]!]!}`);
    }
    if (orbit.size < symmetries.length) return null;
    for (const name of orbit) seen.add(name);
  }
  return kept;
}
