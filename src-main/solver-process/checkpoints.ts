import { deserialize } from 'node:v8';
import { OtherVersion } from './run-checkpoint.ts';

/**
 * Returns the newest checkpoint that `read` can read, or undefined if there are no checkpoints. If none of them is
 * readable, throws, so that the search doesn't start over.
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
