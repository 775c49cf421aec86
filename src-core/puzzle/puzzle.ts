/**
 * What a puzzle is, as plain data. These schemas are the one definition: the library stores it, the
 * `.edgewise` file publishes it, the host checks every request against it.
 */
import * as v from 'valibot';

const count = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max));
const index = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max));

/** No board has more cells or tiles than this. */
export const MAX_TILES = 4096;
/** No puzzle has more colours or symbols than this. */
export const MAX_LABELS = 256;

/**
 * An edge label as a number.
 * Mating rule `same`: the colour, 0, 1, 2 ...
 * Mating rule `opposite`: 2 · symbol + half, with half 0 = tail and 1 = head.
 */
export const EdgeLabel = index(2 * MAX_LABELS - 1);
export type EdgeLabel = number;

/** `edges` lists the edge labels clockwise from the top (3, 4 or 5 of them, as the board's cells have sides). */
export const Tile = v.strictObject({
  edges: v.pipe(v.array(EdgeLabel), v.minLength(3), v.maxLength(5), v.readonly()),
});
export type Tile = v.InferOutput<typeof Tile>;

/** How a colour or a symbol looks and what it is called. All but the name may be left to the drawing. */
export const LabelStyle = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  /** CSS hex colour, `#rrggbb` */
  colour: v.optional(v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/, 'expected a colour such as #2a7fb8'))),
  /** name of one of our motifs or figures (src-renderer/board-view) */
  motif: v.optional(v.pipe(v.string(), v.maxLength(40))),
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

/** The board by name and size. `board.ts` turns it into cells and sides. */
export const BoardShape = v.variant('kind', [
  v.strictObject({ kind: v.literal('rectangle'), width: count(64), height: count(64) }),
]);
export type BoardShape = v.InferOutput<typeof BoardShape>;

/** Something fixed in advance about a cell: its tile, its rotation, or both. */
export const Hint = v.strictObject({
  cell: index(MAX_TILES - 1),
  tile: v.optional(index(MAX_TILES - 1)),
  rotation: v.optional(index(4)),
});
export type Hint = v.InferOutput<typeof Hint>;

export const PuzzleName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120));

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
  tiles: v.pipe(v.array(Tile), v.maxLength(MAX_TILES), v.readonly()),
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
  /** where the empty space ends: before tile 1 or after the last tile */
  goal: v.picklist(['blank-first', 'blank-last']),
  /** a `data:` image cut into the tiles */
  image: v.optional(v.pipe(v.string(), v.startsWith('data:image/'), v.maxLength(4_000_000))),
  notes: v.optional(v.pipe(v.string(), v.maxLength(20_000))),
});
export type SlidingPuzzle = v.InferOutput<typeof SlidingPuzzle>;

export const Puzzle = v.variant('kind', [EdgePuzzle, SlidingPuzzle]);
export type Puzzle = v.InferOutput<typeof Puzzle>;
