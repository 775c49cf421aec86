import * as v from 'valibot';
import { board, id, method, nothing, page, time, whole } from './method.ts';

/** A stored board (edge matching) or path (sliding). Stored only after it was checked again. */
export const SavedBoard = v.strictObject({
  id,
  puzzleId: id,
  puzzleName: v.string(),
  /** every run that found it, with the moment of each, the earliest first; none when it was brought in or made by hand */
  runs: v.array(v.strictObject({ runId: id, foundAt: time })),
  board: v.nullable(board),
  /** sliding: tiles moved, in order */
  path: v.nullable(v.array(whole)),
  /** full and without mismatch (sliding: reaches the goal) */
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
/** No more boards are changed, or named, at once. */
export const MAX_BOARDS = 1_000_000;
const ids = v.pipe(v.array(id), v.maxLength(MAX_BOARDS));
const Tag = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40));

export const boardMethods = {
  'boards.list': method(
    v.strictObject({ ...filter, ...page }),
    v.strictObject({ total: whole, items: v.array(SavedBoard) }),
  ),
  /**
   * The numbers of the list, without the boards themselves: to select many of them. `between`: from one board to
   * another, both included, whichever comes first; none where the list does not have both.
   */
  'boards.ids': method(
    v.strictObject({ ...filter, between: v.optional(v.strictTuple([id, id])) }),
    v.array(id),
  ),
  /** Every tag in use, in order: of one puzzle's boards, or of all. */
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
  /** Stars several boards, or adds a tag to them or takes it off; many in pieces, as `removeAll` below. */
  'boards.annotateAll': method(
    v.strictObject({
      ids,
      starred: v.optional(v.boolean()),
      addTag: v.optional(Tag),
      removeTag: v.optional(Tag),
    }),
    nothing,
  ),
  /** Many go in pieces, as they come back: what fails, or ends the host, leaves the first done and the rest as they were. */
  'boards.removeAll': method(v.strictObject({ ids }), nothing),
  'boards.restoreAll': method(v.strictObject({ ids }), nothing),
  /** Stores a board made by hand or brought in, after checking it. */
  'boards.add': method(v.strictObject({ puzzleId: id, board }), SavedBoard),
  'boards.remove': method(v.strictObject({ id }), nothing),
  /** Brings a removed one back as it was, with its runs, stars, tags and note. */
  'boards.restore': method(v.strictObject({ id }), SavedBoard),
} as const;

export const boardEvents = [
  v.strictObject({ type: v.literal('boards.changed'), puzzleId: id, total: whole }),
] as const;
