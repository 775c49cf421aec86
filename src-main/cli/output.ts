import { once } from 'node:events';

/**
 * Resolves when standard output can accept more data. Waits only if a slow reader leaves data unread, because that data
 * would fill memory. Resolves immediately if the output is lost; `outputLost` then ends the command.
 */
export async function outputTaken(): Promise<void> {
  if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain').catch(() => undefined);
}
