import * as v from 'valibot';
import { method, nothing, time } from './method.ts';

/** A promise of docs/reference/protocol.md, and what came of it; `why` is empty where it was kept. */
const Promised = v.strictObject({ promise: v.string(), kept: v.boolean(), why: v.string() });

/** A program that a person at this machine added as an engine. */
export const AddedEngine = v.strictObject({
  name: v.string(),
  title: v.string(),
  version: v.string(),
  /** as a person would type it, to be read: nothing that is sent here is ever started */
  started: v.string(),
  /** SHA-256 of the program's file when it was added, and now; null where there is no file */
  hash: v.nullable(v.string()),
  hashNow: v.nullable(v.string()),
  /** whether the user of this machine allowed exactly this program; it does not run otherwise */
  allowed: v.boolean(),
  addedAt: time,
  checked: v.nullable(v.strictObject({ at: time, promises: v.array(Promised) })),
});
export type AddedEngine = v.InferOutput<typeof AddedEngine>;

const name = v.strictObject({ name: v.pipe(v.string(), v.maxLength(40)) });

/**
 * No request here names a program. `choose` has the host ask the person, by the system's own file dialog; the others
 * name an engine that was added so, or by the command line.
 */
export const enginesMethods = {
  /** `problem`: why some or all that were added can't be read. */
  'engines.added': method(
    nothing,
    v.strictObject({ engines: v.array(AddedEngine), problem: v.nullable(v.string()) }),
  ),
  /** Lets an engine's program run at this machine. `hashNow`: as the user was shown it. */
  'engines.allow': method(v.strictObject({ ...name.entries, hashNow: v.nullable(v.string()) }), nothing),
  /** Whether this host can ask for a program. */
  'engines.mayChoose': method(nothing, v.boolean()),
  /** The name of the engine that was added; null when the person chose none. */
  'engines.choose': method(nothing, v.nullable(v.string())),
  'engines.check': method(name, v.array(Promised)),
  'engines.remove': method(name, nothing),
} as const;
