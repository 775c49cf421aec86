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

/** A question for a page of the list, and what is asked with it. */
interface Page {
  /** boards that pass the filter */
  readonly total: number;
  /** SQL: the ids of the page, with the values it names */
  readonly ids: string;
  readonly values: object;
  /** the ids come last one first */
  readonly fromEnd: boolean;
  /** SQL: the order of the list */
  readonly order: string;
}

/** Fewer boards than these are sorted faster than their order is walked through. */
const FEW = 20_000;

/** Each is the order of an index (migrations.ts), so that any page of a million is there at once. */
const ORDER = {
  newest: ['solution.id DESC'],
  oldest: ['solution.id'],
  best: ['solved DESC', 'matched DESC', 'placed DESC', 'solution.id'],
  board: ['puzzle_id', 'rank', 'solution.id'],
} as const;

/** The index of an order, to be named: without statistics SQLite takes another and sorts. None: by the rows themselves. */
const indexOf = (sort: BoardFilter['sort'], ofPuzzle: boolean): string | null => {
  if (sort === 'board') return 'solution_by_rank';
  if (sort === 'best') return ofPuzzle ? 'solution_by_score' : 'solution_best';
  return ofPuzzle ? 'solution_by_puzzle' : null;
};

/** The same for all that are starred, or have tags, and nothing else is asked of them; null: they are looked up and sorted. */
function ownIndexOf({ puzzleId, runId, starred, tag, sort }: BoardFilter): string | null {
  if (runId !== undefined) return null;
  const kind =
    tag === undefined && starred ? 'starred' : tag !== undefined && starred === undefined ? 'tagged' : null;
  if (kind && sort === 'best') return `solution_${kind}_best`;
  if (kind && sort === 'board') return `solution_${kind}_rank`;
  // the index of a puzzle's starred boards has them as they came
  return kind === 'starred' && puzzleId !== undefined ? 'solution_starred' : null;
}

const forwards = (sort: BoardFilter['sort']): string => ORDER[sort].join();
const backwards = (sort: BoardFilter['sort']): string =>
  ORDER[sort].map((term) => (term.endsWith(' DESC') ? term.slice(0, -5) : `${term} DESC`)).join();

/** Which boards a filter names and in which order, asked so that any page of a million is there at once. */
export class BoardPages {
  readonly #db: Db;
  /** of boards that are not in the bin, by puzzle; counted again when it is not known */
  readonly #counts = new Map<number, number>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** A question for the ids of a page, reached from the nearer end of the list: `fromEnd`, the last one first. */
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

  /** A board more, of those that are not in the bin. */
  added(puzzleId: number): void {
    const count = this.#counts.get(puzzleId);
    if (count !== undefined) this.#counts.set(puzzleId, count + 1);
  }

  /** What was counted is no longer so: for one puzzle, or for all. */
  forgetCounts(puzzleId?: number): void {
    if (puzzleId === undefined) this.#counts.clear();
    else this.#counts.delete(puzzleId);
  }

  /** The same boards, asked for as is quickest: where a run found all boards of its puzzle, they are the puzzle's. */
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

  /** How many pass a filter. */
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
    const alone = runId === undefined && (tag === undefined ? starred && STARRED : !starred && TAGGED);
    const counted = alone ? `${alone} ${ofPuzzle(filter)}` : `FROM solution WHERE ${where}`;
    return this.#db.prepare<[object], number>(`SELECT count(*) ${counted}`).pluck().get(values)!;
  }

  /**
   * Only what is asked for stands in the question, so that it can be answered from an index.
   * `own`: the index that has just these boards in their order. `few`: they are looked up and sorted, not met on the way
   * through the order of all.
   */
  #conditions(filter: BoardFilter): {
    where: string;
    values: object;
    few: boolean;
    ofPuzzle: boolean;
    own: string | null;
  } {
    const { puzzleId, runId, starred, tag } = filter;
    const own = ownIndexOf(filter);
    const values = {
      ...(puzzleId !== undefined ? { puzzleId } : {}),
      ...(runId !== undefined ? { runId } : {}),
      // a tag as JSON writes it, quotes and all, is found in a list of tags only where it is one of them
      ...(tag !== undefined ? { tag: JSON.stringify(tag) } : {}),
    };
    const [allStarred, allTagged] = [STARRED, TAGGED].map((all) => `${all} ${ofPuzzle(filter)}`) as [
      string,
      string,
    ];
    const fewOfRun = runId !== undefined && this.#areFew('FROM solution_run WHERE run_id = @runId', values);
    const fewStarred = starred === true && !own && this.#areFew(allStarred, values);
    const fewTagged = tag !== undefined && !own && this.#areFew(allTagged, values);
    const isStarred = `EXISTS (SELECT 1 FROM solution AS s INDEXED BY solution_starred
      WHERE s.puzzle_id = solution.puzzle_id AND s.id = solution.id AND s.removed_at IS NULL AND s.starred = 1)`;
    const where = [
      'solution.removed_at IS NULL',
      puzzleId !== undefined && 'puzzle_id = @puzzleId',
      // a run's boards are its puzzle's: said, so that the puzzle's indexes serve
      runId !== undefined && 'puzzle_id = (SELECT run.puzzle_id FROM run WHERE run.id = @runId)',
      runId !== undefined &&
        (fewOfRun
          ? 'solution.id IN (SELECT solution_id FROM solution_run WHERE run_id = @runId)'
          : '(SELECT run_id FROM solution_run WHERE run_id = @runId AND solution_id = solution.id) IS NOT NULL'),
      starred === true &&
        (fewStarred ? `solution.id IN (SELECT id ${allStarred})` : own ? 'starred = 1' : isStarred),
      starred === false && `NOT ${isStarred}`,
      tag !== undefined &&
        (fewTagged
          ? `solution.id IN (SELECT id ${allTagged})`
          : `${own ? "tags <> '[]' AND " : ''}instr(solution.tags, @tag) > 0`),
    ];
    return {
      few: fewOfRun || fewStarred || fewTagged,
      own,
      ofPuzzle: puzzleId !== undefined || runId !== undefined,
      where: where.filter(Boolean).join(' AND '),
      values,
    };
  }

  /** A few boards are looked up one by one; of many, those of the puzzle are, in their order. */
  #areFew(from: string, values: object): boolean {
    return (
      this.#db
        .prepare<[object], number>(`SELECT count(*) FROM (SELECT 1 ${from} LIMIT ${FEW})`)
        .pluck()
        .get(values)! < FEW
    );
  }
}

/** Starred and tagged boards each have an index that need not touch the boards. */
const STARRED = 'FROM solution INDEXED BY solution_starred WHERE removed_at IS NULL AND starred = 1';
const TAGGED = `FROM solution INDEXED BY solution_tagged WHERE removed_at IS NULL AND tags <> '[]' AND instr(tags, @tag) > 0`;

const ofPuzzle = ({ puzzleId }: BoardFilter): string =>
  puzzleId === undefined ? '' : 'AND puzzle_id = @puzzleId';
