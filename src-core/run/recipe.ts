import * as v from 'valibot';
import { BoardShape, MAX_LABELS } from '../puzzle/puzzle.ts';

const count = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max));

/**
 * The settings of a random puzzle, without its seed.
 * - `framed`: colours inside a border of colour 0, like Eternity II.
 * - `unframed`: colours and a free rim; with fixed tiles, this is TetraVex.
 * - `scramble`: halves of symbols and a free rim, like Scramble Squares.
 */
export const RecipeShape = v.strictObject({
  family: v.picklist(['framed', 'unframed', 'scramble']),
  /** the puzzle's board; default: a plain rectangle of `width` and `height` */
  board: v.optional(BoardShape),
  width: v.optional(count(64)),
  height: v.optional(count(64)),
  /** number of colours along the frame, for `framed` only; default: the suggested number */
  frameLabels: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_LABELS - 1))),
  /** number of colours or symbols on all other edges; default: the suggested number */
  innerLabels: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_LABELS - 1))),
  /** how tiles may be turned; default `rotate`; with `flip`, they have random printed backs */
  turns: v.optional(v.picklist(['rotate', 'fixed', 'flip'])),
});
export type RecipeShape = Readonly<v.InferOutput<typeof RecipeShape>>;

/** Everything that determines a random puzzle. */
export const Recipe = v.strictObject({
  ...RecipeShape.entries,
  seed: v.pipe(v.number(), v.safeInteger()),
});
export type Recipe = Readonly<v.InferOutput<typeof Recipe>>;
export type Family = Recipe['family'];
