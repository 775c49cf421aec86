import { turned } from './labels.ts';
import { placementCode } from './partial-board.ts';
import type { EdgePuzzle, Tile, Turns } from './puzzle.ts';

/** One way to lay a tile: its rotation and whether it is flipped, and the edges it then shows. */
export interface Orientation {
  readonly rotation: number;
  readonly flipped: boolean;
  readonly edges: readonly number[];
}

/** Every way the puzzle lets a tile lie, equal looks included. */
function allOrientations(tile: Tile, turns: Turns): Orientation[] {
  const rotations = turns === 'fixed' ? 1 : tile.edges.length;
  const faces = turns === 'flip' ? [false, true] : [false];
  return faces.flatMap((flipped) =>
    Array.from({ length: rotations }, (_, rotation) => ({
      rotation,
      flipped,
      edges: turned(tile, rotation, flipped),
    })),
  );
}

/**
 * The ways a tile may lie that look different, in order of (flipped, rotation). A tile that looks the
 * same after a turn lies in fewer ways: every count of solutions takes equal looks of one tile as one.
 */
export function orientationsOf(tile: Tile, turns: Turns): Orientation[] {
  const seen = new Set<string>();
  return allOrientations(tile, turns).filter(({ edges }) => {
    const look = edges.join();
    return !seen.has(look) && seen.add(look);
  });
}

/** Placement codes by placement code (index: `placementCode`; -1 where the puzzle forbids it). */
export interface Looks {
  /** the same tile in its first orientation of this look */
  readonly own: Int32Array;
  /** the first identical tile, in its first orientation of this look */
  readonly shared: Int32Array;
}

const cache = new WeakMap<EdgePuzzle, Looks>();

/** Worked out once for each puzzle object, then shared: treat it as read-only. */
export function looksOf(puzzle: EdgePuzzle): Looks {
  let looks = cache.get(puzzle);
  if (!looks) cache.set(puzzle, (looks = build(puzzle)));
  return looks;
}

function build(puzzle: EdgePuzzle): Looks {
  const own = new Int32Array(puzzle.tiles.length * 16).fill(-1);
  const shared = new Int32Array(own.length).fill(-1);
  /** by all looks of a tile, the code of each in the first tile that has just these */
  const first = new Map<string, Map<string, number>>();
  puzzle.tiles.forEach((tile, number) => {
    const mine = new Map<string, number>();
    const codes: { code: number; look: string }[] = [];
    for (const { rotation, flipped, edges } of allOrientations(tile, puzzle.turns)) {
      const code = placementCode(number, rotation, flipped);
      const look = edges.join();
      if (!mine.has(look)) mine.set(look, code);
      codes.push({ code, look });
    }
    const all = [...mine.keys()].sort().join(' ');
    const same = first.get(all) ?? mine;
    first.set(all, same);
    for (const { code, look } of codes) {
      own[code] = mine.get(look)!;
      shared[code] = same.get(look)!;
    }
  });
  return { own, shared };
}

/**
 * For each tile the number of the first identical one: of the same looks, whichever way it is turned (and
 * flipped) in the list. A face in common is not enough.
 */
export function firstIdentical(puzzle: EdgePuzzle): number[] {
  const { shared } = looksOf(puzzle);
  return puzzle.tiles.map((_, tile) => shared[placementCode(tile, 0)]! >> 4);
}
