/** Finds hexagonal tiles in a program. Six numbers in brackets could also be a sliding position of 3 × 2 cells. */

/** Maximum length, in characters, of a program that is searched */
const MAX_SEARCH_LENGTH = 200_000;
/** Matches a word about hexagonal tiles, such as the nuts of _Drive Ya Nuts_. */
const ABOUT_HEXAGONS = /[Hh]exagon|(?:(?<![A-Za-z])n|N)uts?(?![a-z])/;
const SIX_NUMBERS = /[[({]\s*(\d{1,2}(?:\s*,\s*\d{1,2}){5})\s*[\])}]/g;
/** Numbers of cells of a honeycomb with a side of 2, 3 or 4 */
const HONEYCOMBS = new Set([7, 19, 37]);

/** Returns the hexagons that a program lists in brackets, one per line, or null if they fill no honeycomb. */
export function hexagonsInLists(text: string): string | null {
  if (text.length > MAX_SEARCH_LENGTH || !ABOUT_HEXAGONS.test(text)) return null;
  const lists = Array.from(text.matchAll(SIX_NUMBERS), ([, list = '']) => list.replace(/\s/g, ''));
  const different = new Set(lists);
  return HONEYCOMBS.has(different.size) ? [...different].join('\n') : null;
}
