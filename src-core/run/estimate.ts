import * as v from 'valibot';

/** An estimate of the size of a search, made before it starts. */
export const Estimate = v.strictObject({
  /** number of random probes */
  probes: v.number(),
  /** number of probes that run side by side as one group */
  width: v.number(),
  /** estimated nodes of the whole tree: mean of the probes */
  nodes: v.number(),
  /** standard error of `nodes` */
  standardError: v.number(),
  /** median and upper decile of the groups' estimates */
  median: v.number(),
  ninetieth: v.number(),
  /** mean nodes at each depth */
  nodesByDepth: v.array(v.number()),
  /** estimated solutions; usually 0 if they are rare */
  solutions: v.number(),
  /**
   * the engine that would be chosen automatically, and why. `cost`: how long its search takes, as a number of nodes
   * of the estimated engine
   */
  chosen: v.exactOptional(v.strictObject({ engine: v.string(), why: v.string(), cost: v.number() })),
});
export type Estimate = v.InferOutput<typeof Estimate>;
