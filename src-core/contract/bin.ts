import * as v from 'valibot';
import { id, method, nothing, time, whole } from './method.ts';

export const BinKind = v.picklist(['puzzle', 'run', 'board', 'experiment']);
export type BinKind = v.InferOutput<typeof BinKind>;

const item = v.strictObject({ kind: BinKind, id });

/** A deleted item that can be restored. */
export const BinItem = v.strictObject({
  ...item.entries,
  /** the item's name or, if it has none, the name of its puzzle */
  name: v.string(),
  /** details for users, such as "3 runs and 12 boards go with it", "463 of 480 edges" or "12 trials" */
  detail: v.string(),
  removedAt: time,
});
export type BinItem = v.InferOutput<typeof BinItem>;

export const binMethods = {
  /** Returns up to 1,000 deleted items, latest first. `total`: the number of all deleted items. */
  'bin.list': method(nothing, v.strictObject({ total: whole, items: v.array(BinItem) })),
  'bin.restore': method(item, nothing),
  /** Deletes an item for good. A puzzle takes its runs and boards with it. */
  'bin.delete': method(item, nothing),
  /** Deletes everything in the bin for good. */
  'bin.empty': method(nothing, nothing),
} as const;
