import * as v from 'valibot';
import { EdgePuzzle, PuzzleName } from '../puzzle/puzzle.ts';
import { id, method, whole } from './method.ts';

/** One field of a puzzle, or one item of a list in it, and what it was and became; absent: the field was not there. */
export const EditChange = v.strictObject({
  field: v.string(),
  index: v.optional(whole),
  before: v.optional(v.unknown()),
  after: v.optional(v.unknown()),
});
export type EditChange = v.InferOutput<typeof EditChange>;

/** What one undo takes back. */
export const EditStep = v.strictObject({
  /** for people: "Paint tile 3" */
  title: v.string(),
  changes: v.pipe(v.array(EditChange), v.readonly()),
});
export type EditStep = v.InferOutput<typeof EditStep>;

export const editingMethods = {
  /**
   * Every edit of a puzzle that was not thrown away by a later one, up to 16 MB of them; `position`: how many of
   * them are done.
   */
  'editing.open': method(
    v.strictObject({ id }),
    v.strictObject({ steps: v.array(EditStep), position: whole }),
  ),
  /**
   * Stores the puzzle and its history: steps from number `from` on are replaced by `steps`. What comes back is the
   * puzzle that has the change: another one, a copy, where `library.save` makes one.
   */
  'editing.save': method(
    v.strictObject({ id, puzzle: EdgePuzzle, from: whole, steps: v.array(EditStep), position: whole }),
    v.strictObject({ id, name: PuzzleName }),
  ),
} as const;
