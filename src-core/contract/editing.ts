import * as v from 'valibot';
import { EdgePuzzle, PuzzleName } from '../puzzle/puzzle.ts';
import { id, method, whole } from './method.ts';

/**
 * A change to a field of a puzzle, or to one item of a list. `before` is absent if the field didn't exist before the
 * change, and `after` is absent if it doesn't exist afterwards.
 */
export const EditChange = v.strictObject({
  field: v.string(),
  index: v.optional(whole),
  before: v.optional(v.unknown()),
  after: v.optional(v.unknown()),
});
export type EditChange = v.InferOutput<typeof EditChange>;

/** The changes that a single undo step reverts. */
export const EditStep = v.strictObject({
  /** the edit's name for users, such as "Paint tile 3" */
  title: v.string(),
  changes: v.pipe(v.array(EditChange), v.readonly()),
});
export type EditStep = v.InferOutput<typeof EditStep>;

export const editingMethods = {
  /**
   * Returns a puzzle's undo history, up to 16 MB. Steps from number `position` on have been undone and can be redone.
   */
  'editing.open': method(
    v.strictObject({ id }),
    v.strictObject({ steps: v.array(EditStep), position: whole }),
  ),
  /**
   * Stores a puzzle and its history. `steps` replaces the stored steps from number `from` on. Like `library.save`,
   * returns the stored puzzle, a changed copy, or null. Saving a sample always makes a copy.
   */
  'editing.save': method(
    v.strictObject({
      id,
      puzzle: EdgePuzzle,
      revision: v.string(),
      from: whole,
      steps: v.array(EditStep),
      position: whole,
      copy: v.optional(v.boolean(), false),
    }),
    v.nullable(v.strictObject({ id, name: PuzzleName, revision: v.string() })),
  ),
} as const;
