/** Finds the edge order given in the prose, comments or code around the tiles: `(top, left, bottom, right)`. */
import type { EdgeOrder } from '../edge-order.ts';
import { isNumbersOnly } from '../text.ts';
import { sideNamed, sideOfWord } from './side-names.ts';

/** Initials of the edges, clockwise from the top */
const SIDE_INITIALS = ['nesw', 'trbl', 'urdl'];
/** Matches four separate letters, such as `N, E, S, W`. */
const SEPARATE_LETTERS = /(?<![\p{L}\d_])[a-z](?:[^\p{L}\d_]{1,5}[a-z](?![\p{L}\d_])){3}/iu;
const WORD = /[\p{L}\d_]+/gu;
/** Matches four initials as one word, such as `NWSE`. */
const JOINED_INITIALS = /(?<![\p{L}\d_])(?:[NESW]{4}|[TRBL]{4}|[URDL]{4})(?![\p{L}\d_])/gu;
const COUNTERCLOCKWISE =
  /\b(?:counter|anti)-?\s?clockwise|gegen den uhrzeigersinn|sens (?:inverse|antihoraire)|antihorario|antiorario/iu;
/** Matches a line about rotations. A `counter-clockwise` on such a line is not an edge order. */
const ABOUT_TURNS = /\b(?:rot|turn|spin|dreh|tourn|gira|gire)/iu;
/** How many characters at the start of the text are searched for an edge order */
const SEARCH_LENGTH = 100_000;
/** Maximum length, in characters, of a line that is searched for an edge order */
const MAX_LINE_LENGTH = 300;

/**
 * Returns the edge order that a text gives, or null if it gives none or several. `hasTile` returns whether a line,
 * numbered from 1, is a tile. Such lines are skipped, because the labels of a tile may be `n`, `e`, `s` and `w`.
 */
export function statedOrder(text: string, hasTile: (line: number) => boolean): EdgeOrder | null {
  const orders = new Set<EdgeOrder>();
  for (const [i, line] of text
    .slice(0, SEARCH_LENGTH)
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (line.length > MAX_LINE_LENGTH || hasTile(i + 1) || isNumbersOnly(line)) continue;
    const order = orderOn(line);
    if (order !== null) orders.add(order);
  }
  const [order] = orders;
  return orders.size === 1 ? order! : null;
}

const FIXED_TILES =
  /\b(?:can ?not|can['’]?t|may not|must not|mustn['’]t|not allowed to|don['’]t|do not) (?:be )?(?:rotat|turn)(?:e|ed|ing)?\b(?! (?:over|upside))|\b(?:no|without) rotat(?:ions?|ing)\b|\brotation(?:s are| is)? not allowed\b|\bnicht gedreht werden\b|\bohne drehung|\bsans rotation|\bsin rota/i;

/** Returns whether the text says that tiles may not be rotated. */
export const statesFixed = (text: string): boolean =>
  !isNumbersOnly(text.slice(0, SEARCH_LENGTH)) && FIXED_TILES.test(text.slice(0, SEARCH_LENGTH));

/** Returns the edge order given on a line, or null. */
export const orderOn = (line: string): EdgeOrder | null =>
  orderOfNames(line) ?? orderOfInitials(line) ?? orderFromSide(line);

/** Matches the side of the first label, as in `clockwise, starting with the left edge`. */
const FIRST_SIDE = /\b(?:start\w*|begin\w*|from|ab|von|desde|partir)\b((?:\W+\p{L}+){1,4})/iu;
const CLOCKWISE = /\bclockwise|uhrzeigersinn|sens horaire|sentido horario|senso orario/iu;

/** Reads a direction such as “clockwise”, perhaps with the side to start from. */
function orderFromSide(line: string): EdgeOrder | null {
  const isCounter = COUNTERCLOCKWISE.test(line);
  if ((!isCounter && !CLOCKWISE.test(line)) || ABOUT_TURNS.test(line)) return null;
  const words = FIRST_SIDE.exec(line)?.[1]?.match(WORD) ?? [];
  const first = words.map(sideOfWord).find((side) => side !== -1);
  if (first === undefined && !isCounter) return null;
  const order = isCounter ? 'NWSE' : 'NESW';
  const from = order.indexOf('NESW'[first ?? 0]!);
  return order.slice(from) + order.slice(0, from);
}

/** Reads the names of four edges, as in `int top, int left, …`, with at most one other word between two names. */
function orderOfNames(line: string): EdgeOrder | null {
  const sides: number[] = [];
  let gap = 0;
  for (const [word] of line.matchAll(WORD)) {
    const side = sideOfWord(word);
    if (side === -1) {
      gap++;
      if (gap > 1 || /^\d/.test(word)) sides.length = 0;
      continue;
    }
    gap = 0;
    if (sides.at(-1) !== side) sides.push(side);
    if (sides.length > 4) sides.shift();
    if (sides.length === 4 && new Set(sides).size === 4) return orderOf(sides);
  }
  return null;
}

/** Reads initials: `N E S W`, `(l, t, r, b)`, `NWSE`. */
function orderOfInitials(line: string): EdgeOrder | null {
  const joined = (line.match(JOINED_INITIALS) ?? []).map((word) => Array.from(word.toLowerCase()));
  const words = SEPARATE_LETTERS.test(line)
    ? Array.from(line.matchAll(WORD), ([word]) => word.toLowerCase())
    : [];
  const spaced = words.map((_, at) => words.slice(at, at + 4));
  for (const letters of [...joined, ...spaced]) {
    const family = familyOf(letters);
    if (family !== undefined) return orderOf(letters.map((letter) => family.indexOf(letter)));
  }
  return null;
}

const familyOf = (letters: readonly string[]): string | undefined =>
  SIDE_INITIALS.find((initials) => letters.toSorted().join() === Array.from(initials).sort().join());

/** Returns whether a word consists of the initials of the four edges, such as `TRBL`. */
export const isInitials = (word: string): boolean => familyOf(Array.from(word.toLowerCase())) !== undefined;

const orderOf = (sides: readonly number[]): EdgeOrder => sides.map((side) => 'NESW'[side]!).join('');

const COMMENT_SIGN = /^[ \t]{0,20}(?:#+|\/\/|%+|--|;+)[ \t]{0,20}/;
/** How many characters at the start of the text are searched for column titles */
const TITLE_SEARCH_LENGTH = 10_000;

/** If a comment has the column titles, returns the text with that comment as an ordinary line; otherwise null. */
export function withTitlesOfComment(text: string): string | null {
  const lines = text.slice(0, TITLE_SEARCH_LENGTH).split('\n');
  const wordsOf = (line: string): string[] => line.split(/[\s,;|]+/).filter((word) => word !== '');
  let from = 0;
  for (const [i, line] of lines.entries()) {
    const [sign = ''] = COMMENT_SIGN.exec(line) ?? [];
    const titles = sign === '' ? [] : wordsOf(line.slice(sign.length));
    const sides = titles.map(sideNamed).filter((side) => side !== -1);
    const next = lines.slice(i + 1).find((each) => each.trim() !== '') ?? '';
    const areTitles =
      titles.length > 4 && titles.length < 9 && sides.length === 4 && new Set(sides).size === 4;
    if (areTitles && wordsOf(next).length === titles.length)
      return text.slice(0, from) + ' '.repeat(sign.length) + text.slice(from + sign.length);
    from += line.length + 1;
  }
  return null;
}
