import * as v from 'valibot';
import { method, nothing, time } from './method.ts';

/** A requirement of docs/reference/protocol.md. `why`: why an engine doesn't meet it; otherwise empty. */
const Promised = v.strictObject({ promise: v.string(), kept: v.boolean(), why: v.string() });

/** A program that the user added as an engine. */
export const AddedEngine = v.strictObject({
  name: v.string(),
  title: v.string(),
  version: v.string(),
  /** command line of the program, only for display */
  started: v.string(),
  /** SHA-256 of the program's file, when the program was added and now; null without a file */
  hash: v.nullable(v.string()),
  hashNow: v.nullable(v.string()),
  /** true if the user allowed exactly this program to run */
  allowed: v.boolean(),
  addedAt: time,
  checked: v.nullable(v.strictObject({ at: time, promises: v.array(Promised) })),
});
export type AddedEngine = v.InferOutput<typeof AddedEngine>;

const name = v.strictObject({ name: v.pipe(v.string(), v.maxLength(40)) });

/**
 * Requests about added engines. For safety, no request names a program to start. Programs are added on the command line
 * or in a file dialog that the host shows.
 */
export const enginesMethods = {
  /** Returns the added engines. `problem`: why some can't be read. */
  'engines.added': method(
    nothing,
    v.strictObject({ engines: v.array(AddedEngine), problem: v.nullable(v.string()) }),
  ),
  /** Allows an engine's program to run. `hashNow`: the hash that the user saw. */
  'engines.allow': method(v.strictObject({ ...name.entries, hashNow: v.nullable(v.string()) }), nothing),
  /** Returns whether this host can show a file dialog. */
  'engines.mayChoose': method(nothing, v.boolean()),
  /** Adds a program that the user chooses in a file dialog. Returns the engine's name; null if the user cancelled. */
  'engines.choose': method(nothing, v.nullable(v.string())),
  'engines.check': method(name, v.array(Promised)),
  'engines.remove': method(name, nothing),
} as const;
