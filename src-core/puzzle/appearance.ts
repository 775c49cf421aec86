import { turned } from './labels.ts';
import { placementCode } from './partial-board.ts';
import type { EdgeLabel, EdgePuzzle, Tile, Turns } from './puzzle.ts';

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
export interface Appearance {
  /** the same tile in its first orientation of this look */
  readonly own: Int32Array;
  /** the first identical tile, in its first orientation of this look */
  readonly shared: Int32Array;
}

const cache = new WeakMap<EdgePuzzle, Appearance>();

/** Worked out once for each puzzle object, then shared: treat it as read-only. */
export function appearanceOf(puzzle: EdgePuzzle): Appearance {
  let looks = cache.get(puzzle);
  if (!looks) cache.set(puzzle, (looks = build(puzzle)));
  return looks;
}

type Face = readonly EdgeLabel[];

/** What a tile shows unturned on each face that may lie up: its front and, where it may be flipped, its back. */
const facesOf = (tile: Tile, turns: Turns): Face[] =>
  turns === 'flip' ? [tile.edges, turned(tile, 0, true)] : [tile.edges];

/** One name for a face however it is turned: of its turns the one that comes first by the numbers of its labels. */
function leastTurn(face: Face): string {
  const sides = face.length;
  let least = 0;
  for (let turn = 1; turn < sides; turn++) {
    for (let side = 0; side < sides; side++) {
      const difference = face[(turn + side) % sides]! - face[(least + side) % sides]!;
      if (difference < 0) least = turn;
      if (difference !== 0) break;
    }
  }
  let name = '';
  for (let side = 0; side < sides; side++) name += `${face[(least + side) % sides]} `;
  return name;
}

/** Whether a face after some clockwise steps shows what another shows after some. */
function showsAlike(face: Face, steps: number, other: Face, otherSteps: number): boolean {
  const sides = face.length;
  for (let side = 0; side < sides; side++) {
    if (face[(side - steps + sides) % sides] !== other[(side - otherSteps + sides) % sides]) return false;
  }
  return true;
}

function build({ tiles, turns }: EdgePuzzle): Appearance {
  const own = new Int32Array(tiles.length * 16).fill(-1);
  const shared = new Int32Array(own.length).fill(-1);
  /** the first way, of these faces in order of (flipped, rotation), to show what a face shows after some steps */
  const firstWay = (faces: readonly Face[], shown: Face, steps: number): number => {
    for (let flipped = 0; flipped < faces.length; flipped++) {
      for (let rotation = 0; rotation < shown.length; rotation++) {
        if (showsAlike(faces[flipped]!, rotation, shown, steps))
          return placementCode(0, rotation, flipped === 1);
      }
    }
    throw new Error('a tile that does not look like itself'); // identical tiles have the same faces
  };
  /** by all looks of a tile, the first tile that has just these */
  const first = new Map<string, number>();
  tiles.forEach((tile, number) => {
    const faces = facesOf(tile, turns);
    const all = turns === 'fixed' ? tile.edges.join() : faces.map(leastTurn).sort().join('|');
    const twin = first.get(all) ?? number;
    if (twin === number) first.set(all, number);
    const twinFaces = twin === number ? faces : facesOf(tiles[twin]!, turns);
    faces.forEach((face, flipped) => {
      for (let rotation = 0; rotation < (turns === 'fixed' ? 1 : face.length); rotation++) {
        const code = placementCode(number, rotation, flipped === 1);
        own[code] = placementCode(number, 0) | firstWay(faces, face, rotation);
        shared[code] =
          twin === number ? own[code] : placementCode(twin, 0) | firstWay(twinFaces, face, rotation);
      }
    });
  });
  return { own, shared };
}

/**
 * For each tile the number of the first identical one: of the same looks, whichever way it is turned (and
 * flipped) in the list. A face in common is not enough.
 */
export function firstIdentical(puzzle: EdgePuzzle): number[] {
  const { shared } = appearanceOf(puzzle);
  return puzzle.tiles.map((_, tile) => shared[placementCode(tile, 0)]! >> 4);
}
