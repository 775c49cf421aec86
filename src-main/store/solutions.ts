import * as v from 'valibot';
import type { Solution } from '../../src-core/contract/solutions.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import { boardBytes, boardFromBytes, boardRank } from './boards.ts';
import type { Db } from './database.ts';
import { damaged, storedOrNull } from './stored.ts';

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

const Path = v.array(v.number());
const Tags = v.array(v.string());

/** Fewer boards than these are sorted faster than their order is walked through. */
const FEW = 20_000;

const COLUMNS = `
  solution.id, solution.puzzle_id AS puzzleId, puzzle.name AS puzzleName, board, path, solved,
  matched, edges, placed, cells, hints_kept AS hintsKept, solution.hints, starred, tags, note,
  solution.found_at AS foundAt`;
const FROM = 'FROM solution JOIN puzzle ON puzzle.id = solution.puzzle_id';

/** Each is the order of an index (migrations.ts), so that any page of a million is there at once. */
const ORDER = {
  newest: ['solution.id DESC'],
  oldest: ['solution.id'],
  best: ['solved DESC', 'matched DESC', 'placed DESC', 'solution.id'],
  board: ['puzzle_id', 'rank', 'solution.id'],
} as const;

/** The index of an order, to be named: without statistics SQLite takes another and sorts. None: by the rows themselves. */
const indexOf = (sort: SolutionFilter['sort'], ofPuzzle: boolean): string | null => {
  if (sort === 'board') return 'solution_by_rank';
  if (sort === 'best') return ofPuzzle ? 'solution_by_score' : 'solution_best';
  return ofPuzzle ? 'solution_by_puzzle' : null;
};

const forwards = (sort: SolutionFilter['sort']): string => ORDER[sort].join();
const backwards = (sort: SolutionFilter['sort']): string =>
  ORDER[sort].map((term) => (term.endsWith(' DESC') ? term.slice(0, -5) : `${term} DESC`)).join();

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
    const { changes: inserts, lastInsertRowid } = statements.insert.run({
      ...scoreColumns(solution),
      puzzleId,
      key: solution.key,
      board: solution.board && boardBytes(solution.board),
      rank: solution.board && boardRank(solution.board),
      path: solution.path && JSON.stringify(solution.path),
      foundAt,
    });
    const inserted = inserts > 0 ? Number(lastInsertRowid) : undefined;
    if (inserted !== undefined && this.#counts.has(puzzleId))
      this.#counts.set(puzzleId, this.#counts.get(puzzleId)! + 1);
    const id = inserted ?? this.#known(solution);
    if (runId === null) return { id, isNew: inserted !== undefined };
    const { changes } = statements.link.run(runId, id, foundAt);
    return { id, isNew: changes > 0 };
  }

  /** One that is there; written anew only where that changes it, as most of what a search finds are turned images. */
  #known(solution: NewSolution): number {
    const { find, bringBack } = this.#adding!;
    const found = find.get(solution.puzzleId, solution.key)!;
    const score = scoreColumns(solution);
    if (found.removed_at !== null || SCORE.some((name) => found[name] !== score[name])) {
      bringBack.run({ ...score, id: found.id });
      this.#counts.delete(solution.puzzleId);
    }
    return found.id;
  }

  list(asked: SolutionFilter): { total: number; items: Solution[] } {
    const filter = this.#plain(asked);
    const total = this.#total(filter);
    const { page, values } = this.#page(filter, total);
    // The page is found by an index alone; only what is on it is read: CROSS JOIN keeps to this order.
    const rows = this.#db
      .prepare<[object], Row>(
        `SELECT ${COLUMNS} FROM (${page}) AS page
         CROSS JOIN solution ON solution.id = page.id JOIN puzzle ON puzzle.id = solution.puzzle_id
         ORDER BY ${forwards(filter.sort)}`,
      )
      .all(values);
    return { total, items: this.#solutions(rows) };
  }

  /** The numbers of a stretch of the list. */
  ids(asked: SolutionFilter): number[] {
    const filter = this.#plain(asked);
    const { page, values, fromEnd } = this.#page(filter, this.#total(filter));
    const ids = this.#db.prepare<[object], number>(page).pluck().all(values);
    return fromEnd ? ids.reverse() : ids;
  }

  /** The same boards, asked for as is quickest: where a run found all boards of its puzzle, they are the puzzle's. */
  #plain(filter: SolutionFilter): SolutionFilter {
    const { runId, puzzleId, ...rest } = filter;
    if (runId === undefined) return filter;
    const ofRun = this.#db
      .prepare<[number], number>('SELECT puzzle_id FROM run WHERE id = ?')
      .pluck()
      .get(runId);
    if (ofRun === undefined || (puzzleId !== undefined && puzzleId !== ofRun)) return filter;
    const isAll = this.#foundBy(runId) === this.count(ofRun);
    return isAll ? { ...rest, puzzleId: ofRun } : { ...rest, runId };
  }

  /** How many boards in the gallery a run found: all, without those few in the bin; their rows need not be looked at. */
  #foundBy(runId: number): number {
    return this.#db
      .prepare<[object], number>(
        `SELECT (SELECT count(*) FROM solution_run WHERE run_id = @runId)
           - (SELECT count(*) FROM solution INDEXED BY solution_in_bin
              CROSS JOIN solution_run ON solution_id = solution.id AND run_id = @runId
              WHERE solution.removed_at IS NOT NULL)`,
      )
      .pluck()
      .get({ runId })!;
  }

  /** A question for the ids of a page, reached from the nearer end of the list: `fromEnd`, the last one first. */
  #page(filter: SolutionFilter, total: number): { page: string; values: object; fromEnd: boolean } {
    const { sort, offset, limit } = filter;
    const { where, values, few, ofPuzzle } = this.#conditions(filter);
    const index = few ? null : indexOf(sort, ofPuzzle);
    const walked = index ? `INDEXED BY ${index}` : '';
    const last = Math.min(total, offset + limit);
    const fromEnd = offset > total - last;
    const order = fromEnd ? backwards(sort) : forwards(sort);
    return {
      fromEnd,
      page: `SELECT id FROM solution ${walked} WHERE ${where} ORDER BY ${order} LIMIT @limit OFFSET @offset`,
      values: fromEnd
        ? { ...values, limit: Math.max(0, last - offset), offset: total - last }
        : { ...values, limit, offset },
    };
  }

  /** How many pass a filter. */
  #total(filter: SolutionFilter): number {
    const { runId, puzzleId, starred, tag } = filter;
    if (starred === false)
      return this.#total({ ...filter, starred: undefined }) - this.#total({ ...filter, starred: true });
    if (runId !== undefined && puzzleId === undefined && starred === undefined && tag === undefined)
      return this.#foundBy(runId);
    if (runId === undefined && starred === undefined && tag === undefined) {
      if (puzzleId !== undefined) return this.count(puzzleId);
      const puzzles = this.#db.prepare<[], number>('SELECT id FROM puzzle').pluck().all();
      return puzzles.reduce((sum, id) => sum + this.count(id), 0);
    }
    const { where, values } = this.#conditions(filter);
    return this.#db
      .prepare<[object], number>(`SELECT count(*) FROM solution WHERE ${where}`)
      .pluck()
      .get(values)!;
  }

  /**
   * Only what is asked for stands in the question, so that it can be answered from an index.
   * `few`: the boards that pass are looked up and sorted, not met on the way through an order.
   */
  #conditions({ puzzleId, runId, starred, tag }: SolutionFilter): {
    where: string;
    values: object;
    few: boolean;
    ofPuzzle: boolean;
  } {
    const fewOfRun = runId !== undefined && this.#foundFew(runId);
    // Starred and tagged boards are few, and each has an index that need not touch the boards.
    const among = (index: string, condition: string): string =>
      `solution.id IN (SELECT id FROM solution INDEXED BY ${index} WHERE removed_at IS NULL AND ${condition}
       ${puzzleId === undefined ? '' : 'AND puzzle_id = @puzzleId'})`;
    const where = [
      'solution.removed_at IS NULL',
      puzzleId !== undefined && 'puzzle_id = @puzzleId',
      // a run's boards are its puzzle's: said, so that the puzzle's indexes serve
      runId !== undefined && 'puzzle_id = (SELECT run.puzzle_id FROM run WHERE run.id = @runId)',
      runId !== undefined &&
        (fewOfRun
          ? 'solution.id IN (SELECT solution_id FROM solution_run WHERE run_id = @runId)'
          : '(SELECT run_id FROM solution_run WHERE run_id = @runId AND solution_id = solution.id) IS NOT NULL'),
      starred === true && among('solution_starred', 'starred = 1'),
      starred === false &&
        `NOT EXISTS (SELECT 1 FROM solution AS s INDEXED BY solution_starred
         WHERE s.puzzle_id = solution.puzzle_id AND s.id = solution.id AND s.removed_at IS NULL AND s.starred = 1)`,
      // a tag as JSON writes it, quotes and all, is found in a list of tags only where it is one of them
      tag !== undefined && among('solution_tagged', `tags <> '[]' AND instr(tags, @tag) > 0`),
    ];
    return {
      few: fewOfRun || starred === true || tag !== undefined,
      ofPuzzle: puzzleId !== undefined || runId !== undefined,
      where: where.filter(Boolean).join(' AND '),
      values: {
        ...(puzzleId !== undefined ? { puzzleId } : {}),
        ...(runId !== undefined ? { runId } : {}),
        ...(tag !== undefined ? { tag: JSON.stringify(tag) } : {}),
      },
    };
  }

  /** The few boards of a run are looked up one by one; where it found many, those of its puzzle are, in their order. */
  #foundFew(runId: number): boolean {
    return (
      this.#db
        .prepare<[number, number], number>(
          'SELECT count(*) FROM (SELECT 1 FROM solution_run WHERE run_id = ? LIMIT ?)',
        )
        .pluck()
        .get(runId, FEW)! < FEW
    );
  }

  tags(puzzleId?: number): string[] {
    return this.#db
      .prepare<[object], string>(
        `SELECT DISTINCT value FROM solution, json_each(CASE WHEN json_valid(tags) THEN tags ELSE '[]' END)
         WHERE removed_at IS NULL AND tags <> '[]' ${puzzleId === undefined ? '' : 'AND puzzle_id = @puzzleId'}
         ORDER BY value`,
      )
      .pluck()
      .all({ puzzleId });
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

  puzzlesOf(ids: readonly number[]): number[] {
    return this.#db
      .prepare<[string], number>(
        'SELECT DISTINCT puzzle_id FROM solution WHERE id IN (SELECT value FROM json_each(?))',
      )
      .pluck()
      .all(JSON.stringify(ids));
  }

  /** All or none. */
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
    return rows.map((row) => {
      const board = row.board && boardFromBytes(row.board);
      const path = row.path === null ? null : storedOrNull(Path, row.path);
      const tags = storedOrNull(Tags, row.tags);
      const isDamaged = tags === null || (row.path !== null && !path) || (row.board !== null && !board);
      return {
        ...row,
        runs: runs.get(row.id) ?? [],
        board: board && [...board],
        path,
        solved: row.solved === 1,
        starred: row.starred === 1,
        tags: tags ?? [],
        note: isDamaged ? `${damaged('What was found here')} ${row.note}`.trim() : row.note,
      };
    });
  }
}

/** Columns that say how good a board is: taken anew when it is found again, as the puzzle may have been changed meanwhile. */
const SCORE = ['solved', 'matched', 'edges', 'placed', 'cells', 'hints_kept', 'hints'] as const;

type ScoreColumns = Record<(typeof SCORE)[number], number>;

const scoreColumns = (solution: NewSolution): ScoreColumns => {
  const { solved, matched, edges, placed, cells, hintsKept, hints } = solution;
  return { solved: solved ? 1 : 0, matched, edges, placed, cells, hints_kept: hintsKept, hints };
};

/** Prepared once: to prepare them takes longer than to carry them out. */
const addingStatements = (db: Db) => ({
  insert: db.prepare<[object]>(
    `INSERT INTO solution (puzzle_id, key, board, rank, path, solved, matched, edges, placed, cells,
       hints_kept, hints, found_at)
     VALUES (@puzzleId, @key, @board, @rank, @path, @solved, @matched, @edges, @placed, @cells,
       @hints_kept, @hints, @foundAt)
     ON CONFLICT (puzzle_id, key) DO NOTHING`,
  ),
  find: db.prepare<[number, Uint8Array], ScoreColumns & { id: number; removed_at: string | null }>(
    `SELECT id, removed_at, ${SCORE.join()} FROM solution WHERE puzzle_id = ? AND key = ?`,
  ),
  bringBack: db.prepare<[object]>(
    `UPDATE solution SET removed_at = NULL, ${SCORE.map((name) => `${name} = @${name}`).join()} WHERE id = @id`,
  ),
  link: db.prepare<[number, number, string]>(
    'INSERT OR IGNORE INTO solution_run (run_id, solution_id, found_at) VALUES (?, ?, ?)',
  ),
});
