import * as v from 'valibot';
import { id, method, nothing, time, whole } from './method.ts';

export const BinKind = v.picklist(['puzzle', 'run', 'board', 'experiment']);
export type BinKind = v.InferOutput<typeof BinKind>;

const item = v.strictObject({ kind: BinKind, id });

/** Something that was deleted, and can be had back. */
export const BinItem = v.strictObject({
  ...item.entries,
  /** its own, or of the puzzle it belongs to */
  name: v.string(),
  /** for people: "3 runs and 12 boards go with it", "463 of 480 edges", "12 trials" */
  detail: v.string(),
  removedAt: time,
});
export type BinItem = v.InferOutput<typeof BinItem>;

export const binMethods = {
  /** What was deleted, the latest first, at most a thousand. */
  'bin.list': method(nothing, v.strictObject({ total: whole, items: v.array(BinItem) })),
  'bin.restore': method(item, nothing),
  /** For good. A puzzle takes its runs and boards with it. */
  'bin.delete': method(item, nothing),
  /** Deletes everything in the bin for good. */
  'bin.empty': method(nothing, nothing),
} as const;
