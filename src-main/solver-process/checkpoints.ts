import { deserialize } from 'node:v8';
import { OtherVersion } from './run-checkpoint.ts';

/**
 * Returns the newest readable state; `read` throws for an unreadable one. Undefined only if there are no
 * states at all, because a search must not start over when its states can't be read.
 */
export function newestReadable<T>(
  checkpoints: readonly Uint8Array[],
  read: (state: unknown) => T,
): T | undefined {
  let why: unknown;
  for (const bytes of checkpoints) {
    try {
      return read(deserialize(bytes));
    } catch (error) {
      why = error;
    }
  }
  if (why instanceof OtherVersion) throw why;
  if (checkpoints.length > 0) throw new Error('no checkpoint of this run is readable', { cause: why });
  return undefined;
}
