import type { Experiment, ExperimentStatus } from '../../src-core/contract/lab.ts';
import { conditionsOf } from '../../src-core/lab/conditions.ts';
import { LabPlan, Trial, trialCount } from '../../src-core/lab/experiment.ts';
import type { Db } from './database.ts';
import { stored, storedOrNull } from './stored.ts';

interface ExperimentRow {
  id: number;
  name: string;
  status: ExperimentStatus;
  /** the experiment's plan as JSON; null for an imported table of results */
  plan: string | null;
  created_at: string;
  done: number;
}

const TRIALS_PER_READ = 2000;

/** A trial as stored, serialized as JSON. */
export interface WrittenTrial {
  readonly number: number;
  readonly json: string;
}
export const written = (trial: Trial): WrittenTrial => ({
  number: trial.number,
  json: JSON.stringify(trial),
});

/** Experiments and their trials. A trial is stored once, when it ends. */
export class LabTable {
  readonly #db: Db;
  readonly #now: () => string;

  constructor(db: Db, now: () => string) {
    this.#db = db;
    this.#now = now;
  }

  /** Adds an experiment and returns its id. `plan`: null for an imported table of results, which is never extended. */
  add(name: string, plan: LabPlan | null): number {
    const { lastInsertRowid } = this.#db
      .prepare('INSERT INTO experiment (name, status, plan, created_at) VALUES (?, ?, ?, ?)')
      .run(name, plan ? 'queued' : 'done', plan && JSON.stringify(plan), this.#now());
    return Number(lastInsertRowid);
  }

  /** Returns the experiments, newest first. */
  list(): Experiment[] {
    return this.#rows('WHERE removed_at IS NULL ORDER BY id DESC').map(toExperiment);
  }

  /** Returns an experiment. Throws if there is none with this id. */
  get(id: number): Experiment {
    const [row] = this.#rows('WHERE id = ? AND removed_at IS NULL', id);
    if (!row) throw new Error(`There is no experiment ${id}.`);
    return toExperiment(row);
  }

  plan(id: number): LabPlan | null {
    const [row] = this.#rows('WHERE id = ?', id);
    return row?.plan ? stored(LabPlan, row.plan, `The plan for experiment ${id}`) : null;
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

  /** Adds trials, all or none. The caller has already validated and serialized them. */
  addWrittenTrials(id: number, trials: readonly WrittenTrial[]): void {
    const insert = this.#db.prepare('INSERT INTO trial (experiment_id, number, json) VALUES (?, ?, ?)');
    this.#db.transaction(() => {
      for (const { number, json } of trials) insert.run(id, number, json);
    })();
  }

  /** Returns the readable trials. */
  trials(id: number): Trial[] {
    return [...this.trialPieces(id)].flat();
  }

  /** Yields the trials in parts, so that a host can answer requests in between. */
  *trialPieces(id: number): Generator<Trial[]> {
    const page = this.#db.prepare<[number, number], WrittenTrial>(
      `SELECT number, json FROM trial WHERE experiment_id = ? AND number > ? ORDER BY number LIMIT ${TRIALS_PER_READ}`,
    );
    for (let last = -1; ;) {
      const rows = page.all(id, last);
      if (rows.length === 0) return;
      last = rows.at(-1)!.number;
      yield rows.flatMap(({ json }) => storedOrNull(Trial, json) ?? []);
    }
  }

  /**
   * Returns the number of the next trial to run, which is the first without a result. If all have one, returns the
   * number of trials.
   */
  nextTrial(id: number): number {
    return this.#db
      .prepare<[number], number>('SELECT coalesce(max(number) + 1, 0) FROM trial WHERE experiment_id = ?')
      .pluck()
      .get(id)!;
  }

  /** Moves an experiment to the bin. */
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
