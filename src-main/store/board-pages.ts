import type { Db } from './database.ts';

export interface BoardFilter {
  puzzleId?: number | undefined;
  runId?: number | undefined;
  starred?: boolean | undefined;
  tag?: string | undefined;
  sort: 'newest' | 'oldest' | 'best' | 'board';
  offset: number;
  limit: number;
}

interface Page {
  readonly total: number;
  /** SQL with named parameters that selects the ids of the boards on the page */
  readonly ids: string;
  readonly values: object;
  /** true if the query returns the ids in reverse order */
  readonly fromEnd: boolean;
  /** SQL terms that sort the list */
  readonly order: string;
}

/** The part of a query that selects a filter's boards. */
interface Conditions {
  /** the condition, as SQL with named parameters */
  readonly where: string;
  readonly values: object;
  /**
   * true if the filter leaves so few boards that all of them are read and sorted; otherwise an index provides the
   * order
   */
  readonly few: boolean;
  readonly ofPuzzle: boolean;
  /** name of an index with exactly this filter's boards, in the requested order; null if there is none */
  readonly own: string | null;
}

/** With fewer boards than this, sorting them is faster than reading them in order through an index. */
const MIN_BOARDS_FOR_INDEX = 20_000;

/**
 * Terms of ORDER BY. Each order has an index (migrations.ts), so any page is found quickly, even in a list of a
 * million boards.
 */
const ORDER_TERMS = {
  newest: ['solution.id DESC'],
  oldest: ['solution.id'],
  best: ['solved DESC', 'matched DESC', 'placed DESC', 'solution.id'],
  board: ['puzzle_id', 'rank', 'solution.id'],
} as const;

/**
 * Returns the index that a query for this order must name; null if it needn't name one. SQLite has no statistics here,
 * so it would choose another index and sort the boards.
 */
const indexOf = (sort: BoardFilter['sort'], ofPuzzle: boolean): string | null => {
  if (sort === 'board') return 'solution_by_rank';
  if (sort === 'best') return ofPuzzle ? 'solution_by_score' : 'solution_best';
  return ofPuzzle ? 'solution_by_puzzle' : null;
};

/**
 * Returns the name of an index with exactly the starred or tagged boards, in the requested order; null if there is
 * none.
 */
function ownIndexOf({ puzzleId, runId, starred, tag, sort }: BoardFilter): string | null {
  if (runId !== undefined) return null;
  const kind =
    tag === undefined && starred ? 'starred' : tag !== undefined && starred === undefined ? 'tagged' : null;
  if (kind && sort === 'best') return `solution_${kind}_best`;
  if (kind && sort === 'board') return `solution_${kind}_rank`;
  // The index `solution_starred` lists a puzzle's starred boards in the order in which they were saved.
  return kind === 'starred' && puzzleId !== undefined ? 'solution_starred' : null;
}

const forwards = (sort: BoardFilter['sort']): string => ORDER_TERMS[sort].join();
const backwards = (sort: BoardFilter['sort']): string =>
  ORDER_TERMS[sort].map((term) => (term.endsWith(' DESC') ? term.slice(0, -5) : `${term} DESC`)).join();

/** Builds the queries for the gallery's list. They find any page quickly, even in a list of a million boards. */
export class BoardPages {
  readonly #db: Db;
  /** Each puzzle's number of boards outside the bin, counted when it is first needed. */
  readonly #counts = new Map<number, number>();

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Returns the query for a page. A page near the end of the list is read from the end, so its ids are in reverse
   * order.
   */
  page(asked: BoardFilter): Page {
    const filter = this.#plain(asked);
    const { sort, offset, limit } = filter;
    const total = this.#total(filter);
    const { where, values, few, ofPuzzle, own } = this.#conditions(filter);
    const index = own ?? (few ? null : indexOf(sort, ofPuzzle));
    const walked = index ? `INDEXED BY ${index}` : '';
    const last = Math.min(total, offset + limit);
    const fromEnd = offset > total - last;
    const way = fromEnd ? backwards(sort) : forwards(sort);
    return {
      total,
      order: forwards(sort),
      fromEnd,
      ids: `SELECT id FROM solution ${walked} WHERE ${where} ORDER BY ${way} LIMIT @limit OFFSET @offset`,
      values: fromEnd
        ? { ...values, limit: Math.max(0, last - offset), offset: total - last }
        : { ...values, limit, offset },
    };
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

  /** Adds 1 to the cached number of boards of a puzzle. */
  added(puzzleId: number): void {
    const count = this.#counts.get(puzzleId);
    if (count !== undefined) this.#counts.set(puzzleId, count + 1);
  }

  /** Discards the cached number of boards of one puzzle, or of all puzzles. */
  forgetCounts(puzzleId?: number): void {
    if (puzzleId === undefined) this.#counts.clear();
    else this.#counts.delete(puzzleId);
  }

  /**
   * Returns a faster filter for the same boards. If one run found all boards of its puzzle, the filter selects by
   * puzzle instead of by run.
   */
  #plain(filter: BoardFilter): BoardFilter {
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

  /**
   * Returns how many of the boards found by a run are in the gallery. Subtracts the few boards in the bin from the
   * number of all boards found, so that it needn't read every board.
   */
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

  #total(filter: BoardFilter): number {
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
    const alone =
      runId === undefined && (tag === undefined ? starred && FROM_STARRED : !starred && FROM_TAGGED);
    const counted = alone ? `${alone} ${ofPuzzle(filter)}` : `FROM solution WHERE ${where}`;
    return this.#db.prepare<[object], number>(`SELECT count(*) ${counted}`).pluck().get(values)!;
  }

  /** Returns a filter's SQL conditions. Leaves out filters that aren't set, so that an index can answer the query. */
  #conditions(filter: BoardFilter): Conditions {
    const { puzzleId, runId, starred, tag } = filter;
    const own = ownIndexOf(filter);
    const values = valuesOf(filter);
    const fewOfRun = runId !== undefined && this.#areFew('FROM solution_run WHERE run_id = @runId', values);
    const fewStarred =
      starred === true && !own && this.#areFew(`${FROM_STARRED} ${ofPuzzle(filter)}`, values);
    const fewTagged = tag !== undefined && !own && this.#areFew(`${FROM_TAGGED} ${ofPuzzle(filter)}`, values);
    const where = [
      'solution.removed_at IS NULL',
      ...(puzzleId === undefined ? [] : ['puzzle_id = @puzzleId']),
      ...(runId === undefined ? [] : runConditions(fewOfRun)),
      ...(starred === undefined ? [] : [starredCondition(filter, starred, fewStarred)]),
      ...(tag === undefined ? [] : [tagCondition(filter, fewTagged)]),
    ];
    return {
      few: fewOfRun || fewStarred || fewTagged,
      own,
      ofPuzzle: puzzleId !== undefined || runId !== undefined,
      where: where.join(' AND '),
      values,
    };
  }

  #areFew(from: string, values: object): boolean {
    return (
      this.#db
        .prepare<[object], number>(`SELECT count(*) FROM (SELECT 1 ${from} LIMIT ${MIN_BOARDS_FOR_INDEX})`)
        .pluck()
        .get(values)! < MIN_BOARDS_FOR_INDEX
    );
  }
}

/** SQL that finds starred or tagged boards in their indexes without reading the table. */
const FROM_STARRED = 'FROM solution INDEXED BY solution_starred WHERE removed_at IS NULL AND starred = 1';
const FROM_TAGGED = `FROM solution INDEXED BY solution_tagged WHERE removed_at IS NULL AND tags <> '[]' AND instr(tags, @tag) > 0`;
const IS_STARRED = `EXISTS (SELECT 1 FROM solution AS s INDEXED BY solution_starred
  WHERE s.puzzle_id = solution.puzzle_id AND s.id = solution.id AND s.removed_at IS NULL AND s.starred = 1)`;

const ofPuzzle = ({ puzzleId }: BoardFilter): string =>
  puzzleId === undefined ? '' : 'AND puzzle_id = @puzzleId';

const valuesOf = ({ puzzleId, runId, tag }: BoardFilter): object => ({
  ...(puzzleId === undefined ? {} : { puzzleId }),
  ...(runId === undefined ? {} : { runId }),
  // Tags are stored as a JSON list. Search for the tag with its quotation marks, so that only whole tags match.
  ...(tag === undefined ? {} : { tag: JSON.stringify(tag) }),
});

const runConditions = (few: boolean): string[] => [
  // Every board of a run belongs to the run's puzzle. Saying so lets SQLite use the indexes by puzzle.
  'puzzle_id = (SELECT run.puzzle_id FROM run WHERE run.id = @runId)',
  few
    ? 'solution.id IN (SELECT solution_id FROM solution_run WHERE run_id = @runId)'
    : '(SELECT run_id FROM solution_run WHERE run_id = @runId AND solution_id = solution.id) IS NOT NULL',
];

function starredCondition(filter: BoardFilter, starred: boolean, few: boolean): string {
  if (!starred) return `NOT ${IS_STARRED}`;
  if (few) return `solution.id IN (SELECT id ${FROM_STARRED} ${ofPuzzle(filter)})`;
  return ownIndexOf(filter) ? 'starred = 1' : IS_STARRED;
}

function tagCondition(filter: BoardFilter, few: boolean): string {
  if (few) return `solution.id IN (SELECT id ${FROM_TAGGED} ${ofPuzzle(filter)})`;
  return `${ownIndexOf(filter) ? "tags <> '[]' AND " : ''}instr(solution.tags, @tag) > 0`;
}
