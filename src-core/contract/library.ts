import * as v from 'valibot';
import { BoardShape, MatingRule, Puzzle, PuzzleName, Turns } from '../puzzle/puzzle.ts';
import { board, id, method, nothing, time, whole } from './method.ts';
import { MAX_PUZZLE_TAGS, MAX_TAG_LENGTH } from './tags.ts';

export const PuzzleSummary = v.strictObject({
  id,
  name: PuzzleName,
  kind: v.picklist(['edge-matching', 'sliding']),
  /** size for users, such as "3 × 3" */
  size: v.string(),
  tiles: whole,
  hints: whole,
  /** true for samples, which come with the application */
  sample: v.boolean(),
  /** heading that a sample is listed under; empty for the user's own puzzles */
  group: v.string(),
  /** additional search words for the puzzle: the names of its labels and motifs */
  words: v.string(),
  tags: v.array(v.string()),
  runs: whole,
  solutions: whole,
  /**
   * true for samples, and for puzzles with saved boards or with runs that look for boards; an edit that affects the
   * solutions is then saved as a copy
   */
  fixed: v.boolean(),
  createdAt: time,
  changedAt: time,
  /** when the puzzle was last changed or run */
  usedAt: time,
});
export type PuzzleSummary = v.InferOutput<typeof PuzzleSummary>;

export const SavedPuzzle = v.strictObject({
  ...PuzzleSummary.entries,
  puzzle: Puzzle,
  revision: v.string(),
  /** true if the puzzle is in Recently deleted */
  deleted: v.boolean(),
});
export type SavedPuzzle = v.InferOutput<typeof SavedPuzzle>;

const tag = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_TAG_LENGTH));

const side = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64));

/** A text to import. `options` supply what the text itself doesn't specify (see `ReadOptions`). */
const incoming = {
  text: v.pipe(v.string(), v.maxLength(8 * 2 ** 20)),
  options: v.optional(
    v.strictObject({
      size: v.optional(v.strictObject({ width: side, height: side })),
      edgeOrder: v.optional(v.pipe(v.string(), v.maxLength(20))),
      pieceBase: v.optional(v.picklist([0, 1])),
      goal: v.optional(
        v.union([
          v.picklist(['auto', 'blank-first', 'blank-last', 'snail']),
          v.pipe(v.array(whole), v.maxLength(64), v.readonly()),
        ]),
      ),
      board: v.optional(BoardShape),
      mating: v.optional(MatingRule),
      pairs: v.optional(v.pipe(v.string(), v.maxLength(100_000))),
      rim: v.optional(v.pipe(v.string(), v.maxLength(60))),
      turns: v.optional(Turns),
      format: v.optional(v.pipe(v.string(), v.maxLength(20))),
    }),
    {},
  ),
};

export const libraryMethods = {
  'library.list': method(nothing, v.array(PuzzleSummary)),
  'library.get': method(v.strictObject({ id }), SavedPuzzle),
  /**
   * Imports a puzzle with its boards and paths. Nothing is stored if there is an error. With `once`, the puzzle isn't
   * added again if the library already has it.
   */
  'library.import': method(
    v.strictObject({
      puzzle: Puzzle,
      once: v.optional(v.boolean(), false),
      boards: v.optional(v.array(board), []),
      paths: v.optional(v.array(v.array(whole)), []),
    }),
    SavedPuzzle,
  ),
  /** Adds a puzzle. If its name is taken, appends a number to it. */
  'library.add': method(v.strictObject({ puzzle: Puzzle }), SavedPuzzle),
  /**
   * Finds the library's puzzles that the imported boards may belong to, most likely first. The user can add the boards
   * to one of these puzzles instead of importing a new one.
   */
  'library.matchingPuzzles': method(
    v.strictObject(incoming),
    v.array(v.strictObject({ id, name: PuzzleName, board })),
  ),
  /**
   * Returns the library's puzzle that is identical to this one apart from name and notes; null if there is none. Also
   * returns whether the board has already been saved for that puzzle, or for the puzzle `puzzleId` if that is given.
   */
  'library.known': method(
    v.strictObject({ puzzle: Puzzle, puzzleId: v.optional(id), board: v.optional(board) }),
    v.strictObject({ puzzle: v.nullable(v.strictObject({ id, name: PuzzleName })), board: v.boolean() }),
  ),
  /**
   * Saves a changed puzzle and returns it. If `copy` is set, or if the puzzle is `fixed` and the change affects its
   * solutions, adds a changed copy and returns that instead. For a sample, any change except to its name or notes adds
   * a copy. If another window has saved the puzzle since `revision`, saves nothing and returns null.
   */
  'library.save': method(
    v.strictObject({
      id,
      puzzle: Puzzle,
      revision: v.optional(v.string()),
      copy: v.optional(v.boolean()),
    }),
    v.nullable(SavedPuzzle),
  ),
  /** Moves a puzzle to the bin, with its runs and boards. */
  'library.remove': method(v.strictObject({ id }), nothing),
  /** Replaces all of a puzzle's tags. Samples can be tagged too. */
  'library.tag': method(
    v.strictObject({ id, tags: v.pipe(v.array(tag), v.maxLength(MAX_PUZZLE_TAGS)) }),
    SavedPuzzle,
  ),
  /** Renames a tag on all puzzles, or removes it if the new name is null. */
  'library.renameTag': method(v.strictObject({ from: tag, to: v.nullable(tag) }), nothing),
  'library.restore': method(v.strictObject({ id }), SavedPuzzle),
} as const;

export const libraryEvents = [
  v.strictObject({ type: v.literal('library.changed') }),
  /** the library was replaced with a backup, so all data received earlier is out of date */
  v.strictObject({ type: v.literal('library.replaced') }),
  /** another program replaced, moved or deleted the library's file, so changes are no longer saved (see `app.info`) */
  v.strictObject({ type: v.literal('library.lost') }),
] as const;
