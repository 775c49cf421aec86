import { once } from 'node:events';

/** Resolves when all output so far has been passed to the system, or when writing it has failed. */
export async function outputWritten(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise<void>((resolve) => stream.write('', () => resolve()));
  }
}

/**
 * Resolves when standard output can accept more data. Without waiting, data for a slow reader would fill up the
 * memory. Resolves immediately if standard output fails, because `outputLost` then ends the command.
 */
export async function outputTaken(): Promise<void> {
  if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain').catch(() => undefined);
}
