import * as v from 'valibot';
import type { SavedBoard } from '../../src-core/contract/boards.ts';
import {
  boardFromBytes,
  boardToBytes,
  boardToSortKey,
  type PartialBoard,
} from '../../src-core/puzzle/partial-board.ts';
import type { Db } from './database.ts';
import { BoardPages, type BoardFilter } from './board-pages.ts';
import { damaged, storedOrNull } from './stored.ts';

type Row = Omit<SavedBoard, 'runs' | 'board' | 'path' | 'solved' | 'starred' | 'tags'> & {
  board: Uint8Array | null;
  path: string | null;
  solved: number;
  starred: number;
  tags: string;
};

export interface NewSavedBoard {
  puzzleId: number;
  /** the run that found the board; null if the board was imported or made by hand */
  runId: number | null;
  key: Buffer;
  /** the board in canonical form */
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

/** About 10 MB. */
const MAX_CACHED_BOARDS = 50_000;

const Path = v.array(v.number());
const Tags = v.array(v.string());

const PAGE_COLUMNS = `
  solution.id, solution.puzzle_id AS puzzleId, puzzle.name AS puzzleName, board, path, solved,
  matched, edges, placed, cells, hints_kept AS hintsKept, solution.hints, starred, tags, note,
  solution.found_at AS foundAt`;
const FROM_SOLUTIONS = 'FROM solution JOIN puzzle ON puzzle.id = solution.puzzle_id';

/** Verified boards and paths, one row for each symmetry class, even if several runs found it. */
export class SavedBoardTable {
  readonly #db: Db;
  readonly #now: () => string;
  readonly #pages: BoardPages;
  #adding: ReturnType<typeof addingStatements> | undefined;
  /** Ids of recently added boards. The key consists of the run's id, a space and the board's hash (see `add`). */
  readonly #cached = new Map<string, number>();

  constructor(db: Db, now: () => string) {
    this.#db = db;
    this.#now = now;
    this.#pages = new BoardPages(db);
  }

  /**
   * Adds a board and returns its id. `isNew`: whether the board is new to the run or, for a board without a run, to
   * the library. If the board is in the bin, restores it.
   */
  add(solution: NewSavedBoard): { id: number; isNew: boolean } {
    const { puzzleId, runId } = solution;
    const { find, link } = (this.#adding ??= addingStatements(this.#db));
    // Look in the cache first, because many results of a search are symmetric images of earlier ones.
    const name = `${runId} ${solution.key.toString('latin1')}`;
    const cached = runId === null ? undefined : this.#cached.get(name);
    if (cached !== undefined) return { id: cached, isNew: false };
    const foundAt = this.#now();
    const inserted = this.#insert(solution, foundAt);
    const id = inserted ?? this.#renewed(find.get(puzzleId, solution.key)!, solution);
    if (runId === null) return { id, isNew: inserted !== null };
    const { changes } = link.run({ runId, id, foundAt });
    if (this.#cached.size >= MAX_CACHED_BOARDS) this.#cached.clear();
    this.#cached.set(name, id);
    return { id, isNew: changes > 0 };
  }

  /** Returns whether a puzzle has a board of this symmetry class outside the bin. */
  has(puzzleId: number, key: Buffer): boolean {
    const { find } = (this.#adding ??= addingStatements(this.#db));
    return find.get(puzzleId, key)?.removed_at === null;
  }

  #insert(solution: NewSavedBoard, foundAt: string): number | null {
    const { puzzleId, key, board, path } = solution;
    const { changes, lastInsertRowid } = this.#adding!.insert.run({
      ...scoreColumns(solution),
      puzzleId,
      key,
      board: board && boardToBytes(board),
      rank: board && boardToSortKey(board),
      path: path && JSON.stringify(path),
      foundAt,
    });
    if (changes === 0) return null;
    this.#pages.added(puzzleId);
    return Number(lastInsertRowid);
  }

  /** Updates an existing board's score and takes the board out of the bin. Writes only if something changes. */
  #renewed(known: Known, solution: NewSavedBoard): number {
    const score = scoreColumns(solution);
    if (known.removed_at !== null || SCORE_COLUMNS.some((name) => known[name] !== score[name])) {
      this.#adding!.bringBack.run({ ...score, id: known.id });
      this.#pages.forgetCounts(solution.puzzleId);
    }
    return known.id;
  }

  list(filter: BoardFilter): { total: number; items: SavedBoard[] } {
    const { total, ids, values, order } = this.#pages.page(filter);
    // The subquery finds the page's ids in an index, so only the boards on this page are read. CROSS JOIN makes SQLite
    // run the subquery first.
    const rows = this.#db
      .prepare<[object], Row>(
        `SELECT ${PAGE_COLUMNS} FROM (${ids}) AS page
         CROSS JOIN solution ON solution.id = page.id JOIN puzzle ON puzzle.id = solution.puzzle_id
         ORDER BY ${order}`,
      )
      .all(values);
    return { total, items: this.#solutions(rows) };
  }

  /** Returns the ids of one page of the list of boards. */
  ids(filter: BoardFilter): number[] {
    const { ids, values, fromEnd } = this.#pages.page(filter);
    const found = this.#db.prepare<[object], number>(ids).pluck().all(values);
    return fromEnd ? found.reverse() : found;
  }

  tags(puzzleId?: number): string[] {
    return this.#db
      .prepare<[object], string>(
        `SELECT DISTINCT value FROM
           (SELECT DISTINCT tags FROM solution INDEXED BY solution_tagged
            WHERE removed_at IS NULL AND tags <> '[]' ${puzzleId === undefined ? '' : 'AND puzzle_id = @puzzleId'}) AS some,
           json_each(CASE WHEN json_valid(some.tags) THEN some.tags ELSE '[]' END)
         ORDER BY value`,
      )
      .pluck()
      .all({ puzzleId });
  }

  /** Returns a board. Throws if there is none with this id. */
  get(id: number): SavedBoard {
    const rows = this.#db
      .prepare<[number], Row>(
        `SELECT ${PAGE_COLUMNS} ${FROM_SOLUTIONS} WHERE solution.id = ? AND solution.removed_at IS NULL`,
      )
      .all(id);
    const [found] = this.#solutions(rows);
    if (!found) throw new Error(`There is no board ${id} in the gallery.`);
    return found;
  }

  count(puzzleId: number): number {
    return this.#pages.count(puzzleId);
  }

  /** Clears cached counts and recent boards. Call this after a transaction has been rolled back. */
  forgetCounts(): void {
    this.#pages.forgetCounts();
    this.#cached.clear();
  }

  annotate(
    id: number,
    changes: {
      starred?: boolean | undefined;
      tags?: readonly string[] | undefined;
      note?: string | undefined;
    },
  ): SavedBoard {
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

  puzzlesOf(ids: readonly number[]): number[] {
    return this.#db
      .prepare<[string], number>(
        'SELECT DISTINCT puzzle_id FROM solution WHERE id IN (SELECT value FROM json_each(?))',
      )
      .pluck()
      .all(JSON.stringify(ids));
  }

  /**
   * Changes all the given boards, or none of them if an error occurs. The service splits long lists into several
   * calls.
   */
  annotateAll(
    ids: readonly number[],
    changes: {
      starred?: boolean | undefined;
      addTag?: string | undefined;
      removeTag?: string | undefined;
    },
  ): void {
    const { starred, addTag, removeTag } = changes;
    this.#db.transaction(() => {
      const some = 'WHERE id IN (SELECT value FROM json_each(@ids))';
      const all = JSON.stringify(ids);
      if (starred !== undefined) {
        this.#db
          .prepare(`UPDATE solution SET starred = @starred ${some}`)
          .run({ ids: all, starred: Number(starred) });
      }
      const has = 'EXISTS (SELECT 1 FROM json_each(tags) WHERE value = @tag)';
      if (addTag !== undefined) {
        this.#db
          .prepare(`UPDATE solution SET tags = json_insert(tags, '$[#]', @tag) ${some} AND NOT ${has}`)
          .run({ ids: all, tag: addTag });
      }
      if (removeTag !== undefined) {
        this.#db
          .prepare(
            `UPDATE solution SET tags = (SELECT json_group_array(value) FROM json_each(tags) WHERE value <> @tag)
             ${some} AND ${has}`,
          )
          .run({ ids: all, tag: removeTag });
      }
    })();
  }

  removeAll(ids: readonly number[]): void {
    this.#db
      .prepare(
        'UPDATE solution SET removed_at = ? WHERE removed_at IS NULL AND id IN (SELECT value FROM json_each(?))',
      )
      .run(this.#now(), JSON.stringify(ids));
    this.forgetCounts();
  }

  restoreAll(ids: readonly number[]): void {
    this.#db
      .prepare('UPDATE solution SET removed_at = NULL WHERE id IN (SELECT value FROM json_each(?))')
      .run(JSON.stringify(ids));
    this.forgetCounts();
  }

  #solutions(rows: readonly Row[]): SavedBoard[] {
    if (rows.length === 0) return [];
    const runs = new Map<number, SavedBoard['runs']>();
    for (const { solutionId, startBoardId, ...rest } of this.#db
      .prepare<[string], { solutionId: number; runId: number; foundAt: string; startBoardId: number | null }>(
        `SELECT found.solution_id AS solutionId, found.run_id AS runId, found.found_at AS foundAt,
           start.id AS startBoardId
         FROM solution_run AS found JOIN run ON run.id = found.run_id AND run.removed_at IS NULL
         LEFT JOIN run_start ON run_start.run_id = run.id
         LEFT JOIN solution AS start ON start.id = run_start.solution_id AND start.removed_at IS NULL
         WHERE found.solution_id IN (SELECT value FROM json_each(?)) ORDER BY found.found_at, found.run_id`,
      )
      .iterate(JSON.stringify(rows.map(({ id }) => id)))) {
      const run = { ...rest, ...(startBoardId !== null && { startBoardId }) };
      const known = runs.get(solutionId);
      if (known) known.push(run);
      else runs.set(solutionId, [run]);
    }
    return rows.map((row) => {
      const board = row.board && boardFromBytes(row.board);
      const path = row.path === null ? null : storedOrNull(Path, row.path);
      const tags = storedOrNull(Tags, row.tags);
      const isDamaged = tags === null || (row.path !== null && !path) || (row.board !== null && !board);
      return {
        ...row,
        runs: runs.get(row.id) ?? [],
        board,
        path,
        solved: row.solved === 1,
        starred: row.starred === 1,
        tags: tags ?? [],
        note: isDamaged ? `${damaged('This board')} ${row.note}`.trim() : row.note,
      };
    });
  }
}

/**
 * The columns of a board's score. If a run finds a stored board again, its score is updated, because the puzzle may
 * have changed since.
 */
const SCORE_COLUMNS = ['solved', 'matched', 'edges', 'placed', 'cells', 'hints_kept', 'hints'] as const;

type ScoreColumns = Record<(typeof SCORE_COLUMNS)[number], number>;

type Known = ScoreColumns & { readonly id: number; readonly removed_at: string | null };

const scoreColumns = (solution: NewSavedBoard): ScoreColumns => {
  const { solved, matched, edges, placed, cells, hintsKept, hints } = solution;
  return { solved: solved ? 1 : 0, matched, edges, placed, cells, hints_kept: hintsKept, hints };
};

/**
 * The statements that add boards. They are prepared only once, because preparing a statement takes longer than running
 * it.
 */
const addingStatements = (db: Db) => ({
  insert: db.prepare<[object]>(
    `INSERT INTO solution (puzzle_id, key, board, rank, path, solved, matched, edges, placed, cells,
       hints_kept, hints, found_at)
     VALUES (@puzzleId, @key, @board, @rank, @path, @solved, @matched, @edges, @placed, @cells,
       @hints_kept, @hints, @foundAt) ON CONFLICT DO NOTHING`,
  ),
  find: db.prepare<[number, Uint8Array], Known>(
    `SELECT id, removed_at, ${SCORE_COLUMNS.join()} FROM solution WHERE puzzle_id = ? AND key = ?`,
  ),
  bringBack: db.prepare<[object]>(
    `UPDATE solution SET removed_at = NULL, ${SCORE_COLUMNS.map((name) => `${name} = @${name}`).join()} WHERE id = @id`,
  ),
  // The board that a run started from wasn't found by this run.
  link: db.prepare<[object]>(
    `INSERT OR IGNORE INTO solution_run (run_id, solution_id, found_at)
     SELECT @runId, @id, @foundAt
     WHERE NOT EXISTS (SELECT 1 FROM run_start WHERE run_id = @runId AND solution_id = @id)`,
  ),
});
