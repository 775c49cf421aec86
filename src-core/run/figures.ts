import * as v from 'valibot';

/** A run's totals so far. The fields match `Tally` and the command line's `done` message. */
export const RunFigures = v.strictObject({
  nodes: v.number(),
  nodesByDepth: v.array(v.number()),
  nodesPerSecond: v.number(),
  elapsedMs: v.number(),
  /** numbers of raw, unique and distinct solutions */
  raw: v.number(),
  unique: v.number(),
  distinct: v.number(),
  fraction: v.nullable(v.number()),
  depth: v.number(),
  peakDepth: v.number(),
  /** number of matched edges on the best board so far */
  matched: v.number(),
  placed: v.number(),
  /** total number of edges, which is the maximum of `matched` */
  edges: v.number(),
  /** total number of cells, which is the maximum of `placed` */
  cells: v.number(),
  hintsKept: v.number(),
  hints: v.number(),
  /** the engine's own totals, by the counter's name */
  counts: v.record(v.string(), v.union([v.number(), v.array(v.number())])),
  /** the engine chosen automatically, and why */
  chosen: v.exactOptional(v.strictObject({ engine: v.string(), why: v.string() })),
  sliding: v.nullable(
    v.strictObject({ path: v.nullable(v.array(v.number())), lowerBound: v.number(), optimal: v.boolean() }),
  ),
});
export type RunFigures = v.InferOutput<typeof RunFigures>;

/** A run's totals before its search starts. */
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
