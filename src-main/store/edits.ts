import { EditStep } from '../../src-core/contract/editing.ts';
import type { Db } from './database.ts';
import { stored } from './stored.ts';

/** Maximum size of a puzzle's history in bytes (see `#trim`). */
export const MAX_HISTORY_BYTES = 16 * 2 ** 20;

/** The undo history of each puzzle: its edits in order, and how many of them are applied. */
export class EditTable {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Returns a puzzle's edit history. Steps are numbered from 0, even if the oldest ones have been dropped. */
  get(puzzleId: number): { steps: EditStep[]; position: number } {
    return this.#db.transaction(() => {
      this.#trim(puzzleId);
      this.#renumber(puzzleId);
      const steps = this.#db
        .prepare<[number], string>('SELECT json FROM edit WHERE puzzle_id = ? ORDER BY number')
        .pluck()
        .all(puzzleId)
        .map((json) => stored(EditStep, json, `The edit history of puzzle ${puzzleId}`));
      return { steps, position: Math.min(this.#position(puzzleId), steps.length) };
    })();
  }

  /** Replaces all steps from number `from` on. Call this inside `store.together`. */
  save(puzzleId: number, from: number, steps: readonly EditStep[], position: number): void {
    this.#db.prepare('DELETE FROM edit WHERE puzzle_id = ? AND number >= ?').run(puzzleId, from);
    const insert = this.#db.prepare('INSERT INTO edit (puzzle_id, number, json) VALUES (?, ?, ?)');
    steps.forEach((step, i) => insert.run(puzzleId, from + i, JSON.stringify(step)));
    this.#setPosition(puzzleId, position);
    this.#trim(puzzleId);
  }

  /** Copies a puzzle's history to a copy of the puzzle. */
  copy(from: number, to: number): void {
    this.#db
      .prepare(
        'INSERT INTO edit (puzzle_id, number, json) SELECT ?, number, json FROM edit WHERE puzzle_id = ?',
      )
      .run(to, from);
    this.#setPosition(to, this.#position(from));
  }

  #position(puzzleId: number): number {
    return (
      this.#db
        .prepare<[number], number>('SELECT done FROM edit_position WHERE puzzle_id = ?')
        .pluck()
        .get(puzzleId) ?? 0
    );
  }

  #setPosition(puzzleId: number, position: number): void {
    this.#db
      .prepare(
        `INSERT INTO edit_position (puzzle_id, done) VALUES (?, ?)
         ON CONFLICT (puzzle_id) DO UPDATE SET done = excluded.done`,
      )
      .run(puzzleId, position);
  }

  /**
   * If the history is too large, keeps only the steps nearest to the current position. Steps that can be undone take
   * precedence over steps that can be redone.
   */
  #trim(puzzleId: number): void {
    const total = this.#db
      .prepare<[number], number | null>('SELECT sum(octet_length(json)) FROM edit WHERE puzzle_id = ?')
      .pluck()
      .get(puzzleId);
    if ((total ?? 0) <= MAX_HISTORY_BYTES) return;
    const sizes = this.#db
      .prepare<[number], { number: number; bytes: number }>(
        'SELECT number, octet_length(json) AS bytes FROM edit WHERE puzzle_id = ? ORDER BY number',
      )
      .all(puzzleId);
    const position = this.#position(puzzleId);
    let left = MAX_HISTORY_BYTES;
    const reach = (steps: typeof sizes): number => {
      let count = 0;
      while (count < steps.length && steps[count]!.bytes <= left) left -= steps[count++]!.bytes;
      return count;
    };
    const first = position - reach(sizes.filter(({ number }) => number < position).reverse());
    const end = position + reach(sizes.filter(({ number }) => number >= position));
    this.#db
      .prepare('DELETE FROM edit WHERE puzzle_id = ? AND (number < ? OR number >= ?)')
      .run(puzzleId, first, end);
  }

  #renumber(puzzleId: number): void {
    const first = this.#db
      .prepare<[number], number | null>('SELECT min(number) FROM edit WHERE puzzle_id = ?')
      .pluck()
      .get(puzzleId);
    const position = this.#position(puzzleId);
    const shift = first ?? position;
    if (shift === 0) return;
    // Renumber in two updates. The first makes all numbers negative, so that no two steps ever share a number.
    this.#db.prepare('UPDATE edit SET number = -1 - (number - ?) WHERE puzzle_id = ?').run(shift, puzzleId);
    this.#db.prepare('UPDATE edit SET number = -1 - number WHERE puzzle_id = ?').run(puzzleId);
    this.#setPosition(puzzleId, Math.max(0, position - shift));
  }
}
