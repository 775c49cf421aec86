import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { milestonesDir } from '../data-dir.ts';
import type { Store } from '../store/store.ts';

/**
 * Maximum total size of the milestones of inactive runs. If they take up more, those of the oldest runs are deleted.
 */
const MAX_MILESTONE_BYTES = 4 * 2 ** 30;

/**
 * Deletes the milestones of runs that can't be resumed. If the remaining milestones still take up more than `most`
 * bytes, also deletes those of the oldest runs. A hunt of a few hours leaves several hundred MB of milestones, and
 * they save only minutes when it resumes.
 */
export function dropMilestones(
  dataDir: string,
  store: Store,
  active: ReadonlyMap<number, unknown>,
  most = MAX_MILESTONE_BYTES,
): void {
  const dir = milestonesDir(dataDir);
  let unfinished: Set<number>;
  let kept: number[];
  try {
    unfinished = new Set(store.runs.unfinished());
    kept = readdirSync(dir).map(Number).filter(Number.isSafeInteger);
  } catch {
    // The folder of milestones doesn't exist yet, or the library has been deleted.
    return;
  }
  let bytes = 0;
  for (const runId of kept.sort((a, b) => b - a)) {
    if (active.has(runId)) continue;
    const folder = path.join(dir, String(runId));
    try {
      if (unfinished.has(runId)) bytes += bytesIn(folder);
      if (!unfinished.has(runId) || bytes > most) rmSync(folder, { recursive: true, force: true });
    } catch {
      // Leave this folder for next time and continue with the others.
    }
  }
}

const bytesIn = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
