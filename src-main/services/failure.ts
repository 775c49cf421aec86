/**
 * Returns whether an error means that writing to the library failed: the disk is full, or the file isn't accessible.
 */
export const cantWrite = (error: unknown): boolean => error instanceof Error && error.name === 'SqliteError';

/** Returns an error's message for users. If writing to the library failed, the message says so first. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return cantWrite(error) ? `the library can't be written: ${error.message}` : error.message;
}
