import * as v from 'valibot';
import { board, id, method, nothing, whole } from './method.ts';

/** The saved state of a puzzle that the user is playing. */
export const Play = v.strictObject({
  board,
  /** playing time in seconds */
  seconds: whole,
  solved: v.boolean(),
  /** true if the solver placed some of the tiles */
  helped: v.optional(v.boolean(), false),
  bookmarks: v.array(
    v.strictObject({ name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60)), board }),
  ),
});
export type Play = v.InferOutput<typeof Play>;

export const playMethods = {
  /** Returns a puzzle's saved game; null if it hasn't been played. */
  'play.get': method(v.strictObject({ puzzleId: id }), v.nullable(Play)),
  'play.save': method(v.strictObject({ puzzleId: id, play: Play }), nothing),
} as const;
