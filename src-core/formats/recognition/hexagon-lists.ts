/** Finds hexagonal tiles in a program. Six numbers in brackets could also be a sliding position of 3 × 2 cells. */

/** Maximum length, in characters, of a program that is searched */
const MAX_SEARCH_LENGTH = 200_000;
/** Matches a word about hexagonal tiles, such as the nuts of _Drive Ya Nuts_. */
const ABOUT_HEXAGONS = /[Hh]exagon|(?:(?<![A-Za-z])n|N)uts?(?![a-z])/;
const SIX_NUMBERS = /[[({]\s*(\d{1,2}(?:\s*,\s*\d{1,2}){5})\s*[\])}]/g;
/** Matches what may separate the lists of one puzzle. */
const ONLY_SEPARATORS = /^[\s,;[\](){}]*$/;
/** Numbers of cells of a honeycomb with a side of 2, 3 or 4 */
const HONEYCOMBS = new Set([7, 19, 37]);

/**
 * Returns the hexagons that a program lists in brackets, one per line and without duplicates. If all lists in the
 * program together fill a honeycomb, returns all of them. Otherwise, returns the first lists that directly follow each
 * other and fill a honeycomb. Returns null if there are no such lists.
 */
export function hexagonsInLists(text: string): string | null {
  if (text.length > MAX_SEARCH_LENGTH || !ABOUT_HEXAGONS.test(text)) return null;
  const runs: string[][] = [];
  let end = -1;
  for (const { 0: whole, 1: list = '', index } of text.matchAll(SIX_NUMBERS)) {
    const isNext = end >= 0 && ONLY_SEPARATORS.test(text.slice(end, index));
    if (!isNext) runs.push([]);
    runs.at(-1)!.push(list.replace(/\s/g, ''));
    end = index + whole.length;
  }
  const hexagons = [runs.flat(), ...runs].map((lists) => new Set(lists));
  const found = hexagons.find(({ size }) => HONEYCOMBS.has(size));
  return found ? [...found].join('\n') : null;
}
