import type { Solution } from '../../src-core/contract/solutions.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import { boardBytes, boardFromBytes, boardRank } from './boards.ts';
import type { Db } from './database.ts';

type Row = Omit<Solution, 'runs' | 'board' | 'path' | 'solved' | 'starred' | 'tags'> & {
  board: Uint8Array | null;
  path: string | null;
  solved: number;
  starred: number;
  tags: string;
};

export interface NewSolution {
  puzzleId: number;
  /** the run that found it; null when it was imported or made by hand */
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
  solution.id, solution.puzzle_id AS puzzleId, puzzle.name AS puzzleName, board, path, solved,
  matched, edges, placed, cells, hints_kept AS hintsKept, solution.hints, starred, tags, note,
  solution.found_at AS foundAt`;
const FROM = 'FROM solution JOIN puzzle ON puzzle.id = solution.puzzle_id';

const ORDER = {
  newest: 'solution.id DESC',
  oldest: 'solution.id',
  best: 'solved DESC, matched DESC, placed DESC, solution.id',
  board: 'rank, solution.id',
} as const;

/** Boards and paths that were found and checked; one row for each class under symmetry, whoever found it. */
export class SolutionTable {
  readonly #db: Db;
  readonly #now: () => string;
  /** of boards that are not in the bin, by puzzle; counted anew when it is not known */
  readonly #counts = new Map<number, number>();
  #adding: ReturnType<typeof addingStatements> | undefined;

  constructor(db: Db, now: () => string) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * The id it has. `isNew`: this run had not found it before; without a run, nobody had. One that was in the
   * bin comes back.
   */
  add(solution: NewSolution): { id: number; isNew: boolean } {
    const { puzzleId, runId } = solution;
    const foundAt = this.#now();
    const statements = (this.#adding ??= addingStatements(this.#db));
    const inserted = statements.insert.get({
      ...solution,
      solved: solution.solved ? 1 : 0,
      board: solution.board && boardBytes(solution.board),
      rank: solution.board && boardRank(solution.board),
      path: solution.path && JSON.stringify(solution.path),
      foundAt,
    });
    if (inserted === undefined) this.#counts.delete(puzzleId);
    else if (this.#counts.has(puzzleId)) this.#counts.set(puzzleId, this.#counts.get(puzzleId)! + 1);
    const id = inserted ?? this.#bringBack(solution);
    if (runId === null) return { id, isNew: inserted !== undefined };
    const { changes } = statements.link.run(runId, id, foundAt);
    return { id, isNew: changes > 0 };
  }

  #bringBack(solution: NewSolution): number {
    return this.#db
      .prepare<[object], number>(
        // The score anew: the puzzle may have been changed since the board was put in the bin.
        `UPDATE solution SET removed_at = NULL, solved = @solved, matched = @matched, edges = @edges,
           placed = @placed, cells = @cells, hints_kept = @hintsKept, hints = @hints
         WHERE puzzle_id = @puzzleId AND key = @key RETURNING id`,
      )
      .pluck()
      .get({ ...solution, solved: solution.solved ? 1 : 0 })!;
  }

  list(filter: SolutionFilter): { total: number; items: Solution[] } {
    const where = `solution.removed_at IS NULL
      AND (@puzzleId IS NULL OR solution.puzzle_id = @puzzleId)
      AND (@runId IS NULL OR solution.id IN (SELECT solution_id FROM solution_run WHERE run_id = @runId))
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
    return { total: total ?? 0, items: this.#solutions(rows) };
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
    const rows = this.#db
      .prepare<[number], Row>(
        `SELECT ${COLUMNS} ${FROM} WHERE solution.id = ? AND solution.removed_at IS NULL`,
      )
      .all(id);
    const [found] = this.#solutions(rows);
    if (!found) throw new Error(`There is no solution ${id} in the gallery.`);
    return found;
  }

  count(puzzleId: number): number {
    let count = this.#counts.get(puzzleId);
    if (count === undefined) {
      count = this.#db
        .prepare<[number], number>('SELECT count(*) FROM solution WHERE puzzle_id = ? AND removed_at IS NULL')
        .pluck()
        .get(puzzleId)!;
      this.#counts.set(puzzleId, count);
    }
    return count;
  }

  /** To be called when what was counted is no longer so: after a transaction that was taken back. */
  forgetCounts(): void {
    this.#counts.clear();
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
    this.forgetCounts();
  }

  restore(id: number): void {
    this.#db.prepare('UPDATE solution SET removed_at = NULL WHERE id = ?').run(id);
    this.forgetCounts();
  }

  /** Rows as the contract has them, with the runs of each. */
  #solutions(rows: readonly Row[]): Solution[] {
    if (rows.length === 0) return [];
    const runs = new Map<number, Solution['runs']>();
    for (const { solutionId, ...run } of this.#db
      .prepare<[string], { solutionId: number; runId: number; foundAt: string }>(
        `SELECT solution_id AS solutionId, run_id AS runId, solution_run.found_at AS foundAt
         FROM solution_run JOIN run ON run.id = run_id AND run.removed_at IS NULL
         WHERE solution_id IN (SELECT value FROM json_each(?)) ORDER BY solution_run.found_at, run_id`,
      )
      .iterate(JSON.stringify(rows.map(({ id }) => id)))) {
      const known = runs.get(solutionId);
      if (known) known.push(run);
      else runs.set(solutionId, [run]);
    }
    return rows.map((row) => ({
      ...row,
      runs: runs.get(row.id) ?? [],
      board: row.board && [...boardFromBytes(row.board)],
      path: row.path === null ? null : (JSON.parse(row.path) as number[]),
      solved: row.solved === 1,
      starred: row.starred === 1,
      tags: JSON.parse(row.tags) as string[],
    }));
  }
}

/** Prepared once: to prepare them takes longer than to carry them out. */
const addingStatements = (db: Db) => ({
  insert: db
    .prepare<[object], number>(
      `INSERT INTO solution (puzzle_id, key, board, rank, path, solved, matched, edges, placed, cells,
         hints_kept, hints, found_at)
       VALUES (@puzzleId, @key, @board, @rank, @path, @solved, @matched, @edges, @placed, @cells,
         @hintsKept, @hints, @foundAt)
       ON CONFLICT (puzzle_id, key) DO NOTHING RETURNING id`,
    )
    .pluck(),
  link: db.prepare<[number, number, string]>(
    'INSERT OR IGNORE INTO solution_run (run_id, solution_id, found_at) VALUES (?, ?, ?)',
  ),
});
