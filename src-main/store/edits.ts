import type { EditStep } from '../../src-core/contract/editing.ts';
import type { Db } from './database.ts';

/** The undo history of puzzles: steps in order, and how many of them are done. */
export class EditTable {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  get(puzzleId: number): { steps: EditStep[]; position: number } {
    const steps = this.#db
      .prepare<[number], string>('SELECT json FROM edit WHERE puzzle_id = ? ORDER BY number')
      .pluck()
      .all(puzzleId)
      .map((json) => JSON.parse(json) as EditStep);
    const position = this.#db
      .prepare<[number], number>('SELECT done FROM edit_position WHERE puzzle_id = ?')
      .pluck()
      .get(puzzleId);
    return { steps, position: Math.min(position ?? 0, steps.length) };
  }

  /** Replaces the steps from number `from` on. Call within `store.together`. */
  save(puzzleId: number, from: number, steps: readonly EditStep[], position: number): void {
    this.#db.prepare('DELETE FROM edit WHERE puzzle_id = ? AND number >= ?').run(puzzleId, from);
    const insert = this.#db.prepare('INSERT INTO edit (puzzle_id, number, json) VALUES (?, ?, ?)');
    steps.forEach((step, i) => insert.run(puzzleId, from + i, JSON.stringify(step)));
    this.#db
      .prepare(
        `INSERT INTO edit_position (puzzle_id, done) VALUES (?, ?)
         ON CONFLICT (puzzle_id) DO UPDATE SET done = excluded.done`,
      )
      .run(puzzleId, position);
  }
}
