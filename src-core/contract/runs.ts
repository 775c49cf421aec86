import * as v from 'valibot';
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

const optionValue = v.union([v.string(), v.number(), v.boolean()]);
/** values by the names of an engine's options */
export const EngineOptions = v.record(v.string(), optionValue);

export const Limits = v.strictObject({
  seconds: v.nullable(v.pipe(v.number(), v.minValue(0))),
  nodes: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

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
export const RunSettings = v.strictObject({
  puzzleId: id,
  ...manners,
  engine: v.string(),
  options: EngineOptions,
  wanted: v.strictObject({
    solutions: v.union([v.literal('all'), v.pipe(v.number(), v.integer(), v.minValue(1))]),
    boards: v.boolean(),
  }),
  limits: Limits,
  seed: v.pipe(v.number(), v.safeInteger()),
  threads: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(256)),
});
export type RunSettings = v.InferOutput<typeof RunSettings>;

/** A run's totals so far; the fields are those of `Tally` in engine.ts and of `done` in the command line. */
export const RunFigures = v.strictObject({
  nodes: v.number(),
  nodesByDepth: v.array(v.number()),
  nodesPerSecond: v.number(),
  elapsedMs: v.number(),
  /** solutions found: raw, unique, distinct */
  raw: v.number(),
  unique: v.number(),
  distinct: v.number(),
  fraction: v.nullable(v.number()),
  depth: v.number(),
  peakDepth: v.number(),
  /** of the best board so far */
  matched: v.number(),
  placed: v.number(),
  /** inner edges in all, cells to fill in all */
  edges: v.number(),
  cells: v.number(),
  hintsKept: v.number(),
  hints: v.number(),
  counts: v.record(v.string(), v.union([v.number(), v.array(v.number())])),
  sliding: v.nullable(
    v.strictObject({ path: v.nullable(v.array(v.number())), lowerBound: v.number(), optimal: v.boolean() }),
  ),
});
export type RunFigures = v.InferOutput<typeof RunFigures>;

/** Before anything was searched. */
export const noFigures: RunFigures = {
  nodes: 0,
  nodesByDepth: [],
  nodesPerSecond: 0,
  elapsedMs: 0,
  raw: 0,
  unique: 0,
  distinct: 0,
  fraction: null,
  depth: 0,
  peakDepth: 0,
  matched: 0,
  placed: 0,
  edges: 0,
  cells: 0,
  hintsKept: 0,
  hints: 0,
  counts: {},
  sliding: null,
};

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

export const EngineInfo = v.strictObject({
  name: v.string(),
  title: v.string(),
  summary: v.string(),
  solves: v.picklist(['edge-matching', 'sliding']),
  /** can say beforehand how large a search will be */
  estimates: v.boolean(),
  options: v.array(
    v.strictObject({
      name: v.string(),
      title: v.string(),
      help: v.string(),
      type: v.picklist(['number', 'choice', 'boolean', 'cells']),
      default: optionValue,
      min: v.optional(v.number()),
      max: v.optional(v.number()),
      choices: v.optional(v.array(v.string())),
    }),
  ),
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
    v.strictObject({ puzzleId: v.optional(id), status: v.optional(RunStatus), ...page }),
    v.strictObject({ total: whole, items: v.array(RunSummary) }),
  ),
  'runs.get': method(runId, RunDetail),
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
