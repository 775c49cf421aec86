/** How logs describe statuses whose names don't describe an end. */
const words: Readonly<Record<string, string>> = { exhausted: 'fully searched', limit: 'limit reached' };

/** Returns the words for how a run ended, from its status. */
export const endWords = (status: string): string => words[status] ?? status;
