/** Reads sliding puzzles in less usual notations: rows on one line, gaps, names and brackets. */
import { withoutEnd } from '../../text/trimmed.ts';
import type { Size } from '../size.ts';
import type { Source, Token } from '../text.ts';
import { MAX_SIDE, slidingIn, type SlidingText } from './positions.ts';
import type { TextRow } from './line-labels.ts';
import { textRows } from './text-rows.ts';

/** Maximum length, in characters, of a text that is searched for a position */
const MAX_SEARCHED = 4_000;

/** Returns the position in a text, or null. */
export const slidingOtherwise = (source: Source, size: Size | null): SlidingText | null =>
  slidingWithBlanks(source, size) ??
  slidingInSlashes(source, size) ??
  slidingInCalls(source, size) ??
  slidingInCharacters(source, size);

/** Examples: `813/402/765`, `8 1 3; 4 0 2; 7 6 5` */
function slidingInSlashes({ text, lines }: Source, size: Size | null): SlidingText | null {
  if (text.length > MAX_SEARCHED) return null;
  // Numbers can be joined on one line, `2-8-3-1-6-4-7-0-5`. A line break can be written as a backslash and n.
  const bare = /^\s*\d+(?:[-.:]\d+)+\s*$/.test(text)
    ? text.replace(/[-.:]/g, ' ')
    : text.replace(/[/;|]|\\n/g, '\n');
  return bare === text ? null : slidingIn(textRows({ text: bare, lines }).rows, size);
}

const LEADING_NAME = /^[\p{L}\d _.-]*\p{L}[\d _.-]*(?:\([^()\n\d]{0,60}\)[ \t]*)?[:=(]/gmu;
/** Pattern: a number after its name, `Expected moves: 20` */
const NAMED_NUMBER = /^\p{L}{3,20}(?:[ _-]\p{L}{1,20}){0,3} ?[:=] ?\d+$/gmu;

/** Examples: `8-puzzle: 8 1 3 / …`, `A = [8 1 3; …]`, `start([8, 1, …]).` */
function slidingInCalls({ text, lines }: Source, size: Size | null): SlidingText | null {
  if (text.length > MAX_SEARCHED) return null;
  const bare = text
    .replace(NAMED_NUMBER, '')
    .replace(LEADING_NAME, ' ')
    .split('\n')
    .map((line) => withoutEnd(line, /[\s.;,]/))
    .join('\n');
  if (bare === text) return null;
  const part = { text: bare, lines };
  return slidingIn(textRows(part).rows, size) ?? slidingInSlashes(part, size);
}

/** An empty field is the empty space, as in the row `4,,5`. */
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

/** Reads positions with one character per cell. A row is a line, or a word as in `7b2 543 816`. */
function slidingInCharacters({ lines }: Source, size: Size | null): SlidingText | null {
  const inRows = charactersIn(
    lines.map((line) => line.text),
    size,
  );
  if (inRows) return inRows;
  // A line can be a command: `setState 7b2 543 816`
  for (const { text } of lines.slice(0, MAX_COMMANDS)) {
    const words = text.trim().split(/\s+/);
    const found =
      words.length > 2 ? charactersIn(words.slice(/^\p{L}{4}/u.test(words[0]!) ? 1 : 0), size) : null;
    if (found) return found;
  }
  return null;
}

const MAX_COMMANDS = 50;

function charactersIn(written: readonly string[], size: Size | null): SlidingText | null {
  const side = written.length;
  if (side < 2 || side > 4 || written.some(({ length }) => length > side)) return null;
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

/** Pattern: brackets with at most one level of brackets inside, perhaps after array sizes, `[3][3] = {…}` */
const BRACKETED = /(?:\[\d{0,2}\]){0,2}(?: ?= ?)?[[({]((?:[^[\](){}]|[[({][^[\](){}]*[\])}])+)[\])}]/g;
const INNER = /[[({]([^[\](){}]*)[\])}]/g;
/** Pattern: a comment of a programming language */
const COMMENT = /^[ \t]*(?:%|\/\/|;|--).*$|[ \t](?:%(?=[\s%])|\/\/).*$/gm;

/** A position in brackets. `title`: the name before it says “start” or “goal”. */
export interface Bracketed {
  readonly position: SlidingText;
  readonly title: 'Start' | 'Goal' | null;
}

/**
 * Finds positions in brackets: `Input: board = [[4,1,2],[5,0,3]]`, `(setq goal '((1 2 3) (8 nil 4) (7 6 5)))`. `rest`:
 * the text with each position as a title and one line per row. Returns null for other texts.
 */
export function bracketedPositions({ text, lines }: Source): { found: Bracketed[]; rest: Source } | null {
  if (text.length > MAX_SEARCHED || !/[[({]/.test(text)) return null;
  const code = text.replace(COMMENT, (comment) => ' '.repeat(comment.length));
  const found: Bracketed[] = [];
  const rest: string[] = [];
  let end = 0;
  const add = (rows: readonly string[], from: number, to: number): boolean => {
    const position = slidingIn(textRows({ text: rows.join('\n'), lines }).rows, null);
    if (!position || position.start.length < 6) return false;
    const title = titleIn(text.slice(end, from));
    found.push({ position, title });
    rest.push(...otherLines(code.slice(end, from)), `${title ?? ''}:`, ...rows);
    end = to;
    return true;
  };
  for (const { 0: whole, 1: inside = '', index } of code.matchAll(BRACKETED)) {
    const to = index + whole.length;
    const inner = Array.from(whole.slice(1).matchAll(INNER));
    const rows = inner.map(([, row = '']) => row);
    if (inner.length !== 1 && add(inner.length > 1 ? rows : [inside], index, to)) continue;
    for (const each of inner) {
      const from = index + 1 + each.index;
      add([each[1]!], from, from + each[0].length);
    }
  }
  return found.length > 0 ? { found, rest: { text: rest.join('\n'), lines } } : null;
}

/** Pattern: words of Java and Lisp that look like the title of a start or goal */
const NO_TITLE = /\bfinal\s+(?=static|int|byte|short|char|long|var|List|Integer)|:initial-/g;
const STARTS = ['start', 'initial', 'init', 'begin', 'inicial', 'inicio'];
const GOALS = ['goal', 'target', 'final', 'desired', 'solved', 'objetivo', 'ziel', 'meta'];

const TITLE_LETTER = /(?<![\p{L}\d_.])([gs])\s*=\s*$/iu;

/** Pattern: a name for a goal directly before it, `end = `. Elsewhere, the word can end a block of a program. */
const END_TITLE = /(?<![\p{L}\d_.])(?:end|finish)(?:[_ ]?(?:state|board|pos\w*))?[ \t]*(?:[=:][ \t]*)?$/iu;

/** The last word for a start or a goal counts, even within a name: `goalState`, `*estado-final*`. */
function titleIn(text: string): Bracketed['title'] {
  const letter = TITLE_LETTER.exec(text)?.[1]?.toLowerCase();
  if (letter !== undefined) return letter === 's' ? 'Start' : 'Goal';
  if (END_TITLE.test(text)) return 'Goal';
  const words = text
    .replace(NO_TITLE, '')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .match(/\p{L}+/gu);
  const last = words?.findLast((word) => STARTS.includes(word) || GOALS.includes(word));
  return last === undefined ? null : STARTS.includes(last) ? 'Start' : 'Goal';
}

const CASE = /^\s*(?:case\s+\S+|default)\s*:/;

/** The first and the last line usually belong to the positions. They are kept only if they have many numbers. */
function otherLines(text: string): string[] {
  const between = text.split('\n');
  const isOwn = (line: string, i: number): boolean =>
    (i > 0 && i < between.length - 1) || (line.match(/\d+/g)?.length ?? 0) > 5;
  return between.filter((line, i) => isOwn(line, i) && !CASE.test(line));
}
