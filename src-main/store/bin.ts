import type { BinItem, BinKind } from '../../src-core/contract/bin.ts';
import { counted } from '../../src-core/text/counted.ts';
import type { Db } from './database.ts';
import { ACTIVE_STATUSES } from './runs.ts';

const MAX_LISTED = 1000;

type Row = Omit<BinItem, 'detail'> & { first: number; second: number };

/** The deleted puzzles, runs, boards and experiments that can be restored. */
export class BinTable {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  list(): { total: number; items: BinItem[] } {
    const rows = this.#db
      .prepare<[], Row>(
        `SELECT 'puzzle' AS kind, id, name, removed_at AS removedAt,
           (SELECT count(*) FROM run WHERE puzzle_id = puzzle.id) AS first,
           (SELECT count(*) FROM solution WHERE puzzle_id = puzzle.id) AS second
         FROM puzzle WHERE removed_at IS NOT NULL
         UNION ALL
         SELECT 'run', run.id, puzzle.name, run.removed_at, coalesce(figures ->> 'matched', 0),
           coalesce(figures ->> 'edges', 0)
         FROM run JOIN puzzle ON puzzle.id = puzzle_id WHERE run.removed_at IS NOT NULL
         UNION ALL
         SELECT 'board', solution.id, puzzle.name, solution.removed_at, matched, edges
         FROM solution JOIN puzzle ON puzzle.id = puzzle_id WHERE solution.removed_at IS NOT NULL
         UNION ALL
         SELECT 'experiment', id, name, removed_at,
           (SELECT count(*) FROM trial WHERE experiment_id = experiment.id), 0
         FROM experiment WHERE removed_at IS NOT NULL
         ORDER BY removedAt DESC LIMIT ${MAX_LISTED}`,
      )
      .all();
    const total = this.#db
      .prepare<[], number>(
        `SELECT (SELECT count(*) FROM puzzle WHERE removed_at IS NOT NULL)
           + (SELECT count(*) FROM run WHERE removed_at IS NOT NULL)
           + (SELECT count(*) FROM solution WHERE removed_at IS NOT NULL)
           + (SELECT count(*) FROM experiment WHERE removed_at IS NOT NULL)`,
      )
      .pluck()
      .get()!;
    return {
      total,
      items: rows.map(({ first, second, ...item }) => ({
        ...item,
        detail: detail(item.kind, first, second),
      })),
    };
  }

  /** Restores an item. Throws if it isn't in the bin. */
  restore(kind: BinKind, id: number): void {
    const { changes } = this.#db
      .prepare(`UPDATE ${TABLE_BY_KIND[kind]} SET removed_at = NULL WHERE id = ? AND removed_at IS NOT NULL`)
      .run(id);
    if (changes === 0) throw new Error(`${title(kind)} ${id} is not in Recently deleted.`);
  }

  /**
   * Deletes an item for good, in steps, so that a host can answer requests in between. If this is interrupted, the
   * rest stays in the bin. Throws if the item isn't in the bin, or while a run of the puzzle is active.
   */
  *delete(kind: BinKind, id: number): Generator<void> {
    this.#expectInBin(kind, id);
    if (kind === 'puzzle') this.#expectNoRun('puzzle.id = ?', id);
    for (const [table, size] of Object.entries(DEPENDENT_ROWS_PER_STEP[kind])) {
      while (this.#deleteSome(table, size, `${kind}_id = ?`, id)) {
        yield;
        this.#expectInBin(kind, id);
      }
    }
    this.#db.transaction(() => {
      if (kind === 'puzzle')
        for (const table of ['edit', 'edit_position', 'play'])
          this.#db.prepare(`DELETE FROM ${table} WHERE puzzle_id = ?`).run(id);
      this.#db.prepare(`DELETE FROM ${TABLE_BY_KIND[kind]} WHERE id = ?`).run(id);
      if (kind === 'puzzle' || kind === 'run') this.#forgetSnapshots();
    })();
  }

  /** Deletes everything in the bin for good, in steps. Throws while a run on a puzzle in the bin is active. */
  *empty(): Generator<void> {
    this.#expectNoRun('puzzle.removed_at IS NOT NULL');
    for (const [table, size] of Object.entries(ROWS_PER_STEP))
      while (this.#deleteSome(table, size, 'removed_at IS NOT NULL')) yield;
    this.#forgetSnapshots();
    for (const kind of ['puzzle', 'experiment'] as const)
      for (const id of this.#db
        .prepare<[], number>(`SELECT id FROM ${TABLE_BY_KIND[kind]} WHERE removed_at IS NOT NULL`)
        .pluck()
        .all())
        yield* this.delete(kind, id);
  }

  /**
   * Throws if a run that matches `where` is active. If its puzzle were deleted, the run couldn't store any more
   * results.
   */
  #expectNoRun(where: string, ...values: number[]): void {
    const going = this.#db
      .prepare<number[], { id: number; name: string }>(
        `SELECT run.id, puzzle.name FROM run JOIN puzzle ON puzzle.id = puzzle_id
         WHERE status IN ${ACTIVE_STATUSES} AND ${where} LIMIT 1`,
      )
      .get(...values);
    if (going) throw new Error(`Run ${going.id} of “${going.name}” is active. Stop it first.`);
  }

  #expectInBin(kind: BinKind, id: number): void {
    const found = this.#db
      .prepare(`SELECT 1 FROM ${TABLE_BY_KIND[kind]} WHERE id = ? AND removed_at IS NOT NULL`)
      .get(id);
    if (found === undefined) throw new Error(`${title(kind)} ${id} is not in Recently deleted.`);
  }

  #deleteSome(table: string, size: number, where: string, ...values: number[]): boolean {
    const key = table === 'trial' ? '(experiment_id, number)' : 'id';
    const columns = key.replace(/[()]/g, '');
    const { changes } = this.#db
      .prepare(
        `DELETE FROM ${table} WHERE ${key} IN (SELECT ${columns} FROM ${table} WHERE ${where} LIMIT ${size})`,
      )
      .run(...values);
    return changes > 0;
  }

  #forgetSnapshots(): void {
    this.#db.prepare('DELETE FROM snapshot WHERE hash NOT IN (SELECT snapshot FROM run)').run();
  }
}

/**
 * Number of rows deleted in one step. Only a few runs are deleted at a time, because each has thousands of samples and
 * log lines.
 */
const ROWS_PER_STEP = { solution: 1000, run: 20 };
/**
 * For each kind of item, the tables whose rows are deleted before the item itself, with the number of rows deleted in
 * one step.
 */
const DEPENDENT_ROWS_PER_STEP: Record<BinKind, Readonly<Record<string, number>>> = {
  puzzle: ROWS_PER_STEP,
  experiment: { trial: 5000 },
  run: {},
  board: {},
};
const TABLE_BY_KIND = { puzzle: 'puzzle', run: 'run', board: 'solution', experiment: 'experiment' } as const;
const title = (kind: BinKind): string =>
  ({ puzzle: 'Puzzle', run: 'Run', board: 'Board', experiment: 'Experiment' })[kind];

function detail(kind: BinKind, first: number, second: number): string {
  if (kind === 'experiment') return counted(first, 'trial');
  if (kind !== 'puzzle') return second > 0 ? `${first} of ${counted(second, 'edge')}` : '';
  if (first + second === 0) return '';
  return `with ${[first > 0 && counted(first, 'run'), second > 0 && counted(second, 'board')].filter(Boolean).join(' and ')}`;
}
