import { setImmediate } from 'node:timers/promises';
import type { Finding, Job } from '../../src-core/engine.ts';
import { hintsOffered, withHints } from '../../src-core/puzzle/hint-choice.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import type { RunFigures } from '../../src-core/run/figures.ts';
import type { RunEnd } from '../solver-process/runner.ts';
import type { Context } from './context.ts';
import { ResultRecorder } from './result-recorder.ts';
import type { RunService } from './runs.ts';

/** A run that was split among several machines and then merged. */
export interface MergedRun {
  readonly job: Job;
  /** identifies the run, and stays the same when more of its parts are merged */
  readonly name: string;
  readonly status: RunEnd;
  readonly message: string;
  readonly figures: Pick<RunFigures, 'nodes' | 'nodesByDepth' | 'elapsedMs' | 'raw' | 'unique' | 'distinct'>;
  /** a line about each part, for the run's log */
  readonly parts: readonly string[];
  /** the boards and paths found, in groups; between two groups the host can answer requests */
  readonly findings: Iterable<readonly Finding[]>;
}

/**
 * Stores a merged run and returns the ids of the run and its puzzle. If the library's puzzle of the same name differs
 * from the run's puzzle at most in its hints, the run goes to that puzzle. Otherwise it goes to an identical puzzle,
 * which is created if necessary.
 */
export async function storeMerged(
  context: Context,
  runs: RunService,
  merged: MergedRun,
): Promise<{ runId: number; puzzleId: number }> {
  const { store } = context;
  const { puzzle } = merged.job;
  const cells = puzzle.kind === 'edge-matching' ? puzzle.hints.map(({ cell }) => cell) : [];
  const own = store.puzzles.findByName(puzzle.name);
  const isOwn = own !== null && JSON.stringify(withHintsOf(own.puzzle, cells)) === JSON.stringify(puzzle);
  const puzzleId = isOwn ? own.id : store.puzzles.addOnce(puzzle).id;
  const runId = await keepMerged(context, runs, puzzleId, merged, isOwn ? cells : undefined);
  return { runId, puzzleId };
}

function withHintsOf(puzzle: Puzzle, cells: readonly number[]): Puzzle | null {
  const offered = hintsOffered(puzzle).map(({ cell }) => cell);
  return cells.every((cell) => offered.includes(cell)) ? withHints(puzzle, cells) : null;
}

/**
 * Stores a merged run, with a line about each part in its log, and returns its id. If this shared run was merged
 * before, replaces the earlier result. `hints`: cells of the hints that the run used; omitted if it used all of them.
 */
export async function keepMerged(
  { store, emit }: Context,
  runs: RunService,
  puzzleId: number,
  merged: MergedRun,
  hints?: number[],
): Promise<number> {
  const { job, name, status, message, figures, parts, findings } = merged;
  const { puzzle, ...settings } = job;
  const runId =
    store.runs.findMerged(puzzleId, name) ??
    (await runs.addMerged(
      { ...settings, options: { ...settings.options }, puzzleId, ...(hints && { hints }) },
      name,
    ));
  const own = store.puzzles.get(puzzleId).puzzle;
  const found = new ResultRecorder({
    store,
    emit,
    runId,
    puzzleId,
    puzzle,
    ownHints: own.kind === 'edge-matching' ? own.hints : [],
    clock: () => performance.now(),
    onFault: (error) => {
      throw error;
    },
  });
  for (const piece of findings) {
    store.expectNoRestore();
    found.take(piece);
    found.flush();
    await setImmediate();
  }
  found.close();
  store.expectNoRestore();
  store.together(() => {
    const known = new Set(store.runs.logLines(runId).map(({ text }) => text));
    for (const part of parts) if (!known.has(part)) store.runs.log(runId, part);
    const { nodes, elapsedMs } = figures;
    const kept = store.runs.get(runId).figures;
    const nodesPerSecond = elapsedMs > 0 ? (nodes / elapsedMs) * 1000 : 0;
    store.runs.setFigures(runId, { ...kept, ...figures, nodesPerSecond, peakDepth: kept.placed });
    store.runs.setStatus(runId, status, message);
  });
  return runId;
}
