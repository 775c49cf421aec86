import * as v from 'valibot';

/** The estimated size of a search. */
export const Estimate = v.strictObject({
  /** number of random probes */
  probes: v.number(),
  /** number of probes per group */
  width: v.number(),
  /** estimated number of nodes in the whole tree, which is the mean of the probes */
  nodes: v.number(),
  /** standard error of `nodes` */
  standardError: v.number(),
  /** Each group of probes gives its own estimate of `nodes`. This is the median of these estimates. */
  median: v.number(),
  /** 90th percentile of the estimates of the groups */
  ninetieth: v.number(),
  /** mean number of nodes by depth */
  nodesByDepth: v.array(v.number()),
  /** estimated number of solutions; usually 0 if solutions are rare */
  solutions: v.number(),
  /**
   * the engine chosen automatically, and why. `cost`: the estimated time of a complete search with the chosen engine.
   * Its unit is the time that this estimate's engine needs per node.
   */
  chosen: v.exactOptional(v.strictObject({ engine: v.string(), why: v.string(), cost: v.number() })),
});
export type Estimate = v.InferOutput<typeof Estimate>;
