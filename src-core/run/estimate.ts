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
  /** the engine chosen automatically, and why; `cost`: time of its whole search, as nodes of this estimate's engine */
  chosen: v.exactOptional(v.strictObject({ engine: v.string(), why: v.string(), cost: v.number() })),
});
export type Estimate = v.InferOutput<typeof Estimate>;
