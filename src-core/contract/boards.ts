import * as v from 'valibot';
import { board, id, method, nothing, page, time, whole } from './method.ts';
import { MAX_TAG_LENGTH } from './tags.ts';

/** A board (edge matching) or path (sliding), verified before it was stored. */
export const SavedBoard = v.strictObject({
  id,
  puzzleId: id,
  puzzleName: v.string(),
  /** runs that found this board, earliest first; `startBoardId`: the saved board from which the run started */
  runs: v.array(v.strictObject({ runId: id, foundAt: time, startBoardId: v.exactOptional(id) })),
  board: v.nullable(board),
  /** path of a sliding puzzle: the numbers of the tiles in the order in which they move */
  path: v.nullable(v.array(whole)),
  /** true if the board is complete and has no mismatches, or if the path reaches the goal */
  solved: v.boolean(),
  matched: whole,
  edges: whole,
  placed: whole,
  cells: whole,
  hintsKept: whole,
  hints: whole,
  starred: v.boolean(),
  tags: v.array(v.string()),
  note: v.string(),
  foundAt: time,
});
export type SavedBoard = v.InferOutput<typeof SavedBoard>;

const filter = {
  puzzleId: v.optional(id),
  runId: v.optional(id),
  starred: v.optional(v.boolean()),
  tag: v.optional(v.string()),
  sort: v.optional(v.picklist(['newest', 'oldest', 'best', 'board']), 'newest'),
};
export const MAX_BOARDS_PER_REQUEST = 1_000_000;
const ids = v.pipe(v.array(id), v.maxLength(MAX_BOARDS_PER_REQUEST));
const Tag = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_TAG_LENGTH));

export const boardMethods = {
  'boards.list': method(
    v.strictObject({ ...filter, ...page }),
    v.strictObject({ total: whole, items: v.array(SavedBoard) }),
  ),
  /**
   * Returns the ids of the boards that the filter selects, in the filter's order (`sort`). With `between`, returns only
   * the two given boards and those between them in this order, or none if the filter doesn't select both.
   */
  'boards.ids': method(
    v.strictObject({ ...filter, between: v.optional(v.strictTuple([id, id])) }),
    v.array(id),
  ),
  /** Returns the tags on a puzzle's boards, or on all boards, in alphabetical order. */
  'boards.tags': method(v.strictObject({ puzzleId: v.optional(id) }), v.array(v.string())),
  'boards.get': method(v.strictObject({ id }), SavedBoard),
  'boards.annotate': method(
    v.strictObject({
      id,
      starred: v.optional(v.boolean()),
      tags: v.optional(v.array(Tag)),
      note: v.optional(v.pipe(v.string(), v.maxLength(5000))),
    }),
    SavedBoard,
  ),
  /** Adds or removes a star or a tag on each board. Long lists are processed in parts, as in `boards.removeAll`. */
  'boards.annotateAll': method(
    v.strictObject({
      ids,
      starred: v.optional(v.boolean()),
      addTag: v.optional(Tag),
      removeTag: v.optional(Tag),
    }),
    nothing,
  ),
  /**
   * Moves boards to the bin. Long lists are processed in parts. After an error or a crash, the boards of completed
   * parts are in the bin, and the others are unchanged.
   */
  'boards.removeAll': method(v.strictObject({ ids }), nothing),
  'boards.restoreAll': method(v.strictObject({ ids }), nothing),
  /** Verifies and stores a board. */
  'boards.add': method(v.strictObject({ puzzleId: id, board }), SavedBoard),
  'boards.remove': method(v.strictObject({ id }), nothing),
  /** Restores a deleted board with its links to runs, its star, tags and note. */
  'boards.restore': method(v.strictObject({ id }), SavedBoard),
} as const;

export const boardEvents = [
  v.strictObject({ type: v.literal('boards.changed'), puzzleId: id, total: whole }),
] as const;
