import { once } from 'node:events';

/**
 * Resolves when standard output can accept more. This waits only for a slow reader, whose unread data would
 * otherwise fill memory. Resolves immediately if the output is lost; `outputLost` then ends the command.
 */
export async function outputTaken(): Promise<void> {
  if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain').catch(() => undefined);
}
