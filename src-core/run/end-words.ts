/** Words for statuses whose names don't describe how a run ended. Logs use these words instead. */
const words: Readonly<Record<string, string>> = { exhausted: 'fully searched', limit: 'limit reached' };

/** Returns a phrase for users that says how a run with this status ended. */
export const endWords = (status: string): string => words[status] ?? status;

/** Returns the last line of a run's log. Messages are whole sentences, or details such as "at the set time, 07:00". */
export function lastLogLine(status: string, message: string): string {
  const ended = `Ended: ${endWords(status)}`;
  if (message === '') return `${ended}.`;
  return message.endsWith('.') ? `${ended}. ${message}` : `${ended}, ${message}.`;
}
