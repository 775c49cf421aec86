import * as v from 'valibot';
import { method, nothing, whole } from './method.ts';

/** Size in bytes of the pieces in which a file is transferred, before base64 encoding. */
export const PIECE_BYTES = 2 ** 19;
const piece = v.pipe(v.string(), v.base64(), v.maxLength(Math.ceil(PIECE_BYTES / 3) * 4));

/**
 * Downloads and uploads the whole library as one file. Several windows can do so at the same time; each has its own
 * transfer.
 */
export const backupMethods = {
  /** Copies the library to a file in the same folder. `backup.read` then returns the copy piece by piece. */
  'backup.make': method(nothing, v.strictObject({ transfer: whole, name: v.string(), bytes: whole })),
  'backup.read': method(v.strictObject({ transfer: whole, offset: whole }), v.strictObject({ data: piece })),
  /**
   * Receives a backup in pieces, in order. The reply to the first piece contains a transfer number. The other pieces
   * are sent with this number.
   */
  'backup.put': method(
    v.strictObject({ transfer: v.nullable(whole), offset: whole, data: piece }),
    v.strictObject({ transfer: whole }),
  ),
  /**
   * Replaces the library with the uploaded one. The previous library is kept as the file `kept`. Unfinished runs in the
   * new library resume as if Edgewise had just started.
   *
   * The request is refused while a run or an experiment is active. It is also refused if the upload is damaged, is not
   * a library or comes from a newer Edgewise.
   */
  'backup.restore': method(v.strictObject({ transfer: whole }), v.strictObject({ kept: v.string() })),
} as const;
