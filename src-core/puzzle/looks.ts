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

/** The ways a tile may lie, with what it shows: worked out once for each tile, as an edit of a puzzle keeps all others. */
interface TileLooks {
  /** placement codes of tile 0 */
  readonly codes: readonly number[];
  /** what each of them shows */
  readonly looks: readonly string[];
  /** all it can show: alike for identical tiles */
  readonly all: string;
}

const byTile = new WeakMap<Tile, { readonly turns: Turns; readonly looks: TileLooks }>();

function tileLooks(tile: Tile, turns: Turns): TileLooks {
  const known = byTile.get(tile);
  if (known?.turns === turns) return known.looks;
  const ways = allOrientations(tile, turns);
  const shown = ways.map(({ edges }) => edges.join());
  const looks = {
    codes: ways.map(({ rotation, flipped }) => placementCode(0, rotation, flipped)),
    looks: shown,
    all: [...new Set(shown)].sort().join(' '),
  };
  byTile.set(tile, { turns, looks });
  return looks;
}

function build(puzzle: EdgePuzzle): Looks {
  const own = new Int32Array(puzzle.tiles.length * 16).fill(-1);
  const shared = new Int32Array(own.length).fill(-1);
  /** by all looks of a tile, the first tile that has just these */
  const first = new Map<string, { readonly number: number; readonly mine: TileLooks }>();
  puzzle.tiles.forEach((tile, number) => {
    const mine = tileLooks(tile, puzzle.turns);
    const same = first.get(mine.all) ?? { number, mine };
    first.set(mine.all, same);
    mine.codes.forEach((code, way) => {
      const look = mine.looks[way]!;
      const at = placementCode(number, 0) | code;
      own[at] = placementCode(number, 0) | mine.codes[mine.looks.indexOf(look)]!;
      shared[at] = placementCode(same.number, 0) | same.mine.codes[same.mine.looks.indexOf(look)]!;
    });
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
