import { turned } from './labels.ts';
import { placementCode } from './partial-board.ts';
import type { EdgeLabel, EdgePuzzle, Tile, Turns } from './puzzle.ts';

/** A tile's rotation and face, and the edges that it then shows, clockwise from the top. */
export interface Orientation {
  readonly rotation: number;
  readonly flipped: boolean;
  readonly edges: readonly number[];
}

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
 * Returns the orientations of a tile, ordered by face and then by rotation. Of several that look the same, only the
 * first is included.
 */
export function orientationsOf(tile: Tile, turns: Turns): Orientation[] {
  const seen = new Set<string>();
  return allOrientations(tile, turns).filter(({ edges }) => {
    const appearance = edges.join();
    return !seen.has(appearance) && seen.add(appearance);
  });
}

/** Which placements look the same. -1 marks a placement that the puzzle forbids. */
export interface Appearance {
  /** for each placement code: the lowest code of the same tile with the same appearance */
  readonly own: Int32Array;
  /** for each placement code: the lowest code of this or an identical tile with the same appearance */
  readonly shared: Int32Array;
}

const cache = new WeakMap<EdgePuzzle, Appearance>();

/** Returns the appearance of a puzzle's placements. Cached by puzzle object: don't modify it. */
export function appearanceOf(puzzle: EdgePuzzle): Appearance {
  let appearance = cache.get(puzzle);
  if (!appearance) cache.set(puzzle, (appearance = build(puzzle)));
  return appearance;
}

type Face = readonly EdgeLabel[];

const facesOf = (tile: Tile, turns: Turns): Face[] =>
  turns === 'flip' ? [tile.edges, turned(tile, 0, true)] : [tile.edges];

function smallestRotation(face: Face): string {
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

function looksEqual(face: Face, steps: number, other: Face, otherSteps: number): boolean {
  const sides = face.length;
  for (let side = 0; side < sides; side++) {
    if (face[(side - steps + sides) % sides] !== other[(side - otherSteps + sides) % sides]) return false;
  }
  return true;
}

function build({ tiles, turns }: EdgePuzzle): Appearance {
  const own = new Int32Array(tiles.length * 16).fill(-1);
  const shared = new Int32Array(own.length).fill(-1);
  const firstPlacement = (faces: readonly Face[], shown: Face, steps: number): number => {
    for (let flipped = 0; flipped < faces.length; flipped++) {
      for (let rotation = 0; rotation < shown.length; rotation++) {
        if (looksEqual(faces[flipped]!, rotation, shown, steps))
          return placementCode(0, rotation, flipped === 1);
      }
    }
    throw new Error('two tiles counted as identical look different in every orientation'); // identical tiles have the same faces, so this can't happen
  };
  const first = new Map<string, number>();
  tiles.forEach((tile, number) => {
    const faces = facesOf(tile, turns);
    const all = turns === 'fixed' ? tile.edges.join() : faces.map(smallestRotation).sort().join('|');
    const twin = first.get(all) ?? number;
    if (twin === number) first.set(all, number);
    const twinFaces = twin === number ? faces : facesOf(tiles[twin]!, turns);
    faces.forEach((face, flipped) => {
      for (let rotation = 0; rotation < (turns === 'fixed' ? 1 : face.length); rotation++) {
        const code = placementCode(number, rotation, flipped === 1);
        own[code] = placementCode(number, 0) | firstPlacement(faces, face, rotation);
        shared[code] =
          twin === number ? own[code] : placementCode(twin, 0) | firstPlacement(twinFaces, face, rotation);
      }
    });
  });
  return { own, shared };
}

/**
 * Returns, for each tile, the index of the first identical tile. Two tiles are identical if they look the same in some
 * orientations that the puzzle allows. If tiles may be turned over, they must have the same two faces.
 */
export function firstIdentical(puzzle: EdgePuzzle): number[] {
  const { shared } = appearanceOf(puzzle);
  return puzzle.tiles.map((_, tile) => shared[placementCode(tile, 0)]! >> 4);
}
