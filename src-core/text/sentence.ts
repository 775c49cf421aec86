/** Returns the text with a full stop at the end, unless it already ends with one. */
export const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
