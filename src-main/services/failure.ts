/**
 * Returns whether an error means that the library's file can't be written: the disk is full, or the file
 * can't be accessed.
 */
export const cantWrite = (error: unknown): boolean => error instanceof Error && error.name === 'SqliteError';

/** Returns an error's message for users. If the library can't be written, the message begins by saying so. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return cantWrite(error) ? `the library can't be written: ${error.message}` : error.message;
}
