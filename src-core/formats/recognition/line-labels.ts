/** Splits lines into labels. All lines are examined to find the separator. */
import type { Token } from '../text.ts';

/** The labels of one line, as written. */
export interface TextRow {
  readonly tokens: readonly Token[];
  /** labels of the tile's back, which come after a `|` */
  readonly back?: readonly Token[];
  readonly line: number;
}

/** A line without the number at its start. `column` is where the rest begins in the original line, counted from 1. */
export interface RawLine {
  readonly text: string;
  readonly number: number;
  readonly column: number;
}

interface Fields {
  readonly splitBlanks: boolean;
  /** character that joins the labels of a word, such as `-` in `A-B-C-D`; null if there is none */
  readonly inner: string | null;
}

export function fieldsWithin(lines: readonly string[]): Fields {
  return { splitBlanks: splitsBlanks(lines), inner: innerSeparator(lines) };
}

const MAX_SAMPLED_LINES = 1_000;

function splitsBlanks(lines: readonly string[]): boolean {
  if (hasChunks(lines)) return true;
  const counts = new Map<number, string[][]>();
  let fields = 0;
  const separated = lines.filter((each) => /[,;\t]/.test(each)).slice(0, MAX_SAMPLED_LINES);
  // If most rows have bars between their labels, a few lines with commas are remarks.
  if (lines.filter((each) => each.split('|', 3).length > 2).length > separated.length) return false;
  for (const line of separated) {
    for (const field of line.split(/[,;\t]/)) {
      const words = field.trim() === '' ? [] : field.trim().split(/\s+/);
      if (words.length === 0) continue;
      fields++;
      const own = counts.get(words.length);
      if (own) own.push(words);
      else counts.set(words.length, [words]);
    }
  }
  const [most] = [...counts].sort((a, b) => b[1].length - a[1].length);
  if (!most || most[0] < 2 || most[1].length <= 0.8 * fields) return false;
  return !areHalves(most[1]);
}

/** Returns whether fields of two words name halves of symbols: `fish head` or `head of fish`. */
function areHalves(fields: readonly (readonly string[])[]): boolean {
  const [{ length }] = fields as [readonly string[]];
  if (length > 3 || (length === 3 && !fields.every((words) => words[1] === 'of'))) return false;
  const counts = (at: number): number[] => {
    const seen = new Map<string, number>();
    for (const words of fields) seen.set(words.at(at)!, (seen.get(words.at(at)!) ?? 0) + 1);
    return [...seen.values()].sort((a, b) => b - a);
  };
  const [firsts, lasts] = [counts(0), counts(-1)];
  // Prose can also have fields of two words. Labels such as `fish head` are different: the last word (or the first one)
  // is nearly always one of the same two words, here `head` and `tail`.
  const areTwo = ([one = 0, two = 0]: readonly number[]): boolean =>
    two > 0 && one + two >= 0.9 * fields.length;
  return (areTwo(firsts) && lasts.length > 1) || (areTwo(lasts) && firsts.length > 1);
}

/** Returns whether spaces separate tiles, and commas separate the labels within a tile: `0,2,4,1 3,3,2,0`. */
function hasChunks(lines: readonly string[]): boolean {
  let commas = 0;
  for (const line of lines) {
    if (!line.includes(',')) continue;
    for (const word of line.trim().split(/\s+/)) {
      const count = word.split(',').length - 1;
      if (count < 2 || /^,|,,|,$/.test(word) || (commas > 0 && count !== commas)) return false;
      commas = count;
    }
  }
  return commas > 0;
}

function innerSeparator(lines: readonly string[]): string | null {
  const singles = lines.map((line) => line.trim()).filter((line) => line !== '' && !/[\s,;]/.test(line));
  return (
    ['/', '|', '-', ':', '_', '.', '+', '&', '~'].find((separator) => {
      const parts = singles.map((line) => line.split(separator)).filter((each) => each.length >= 3);
      return (
        parts.length > 2 &&
        parts.length > 0.7 * singles.length &&
        parts.every((p) => p.every((x) => x !== ''))
      );
    }) ?? null
  );
}

export function rowOf(line: RawLine, bare: string, fields: Fields): TextRow {
  const bars = bare.split('|').length - 1;
  const at = bars === 1 ? bare.indexOf('|') : -1;
  const cells =
    bars > 1 ? bare.replace(/^\s*\||\|\s*$/g, (m) => ' '.repeat(m.length)).replaceAll('|', ',') : bare;
  if (at === -1 || fields.inner === '|')
    return { tokens: tokensOf(cells, line, 0, fields), line: line.number };
  const front = tokensOf(bare.slice(0, at), line, 0, fields);
  const back = tokensOf(bare.slice(at + 1), line, at + 1, fields);
  return front.length > 0 && back.length > 0
    ? { tokens: front, back, line: line.number }
    : { tokens: [...front, ...back], line: line.number };
}

/** Matches a line with at least three tabs, and with commas only in numbers such as 1,099,300. */
const THOUSANDS_BETWEEN_TABS = /^(?=(?:[^\t]*\t){3})(?:[^,]|(?<=\d),(?=\d{3}(?!\d)))+$/;

function tokensOf(text: string, line: RawLine, from: number, { splitBlanks, inner }: Fields): Token[] {
  const tokens: Token[] = [];
  if (/^[\s,;]*$/.test(text)) return tokens;
  const add = (word: string, at: number): void => {
    tokens.push({ text: word, line: line.number, column: line.column + from + at });
  };
  const separator = THOUSANDS_BETWEEN_TABS.test(text)
    ? /\t/g
    : /,/.test(text)
      ? /,/g
      : /;/.test(text)
        ? /;/g
        : /\t/.test(text.trim())
          ? /\t/g
          : null;
  if (!separator || splitBlanks) {
    for (const match of text.matchAll(/[^\s,;]+/g)) {
      if (inner === null) add(match[0], match.index);
      else {
        let at = match.index;
        for (const part of match[0].split(inner)) {
          if (part !== '') add(part, at);
          at += part.length + 1;
        }
      }
    }
    return tokens;
  }
  let start = 0;
  const parts = text.split(separator);
  while (parts.length > 1 && parts.at(-1)!.trim() === '') parts.pop();
  for (const part of parts) {
    add(part.trim().replaceAll(/\s+/g, ' '), start + part.length - part.trimStart().length);
    start += part.length + 1;
  }
  return tokens;
}
