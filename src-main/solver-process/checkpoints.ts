import { deserialize } from 'node:v8';
import { OtherVersion } from './run-checkpoint.ts';

/**
 * The newest state that can be read; `read` throws where it is none. Undefined only when there is none at all: a search
 * must not start over because its state got lost.
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
