/** Puzzles as plain data, in the library, in `.edgewise` files and in requests. */
import * as v from 'valibot';
import { cleanName, manyLines } from '../text/clean.ts';
import { counted, grouped } from '../text/counted.ts';

const count = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max));
const index = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max));

/** Maximum number of tiles, and of cells */
export const MAX_TILES = 4096;
/** Maximum number of colours or symbols */
export const MAX_LABELS = 4096;

/**
 * An edge label. Under the mating rule `same`, it is the number of the colour. Under `opposite`, it is 2 · symbol +
 * half, where half is 0 for the tail and 1 for the head. Colours and symbols are numbered from 0.
 */
export const EdgeLabel = index(2 * MAX_LABELS - 1);
export type EdgeLabel = number;

/** Maximum length of a photo's `data:` URL, in characters; enough for a JPEG of 16 kB */
export const MAX_PHOTO_URL_LENGTH = 22_000;
/** Maximum total length of a puzzle's photos, in characters; enough for files of 4 MB */
export const MAX_TOTAL_PHOTO_LENGTH = 5_600_000;

/**
 * A photo of a tile from straight above, as a square `data:` image. `turn` is the number of clockwise quarter turns
 * that bring the photo to rotation 0 (default 0).
 */
export const TilePhoto = v.strictObject({
  image: v.pipe(
    v.string(),
    v.regex(
      /^data:image\/(jpeg|png|webp);base64,[A-Za-z0-9+/=]*$/,
      'expected a data: URL of a JPEG, PNG or WebP image in base64',
    ),
    v.maxLength(MAX_PHOTO_URL_LENGTH),
  ),
  turn: v.optional(index(3)),
});
export type TilePhoto = v.InferOutput<typeof TilePhoto>;

const Face = v.pipe(v.array(EdgeLabel), v.minLength(3), v.maxLength(6), v.readonly());

/**
 * A tile.
 * - `edges`: its labels, clockwise from the top
 * - `back`: the labels of a printed back, clockwise as seen from the back. The first is the edge that is on top after
 *   the tile is turned over left to right. A back that only mirrors the front is dropped.
 * - `photo`: drawn instead of the labels; only for square tiles
 */
export const Tile = v.pipe(
  v.strictObject({ edges: Face, back: v.optional(Face), photo: v.optional(TilePhoto) }),
  v.transform(
    ({
      edges,
      back,
      photo,
    }): {
      readonly edges: readonly number[];
      readonly back?: readonly number[];
      readonly photo?: TilePhoto;
    } => ({
      edges,
      ...(back === undefined || isMirrorImage(edges, back) ? {} : { back }),
      ...(photo === undefined ? {} : { photo }),
    }),
  ),
);
export type Tile = v.InferOutput<typeof Tile>;

/** Returns whether two faces are mirror images with the same top edge. */
export const isMirrorImage = (edges: readonly number[], back: readonly number[]): boolean =>
  edges.length === back.length &&
  back.every((label, side) => label === edges[(edges.length - side) % edges.length]);

export const MAX_LABEL_LENGTH = 80;

/**
 * Returns a schema for text of at most `most` characters. It cleans text instead of rejecting it, because earlier
 * versions stored text unchecked.
 */
const cleanText = (most: number) => v.pipe(v.string(), v.maxLength(most), v.transform(manyLines));

const hexColour = v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/, 'expected a colour such as #2a7fb8'));

/** The name and appearance of a colour or symbol. */
export const LabelStyle = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_LABEL_LENGTH), v.transform(cleanName)),
  /** colour of the background, or of a symbol's body */
  colour: v.optional(hexColour),
  /** colour of the motif or text, or of a symbol's darker parts */
  secondColour: v.optional(hexColour),
  /** name of a motif that src-renderer/board-view can draw */
  motif: v.optional(cleanText(40)),
  /** true for edges that are not painted yet */
  unpainted: v.optional(v.literal(true)),
  /** text drawn instead of a motif */
  text: v.optional(cleanText(40)),
  /** a `data:` image centred on the edge, so that each of the two tiles shows half of it */
  image: v.optional(v.pipe(v.string(), v.startsWith('data:image/'), v.maxLength(2_000_000))),
});
export type LabelStyle = v.InferOutput<typeof LabelStyle>;

/** Which labels may touch: equal ones (`same`), or the two halves of a symbol (`opposite`). */
export const MatingRule = v.picklist(['same', 'opposite']);
export type MatingRule = v.InferOutput<typeof MatingRule>;

/**
 * What the outer rim may show: anything (`free`), a given colour (`colour`), or any one colour (`uniform`). `inside`
 * allows the rim's colour on inner edges too, as in MacMahon's puzzles but not Eternity II.
 */
export const RimRule = v.variant('kind', [
  v.strictObject({ kind: v.literal('free') }),
  v.strictObject({ kind: v.literal('colour'), colour: EdgeLabel, inside: v.boolean() }),
  v.strictObject({ kind: v.literal('uniform') }),
]);
export type RimRule = v.InferOutput<typeof RimRule>;

/** How a tile may be turned: not at all (`fixed`), rotated (`rotate`), or rotated and turned over (`flip`). */
export const Turns = v.picklist(['rotate', 'flip', 'fixed']);
export type Turns = v.InferOutput<typeof Turns>;

/** Two touching sides, as four numbers: cell, side, cell, side */
const Joint = v.pipe(
  v.array(v.pipe(v.number(), v.integer(), v.minValue(0))),
  v.length(4, 'expected four numbers: cell, side, cell, side'),
);
const Corner = v.pipe(
  v.array(v.pipe(v.number(), v.minValue(-1e6), v.maxValue(1e6))),
  v.length(2, 'expected x and y'),
);

/**
 * A user-defined adjacency. `polygons` is for drawing: the corners of each cell, clockwise with y pointing down. Side
 * s goes from corner s to the next.
 */
const GraphShape = v.strictObject({
  kind: v.literal('graph'),
  sides: v.pipe(v.number(), v.integer(), v.minValue(3), v.maxValue(6)),
  cells: count(MAX_TILES),
  joints: v.pipe(v.array(Joint), v.maxLength(3 * MAX_TILES)),
  polygons: v.optional(v.pipe(v.array(v.array(Corner)), v.maxLength(MAX_TILES))),
});
export type GraphShape = v.InferOutput<typeof GraphShape>;

export const solids = ['tetrahedron', 'cube', 'octahedron', 'dodecahedron', 'icosahedron'] as const;
export type Solid = (typeof solids)[number];

/**
 * A board by name and size. On a cylinder, the left rim touches the right rim; on a torus, the top rim also touches the
 * bottom rim. Sizes of other flat boards are in cell sides.
 */
export const BoardShape = v.pipe(
  v.variant('kind', [
    v.strictObject({
      kind: v.literal('rectangle'),
      width: count(64),
      height: count(64),
      wrap: v.optional(v.picklist(['none', 'cylinder', 'torus'])),
    }),
    v.strictObject({ kind: v.literal('triangle'), side: count(64) }),
    v.strictObject({ kind: v.literal('parallelogram'), width: count(64), height: count(64) }),
    v.strictObject({ kind: v.literal('hexagon'), side: count(26) }),
    v.strictObject({ kind: v.literal('honeycomb'), side: count(37) }),
    v.strictObject({ kind: v.literal('solid'), solid: v.picklist(solids) }),
    GraphShape,
  ]),
  v.rawCheck(({ dataset, addIssue }) => {
    const fault = dataset.typed ? boardFault(dataset.value) : null;
    if (fault !== null) addIssue({ message: fault });
  }),
);
export type BoardShape = v.InferOutput<typeof BoardShape>;

type AnyBoard =
  | GraphShape
  | { kind: 'parallelogram'; width: number; height: number }
  | { kind: 'rectangle' | 'triangle' | 'hexagon' | 'honeycomb' | 'solid' };

function boardFault(shape: AnyBoard): string | null {
  if (shape.kind === 'parallelogram') {
    const triangles = 2 * shape.width * shape.height;
    return triangles <= MAX_TILES
      ? null
      : `a parallelogram of ${shape.width} × ${shape.height} has ${counted(triangles, 'triangle')}; at most ${grouped(MAX_TILES)} are possible`;
  }
  if (shape.kind !== 'graph') return null;
  const { cells, sides, joints, polygons } = shape;
  const named = new Set<number>();
  for (const [i, joint] of joints.entries()) {
    const [cellA, sideA, cellB, sideB] = joint as [number, number, number, number];
    for (const [cell, side] of [
      [cellA, sideA],
      [cellB, sideB],
    ] as const) {
      if (cell >= cells) return `joint ${i} names cell ${cell}; cells are 0 to ${cells - 1}`;
      if (side >= sides) return `joint ${i} names side ${side}; sides are 0 to ${sides - 1}`;
      if (named.has(cell * sides + side)) {
        return `joint ${i} names side ${side} of cell ${cell} a second time; a side touches one other side`;
      }
      named.add(cell * sides + side);
    }
  }
  if (polygons === undefined) return null;
  if (polygons.length !== cells)
    return `${counted(polygons.length, 'polygon')} given for ${counted(cells, 'cell')}`;
  const uneven = polygons.findIndex((polygon) => polygon.length !== sides);
  return uneven === -1
    ? null
    : `the polygon of cell ${uneven} has ${counted(polygons[uneven]!.length, 'corner')}; a cell has ${sides} sides`;
}

/** A cell's tile, its rotation, or both, given in advance. */
export const Hint = v.strictObject({
  cell: index(MAX_TILES - 1),
  tile: v.optional(index(MAX_TILES - 1)),
  rotation: v.optional(index(5)),
});
export type Hint = v.InferOutput<typeof Hint>;

export const MAX_NAME_LENGTH = 200;
export const PuzzleName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(MAX_NAME_LENGTH),
  v.transform(cleanName),
);

/**
 * An edge-matching puzzle. Tile number i is `tiles[i]`. The start arrangement puts tile i, unrotated, on the i-th open
 * cell.
 */
export const EdgePuzzle = v.strictObject({
  kind: v.literal('edge-matching'),
  name: PuzzleName,
  board: BoardShape,
  mating: MatingRule,
  rim: RimRule,
  turns: Turns,
  tiles: v.pipe(
    v.array(Tile),
    v.maxLength(MAX_TILES),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const letters = dataset.value.reduce((sum, { photo }) => sum + (photo?.image.length ?? 0), 0);
      if (letters > MAX_TOTAL_PHOTO_LENGTH) {
        addIssue({
          message: `the photos of the tiles have ${counted(letters, 'character')} in total; the maximum is ${grouped(MAX_TOTAL_PHOTO_LENGTH)}`,
        });
      }
    }),
    v.readonly(),
  ),
  /** name and appearance of each colour (mating rule `same`) or symbol (`opposite`) */
  labels: v.pipe(v.array(LabelStyle), v.maxLength(MAX_LABELS), v.readonly()),
  hints: v.pipe(v.array(Hint), v.maxLength(MAX_TILES), v.readonly()),
  /** cells that stay empty */
  forbidden: v.pipe(v.array(index(MAX_TILES - 1)), v.maxLength(MAX_TILES), v.readonly()),
  /** source and construction of the puzzle, and known facts about it */
  notes: v.optional(cleanText(20_000)),
});
export type EdgePuzzle = v.InferOutput<typeof EdgePuzzle>;

/** A sliding-tile puzzle. `start` lists the tiles in row-major order, with 0 for the empty space. */
export const SlidingPuzzle = v.strictObject({
  kind: v.literal('sliding'),
  name: PuzzleName,
  width: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(8)),
  height: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(8)),
  start: v.pipe(v.array(index(63)), v.minLength(4), v.maxLength(64), v.readonly()),
  /** the position to reach; named goals have the tiles in order, with the empty space first or last */
  goal: v.union([
    v.picklist(['blank-first', 'blank-last']),
    v.pipe(v.array(index(63)), v.minLength(4), v.maxLength(64), v.readonly()),
  ]),
  /**
   * The number printed on each tile. Present only if some tiles have the same number. The goal is reached when the
   * numbers are arranged as in `goal`.
   */
  shown: v.optional(v.pipe(v.array(index(63)), v.minLength(4), v.maxLength(64), v.readonly())),
  /** the picture as a `data:` URL; each tile shows its own part */
  image: v.optional(v.pipe(v.string(), v.startsWith('data:image/'), v.maxLength(4_000_000))),
  notes: v.optional(cleanText(20_000)),
});
export type SlidingPuzzle = v.InferOutput<typeof SlidingPuzzle>;

export const Puzzle = v.variant('kind', [EdgePuzzle, SlidingPuzzle]);
export type Puzzle = v.InferOutput<typeof Puzzle>;
