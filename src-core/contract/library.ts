import * as v from 'valibot';
import { BoardShape, MatingRule, Puzzle, PuzzleName, Turns } from '../puzzle/puzzle.ts';
import { board, id, method, nothing, time, whole } from './method.ts';

export const PuzzleSummary = v.strictObject({
  id,
  name: PuzzleName,
  kind: v.picklist(['edge-matching', 'sliding']),
  /** "3 × 3" */
  size: v.string(),
  tiles: whole,
  hints: whole,
  /** came with the application */
  sample: v.boolean(),
  /** the samples that it stands with; empty for one's own */
  group: v.string(),
  /** what it is found by beside its name: names of its labels and of their drawings */
  words: v.string(),
  tags: v.array(v.string()),
  runs: whole,
  solutions: whole,
  createdAt: time,
  changedAt: time,
  /** when it was changed or searched last */
  usedAt: time,
});
export type PuzzleSummary = v.InferOutput<typeof PuzzleSummary>;

export const SavedPuzzle = v.strictObject({ ...PuzzleSummary.entries, puzzle: Puzzle });
export type SavedPuzzle = v.InferOutput<typeof SavedPuzzle>;

const tag = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40));

const side = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64));

/** A text, and what it does not say itself: ReadOptions of formats/format.ts. */
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
   * Adds what a file, a link or a text holds: its puzzle (`once`: unless it is there already) and the boards and
   * paths that came with it, each checked, all or nothing.
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
  /** Adds a puzzle; a name that is taken gets a number. */
  'library.add': method(v.strictObject({ puzzle: Puzzle }), SavedPuzzle),
  /**
   * Puzzles of the library that a text shows a board of, the likeliest first: what is brought in joins one of them
   * (`boards.add`) rather than being a puzzle of its own (`library.import`).
   */
  'library.matchingPuzzles': method(
    v.strictObject(incoming),
    v.array(v.strictObject({ id, name: PuzzleName, board })),
  ),
  /**
   * Stores a changed puzzle. A sample stays as it is, and so does a puzzle that has runs or boards, unless the change
   * leaves open what solves it (its name, notes, pictures): then a copy with the change is added, and comes back.
   */
  'library.save': method(v.strictObject({ id, puzzle: Puzzle }), SavedPuzzle),
  /** Moves to the bin, from where `restore` takes it back; runs and solutions stay with it. */
  'library.remove': method(v.strictObject({ id }), nothing),
  /** Gives a puzzle these tags and no others; also a sample. */
  'library.tag': method(v.strictObject({ id, tags: v.pipe(v.array(tag), v.maxLength(20)) }), SavedPuzzle),
  /** One tag by another name on every puzzle; null: taken off all of them. */
  'library.renameTag': method(v.strictObject({ from: tag, to: v.nullable(tag) }), nothing),
  'library.restore': method(v.strictObject({ id }), SavedPuzzle),
} as const;

export const libraryEvents = [
  v.strictObject({ type: v.literal('library.changed') }),
  /** a backup took the place of all that is stored: nothing that was told before holds any more */
  v.strictObject({ type: v.literal('library.replaced') }),
  /** another program replaced, moved or deleted the library's file: nothing more is stored; `message` says what to do */
  v.strictObject({ type: v.literal('library.lost'), message: v.string() }),
] as const;
