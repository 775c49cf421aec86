import * as v from 'valibot';
import { method, nothing, time } from './method.ts';

/** A requirement of `docs/reference/protocol.md`, and whether an engine meets it. If so, `why` is empty. */
const Promised = v.strictObject({ promise: v.string(), kept: v.boolean(), why: v.string() });

/** A program that the user of this machine added as an engine. */
export const AddedEngine = v.strictObject({
  name: v.string(),
  title: v.string(),
  version: v.string(),
  /** the command line as a user would type it, only for display */
  started: v.string(),
  /** SHA-256 of the program's file: `hash` when the program was added, `hashNow` now; null if there is no file */
  hash: v.nullable(v.string()),
  hashNow: v.nullable(v.string()),
  /** true if the user of this machine allowed exactly this program to run; otherwise it cannot run */
  allowed: v.boolean(),
  addedAt: time,
  checked: v.nullable(v.strictObject({ at: time, promises: v.array(Promised) })),
});
export type AddedEngine = v.InferOutput<typeof AddedEngine>;

const name = v.strictObject({ name: v.pipe(v.string(), v.maxLength(40)) });

/**
 * Requests about added engines. For safety, no request says which program to start. The request `engines.choose` makes
 * the host show the file dialog of the system. The other requests name an engine that was added with this dialog or on
 * the command line.
 */
export const enginesMethods = {
  /** Returns the added engines. `problem`: why some or all of them can't be read. */
  'engines.added': method(
    nothing,
    v.strictObject({ engines: v.array(AddedEngine), problem: v.nullable(v.string()) }),
  ),
  /** Allows an engine's program to run on this machine. `hashNow`: the hash that the user saw. */
  'engines.allow': method(v.strictObject({ ...name.entries, hashNow: v.nullable(v.string()) }), nothing),
  /** Returns whether this host can show a file dialog. */
  'engines.mayChoose': method(nothing, v.boolean()),
  /**
   * Lets the user choose a program in a file dialog, and adds it. Returns the engine's name; null if the user
   * cancelled.
   */
  'engines.choose': method(nothing, v.nullable(v.string())),
  'engines.check': method(name, v.array(Promised)),
  'engines.remove': method(name, nothing),
} as const;
