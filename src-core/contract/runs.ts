import * as v from 'valibot';
import { EngineFacts } from '../run/engine-facts.ts';
import { RunFigures } from '../run/figures.ts';
import { JobSettings } from '../run/job.ts';
import { board, id, method, nothing, page, time, whole } from './method.ts';

export const RunStatus = v.picklist([
  // waits for other runs
  'queued',
  // the solver process is starting, or the engine is preparing
  'preparing',
  'running',
  'paused',
  // final states
  'solved',
  'exhausted',
  'limit',
  'stopped',
  'failed',
  // Edgewise quit or crashed while the run was active
  'interrupted',
]);
export type RunStatus = v.InferOutput<typeof RunStatus>;

/** Settings of a run that only the host uses, not the engine. */
const hostSettings = {
  /** cells whose hints are used, chosen from `hintsOffered`; default: those of the puzzle's own hints */
  hints: v.exactOptional(v.array(whole)),
  /** run at low process priority; default: the application's setting */
  lowPriority: v.exactOptional(v.boolean()),
  /** pause while somebody uses the computer */
  whenIdle: v.exactOptional(v.boolean()),
};

/** The settings of a run: everything needed to repeat it. */
export const RunSettings = v.strictObject({ puzzleId: id, ...hostSettings, ...JobSettings.entries });
export type RunSettings = v.InferOutput<typeof RunSettings>;

export const RunSummary = v.strictObject({
  id,
  settings: RunSettings,
  puzzleName: v.string(),
  engineVersion: whole,
  status: RunStatus,
  /** user-visible: why the run failed, or what the engine is preparing */
  message: v.string(),
  figures: RunFigures,
  resumable: v.boolean(),
  /** why this version of Edgewise can't continue the run, and which version can; null if this one can */
  notHere: v.nullable(v.string()),
  /** the run was merged from parts that ran on other machines */
  merged: v.boolean(),
  /** the saved board that the run starts from; absent if there is none or if it was deleted */
  startBoardId: v.exactOptional(id),
  startedAt: time,
  changedAt: time,
});
export type RunSummary = v.InferOutput<typeof RunSummary>;

export const ProgressSample = v.strictObject({
  elapsedMs: v.number(),
  nodes: v.number(),
  nodesPerSecond: v.number(),
  depth: v.number(),
  matched: v.number(),
  placed: v.number(),
  fraction: v.nullable(v.number()),
});
export type ProgressSample = v.InferOutput<typeof ProgressSample>;

export const LogLine = v.strictObject({ at: time, text: v.string() });
export type LogLine = v.InferOutput<typeof LogLine>;

export const RunDetail = v.strictObject({
  ...RunSummary.entries,
  samples: v.array(ProgressSample),
  log: v.array(LogLine),
  /** the best board so far and the current one; null before the first */
  best: v.nullable(board),
  current: v.nullable(board),
  /** memory of the solver process; null if it isn't running */
  memoryBytes: v.nullable(whole),
});
export type RunDetail = v.InferOutput<typeof RunDetail>;

/** Facts about an engine for the user interface. Option defaults are those of this machine. */
export const EngineInfo = v.strictObject({
  ...EngineFacts.entries,
  /** whether the engine can estimate the size of a search */
  estimates: v.boolean(),
});
export type EngineInfo = v.InferOutput<typeof EngineInfo>;

const runId = v.strictObject({ runId: id });

export const runMethods = {
  'engines.list': method(nothing, v.array(EngineInfo)),
  'runs.start': method(RunSettings, runId),
  'runs.pause': method(runId, nothing),
  /**
   * Resumes a run that was paused, stopped or interrupted, that reached a limit, or that failed. It continues from its
   * checkpoint. A waiting run starts. If another run is active, a run that has ended is not resumed yet but becomes the
   * first in the queue; `waitsFor` is then the active run.
   */
  'runs.resume': method(runId, v.strictObject({ waitsFor: v.nullable(id) })),
  /** Stops a run. A waiting run leaves the queue; an interrupted run becomes stopped. */
  'runs.stop': method(runId, nothing),
  /** Returns the speed of an engine's latest run that took at least a second. Prefers runs of this puzzle. */
  'runs.speed': method(
    v.strictObject({ engine: v.string(), puzzleId: id }),
    v.nullable(v.strictObject({ ...runId.entries, nodesPerSecond: v.number(), threads: whole })),
  ),
  /** Returns an unused seed: the highest seed of this engine's runs on this puzzle, plus 1. */
  'runs.nextSeed': method(
    v.strictObject({ engine: v.string(), puzzleId: id }),
    v.strictObject({ seed: v.pipe(v.number(), v.safeInteger()) }),
  ),
  /**
   * Returns how long other runs took to improve a board with `matched` matched edges: the median time, and the number
   * of runs. Counts only runs of the puzzle with the same hints, goal and engine. Returns null if there are no such
   * runs.
   */
  'runs.nextStep': method(
    v.strictObject({ ...runId.entries, matched: whole }),
    v.nullable(v.strictObject({ runs: whole, medianMs: v.number() })),
  ),
  'runs.list': method(
    v.strictObject({
      puzzleId: v.optional(id),
      /** only runs that start from this saved board */
      startBoardId: v.optional(id),
      status: v.optional(RunStatus),
      /** only runs of puzzles whose names contain this text */
      name: v.optional(v.string()),
      /** active runs always come first, whatever the order */
      sort: v.optional(v.picklist(['newest', 'best', 'longest'])),
      ...page,
    }),
    v.strictObject({ total: whole, items: v.array(RunSummary) }),
  ),
  'runs.get': method(runId, RunDetail),
  /** Returns a run's best board so far; null before the first. */
  'runs.best': method(runId, v.strictObject({ board: v.nullable(board) })),
  'runs.remove': method(runId, nothing),
  /**
   * Returns the runs that have ended and that the user has not looked at since, newest first. `before`: matched edges
   * that the puzzle's best board had when the user last looked.
   */
  'runs.unseen': method(nothing, v.array(v.strictObject({ run: RunSummary, before: v.nullable(whole) }))),
  /** Records that the user has looked at runs. Starting, pausing or stopping a run does this too. */
  'runs.see': method(v.strictObject({ runIds: v.pipe(v.array(id), v.maxLength(1000)) }), nothing),
} as const;

export const runEvents = [
  /** a run started or ended, its status changed, or it moved in the queue */
  v.strictObject({ type: v.literal('run.changed'), run: RunSummary }),
  /** sent at most 10 times a second */
  v.strictObject({
    type: v.literal('run.progress'),
    runId: id,
    status: RunStatus,
    message: v.string(),
    figures: RunFigures,
    current: v.nullable(board),
    memoryBytes: v.nullable(whole),
  }),
  /** a better board was stored */
  v.strictObject({ type: v.literal('run.improved'), runId: id, board, matched: whole, placed: whole }),
  /** the user looked at runs; `runs.unseen` now returns fewer */
  v.strictObject({ type: v.literal('runs.seen') }),
  v.strictObject({ type: v.literal('run.log'), runId: id, line: LogLine }),
] as const;
