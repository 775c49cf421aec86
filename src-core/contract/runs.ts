import * as v from 'valibot';
import { EngineFacts } from '../run/engine-facts.ts';
import { RunFigures } from '../run/figures.ts';
import { JobSettings } from '../run/job.ts';
import { board, id, method, nothing, page, time, whole } from './method.ts';

export const RunStatus = v.picklist([
  'queued',
  'preparing',
  'running',
  'paused',
  'solved',
  'exhausted',
  'limit',
  'stopped',
  'failed',
  // interrupted: Edgewise quit or crashed while the run was active
  'interrupted',
]);
export type RunStatus = v.InferOutput<typeof RunStatus>;

export const isActive = (status: RunStatus): boolean => status === 'preparing' || status === 'running';
export const isOver = (status: RunStatus): boolean =>
  !isActive(status) && status !== 'paused' && status !== 'queued';

/** Settings that concern the host, not the engine. */
const hostSettings = {
  /** cells whose hints the run uses, out of `hintsOffered`; default: the puzzle's own hints */
  hints: v.exactOptional(v.array(whole)),
  /** run at low priority; default: the application's setting */
  lowPriority: v.exactOptional(v.boolean()),
  /** pause while somebody is using the computer */
  whenIdle: v.exactOptional(v.boolean()),
};

/** Everything that is needed to repeat a run. */
export const RunSettings = v.strictObject({ puzzleId: id, ...hostSettings, ...JobSettings.entries });
export type RunSettings = v.InferOutput<typeof RunSettings>;

export const RunSummary = v.strictObject({
  id,
  settings: RunSettings,
  puzzleName: v.string(),
  engineVersion: whole,
  status: RunStatus,
  /** message for users: why the run failed, or what the engine is preparing */
  message: v.string(),
  figures: RunFigures,
  resumable: v.boolean(),
  /** if this version of Edgewise can't continue the run: why not, and which version can; otherwise null */
  notHere: v.nullable(v.string()),
  /** true if the run was merged from parts on other machines */
  merged: v.boolean(),
  /** the saved board that the run starts from; absent if that board was deleted */
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
  /** the best board so far; null if there is none */
  best: v.nullable(board),
  current: v.nullable(board),
  /** memory of the solver process in bytes; null if the process isn't running */
  memoryBytes: v.nullable(whole),
});
export type RunDetail = v.InferOutput<typeof RunDetail>;

/** Facts about an engine. The defaults of its options are those for this machine. */
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
   * Resumes a run from its checkpoint, no matter why it paused or ended. A waiting run starts at once. If another run
   * is active, a run that has ended goes to the front of the queue instead, and `waitsFor` is the active run's id.
   */
  'runs.resume': method(runId, v.strictObject({ waitsFor: v.nullable(id) })),
  /** Stops a run. A waiting run leaves the queue. */
  'runs.stop': method(runId, nothing),
  /** Returns the engine's speed in its latest run of at least a second, preferably on this puzzle. */
  'runs.speed': method(
    v.strictObject({ engine: v.string(), puzzleId: id }),
    v.nullable(v.strictObject({ ...runId.entries, nodesPerSecond: v.number(), threads: whole })),
  ),
  /** Returns an unused seed: one more than the highest seed in this engine's runs on this puzzle. */
  'runs.nextSeed': method(
    v.strictObject({ engine: v.string(), puzzleId: id }),
    v.strictObject({ seed: v.pipe(v.number(), v.safeInteger()) }),
  ),
  /**
   * Returns how long other runs took to improve on a board with this number of matched edges. The result is the median
   * over runs with the same puzzle, hints, goal and engine; null if there are none.
   */
  'runs.nextStep': method(
    v.strictObject({ ...runId.entries, matched: whole }),
    v.nullable(v.strictObject({ runs: whole, medianMs: v.number() })),
  ),
  'runs.list': method(
    v.strictObject({
      puzzleId: v.optional(id),
      startBoardId: v.optional(id),
      status: v.optional(RunStatus),
      /** only runs of puzzles whose names contain this text */
      name: v.optional(v.string()),
      /** order of the runs; active runs always come first */
      sort: v.optional(v.picklist(['newest', 'best', 'longest'])),
      ...page,
    }),
    v.strictObject({ total: whole, items: v.array(RunSummary) }),
  ),
  'runs.get': method(runId, RunDetail),
  /** Returns the best board that a run has found so far; null if there is none. */
  'runs.best': method(runId, v.strictObject({ board: v.nullable(board) })),
  'runs.remove': method(runId, nothing),
  /**
   * Returns the runs that have ended since the user last looked at them, newest first. `before` is the number of matched
   * edges of the puzzle's best board when the user last looked.
   */
  'runs.unseen': method(nothing, v.array(v.strictObject({ run: RunSummary, before: v.nullable(whole) }))),
  /**
   * Records that the user has seen the results of runs. Starting, pausing or stopping a run counts as seeing it too.
   */
  'runs.see': method(v.strictObject({ runIds: v.pipe(v.array(id), v.maxLength(1000)) }), nothing),
} as const;

export const runEvents = [
  /** a run started or ended, or its status or place in the queue changed */
  v.strictObject({ type: v.literal('run.changed'), run: RunSummary }),
  /** progress of a run, sent at most 10 times a second */
  v.strictObject({
    type: v.literal('run.progress'),
    runId: id,
    status: RunStatus,
    message: v.string(),
    figures: RunFigures,
    current: v.nullable(board),
    memoryBytes: v.nullable(whole),
  }),
  /** a run found a better board, which has been stored */
  v.strictObject({ type: v.literal('run.improved'), runId: id, board, matched: whole, placed: whole }),
  /** the user has seen some runs, so `runs.unseen` no longer returns them */
  v.strictObject({ type: v.literal('runs.seen') }),
  v.strictObject({ type: v.literal('run.log'), runId: id, line: LogLine }),
] as const;
