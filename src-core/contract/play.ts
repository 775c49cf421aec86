import * as v from 'valibot';
import { board, id, method, nothing, whole } from './method.ts';

/** A puzzle played by hand, as it was left. */
export const Play = v.strictObject({
  board,
  /** seconds spent on it */
  seconds: whole,
  solved: v.boolean(),
  /** tiles were placed by the solver: the time is not the player's own */
  helped: v.optional(v.boolean(), false),
  bookmarks: v.array(
    v.strictObject({ name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60)), board }),
  ),
});
export type Play = v.InferOutput<typeof Play>;

export const playMethods = {
  /** Null when it was never played. */
  'play.get': method(v.strictObject({ puzzleId: id }), v.nullable(Play)),
  'play.save': method(v.strictObject({ puzzleId: id, play: Play }), nothing),
} as const;
