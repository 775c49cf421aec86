import * as v from 'valibot';
import { Play } from '../../src-core/contract/play.ts';
import { boardFromNumbers, jsonOf, type PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { Db } from './database.ts';
import { stored } from './stored.ts';

const StoredBoard = v.pipe(
  v.array(v.pipe(v.number(), v.integer(), v.minValue(-1), v.maxValue(2 ** 31 - 1))),
  v.transform((numbers): PartialBoard => boardFromNumbers(numbers)),
);
const StoredPlay = v.strictObject({
  ...Play.entries,
  board: StoredBoard,
  bookmarks: v.array(v.strictObject({ name: v.string(), board: StoredBoard })),
});

/** The saved games of puzzles played by hand, one row per puzzle. */
export class PlayTable {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Returns a puzzle's saved game; null if there is none. Throws if it is damaged. */
  get(puzzleId: number): Play | null {
    const json = this.#db
      .prepare<[number], string>('SELECT json FROM play WHERE puzzle_id = ?')
      .pluck()
      .get(puzzleId);
    return json === undefined ? null : stored(StoredPlay, json, `The saved game for puzzle ${puzzleId}`);
  }

  save(puzzleId: number, play: Play): void {
    this.#db
      .prepare(
        `INSERT INTO play (puzzle_id, json) VALUES (?, ?)
         ON CONFLICT (puzzle_id) DO UPDATE SET json = excluded.json`,
      )
      .run(puzzleId, jsonOf(play));
  }
}
