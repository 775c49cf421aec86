import type { Experiment, ExperimentStatus } from '../../src-core/contract/lab.ts';
import { conditionsOf } from '../../src-core/lab/conditions.ts';
import { LabPlan, Trial, trialCount } from '../../src-core/lab/experiment.ts';
import type { Db } from './database.ts';
import { stored, storedOrNull } from './stored.ts';

interface ExperimentRow {
  id: number;
  name: string;
  status: ExperimentStatus;
  /** null: a table read from a file */
  plan: string | null;
  created_at: string;
  done: number;
}

/** So many trials are read at a time. */
const PIECE = 2000;

/** A trial as it is stored. */
export interface WrittenTrial {
  readonly number: number;
  readonly json: string;
}
export const written = (trial: Trial): WrittenTrial => ({
  number: trial.number,
  json: JSON.stringify(trial),
});

/** Experiments and their trials. A trial is stored once, when it is over. */
export class LabTable {
  readonly #db: Db;
  readonly #now: () => string;

  constructor(db: Db, now: () => string) {
    this.#db = db;
    this.#now = now;
  }

  /** `plan` null: its trials come from a file and there are no more. */
  add(name: string, plan: LabPlan | null): number {
    const { lastInsertRowid } = this.#db
      .prepare('INSERT INTO experiment (name, status, plan, created_at) VALUES (?, ?, ?, ?)')
      .run(name, plan ? 'queued' : 'done', plan && JSON.stringify(plan), this.#now());
    return Number(lastInsertRowid);
  }

  /** Newest first. */
  list(): Experiment[] {
    return this.#rows('WHERE removed_at IS NULL ORDER BY id DESC').map(toExperiment);
  }

  /** Throws when there is none of this number. */
  get(id: number): Experiment {
    const [row] = this.#rows('WHERE id = ? AND removed_at IS NULL', id);
    if (!row) throw new Error(`There is no experiment ${id}.`);
    return toExperiment(row);
  }

  plan(id: number): LabPlan | null {
    const [row] = this.#rows('WHERE id = ?', id);
    return row?.plan ? stored(LabPlan, row.plan, `The plan of experiment ${id}`) : null;
  }

  #rows(where: string, ...values: number[]): ExperimentRow[] {
    return this.#db
      .prepare<number[], ExperimentRow>(
        `SELECT *, (SELECT count(*) FROM trial WHERE experiment_id = experiment.id) AS done FROM experiment ${where}`,
      )
      .all(...values);
  }

  setStatus(id: number, status: ExperimentStatus): void {
    this.#db.prepare('UPDATE experiment SET status = ? WHERE id = ?').run(status, id);
  }

  addTrials(id: number, trials: readonly Trial[]): void {
    this.addWrittenTrials(id, trials.map(written));
  }

  /** Trials that were checked and written elsewhere, all or none. */
  addWrittenTrials(id: number, trials: readonly WrittenTrial[]): void {
    const insert = this.#db.prepare('INSERT INTO trial (experiment_id, number, json) VALUES (?, ?, ?)');
    this.#db.transaction(() => {
      for (const { number, json } of trials) insert.run(id, number, json);
    })();
  }

  /** Those that can be read. */
  trials(id: number): Trial[] {
    return [...this.trialPieces(id)].flat();
  }

  /** The same a piece at a time, so that a host can answer between two. */
  *trialPieces(id: number): Generator<Trial[]> {
    const page = this.#db.prepare<[number, number], WrittenTrial>(
      `SELECT number, json FROM trial WHERE experiment_id = ? AND number > ? ORDER BY number LIMIT ${PIECE}`,
    );
    for (let last = -1; ;) {
      const rows = page.all(id, last);
      if (rows.length === 0) return;
      last = rows.at(-1)!.number;
      yield rows.flatMap(({ json }) => storedOrNull(Trial, json) ?? []);
    }
  }

  /** The first trial that has not been run; the count of trials when all have. */
  nextTrial(id: number): number {
    return this.#db
      .prepare<[number], number>('SELECT coalesce(max(number) + 1, 0) FROM trial WHERE experiment_id = ?')
      .pluck()
      .get(id)!;
  }

  /** Into the bin. */
  remove(id: number): void {
    this.#db.prepare('UPDATE experiment SET removed_at = ? WHERE id = ?').run(this.#now(), id);
  }
}

function toExperiment({ id, name, status, plan, created_at, done }: ExperimentRow): Experiment {
  const read = plan === null ? null : storedOrNull(LabPlan, plan);
  return {
    id,
    name,
    status,
    done,
    total: read ? trialCount(read) : done,
    published: read?.published ?? null,
    conditions: read && conditionsOf(read),
    createdAt: created_at,
  };
}
