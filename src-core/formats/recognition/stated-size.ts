/** Sizes that a text states in words, in named values or in a row of their own. */
import type { TextRow } from './line-labels.ts';

/** Adds a size mentioned on the line, such as "my 4x4 puzzle" or "six by two", to `fields`. */
export function mention(line: string, fields: Map<string, string>): void {
  const [, width, height] = MENTIONED_SIZE.exec(line) ?? [];
  if (width === undefined || fields.has('mentioned size')) return;
  const [across, down] = [width, height!].map((side) => {
    const word = NUMBER_WORDS.indexOf(side.toLowerCase());
    return word === -1 ? side : String(word + 2);
  });
  fields.set('mentioned size', `${across!}x${down!}`);
}

const NUMBER_WORDS = [
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const SIDE = `(\\d{1,2}|\\b(?:${NUMBER_WORDS.join('|')}))`;
const MENTIONED_SIZE = new RegExp(`(?<![\\d.])${SIDE} ?(?:[x×]|by) ?${SIDE}(?![\\d.])`, 'i');

export const SIZE_LINE = /^\s*\d{1,2} ?[x×] ?\d{1,2}\s*$/i;

export const sizeWord =
  /^(size|width|height|w|h|n|m|rows?|cols?|columns?|board|board_?size|colou?rs|pieces|tiles|count|(?:(?:mating|matching) )?pairs|mates)$/i;

/** Returns the sizes on a line such as `rows=2 cols=6`, or null for other lines. */
export function sizesOn(line: string): [name: string, value: string][] | null {
  const sizes = line
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .map((word) => /^(\p{L}+)[:=](\d+)$/u.exec(word));
  if (sizes.length < 2 || sizes.some((size) => size === null || !sizeWord.test(size[1]!))) return null;
  return sizes.map((size) => [size![1]!.toLowerCase(), size![2]!]);
}

/**
 * Removes the x from a first row such as `4 x 4`, because it might be taken for the empty space of a sliding puzzle.
 */
export function asSize(rows: (TextRow | null)[]): void {
  const at = rows.findIndex((row) => row !== null && row.tokens.length > 0);
  const tokens = rows[at]?.tokens;
  const next = rows.slice(at + 1).find((row) => row !== null && row.tokens.length > 0);
  if (tokens?.length !== 3 || next?.tokens.length === 3) return;
  if (!/^\d{1,2} [x×*] \d{1,2}$/i.test(tokens.map(({ text }) => text).join(' '))) return;
  rows[at] = { ...rows[at]!, tokens: [tokens[0]!, tokens[2]!] };
}

/** Match titles of the width and the height in English, French and German. */
const SIZE_TITLES = [/^(?:width|cols?|columns|largeur|breite)$/i, /^(?:height|rows?|hauteur|höhe)$/i];

/**
 * If the first two rows are titles and a size, such as `Width,Height` and `4,4`, moves the size to `fields` and removes
 * both rows.
 */
export function withoutNamedSize(rows: (TextRow | null)[], fields: Map<string, string>): void {
  const at = rows.findIndex((row) => row !== null && row.tokens.length > 0);
  const [titles, numbers] = [rows[at]?.tokens ?? [], rows[at + 1]?.tokens ?? []];
  const isTitled = titles.length === 2 && titles.every(({ text }, i) => SIZE_TITLES[i]!.test(text));
  if (!isTitled || numbers.length !== 2 || !numbers.every(({ text }) => /^\d{1,2}$/.test(text))) return;
  fields.set('width', numbers[0]!.text);
  fields.set('height', numbers[1]!.text);
  rows.splice(at, 2, null, null);
}
