import * as v from 'valibot';
import { EngineFacts } from '../run/engine-facts.ts';
import { RunFigures } from '../run/figures.ts';
import { JobSettings } from '../run/job.ts';
import { board, id, method, nothing, page, time, whole } from './method.ts';

export const RunStatus = v.picklist([
  // waits for the runs before it
  'queued',
  // its solver is started, or works out what it needs before the first node
  'preparing',
  'running',
  'paused',
  // the ends of a run
  'solved',
  'exhausted',
  'limit',
  'stopped',
  'failed',
  // Edgewise ended while it was under way
  'interrupted',
]);
export type RunStatus = v.InferOutput<typeof RunStatus>;

/** How a run treats the puzzle and the machine, beside what its engine is told. */
const manners = {
  /** cells whose hints hold, of those `hintsOffered` has; left out: the puzzle's own hints */
  hints: v.exactOptional(v.array(whole)),
  /** other programs go first; left out: as the settings of the application say */
  lowPriority: v.exactOptional(v.boolean()),
  /** rests while somebody or something else uses the computer */
  whenIdle: v.exactOptional(v.boolean()),
};

/** How a run is set up: everything needed to run it again. */
export const RunSettings = v.strictObject({ puzzleId: id, ...manners, ...JobSettings.entries });
export type RunSettings = v.InferOutput<typeof RunSettings>;

export const RunSummary = v.strictObject({
  id,
  settings: RunSettings,
  puzzleName: v.string(),
  engineVersion: whole,
  status: RunStatus,
  /** why it failed or what it is preparing, for people */
  message: v.string(),
  figures: RunFigures,
  resumable: v.boolean(),
  /** why this version of Edgewise can't continue it, and which one can; null if that is not the obstacle */
  notHere: v.nullable(v.string()),
  /** put together from parts that were worked on elsewhere */
  merged: v.boolean(),
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
  /** the best board so far, and what the search is looking at now; null before the first */
  best: v.nullable(board),
  current: v.nullable(board),
  /** what its solver process holds; null when there is none */
  memoryBytes: v.nullable(whole),
});
export type RunDetail = v.InferOutput<typeof RunDetail>;

/** Options have the defaults of this machine. */
export const EngineInfo = v.strictObject({
  ...EngineFacts.entries,
  /** can say beforehand how large a search will be */
  estimates: v.boolean(),
});
export type EngineInfo = v.InferOutput<typeof EngineInfo>;

const runId = v.strictObject({ runId: id });

export const runMethods = {
  'engines.list': method(nothing, v.array(EngineInfo)),
  'runs.start': method(RunSettings, runId),
  'runs.pause': method(runId, nothing),
  /**
   * Goes on with a paused run, begins one that waits, or takes up a stopped, limited, failed or interrupted one from its
   * checkpoint.
   */
  'runs.resume': method(runId, nothing),
  /** One that waits is taken off the queue; one that was interrupted counts as stopped from now on. */
  'runs.stop': method(runId, nothing),
  /** How fast the last run of an engine was that lasted a second, of this puzzle rather than another. */
  'runs.speed': method(
    v.strictObject({ engine: v.string(), puzzleId: id }),
    v.nullable(v.strictObject({ ...runId.entries, nodesPerSecond: v.number(), threads: whole })),
  ),
  /** One more than the highest seed of this puzzle's runs of an engine, so that the next run is a new one. */
  'runs.nextSeed': method(
    v.strictObject({ engine: v.string(), puzzleId: id }),
    v.strictObject({ seed: v.pipe(v.number(), v.safeInteger()) }),
  ),
  /**
   * How long other runs of the same puzzle with the same hints took from a score of `matched` to a better one:
   * the middle one of them, and how many there are. Null where no run has gone that way.
   */
  'runs.nextStep': method(
    v.strictObject({ ...runId.entries, matched: whole }),
    v.nullable(v.strictObject({ runs: whole, medianMs: v.number() })),
  ),
  'runs.list': method(
    v.strictObject({
      puzzleId: v.optional(id),
      status: v.optional(RunStatus),
      /** part of the puzzle's name */
      name: v.optional(v.string()),
      /** whatever the order, runs under way come first */
      sort: v.optional(v.picklist(['newest', 'best', 'longest'])),
      ...page,
    }),
    v.strictObject({ total: whole, items: v.array(RunSummary) }),
  ),
  'runs.get': method(runId, RunDetail),
  /** Its best board so far; null before the first. */
  'runs.best': method(runId, v.strictObject({ board: v.nullable(board) })),
  'runs.remove': method(runId, nothing),
} as const;

export const runEvents = [
  /** a run was started, changed its status or its place in the queue, or ended */
  v.strictObject({ type: v.literal('run.changed'), run: RunSummary }),
  /** at most 10 a second */
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
  v.strictObject({ type: v.literal('run.log'), runId: id, line: LogLine }),
] as const;
