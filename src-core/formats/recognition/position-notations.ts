/** Finds positions of sliding puzzles in less usual notations: rows on one line, gaps, names and brackets. */
import { withoutEnd } from '../../text/trimmed.ts';
import type { Size } from '../size.ts';
import type { Source, Token } from '../text.ts';
import { MAX_SIDE, slidingIn, type SlidingText } from './positions.ts';
import { textRows, type TextRow } from './text-rows.ts';

/** Maximum length of a text that is searched, in characters. */
const MAX_SEARCHED = 4_000;

/** Returns the position in a text in any of the notations, or null. */
export const slidingOtherwise = (source: Source, size: Size | null): SlidingText | null =>
  slidingWithBlanks(source, size) ??
  slidingInSlashes(source, size) ??
  slidingInCalls(source, size) ??
  slidingInCharacters(source, size);

/** Reads rows written on one line: `813/402/765`, `8 1 3; 4 0 2; 7 6 5`. */
function slidingInSlashes({ text, lines }: Source, size: Size | null): SlidingText | null {
  if (text.length > MAX_SEARCHED) return null;
  // `2-8-3-1-6-4-7-0-5` on one line, and `\\n` in a string
  const bare = /^\s*\d+(?:[-.:]\d+)+\s*$/.test(text)
    ? text.replace(/[-.:]/g, ' ')
    : text.replace(/[/;|]|\\n/g, '\n');
  return bare === text ? null : slidingIn(textRows({ text: bare, lines }).rows, size);
}

const LEADING_NAME = /^[\p{L}\d _.-]*\p{L}[\d _.-]*[:=(]/gmu;

/** Reads a position after a name or in a call: `8-puzzle: 8 1 3 / …`, `A = [8 1 3; …]`, `start([8, 1, …]).` */
function slidingInCalls({ text, lines }: Source, size: Size | null): SlidingText | null {
  if (text.length > MAX_SEARCHED) return null;
  const bare = text
    .replace(LEADING_NAME, ' ')
    .split('\n')
    .map((line) => withoutEnd(line, /[\s.;,]/))
    .join('\n');
  if (bare === text) return null;
  const part = { text: bare, lines };
  return slidingIn(textRows(part).rows, size) ?? slidingInSlashes(part, size);
}

/** Reads rows in which the empty space is an empty field: `1,2,3` / `4,,5`. */
function slidingWithBlanks({ lines }: Source, size: Size | null): SlidingText | null {
  if (
    lines.length === 0 ||
    lines.length > MAX_SIDE ||
    !lines.some(({ text }) => /[,;]\s*[,;]|^\s*[,;]|[,;]\s*$/.test(text))
  )
    return null;
  const rows = lines.map(({ text, number }): TextRow => ({
    tokens: text.split(/[,;]/).map((word) => ({ text: word.trim(), line: number, column: 1 })),
    line: number,
  }));
  return slidingIn(rows, size);
}

/** Reads rows of one character a cell, with a gap for the empty space, or words of one row each: `7b2 543 816`. */
function slidingInCharacters({ text, lines }: Source, size: Size | null): SlidingText | null {
  const written =
    lines.length === 1 ? (text.trim().split(/\s+/) as readonly string[]) : lines.map((line) => line.text);
  const side = written.length;
  if (side < (lines.length === 1 ? 3 : 2) || side > 4 || written.some(({ length }) => length > side))
    return null;
  const rows = written.map((row, i): TextRow => ({
    tokens: Array.from(row.padEnd(side), (text, at): Token => ({
      text: text === ' ' ? '_' : text,
      line: i + 1,
      column: at + 1,
    })),
    line: i + 1,
  }));
  return slidingIn(rows, size);
}

/** Brackets with at most one level of brackets in them, and the sizes of an array before them. */
const BRACKETED = /(?:\[\d{0,2}\]){0,2}(?: ?= ?)?[[({]((?:[^[\](){}]|[[({][^[\](){}]*[\])}])+)[\])}]/g;
const INNER = /[[({]([^[\](){}]*)[\])}]/g;
const COMMENT = /^[ \t]*(?:%|\/\/|;|--).*$|[ \t](?:%|\/\/).*$/gm;

/**
 * Puts each position in brackets on lines of its own: `Input: board = [[4,1,2],[5,0,3]]`. Returns null if a text has none.
 */
export function withoutBrackets({ text, lines }: Source): Source | null {
  if (text.length > MAX_SEARCHED || !/[[({]/.test(text)) return null;
  let count = 0;
  const rewritten = text.replace(COMMENT, '').replace(BRACKETED, (whole, inside: string) => {
    const inner = Array.from(inside.matchAll(INNER), ([, row = '']) => row);
    const rows = inner.length > 1 ? inner : [inner[0] ?? inside];
    const found = slidingIn(textRows({ text: rows.join('\n'), lines }).rows, null);
    if (!found || found.start.length < 6) return whole;
    count++;
    return `:\n${rows.join('\n')}\n`;
  });
  return count > 0 ? { text: rewritten, lines } : null;
}
