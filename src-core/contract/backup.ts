import * as v from 'valibot';
import { method, nothing, whole } from './method.ts';

/** Size of a piece, before base64 encoding. */
export const TRANSFER_PIECE_BYTES = 2 ** 19;
const piece = v.pipe(v.string(), v.base64(), v.maxLength(Math.ceil(TRANSFER_PIECE_BYTES / 3) * 4));

/** Downloads and uploads the whole library as one file. Each window has its own transfer. */
export const backupMethods = {
  /** Copies the library to a temporary file, which `backup.read` then returns piece by piece. */
  'backup.make': method(nothing, v.strictObject({ transfer: whole, name: v.string(), bytes: whole })),
  'backup.read': method(v.strictObject({ transfer: whole, offset: whole }), v.strictObject({ data: piece })),
  /**
   * Receives a backup in pieces, in order. The reply to the first piece contains a transfer number, which all later
   * pieces must repeat.
   */
  'backup.put': method(
    v.strictObject({ transfer: v.nullable(whole), offset: whole, data: piece }),
    v.strictObject({ transfer: whole }),
  ),
  /**
   * Replaces the library with the uploaded one and keeps the old library as the file `kept`. Unfinished runs of the
   * new library resume.
   *
   * The request is refused while a run or an experiment is active. It is also refused if the upload is damaged, isn't
   * a library, or comes from a newer version of Edgewise.
   */
  'backup.restore': method(v.strictObject({ transfer: whole }), v.strictObject({ kept: v.string() })),
} as const;
