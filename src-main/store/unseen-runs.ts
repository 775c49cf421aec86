import type { Db } from './database.ts';
import { ACTIVE_STATUSES } from './runs.ts';

interface UnseenRun {
  readonly runId: number;
  /**
   * Number of matched edges of the puzzle's best board when the user last looked at the run or, failing that, when the
   * run started. Null if there was no board.
   */
  readonly before: number | null;
}

/**
 * Runs that have ended since the user last looked at them, and runs that haven't ended yet. The table stores when the
 * user last looked at each run or, failing that, when the run started.
 */
export class UnseenRuns {
  readonly #db: Db;
  readonly #now: () => string;

  constructor(db: Db, now: () => string) {
    this.#db = db;
    this.#now = now;
  }

  /** Records that a run is starting. If a resumed run is recorded already, its stored time doesn't change. */
  begin(runId: number): void {
    this.#db
      .prepare('INSERT OR IGNORE INTO run_unseen (run_id, since) VALUES (?, ?)')
      .run(runId, this.#now());
  }

  /** Removes a run from the list, because the user already knows that it ended. */
  forget(runId: number): void {
    this.#db.prepare('DELETE FROM run_unseen WHERE run_id = ?').run(runId);
  }

  /**
   * Records that the user has looked at these runs. Returns whether any of them had ended since the user last looked at
   * it.
   */
  see(runIds: readonly number[]): boolean {
    const forget = this.#db.prepare(
      `DELETE FROM run_unseen WHERE run_id = @id AND run_id NOT IN (SELECT id FROM run WHERE status IN ${ACTIVE_STATUSES})`,
    );
    const renew = this.#db.prepare('UPDATE run_unseen SET since = @now WHERE run_id = @id');
    let ended = 0;
    this.#db.transaction(() => {
      for (const id of runIds) {
        ended += forget.run({ id }).changes;
        renew.run({ id, now: this.#now() });
      }
    })();
    return ended > 0;
  }

  /**
   * Returns the runs that have ended since the user last looked at them, newest first. That includes runs that stopped
   * at the stop time set by the user and are waiting in the queue to be resumed. Interrupted runs haven't ended.
   */
  ended(): UnseenRun[] {
    const best = this.#db
      .prepare<[object], number>(
        `SELECT matched FROM solution
         WHERE puzzle_id = @puzzleId AND removed_at IS NULL AND board IS NOT NULL AND found_at < @since
         ORDER BY solved DESC, matched DESC LIMIT 1`,
      )
      .pluck();
    return this.#db
      .prepare<[], { runId: number; puzzleId: number; since: string }>(
        `SELECT run.id AS runId, puzzle_id AS puzzleId, since FROM run_unseen JOIN run ON run.id = run_id
         WHERE status NOT IN ${ACTIVE_STATUSES} AND status <> 'interrupted' AND removed_at IS NULL
         ORDER BY run.id DESC LIMIT 1000`,
      )
      .all()
      .map(({ runId, ...since }) => ({ runId, before: best.get(since) ?? null }));
  }
}
