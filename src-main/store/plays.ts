import { Play } from '../../src-core/contract/play.ts';
import type { Db } from './database.ts';
import { stored } from './stored.ts';

/** Puzzles played by hand, as they were left: one row a puzzle. */
export class PlayTable {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Throws where it is damaged. */
  get(puzzleId: number): Play | null {
    const json = this.#db
      .prepare<[number], string>('SELECT json FROM play WHERE puzzle_id = ?')
      .pluck()
      .get(puzzleId);
    return json === undefined ? null : stored(Play, json, `The saved game of puzzle ${puzzleId}`);
  }

  save(puzzleId: number, play: Play): void {
    this.#db
      .prepare(
        `INSERT INTO play (puzzle_id, json) VALUES (?, ?)
         ON CONFLICT (puzzle_id) DO UPDATE SET json = excluded.json`,
      )
      .run(puzzleId, JSON.stringify(play));
  }
}
