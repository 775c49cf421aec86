import { RunSettings, type LogLine, type RunStatus, type RunSummary } from '../../src-core/contract/runs.ts';
import { noFigures, RunFigures } from '../../src-core/run/figures.ts';
import { Limits, noLimits } from '../../src-core/run/limits.ts';
import { boardFromBytes, boardToBytes, type PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import type { Db } from './database.ts';
import { damaged, stored, storedOrNull } from './stored.ts';

/** Maximum number of lines in a run's log. Only the newest are kept. */
const MAX_LOG_LINES = 1000;
/** Number of checkpoints kept for a run. If the newest one can't be used, the one before it is used. */
const CHECKPOINT_GENERATIONS = 2;

export const ACTIVE_STATUSES = `('preparing', 'running', 'paused')`;

interface Row {
  id: number;
  settings: string;
  puzzleId: number;
  puzzleName: string;
  engineVersion: number;
  status: RunStatus;
  message: string;
  figures: string;
  startedAt: string;
  changedAt: string;
  merged: 0 | 1;
  startBoardId: number | null;
}

/**
 * SQL terms that sort runs. The best run has matched the largest fraction of its edges, and a run that found a
 * solution counts as 100 %.
 */
const ORDER_TERMS = {
  newest: 'run.id DESC',
  best: `(figures ->> 'raw' > 0) DESC, 1.0 * (figures ->> 'matched') / max(1, figures ->> 'edges') DESC, run.id DESC`,
  longest: `figures ->> 'elapsedMs' DESC, run.id DESC`,
} as const;

const SELECT_SUMMARY = `
  SELECT run.id, settings, run.puzzle_id AS puzzleId, puzzle.name AS puzzleName, engine_version AS engineVersion, status, message,
    figures, started_at AS startedAt, run.changed_at AS changedAt, merged IS NOT NULL AS merged,
    solution.id AS startBoardId
  FROM run JOIN puzzle ON puzzle.id = run.puzzle_id
    LEFT JOIN run_start ON run_start.run_id = run.id
    LEFT JOIN solution ON solution.id = run_start.solution_id AND solution.removed_at IS NULL`;

/** Returns a sentence that says why this version of Edgewise can't resume from a checkpoint; null if it can. */
export type CheckpointTest = (engine: string, checkpoint: Uint8Array) => string | null;

/**
 * Maximum size, in bytes, of checkpoints that are tested when runs are listed. Reading 256 KB takes about a
 * millisecond. The solver tests larger ones when the run is resumed.
 */
const MAX_TESTED_CHECKPOINT_BYTES = 2 ** 18;

/** Runs with their checkpoints and logs. */
export class RunTable {
  readonly #db: Db;
  readonly #now: () => string;
  /** cache for the puzzle read last */
  #last: { readonly hash: string; readonly puzzle: Puzzle } | undefined;
  #test: CheckpointTest = () => null;
  /**
   * Results of testing checkpoints, by the checkpoint's id: why this version can't resume from it, or null if it can.
   */
  readonly #tested = new Map<number, string | null>();

  constructor(db: Db, now: () => string) {
    this.#db = db;
    this.#now = now;
  }

  /** Sets the function that tests whether a run can resume from a checkpoint. Call this again after adding engines. */
  testCheckpointsBy(test: CheckpointTest): void {
    this.#test = test;
    this.#tested.clear();
  }

  /** Stores why a solver rejected the run's newest checkpoint. */
  setRefused(id: number, why: string): void {
    const newest = this.#newest(id);
    if (newest) this.#tested.set(newest.id, why);
  }

  /** Adds a run. `merged`: name of the shared run whose results it holds; null for an ordinary run. */
  add(settings: RunSettings, engineVersion: number, snapshot: string, merged: string | null = null): number {
    const now = this.#now();
    const { lastInsertRowid } = this.#db
      .prepare(
        `INSERT INTO run (puzzle_id, snapshot, settings, engine_version, merged, allowance, status, figures, started_at, changed_at)
         VALUES (?, ?, ?, ?, ?, ?, 'preparing', ?, ?, ?)`,
      )
      .run(
        settings.puzzleId,
        snapshot,
        JSON.stringify(settings),
        engineVersion,
        merged,
        JSON.stringify(settings.limits),
        JSON.stringify(noFigures),
        now,
        now,
      );
    return Number(lastInsertRowid);
  }

  /** Records the saved board that a run starts from. */
  setStartBoard(id: number, boardId: number): void {
    this.#db.prepare('INSERT INTO run_start (run_id, solution_id) VALUES (?, ?)').run(id, boardId);
  }

  list(filter: {
    puzzleId?: number | undefined;
    startBoardId?: number | undefined;
    status?: RunStatus | undefined;
    name?: string | undefined;
    sort?: keyof typeof ORDER_TERMS | undefined;
    offset: number;
    limit: number;
  }): { total: number; items: RunSummary[] } {
    const where = `run.removed_at IS NULL AND (@puzzleId IS NULL OR run.puzzle_id = @puzzleId)
      AND (@status IS NULL OR status = @status)
      AND (@startBoardId IS NULL OR run.id IN (SELECT run_id FROM run_start WHERE solution_id = @startBoardId))
      AND (@name = '' OR instr(lower(puzzle.name), lower(@name)) > 0)`;
    const values = {
      puzzleId: filter.puzzleId ?? null,
      startBoardId: filter.startBoardId ?? null,
      status: filter.status ?? null,
      name: filter.name?.trim() ?? '',
    };
    const total = this.#db
      .prepare<[object], number>(
        `SELECT count(*) FROM run JOIN puzzle ON puzzle.id = run.puzzle_id WHERE ${where}`,
      )
      .pluck()
      .get(values);
    const rows = this.#db
      .prepare<[object], Row>(
        `${SELECT_SUMMARY} WHERE ${where} ORDER BY status IN ${ACTIVE_STATUSES} DESC, ${ORDER_TERMS[filter.sort ?? 'newest']} LIMIT @limit OFFSET @offset`,
      )
      .all({ ...values, limit: filter.limit, offset: filter.offset });
    return { total: total ?? 0, items: rows.map((row) => this.#summary(row)) };
  }

  /** Returns the runs that are searching or paused, oldest first. */
  active(): RunSummary[] {
    return this.#db
      .prepare<[], Row>(
        `${SELECT_SUMMARY} WHERE status IN ${ACTIVE_STATUSES} AND run.removed_at IS NULL ORDER BY run.id`,
      )
      .all()
      .map((row) => this.#summary(row));
  }

  /** Returns the waiting runs in order. */
  queue(): RunSummary[] {
    return this.#db
      .prepare<[], Row>(
        `${SELECT_SUMMARY} WHERE status = 'queued' AND run.removed_at IS NULL ORDER BY place, run.id`,
      )
      .all()
      .map((row) => this.#summary(row));
  }

  /** Makes the queue consist of these runs, in this order. All of them are waiting after that. */
  setQueue(ids: readonly number[]): void {
    const update = this.#db.prepare(
      `UPDATE run SET status = 'queued', message = '', place = ?, changed_at = ? WHERE id = ?`,
    );
    this.#db.transaction(() => ids.forEach((id, place) => update.run(place, this.#now(), id)))();
  }

  /** Returns those of the given ids whose runs are stopped and not deleted, in the given order. */
  stoppedAmong(ids: readonly number[]): number[] {
    const stopped = this.#db
      .prepare<[number], number>(
        `SELECT id FROM run WHERE id = ? AND status = 'stopped' AND removed_at IS NULL`,
      )
      .pluck();
    return ids.filter((id) => stopped.get(id) !== undefined);
  }

  /** Puts interrupted runs at the front of the queue, unless the queue is empty. */
  putFirst(ids: readonly number[]): void {
    const waiting = this.queue().map(({ id }) => id);
    if (waiting.length === 0) return;
    this.setQueue([...ids, ...waiting]);
  }

  /** Returns the id of the run that holds the merged parts of a shared run. `name`: name of the shared run. */
  findMerged(puzzleId: number, name: string): number | undefined {
    return this.#db
      .prepare<[number, string], number>(
        'SELECT id FROM run WHERE puzzle_id = ? AND merged = ? AND removed_at IS NULL',
      )
      .pluck()
      .get(puzzleId, name);
  }

  /** Returns a run. Throws if there is none with this id. */
  get(id: number): RunSummary {
    const row = this.#db
      .prepare<[number], Row>(`${SELECT_SUMMARY} WHERE run.id = ? AND run.removed_at IS NULL`)
      .get(id);
    if (!row) throw new Error(`There is no run ${id}.`);
    return this.#summary(row);
  }

  /**
   * Returns the speed of an engine's latest run that lasted at least a second, preferably on this puzzle. Shorter runs
   * mostly measure startup. Null if there is none.
   */
  speed(engine: string, puzzleId: number): { runId: number; nodesPerSecond: number; threads: number } | null {
    const row = this.#db
      .prepare<[object], { id: number; threads: number; nodes: number; elapsedMs: number }>(
        `SELECT id, settings ->> 'threads' AS threads, figures ->> 'nodes' AS nodes,
           figures ->> 'elapsedMs' AS elapsedMs
         FROM run
         WHERE settings ->> 'engine' = @engine AND figures ->> 'elapsedMs' >= 1000 AND figures ->> 'nodes' > 0
         ORDER BY puzzle_id = @puzzleId DESC, id DESC LIMIT 1`,
      )
      .get({ engine, puzzleId });
    if (!row) return null;
    return { runId: row.id, nodesPerSecond: (row.nodes / row.elapsedMs) * 1000, threads: row.threads };
  }

  /**
   * Returns the next unused seed, which is one more than the highest seed used by this engine on this puzzle, or 1 if
   * there is none.
   */
  nextSeed(engine: string, puzzleId: number): number {
    const highest = this.#db
      .prepare<[string, number], number | null>(
        `SELECT max(settings ->> 'seed') FROM run WHERE settings ->> 'engine' = ? AND puzzle_id = ?`,
      )
      .pluck()
      .get(engine, puzzleId);
    return typeof highest === 'number' && highest < Number.MAX_SAFE_INTEGER ? highest + 1 : 1;
  }

  /**
   * Returns how long comparable runs took to get from `matched` matched edges to a better board: the median time, and
   * the number of such runs. Comparable runs have the same puzzle, engine and goal, and didn't skip this score. Null
   * if there are none.
   */
  nextStep(id: number, matched: number): { runs: number; medianMs: number } | null {
    const steps = this.#db
      .prepare<[object], number>(
        `SELECT min(better.elapsed_ms) - (
             SELECT min(elapsed_ms) FROM sample WHERE run_id = run.id AND matched >= @matched
           ) AS step
         FROM run JOIN run AS this ON this.id = @id
         JOIN sample AS better ON better.run_id = run.id AND better.matched > @matched
         WHERE run.puzzle_id = this.puzzle_id AND run.id <> this.id AND run.snapshot = this.snapshot
           AND run.settings ->> 'engine' = this.settings ->> 'engine'
           -- a row scan has fewer matched edges than any full board
           AND coalesce(run.settings ->> '$.options.goal', 'matched-edges')
             = coalesce(this.settings ->> '$.options.goal', 'matched-edges')
         GROUP BY run.id HAVING step > 0 ORDER BY step`,
      )
      .pluck()
      .all({ id, matched });
    return steps.length > 0 ? { runs: steps.length, medianMs: steps[steps.length >> 1]! } : null;
  }

  /** Returns a run's settings. Throws if they are damaged. */
  settings(id: number): RunSettings {
    const json = this.#db.prepare<[number], string>('SELECT settings FROM run WHERE id = ?').pluck().get(id);
    if (json === undefined) throw new Error(`There is no run ${id}.`);
    return stored(RunSettings, json, `Run ${id}`);
  }

  /** Returns the puzzle as it was when the run started. Repeated calls return the same object. */
  puzzle(id: number): Puzzle {
    const snapshot = this.#db
      .prepare<[number], { hash: string; json: string }>(
        'SELECT hash, json FROM snapshot JOIN run ON run.snapshot = snapshot.hash WHERE run.id = ?',
      )
      .get(id);
    if (!snapshot) throw new Error(`There is no run ${id}.`);
    const { hash, json } = snapshot;
    if (this.#last?.hash !== hash)
      this.#last = { hash, puzzle: stored(Puzzle, json, `The puzzle of run ${id}`) };
    return this.#last.puzzle;
  }

  allowance(id: number): Limits {
    const json = this.#db.prepare<[number], string>('SELECT allowance FROM run WHERE id = ?').pluck().get(id);
    return json === undefined ? noLimits : stored(Limits, json, `The remaining limits of run ${id}`);
  }

  setAllowance(id: number, allowance: Limits): void {
    this.#db.prepare('UPDATE run SET allowance = ? WHERE id = ?').run(JSON.stringify(allowance), id);
  }

  setStatus(id: number, status: RunStatus, message: string): void {
    this.#db
      .prepare('UPDATE run SET status = ?, message = ?, changed_at = ? WHERE id = ?')
      .run(status, message, this.#now(), id);
  }

  /** Sets the start time to now. */
  setStarted(id: number): void {
    this.#db.prepare('UPDATE run SET started_at = ? WHERE id = ?').run(this.#now(), id);
  }

  setFigures(id: number, figures: RunFigures): void {
    this.#db
      .prepare('UPDATE run SET figures = ?, changed_at = ? WHERE id = ?')
      .run(JSON.stringify(figures), this.#now(), id);
  }

  best(id: number): PartialBoard | null {
    const bytes = this.#db
      .prepare<[number], Uint8Array | null>('SELECT best FROM run WHERE id = ?')
      .pluck()
      .get(id);
    return bytes ? boardFromBytes(bytes) : null;
  }

  /**
   * Stores the best board together with its score. Otherwise they could differ if the run is killed before its next
   * checkpoint.
   */
  setBest(id: number, board: PartialBoard, worth: BestFigures): void {
    this.#db
      .prepare(
        `UPDATE run SET best = @board, figures = json_set(figures, '$.matched', @matched, '$.placed', @placed,
           '$.hintsKept', @hintsKept, '$.edges', @edges, '$.cells', @cells, '$.hints', @hints) WHERE id = @id`,
      )
      .run({ id, board: boardToBytes(board), ...bestIn(worth) });
  }

  /** Stores a checkpoint along with the run's totals at that moment, both or neither. */
  addCheckpoint(id: number, data: Uint8Array, figures: RunFigures): void {
    this.#db.transaction(() => {
      this.#db
        .prepare('INSERT INTO checkpoint (run_id, taken_at, figures, data) VALUES (?, ?, ?, ?)')
        .run(id, this.#now(), JSON.stringify(figures), data);
      this.#db
        .prepare(
          `DELETE FROM checkpoint WHERE run_id = @id AND id NOT IN
             (SELECT id FROM checkpoint WHERE run_id = @id ORDER BY id DESC LIMIT ${CHECKPOINT_GENERATIONS})`,
        )
        .run({ id });
      this.setFigures(id, figures);
    })();
  }

  /** Returns the readable checkpoints, newest first. */
  checkpoints(id: number): { data: Uint8Array; figures: RunFigures }[] {
    return this.#db
      .prepare<[number], { data: Uint8Array; figures: string }>(
        'SELECT data, figures FROM checkpoint WHERE run_id = ? ORDER BY id DESC',
      )
      .all(id)
      .flatMap(({ data, figures }) => {
        const read = storedOrNull(RunFigures, figures);
        return read ? [{ data, figures: read }] : [];
      });
  }

  log(id: number, text: string): LogLine {
    const line = { at: this.#now(), text };
    const { lastInsertRowid } = this.#db
      .prepare('INSERT INTO log (run_id, at, text) VALUES (?, ?, ?)')
      .run(id, line.at, text);
    if (Number(lastInsertRowid) % 100 === 0) {
      this.#db
        .prepare(
          `DELETE FROM log WHERE run_id = @id AND id NOT IN
             (SELECT id FROM log WHERE run_id = @id ORDER BY id DESC LIMIT ${MAX_LOG_LINES})`,
        )
        .run({ id });
    }
    return line;
  }

  logLines(id: number): LogLine[] {
    return this.#db
      .prepare<[number], LogLine>('SELECT at, text FROM log WHERE run_id = ? ORDER BY id')
      .all(id);
  }

  /**
   * Marks runs as interrupted if they were active when their host crashed, so that they can be resumed from their last
   * checkpoint. A run that the user had paused is marked as stopped instead. Such a run has an empty message. If
   * Edgewise itself paused a run, the run's message says why.
   */
  markInterrupted(): void {
    const runs = this.#db
      .prepare<[], { id: number; status: RunStatus }>(
        `SELECT id, iif(message = '', status, 'running') AS status FROM run
         WHERE status IN ${ACTIVE_STATUSES} AND removed_at IS NULL`,
      )
      .all();
    for (const { id, status } of runs) {
      const paused = status === 'paused';
      this.setStatus(id, paused ? 'stopped' : 'interrupted', '');
      const [newest] = this.checkpoints(id);
      // Keep the best board and its score, which can be newer than the checkpoint.
      const before = this.get(id).figures;
      const kept = this.best(id) ? bestIn(before) : {};
      // The time since the last checkpoint counts towards the time limit, although the results of that time are lost.
      const elapsedMs = Math.max(before.elapsedMs, newest?.figures.elapsedMs ?? 0);
      if (newest) this.setFigures(id, { ...newest.figures, ...kept, elapsedMs });
      this.log(id, paused ? 'Edgewise quit while the run was paused.' : INTERRUPTED_MESSAGE);
    }
    this.putFirst(runs.filter(({ status }) => status !== 'paused').map(({ id }) => id));
  }

  /**
   * Marks runs as interrupted while Edgewise is quitting normally. Their last checkpoints have already been stored.
   */
  interrupt(ids: readonly number[]): void {
    for (const id of ids) {
      this.setStatus(id, 'interrupted', '');
      this.log(id, INTERRUPTED_MESSAGE);
    }
  }

  /** Returns the ids of all runs that can be resumed, including deleted ones, because they can be restored. */
  unfinished(): number[] {
    return this.#db
      .prepare<[], { id: number }>(`SELECT id FROM run WHERE status NOT IN ('solved', 'exhausted')`)
      .all()
      .map(({ id }) => id);
  }

  remove(id: number): void {
    this.#db.prepare('UPDATE run SET removed_at = ? WHERE id = ?').run(this.#now(), id);
  }

  #newest(id: number): { id: number; size: number } | undefined {
    return this.#db
      .prepare<[number], { id: number; size: number }>(
        'SELECT id, length(data) AS size FROM checkpoint WHERE run_id = ? ORDER BY id DESC LIMIT 1',
      )
      .get(id);
  }

  #whyNotHere(runId: number, engine: string): string | null {
    const newest = this.#newest(runId);
    if (!newest) return null;
    let why = this.#tested.get(newest.id);
    if (why === undefined) {
      const data =
        newest.size <= MAX_TESTED_CHECKPOINT_BYTES &&
        this.#db
          .prepare<[number], Uint8Array>('SELECT data FROM checkpoint WHERE id = ?')
          .pluck()
          .get(newest.id);
      why = data ? this.#test(engine, data) : null;
      this.#tested.set(newest.id, why);
    }
    return why;
  }

  /** Returns a run's summary. A damaged run is listed too, with a message that says so. */
  #summary(row: Row): RunSummary {
    const { settings, figures, puzzleId, merged, startBoardId, ...rest } = row;
    const [readSettings, readFigures] = [
      storedOrNull(RunSettings, settings),
      storedOrNull(RunFigures, figures),
    ];
    const unfinished = readSettings !== null && merged === 0 && RESUMABLE_STATUSES.includes(row.status);
    const notHere = unfinished ? this.#whyNotHere(row.id, readSettings.engine) : null;
    return {
      ...rest,
      ...(readSettings && readFigures ? {} : { message: damaged(`Run ${row.id}`) }),
      settings: readSettings ?? unknownSettings(puzzleId),
      figures: readFigures ?? noFigures,
      // A run that ended before its first checkpoint can be resumed too. It starts from the beginning.
      resumable: unfinished && notHere === null,
      notHere,
      merged: merged === 1,
      ...(startBoardId !== null && { startBoardId }),
    };
  }
}

/** The score of a run's best board. */
export type BestFigures = Pick<RunFigures, 'matched' | 'placed' | 'hintsKept' | 'edges' | 'cells' | 'hints'>;

const bestIn = ({ matched, placed, hintsKept, edges, cells, hints }: BestFigures): BestFigures => ({
  matched,
  placed,
  hintsKept,
  edges,
  cells,
  hints,
});

const INTERRUPTED_MESSAGE = 'Interrupted when Edgewise closed. Resume continues from the last checkpoint.';
const RESUMABLE_STATUSES: readonly RunStatus[] = [
  'queued',
  'paused',
  'limit',
  'stopped',
  'failed',
  'interrupted',
];

/**
 * Returns settings to display for a run whose stored settings can't be read. Such a run can't be resumed.
 */
const unknownSettings = (puzzleId: number): RunSettings => ({
  puzzleId,
  engine: '?',
  options: {},
  wanted: { solutions: 1, boards: true },
  limits: noLimits,
  seed: 1,
  threads: 1,
});
