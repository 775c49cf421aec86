import * as v from 'valibot';

/** How large a search will be, before it is begun. */
export const Estimate = v.strictObject({
  /** random probes it is the mean of */
  probes: v.number(),
  /** so many of them go side by side, as a group */
  width: v.number(),
  /** nodes of the whole tree: mean over the probes */
  nodes: v.number(),
  /** of that mean */
  standardError: v.number(),
  /** middle and upper decile of what the groups say */
  median: v.number(),
  ninetieth: v.number(),
  /** mean by depth */
  nodesByDepth: v.array(v.number()),
  /** solutions by the same reckoning; mostly 0 where they are rare */
  solutions: v.number(),
});
export type Estimate = v.InferOutput<typeof Estimate>;
