/** Reads positions in which a number stands for the empty space because the text says so, as in “8 is the blank”. */
import type { Assumption } from './candidate.ts';

/** Maximum length, in characters, of text that is searched for the number */
const MAX_SEARCH_LENGTH = 20_000;
const BLANK =
  '(?:blank|empty(?: space| square| cell)?|gap|hole|lücke|leer\\p{L}*|loch|vide|trou|hueco|vac[ií]o)';
/**
 * Matches what may come between a number and a word for the empty space. Prepositions are excluded, because “8 is below
 * the blank” doesn't mean that 8 is the blank.
 */
const BETWEEN = String.raw`(?: (?:(?!(?<!\p{L})(?:of|to|above|below|beside|with|before|after|under|over|into|near|by|von|neben|über|unter)(?!\p{L}))[^\n.;\d]){0,40}?)?`;
/** Matches the number for the empty space: `8 is the blank`, `8 = blank`, `The blank is number 8.` */
const STATED = new RegExp(
  String.raw`(?<![\d.,] ?)(\d{1,2}) (?:is|=|means|stands for|represents|marks|ist|est)${BETWEEN} ${BLANK}(?!\p{L})|(?<!\p{L})${BLANK} (?:tile |piece )?(?:is|ist|est) (?:the |number |tile |piece ){0,2}(\d{1,2})(?=[ \t\r]*(?:[,.;)\n]|$))`,
  'giu',
);
/** Matches a line of numbers. */
const ROW = /^[ \t]*\d{1,2}(?:[ \t,;|]+\d{1,2})*[ \t,;|]*\r?$/;

export interface WithBlank {
  /** the text, with the tiles numbered from 1 and a sign for the empty space */
  readonly text: string;
  /** the number that stood for the empty space */
  readonly blank: number;
}

/**
 * Returns the text with `_` instead of the number that stands for the empty space, and with the tiles numbered from 1.
 * Returns null if the text doesn't name exactly one such number. Also returns null if the number is 0, or if it is the
 * highest number and the lowest is 1, because these numbers usually stand for the empty space anyway.
 */
export function withBlankSign(text: string): WithBlank | null {
  if (text.length > MAX_SEARCH_LENGTH) return null;
  const [said, more] = new Set(
    Array.from(text.matchAll(STATED), ([, before, after]) => Number(before ?? after)),
  );
  const lines = text.split('\n');
  const numbers = lines.filter((line) => ROW.test(line)).flatMap((line) => line.match(/\d+/g)!.map(Number));
  const tiles = [...new Set(numbers)].sort((a, b) => a - b);
  const [first = 0] = tiles;
  const isRun = tiles.every((tile, i) => tile === first + i) && first <= 1 && tiles.length >= 4;
  const isUsual = said === 0 || (first === 1 && said === tiles.length);
  if (said === undefined || more !== undefined || isUsual || !isRun || !tiles.includes(said)) return null;
  if (numbers.length % tiles.length > 0) return null;
  const others = tiles.filter((tile) => tile !== said);
  const written = (number: string): string =>
    Number(number) === said ? '_' : String(others.indexOf(Number(number)) + 1);
  const rows = lines.map((line) => (ROW.test(line) ? line.replace(/\d+/g, written) : line));
  return { text: rows.join('\n'), blank: said };
}

/**
 * Replaces the assumption that the empty space is written `_`. The new assumption names the number that stands for the
 * empty space in the text.
 */
export function withStatedBlank<Read extends { readonly assumptions: readonly Assumption[] }>(
  reading: Read,
  { blank }: WithBlank,
): Read {
  const assumptions = reading.assumptions.map((each) =>
    each.text === 'the empty space is written _'
      ? { ...each, text: `${blank} is the empty space, and the tiles are numbered from 1` }
      : each,
  );
  return { ...reading, assumptions };
}
