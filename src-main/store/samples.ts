import type { ProgressSample } from '../../src-core/contract/runs.ts';
import type { Db } from './database.ts';

/**
 * The newest 256 samples are kept, one second apart. Of older samples, 128 are kept for each doubling of their age.
 */
const SAMPLES_PER_OCTAVE = 128;
const MIN_SAMPLE_INTERVAL_MS = 1_000;

/**
 * Returns the interval between samples of this age, in milliseconds. It is 1 s up to an age of about four minutes, and
 * then doubles whenever the age doubles. A run of a week keeps about 1,700 samples, and a run of a year 2,500.
 */
export function spacingMs(ageMs: number): number {
  const octaves =
    Math.floor(Math.log2(Math.max(1, ageMs / (2 * SAMPLES_PER_OCTAVE * MIN_SAMPLE_INTERVAL_MS)))) + 1;
  return ageMs < 2 * SAMPLES_PER_OCTAVE * MIN_SAMPLE_INTERVAL_MS
    ? MIN_SAMPLE_INTERVAL_MS
    : MIN_SAMPLE_INTERVAL_MS * 2 ** octaves;
}

type Moment = Pick<ProgressSample, 'elapsedMs' | 'matched' | 'placed'>;

/**
 * Returns the times of the samples to delete. The remaining ones are `spacingMs` apart, but a sample at which the best
 * board changed is always kept. `moments`: all samples, in order of time.
 */
export function toThin(moments: readonly Moment[], now: number): number[] {
  const drop: number[] = [];
  let keptBucket = '';
  moments.forEach(({ elapsedMs, matched, placed }, i) => {
    const before = moments[i - 1];
    const changed = before !== undefined && (before.matched !== matched || before.placed !== placed);
    const spacing = spacingMs(now - elapsedMs);
    // Count intervals from the start of the run, not from now. Otherwise, the intervals would shift between calls, and
    // each call would delete further samples.
    const bucket = `${spacing} ${Math.floor(elapsedMs / spacing)}`;
    if (bucket === keptBucket && i < moments.length - 1 && !changed) drop.push(elapsedMs);
    else if (!changed) keptBucket = bucket;
  });
  return drop;
}

/** Progress samples of runs, thinned out with age so that a run of weeks stays small. */
export class SampleTable {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  add(runId: number, samples: readonly ProgressSample[]): void {
    const insert = this.#db.prepare(
      `INSERT OR REPLACE INTO sample (run_id, elapsed_ms, nodes, nodes_per_second, depth, matched, placed, fraction)
       VALUES (@runId, @elapsedMs, @nodes, @nodesPerSecond, @depth, @matched, @placed, @fraction)`,
    );
    for (const sample of samples) insert.run({ ...sample, runId });
  }

  list(runId: number): ProgressSample[] {
    return this.#db
      .prepare<[number], ProgressSample>(
        `SELECT elapsed_ms AS elapsedMs, nodes, nodes_per_second AS nodesPerSecond, depth, matched, placed, fraction
         FROM sample WHERE run_id = ? ORDER BY elapsed_ms`,
      )
      .all(runId);
  }

  thin(runId: number): void {
    const moments = this.#db
      .prepare<[number], Moment>(
        'SELECT elapsed_ms AS elapsedMs, matched, placed FROM sample WHERE run_id = ? ORDER BY elapsed_ms',
      )
      .all(runId);
    const drop = this.#db.prepare('DELETE FROM sample WHERE run_id = ? AND elapsed_ms = ?');
    for (const moment of toThin(moments, moments.at(-1)?.elapsedMs ?? 0)) drop.run(runId, moment);
  }

  /**
   * Prepares the samples of a run that is about to resume. Drops those later than its checkpoint, because the run will
   * record them again. `resumed`: the state that the run resumes from. If its best board is newer than the checkpoint,
   * adds a sample, because the run won't find that board again.
   */
  rewind(runId: number, checkpointMs: number, resumed: ProgressSample): void {
    this.#db.prepare('DELETE FROM sample WHERE run_id = ? AND elapsed_ms > ?').run(runId, checkpointMs);
    const last = this.list(runId).at(-1);
    if (resumed.matched > (last?.matched ?? 0) || resumed.placed > (last?.placed ?? 0))
      this.add(runId, [resumed]);
  }
}
