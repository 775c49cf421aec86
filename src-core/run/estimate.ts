import * as v from 'valibot';

/** The estimated size of a search. */
export const Estimate = v.strictObject({
  /** number of random probes */
  probes: v.number(),
  /** number of probes in a group */
  width: v.number(),
  /** nodes of the whole tree: the mean of the probes */
  nodes: v.number(),
  /** standard error of `nodes` */
  standardError: v.number(),
  /** of the groups' estimates */
  median: v.number(),
  ninetieth: v.number(),
  /** mean number of nodes by depth */
  nodesByDepth: v.array(v.number()),
  /** usually 0 if solutions are rare */
  solutions: v.number(),
  /**
   * the engine chosen automatically, and why. `cost`: the estimated time of its whole search, given as the number of
   * nodes that the engine of this estimate visits in that time.
   */
  chosen: v.exactOptional(v.strictObject({ engine: v.string(), why: v.string(), cost: v.number() })),
});
export type Estimate = v.InferOutput<typeof Estimate>;
