import { orientationsOf, firstIdentical, type Orientation } from '../../puzzle/appearance.ts';
import { placementCode } from '../../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';

/** A set of tiles that are identical up to rotation. The search doesn't distinguish them. */
export interface Kind {
  /** tile numbers in ascending order */
  readonly tiles: readonly number[];
  /**
   * the first tile of the puzzle that is identical to this kind's tiles up to rotation; two kinds that look the same
   * have the same `twin`
   */
  readonly twin: number;
  /** the cell in which a hint places the tile, or -1 if there is none */
  readonly pinned: number;
  readonly orientations: readonly KindOrientation[];
}

export interface KindOrientation extends Orientation {
  /** placement code of each tile of the kind in this orientation */
  readonly codes: readonly number[];
}

/**
 * Groups the tiles of a puzzle into kinds. Returns the kinds, ordered by their first tile.
 *
 * Each tile that a hint assigns to a cell is a kind of its own, and so is every tile if `mergeIdentical` is false. If a
 * hint specifies a rotation but no tile, rotated copies of a tile are not interchangeable, so they are different kinds.
 */
export function kindsOf(puzzle: EdgePuzzle, mergeIdentical: boolean): Kind[] {
  const pinned = new Map(
    puzzle.hints.flatMap(({ cell, tile }) => (tile === undefined ? [] : [[tile, cell]])),
  );
  const exact = puzzle.hints.some(({ tile, rotation }) => tile === undefined && rotation !== undefined);
  const twins = firstIdentical(puzzle);
  const groups = new Map<string, number[]>();
  puzzle.tiles.forEach(({ edges, back }, tile) => {
    const apart = !mergeIdentical || pinned.has(tile);
    const name = apart ? `tile ${tile}` : exact ? [edges, back].join('|') : `like ${twins[tile]!}`;
    const group = groups.get(name);
    if (group) group.push(tile);
    else groups.set(name, [tile]);
  });
  return [...groups.values()].map((tiles) => {
    const first = tiles[0]!;
    const byTile = tiles.map((tile) => {
      const codes = new Map<string, number>();
      for (const { rotation, flipped, edges } of orientationsOf(puzzle.tiles[tile]!, puzzle.turns)) {
        codes.set(edges.join(), placementCode(tile, rotation, flipped));
      }
      return codes;
    });
    const orientations = orientationsOf(puzzle.tiles[first]!, puzzle.turns).map((orientation) => ({
      ...orientation,
      codes: byTile.map((codes) => codes.get(orientation.edges.join())!),
    }));
    return { tiles, twin: twins[first]!, pinned: pinned.get(first) ?? -1, orientations };
  });
}
