import * as v from 'valibot';
import { EdgePuzzle, PuzzleName } from '../puzzle/puzzle.ts';
import { id, method, whole } from './method.ts';

/**
 * The value of one field of a puzzle, or of one item of a list in a field, before and after a change. `before` or
 * `after` is absent if the field did not exist then.
 */
export const EditChange = v.strictObject({
  field: v.string(),
  index: v.optional(whole),
  before: v.optional(v.unknown()),
  after: v.optional(v.unknown()),
});
export type EditChange = v.InferOutput<typeof EditChange>;

/** The changes that one undo reverts. */
export const EditStep = v.strictObject({
  /** user-visible: "Paint tile 3" */
  title: v.string(),
  changes: v.pipe(v.array(EditChange), v.readonly()),
});
export type EditStep = v.InferOutput<typeof EditStep>;

export const editingMethods = {
  /**
   * Returns the undo history of a puzzle, up to 16 MB. Edits before `position` are applied; those after it
   * can be redone.
   */
  'editing.open': method(
    v.strictObject({ id }),
    v.strictObject({ steps: v.array(EditStep), position: whole }),
  ),
  /**
   * Stores a puzzle and its history: `steps` replace all steps from number `from` on. Returns the stored puzzle, its
   * copy or null, as `library.save` does. A sample is always copied.
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
