import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { milestonesDir } from '../data-dir.ts';
import type { Store } from '../store/store.ts';

/** Bytes of milestones of runs that are not under way, at most: those that began last keep theirs. */
const MAX_BYTES = 4 * 2 ** 30;

/**
 * Deletes the milestones of runs that nobody can go on with, and of those that began long ago: a hunt of few hours leaves
 * some hundred MB, and they only spare it minutes. What can't be deleted now is tried again next time.
 */
export function dropMilestones(
  dataDir: string,
  store: Store,
  active: ReadonlyMap<number, unknown>,
  most = MAX_BYTES,
): void {
  const dir = milestonesDir(dataDir);
  let unfinished: Set<number>;
  let kept: number[];
  try {
    unfinished = new Set(store.runs.unfinished());
    kept = readdirSync(dir).map(Number).filter(Number.isSafeInteger);
  } catch {
    return; // no run has kept any yet; or the library will have it no more
  }
  let bytes = 0;
  for (const runId of kept.sort((a, b) => b - a)) {
    if (active.has(runId)) continue;
    const folder = path.join(dir, String(runId));
    try {
      if (unfinished.has(runId)) bytes += bytesIn(folder);
      if (!unfinished.has(runId) || bytes > most) rmSync(folder, { recursive: true, force: true });
    } catch {
      // next time, and nothing keeps the others from going now
    }
  }
}

const bytesIn = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
