import { once } from 'node:events';

/**
 * Resolves when standard output takes more: at once, but where its reader is slower than we are and all that it did not
 * read yet would be held in memory. An output that is lost takes all, and `outputLost` says what becomes of the command.
 */
export async function outputTaken(): Promise<void> {
  if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain').catch(() => undefined);
}
