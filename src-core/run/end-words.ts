/** Words for statuses whose names don't describe how a run ended. Logs use these words instead. */
const words: Readonly<Record<string, string>> = { exhausted: 'fully searched', limit: 'limit reached' };

/** Returns words for how a run with this status ended. */
export const endWords = (status: string): string => words[status] ?? status;
