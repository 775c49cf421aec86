import * as v from 'valibot';
import { id, method, nothing, time, whole } from './method.ts';

export const BinKind = v.picklist(['puzzle', 'run', 'board', 'experiment']);
export type BinKind = v.InferOutput<typeof BinKind>;

const item = v.strictObject({ kind: BinKind, id });

/** A deleted item that can be restored. */
export const BinItem = v.strictObject({
  ...item.entries,
  /** name of the item; if it has none, the name of its puzzle */
  name: v.string(),
  /** details shown to users, such as "3 runs and 12 boards go with it", "463 of 480 edges" or "12 trials" */
  detail: v.string(),
  removedAt: time,
});
export type BinItem = v.InferOutput<typeof BinItem>;

export const binMethods = {
  /**
   * Returns the most recently deleted items, latest first, at most 1,000. `total` is the number of all deleted items.
   */
  'bin.list': method(nothing, v.strictObject({ total: whole, items: v.array(BinItem) })),
  'bin.restore': method(item, nothing),
  /** Deletes an item permanently. If it is a puzzle, its runs and boards are deleted too. */
  'bin.delete': method(item, nothing),
  /** Empties the bin permanently. */
  'bin.empty': method(nothing, nothing),
} as const;
