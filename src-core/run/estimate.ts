import * as v from 'valibot';

/** An estimate of the size of a search, made before it starts. */
export const Estimate = v.strictObject({
  /** number of random probes */
  probes: v.number(),
  /** number of probes that run together as a group */
  width: v.number(),
  /** estimated number of nodes of the whole tree: the mean of the probes */
  nodes: v.number(),
  /** standard error of `nodes` */
  standardError: v.number(),
  /** median and 90th percentile of the groups' estimates */
  median: v.number(),
  ninetieth: v.number(),
  /** mean number of nodes at each depth */
  nodesByDepth: v.array(v.number()),
  /** estimated number of solutions; if they are rare, this is usually 0 */
  solutions: v.number(),
  /**
   * the engine that would be chosen automatically, and why. `cost`: the estimated time of the whole search. It is given
   * as the number of nodes that the engine of this estimate visits in the same time.
   */
  chosen: v.exactOptional(v.strictObject({ engine: v.string(), why: v.string(), cost: v.number() })),
});
export type Estimate = v.InferOutput<typeof Estimate>;
