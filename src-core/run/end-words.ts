/** Words for statuses that logs don't show by name, because the name doesn't describe how the run ended. */
const words: Readonly<Record<string, string>> = { exhausted: 'fully searched', limit: 'limit reached' };

/** Returns the words for how a run ended, from its status. */
export const endWords = (status: string): string => words[status] ?? status;
