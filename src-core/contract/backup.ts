import * as v from 'valibot';
import { method, nothing, whole } from './method.ts';

/** A file travels in pieces of so many bytes, as base64. */
export const PIECE_BYTES = 2 ** 19;
const piece = v.pipe(v.string(), v.base64(), v.maxLength(Math.ceil(PIECE_BYTES / 3) * 4));

/** The whole library as one file, out and in. Several windows may be at it: each has a transfer of its own. */
export const backupMethods = {
  /** Writes the library as it is now into a file next to it, to be read piece by piece. */
  'backup.make': method(nothing, v.strictObject({ transfer: whole, name: v.string(), bytes: whole })),
  'backup.read': method(v.strictObject({ transfer: whole, offset: whole }), v.strictObject({ data: piece })),
  /** Receives the file of a backup piece by piece, in order; without a transfer, the first piece of a new one. */
  'backup.put': method(
    v.strictObject({ transfer: v.nullable(whole), offset: whole, data: piece }),
    v.strictObject({ transfer: whole }),
  ),
  /**
   * Puts what was received in the place of the library. The library as it was is kept as a file; `kept` is its
   * path. Refused while runs or an experiment are under way, and when the file is damaged, of a newer Edgewise or no
   * library. What is unfinished in it resumes as at the start of Edgewise.
   */
  'backup.restore': method(v.strictObject({ transfer: whole }), v.strictObject({ kept: v.string() })),
} as const;
