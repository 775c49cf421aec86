/** Whether the library file itself did not take it: the disk is full, or the file can't be reached. */
export const cantWrite = (error: unknown): boolean => error instanceof Error && error.name === 'SqliteError';

/** What went wrong, as the end of a run or a trial says it. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return cantWrite(error) ? `the library can't be written: ${error.message}` : error.message;
}
