/**
 * What a puzzle is, as plain data. These schemas are the one definition: the library stores it, the
 * `.edgewise` file publishes it, the host checks every request against it.
 */
import * as v from 'valibot';
import { counted } from '../text/counted.ts';

const count = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max));
const index = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max));

/** No board has more cells or tiles than this. */
export const MAX_TILES = 4096;
/** No puzzle has more colours or symbols than this. */
export const MAX_LABELS = 4096;

/**
 * An edge label as a number.
 * Mating rule `same`: the colour, 0, 1, 2 ...
 * Mating rule `opposite`: 2 · symbol + half, with half 0 = tail and 1 = head.
 */
export const EdgeLabel = index(2 * MAX_LABELS - 1);
export type EdgeLabel = number;

/** Longest picture of a tile as a `data:` address, in letters: 16 kB of a JPEG. */
export const LONGEST_PHOTO = 22_000;
/** All pictures of the tiles of a puzzle together, in letters: 4 MB of files. */
export const MAX_PHOTOS = 5_600_000;

/**
 * What a tile really looks like, seen from straight above: a `data:` image, square. `turn`: so many quarter turns
 * clockwise bring it to lie as the tile lies unturned; 0 where it is not said.
 */
export const TilePhoto = v.strictObject({
  image: v.pipe(
    v.string(),
    v.regex(
      /^data:image\/(jpeg|png|webp);base64,[A-Za-z0-9+/=]*$/,
      'expected a data: image, JPEG, PNG or WebP, in base64',
    ),
    v.maxLength(LONGEST_PHOTO),
  ),
  turn: v.optional(index(3)),
});
export type TilePhoto = v.InferOutput<typeof TilePhoto>;

const Face = v.pipe(v.array(EdgeLabel), v.minLength(3), v.maxLength(6), v.readonly());

/**
 * `edges` lists the edge labels clockwise from the top (3 to 6 of them, as the board's cells have sides).
 * `back`, if printed, those of the other face, clockwise as seen from the back, beginning with the edge on top
 * when the tile has been turned over left to right. A back that is only the front mirrored is none.
 * `photo` is drawn instead of the labels of a square tile; it changes nothing of what the tile is.
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

/** Whether a face is the other one seen through the tile: the same edge on top, then the other way round. */
export const isMirrorImage = (edges: readonly number[], back: readonly number[]): boolean =>
  edges.length === back.length &&
  back.every((label, side) => label === edges[(edges.length - side) % edges.length]);

export const LONGEST_LABEL = 40;

/** How a colour or a symbol looks and what it is called. All but the name may be left to the drawing. */
export const LabelStyle = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_LABEL)),
  /** CSS hex colour, `#rrggbb` */
  colour: v.optional(v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/, 'expected a colour such as #2a7fb8'))),
  /** name of one of our motifs or figures (src-renderer/board-view) */
  motif: v.optional(v.pipe(v.string(), v.maxLength(40))),
  /** stands for edges that are not painted yet; nothing can be run before they are */
  unpainted: v.optional(v.literal(true)),
  /** short text drawn instead of a motif */
  text: v.optional(v.pipe(v.string(), v.maxLength(40))),
  /** a `data:` image that is cut in halves across the edge */
  image: v.optional(v.pipe(v.string(), v.startsWith('data:image/'), v.maxLength(2_000_000))),
});
export type LabelStyle = v.InferOutput<typeof LabelStyle>;

/** Which labels may touch: equal ones, or the other half of the same symbol. */
export const MatingRule = v.picklist(['same', 'opposite']);
export type MatingRule = v.InferOutput<typeof MatingRule>;

/**
 * What may lie on the outer rim: anything; one given colour; one colour that is not given.
 * `inside` says whether the rim's colour may also join two tiles inside the board
 * (MacMahon: yes; Eternity II, where grey is the frame: no).
 */
export const RimRule = v.variant('kind', [
  v.strictObject({ kind: v.literal('free') }),
  v.strictObject({ kind: v.literal('colour'), colour: EdgeLabel, inside: v.boolean() }),
  v.strictObject({ kind: v.literal('uniform') }),
]);
export type RimRule = v.InferOutput<typeof RimRule>;

/** What a tile may do: be rotated; be rotated and flipped over; nothing. */
export const Turns = v.picklist(['rotate', 'flip', 'fixed']);
export type Turns = v.InferOutput<typeof Turns>;

/** Two sides that touch: cell, side, cell, side. */
const Joint = v.pipe(
  v.array(v.pipe(v.number(), v.integer(), v.minValue(0))),
  v.length(4, 'expected cell, side, cell, side'),
);
const Corner = v.pipe(
  v.array(v.pipe(v.number(), v.minValue(-1e6), v.maxValue(1e6))),
  v.length(2, 'expected x and y'),
);

/**
 * Any adjacency that somebody brings. `polygons` are for drawing only: by cell its corners in order, clockwise
 * with y downwards, side s from corner s to the next.
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
 * The board by name and size. `board.ts` turns it into cells and sides. On a cylinder the left sides of the
 * rectangle meet the right ones, on a torus the top ones the bottom ones as well. Sizes of all other flat
 * boards are counted in sides of a cell.
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

/** Why a board of the right form is none, as a sentence; null when it is one. */
function boardFault(shape: AnyBoard): string | null {
  if (shape.kind === 'parallelogram') {
    const triangles = 2 * shape.width * shape.height;
    return triangles <= MAX_TILES
      ? null
      : `a parallelogram of ${shape.width} × ${shape.height} has ${triangles} triangles; at most ${MAX_TILES} are possible`;
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
      if (cell >= cells) return `joint ${i} is of cell ${cell}; the cells are 0 to ${cells - 1}`;
      if (side >= sides) return `joint ${i} is of side ${side}; the sides of a cell are 0 to ${sides - 1}`;
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

/** Something fixed in advance about a cell: its tile, its rotation, or both. */
export const Hint = v.strictObject({
  cell: index(MAX_TILES - 1),
  tile: v.optional(index(MAX_TILES - 1)),
  rotation: v.optional(index(5)),
});
export type Hint = v.InferOutput<typeof Hint>;

export const LONGEST_NAME = 120;
export const PuzzleName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(LONGEST_NAME));

/**
 * An edge-matching puzzle. Tile i of `tiles` is tile number i; the start arrangement puts tile i,
 * unturned, on the i-th open cell.
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
      if (letters > MAX_PHOTOS) {
        addIssue({
          message: `the photographs of the tiles are ${letters} letters; at most ${MAX_PHOTOS} are possible`,
        });
      }
    }),
    v.readonly(),
  ),
  /** one a colour (`same`) or symbol (`opposite`), in order of its number */
  labels: v.pipe(v.array(LabelStyle), v.maxLength(MAX_LABELS), v.readonly()),
  hints: v.pipe(v.array(Hint), v.maxLength(MAX_TILES), v.readonly()),
  /** cells that stay empty */
  forbidden: v.pipe(v.array(index(MAX_TILES - 1)), v.maxLength(MAX_TILES), v.readonly()),
  /** where it comes from, how it was made, what is known of it */
  notes: v.optional(v.pipe(v.string(), v.maxLength(20_000))),
});
export type EdgePuzzle = v.InferOutput<typeof EdgePuzzle>;

/** A sliding-tile puzzle. `start` lists the tiles row by row, 0 for the empty space. */
export const SlidingPuzzle = v.strictObject({
  kind: v.literal('sliding'),
  name: PuzzleName,
  width: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(8)),
  height: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(8)),
  start: v.pipe(v.array(index(63)), v.minLength(4), v.maxLength(64), v.readonly()),
  /** the position to reach: in order with the empty space before tile 1 or after the last tile, or tile by tile as `start` */
  goal: v.union([
    v.picklist(['blank-first', 'blank-last']),
    v.pipe(v.array(index(63)), v.minLength(4), v.maxLength(64), v.readonly()),
  ]),
  /** a `data:` image cut into the tiles */
  image: v.optional(v.pipe(v.string(), v.startsWith('data:image/'), v.maxLength(4_000_000))),
  notes: v.optional(v.pipe(v.string(), v.maxLength(20_000))),
});
export type SlidingPuzzle = v.InferOutput<typeof SlidingPuzzle>;

export const Puzzle = v.variant('kind', [EdgePuzzle, SlidingPuzzle]);
export type Puzzle = v.InferOutput<typeof Puzzle>;
