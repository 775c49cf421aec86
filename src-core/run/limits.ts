import * as v from 'valibot';

/** Limits that end a run early. Null means no limit. */
export const Limits = v.strictObject({
  seconds: v.nullable(v.pipe(v.number(), v.minValue(0))),
  nodes: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
});
export type Limits = Readonly<v.InferOutput<typeof Limits>>;

export const noLimits: Limits = { seconds: null, nodes: null };
