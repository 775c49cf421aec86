import * as v from 'valibot';

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
  /** an engine's own, by the names of its `counters` */
  counts: v.record(v.string(), v.union([v.number(), v.array(v.number())])),
  /** which engine gives the answer and why, where one was chosen automatically */
  chosen: v.exactOptional(v.strictObject({ engine: v.string(), why: v.string() })),
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
