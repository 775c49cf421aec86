import * as v from 'valibot';
import { method, nothing, time } from './method.ts';

/** A requirement of docs/reference/protocol.md, and whether an engine meets it. If it doesn't, `why` says why not. */
const Promised = v.strictObject({ promise: v.string(), kept: v.boolean(), why: v.string() });

/** A program that the user added as an engine. */
export const AddedEngine = v.strictObject({
  name: v.string(),
  title: v.string(),
  version: v.string(),
  /** the program's command line, only for display */
  started: v.string(),
  /** SHA-256 hash of the program's file when the program was added; null if no file could be read */
  hash: v.nullable(v.string()),
  /** current SHA-256 hash of the program's file; null if no file can be read */
  hashNow: v.nullable(v.string()),
  /** true if the user has allowed this version of the program to run */
  allowed: v.boolean(),
  addedAt: time,
  checked: v.nullable(v.strictObject({ at: time, promises: v.array(Promised) })),
});
export type AddedEngine = v.InferOutput<typeof AddedEngine>;

const name = v.strictObject({ name: v.pipe(v.string(), v.maxLength(40)) });

/**
 * Requests about engines that users add. For safety, no request can name a program to start. Programs are added on the
 * command line, or in a file dialog shown by the host.
 */
export const enginesMethods = {
  /** Returns the added engines. If some can't be read, `problem` says why. */
  'engines.added': method(
    nothing,
    v.strictObject({ engines: v.array(AddedEngine), problem: v.nullable(v.string()) }),
  ),
  /**
   * Allows an engine's program to run. `hashNow`: the hash of the program's file when the user was asked. Throws if the
   * file has changed since then.
   */
  'engines.allow': method(v.strictObject({ ...name.entries, hashNow: v.nullable(v.string()) }), nothing),
  /** Returns whether this host can show a file dialog for choosing a program. */
  'engines.mayChoose': method(nothing, v.boolean()),
  /** Adds a program that the user chooses in a file dialog. Returns the engine's name; null if the user cancels. */
  'engines.choose': method(nothing, v.nullable(v.string())),
  'engines.check': method(name, v.array(Promised)),
  'engines.remove': method(name, nothing),
} as const;
