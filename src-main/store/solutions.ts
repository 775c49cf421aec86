import type { Solution } from '../../src-core/contract/solutions.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import { boardBytes, boardFromBytes, boardRank } from './boards.ts';
import type { Db } from './database.ts';

type Row = Omit<Solution, 'board' | 'path' | 'solved' | 'starred' | 'tags'> & {
  board: Uint8Array | null;
  path: string | null;
  solved: number;
  starred: number;
  tags: string;
};

export interface NewSolution {
  puzzleId: number;
  runId: number | null;
  key: Uint8Array;
  /** canonical */
  board: PartialBoard | null;
  path: readonly number[] | null;
  solved: boolean;
  matched: number;
  edges: number;
  placed: number;
  cells: number;
  hintsKept: number;
  hints: number;
}

export interface SolutionFilter {
  puzzleId?: number | undefined;
  runId?: number | undefined;
  starred?: boolean | undefined;
  tag?: string | undefined;
  sort: 'newest' | 'oldest' | 'best' | 'board';
  offset: number;
  limit: number;
}

const COLUMNS = `
  solution.id, solution.puzzle_id AS puzzleId, puzzle.name AS puzzleName, run_id AS runId, board, path, solved,
  matched, edges, placed, cells, hints_kept AS hintsKept, solution.hints, starred, tags, note, found_at AS foundAt`;
const FROM = 'FROM solution JOIN puzzle ON puzzle.id = solution.puzzle_id';

const ORDER = {
  newest: 'solution.id DESC',
  oldest: 'solution.id',
  best: 'solved DESC, matched DESC, placed DESC, solution.id',
  board: 'rank, solution.id',
} as const;

/** Boards and paths that were found and checked; one row for each class under symmetry. */
export class SolutionTable {
  readonly #db: Db;
  readonly #now: () => string;

  constructor(db: Db, now: () => string) {
    this.#db = db;
    this.#now = now;
  }

  /** The id it has; `isNew` is false when it was there already (it comes back from the bin then). */
  add(solution: NewSolution): { id: number; isNew: boolean } {
    const inserted = this.#db
      .prepare<[object], number>(
        `INSERT INTO solution (puzzle_id, run_id, key, board, rank, path, solved, matched, edges, placed, cells,
           hints_kept, hints, found_at)
         VALUES (@puzzleId, @runId, @key, @board, @rank, @path, @solved, @matched, @edges, @placed, @cells,
           @hintsKept, @hints, @foundAt)
         ON CONFLICT (puzzle_id, key) DO NOTHING RETURNING id`,
      )
      .pluck()
      .get({
        ...solution,
        solved: solution.solved ? 1 : 0,
        board: solution.board && boardBytes(solution.board),
        rank: solution.board && boardRank(solution.board),
        path: solution.path && JSON.stringify(solution.path),
        foundAt: this.#now(),
      });
    if (inserted !== undefined) return { id: inserted, isNew: true };
    const id = this.#db
      .prepare<[object], number>(
        // The score anew: the puzzle may have been changed since the board was put in the bin.
        `UPDATE solution SET removed_at = NULL, solved = @solved, matched = @matched, edges = @edges,
           placed = @placed, cells = @cells, hints_kept = @hintsKept, hints = @hints
         WHERE puzzle_id = @puzzleId AND key = @key RETURNING id`,
      )
      .pluck()
      .get({ ...solution, solved: solution.solved ? 1 : 0 });
    return { id: id!, isNew: false };
  }

  list(filter: SolutionFilter): { total: number; items: Solution[] } {
    const where = `solution.removed_at IS NULL
      AND (@puzzleId IS NULL OR solution.puzzle_id = @puzzleId)
      AND (@runId IS NULL OR run_id = @runId)
      AND (@starred IS NULL OR starred = @starred)
      AND (@tag IS NULL OR EXISTS (SELECT 1 FROM json_each(tags) WHERE value = @tag))`;
    const values = {
      puzzleId: filter.puzzleId ?? null,
      runId: filter.runId ?? null,
      starred: filter.starred === undefined ? null : Number(filter.starred),
      tag: filter.tag ?? null,
    };
    const total = this.#db
      .prepare<[object], number>(`SELECT count(*) FROM solution WHERE ${where}`)
      .pluck()
      .get(values);
    const rows = this.#db
      .prepare<[object], Row>(
        `SELECT ${COLUMNS} ${FROM} WHERE ${where} ORDER BY ${ORDER[filter.sort]} LIMIT @limit OFFSET @offset`,
      )
      .all({ ...values, limit: filter.limit, offset: filter.offset });
    return { total: total ?? 0, items: rows.map(solution) };
  }

  tags(puzzleId?: number): string[] {
    return this.#db
      .prepare<[object], string>(
        `SELECT DISTINCT value FROM solution, json_each(tags)
         WHERE removed_at IS NULL AND (@puzzleId IS NULL OR puzzle_id = @puzzleId) ORDER BY value`,
      )
      .pluck()
      .all({ puzzleId: puzzleId ?? null });
  }

  /** Throws when there is none with this id. */
  get(id: number): Solution {
    const row = this.#db
      .prepare<[number], Row>(
        `SELECT ${COLUMNS} ${FROM} WHERE solution.id = ? AND solution.removed_at IS NULL`,
      )
      .get(id);
    if (!row) throw new Error(`There is no solution ${id} in the gallery.`);
    return solution(row);
  }

  count(puzzleId: number): number {
    return this.#db
      .prepare<[number], number>('SELECT count(*) FROM solution WHERE puzzle_id = ? AND removed_at IS NULL')
      .pluck()
      .get(puzzleId)!;
  }

  annotate(
    id: number,
    changes: {
      starred?: boolean | undefined;
      tags?: readonly string[] | undefined;
      note?: string | undefined;
    },
  ): Solution {
    this.#db
      .prepare(
        `UPDATE solution SET starred = coalesce(@starred, starred), tags = coalesce(@tags, tags),
           note = coalesce(@note, note) WHERE id = @id`,
      )
      .run({
        id,
        starred: changes.starred === undefined ? null : Number(changes.starred),
        tags: changes.tags === undefined ? null : JSON.stringify([...new Set(changes.tags)]),
        note: changes.note ?? null,
      });
    return this.get(id);
  }

  remove(id: number): void {
    this.#db.prepare('UPDATE solution SET removed_at = ? WHERE id = ?').run(this.#now(), id);
  }

  restore(id: number): void {
    this.#db.prepare('UPDATE solution SET removed_at = NULL WHERE id = ?').run(id);
  }
}

const solution = (row: Row): Solution => ({
  ...row,
  board: row.board && [...boardFromBytes(row.board)],
  path: row.path === null ? null : (JSON.parse(row.path) as number[]),
  solved: row.solved === 1,
  starred: row.starred === 1,
  tags: JSON.parse(row.tags) as string[],
});
