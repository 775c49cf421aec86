/** Reads sliding puzzles in unusual notations: rows on one line, gaps, names and brackets. */
import { goalNames, goalPosition } from '../../puzzle/sliding-goal.ts';
import { withoutEnd } from '../../text/trimmed.ts';
import type { Size } from '../size.ts';
import type { Source, Token } from '../text.ts';
import { MAX_SIDE, slidingIn, type SlidingText } from './positions.ts';
import type { TextRow } from './line-labels.ts';
import { textRows } from './text-rows.ts';
import { isJoinedPosition } from './vocabulary.ts';

/** Maximum length, in characters, of text that is searched for a position */
const MAX_SEARCH_LENGTH = 4_000;

/** Returns the position in the text, or null. */
export const slidingOtherwise = (source: Source, size: Size | null): SlidingText | null =>
  slidingWithBlanks(source, size) ??
  slidingInSlashes(source, size) ??
  slidingInCalls(source, size) ??
  slidingInCharacters(source, size);

/** Reads a position with all rows on one line: `813/402/765`, `8 1 3; 4 0 2; 7 6 5`. */
function slidingInSlashes({ text, lines }: Source, size: Size | null): SlidingText | null {
  if (text.length > MAX_SEARCH_LENGTH) return null;
  // Numbers can be joined on one line, `2-8-3-1-6-4-7-0-5`. A line break can be written as `\n`.
  const bare = /^\s*\d+(?:[-.:]\d+)+\s*$/.test(text)
    ? text.replace(/[-.:]/g, ' ')
    : text.replace(/[/;|]|\\n/g, '\n');
  return bare === text ? null : slidingIn(textRows({ text: bare, lines }).rows, size);
}

const LEADING_NAME = /^[\p{L}\d _.-]*\p{L}[\d _.-]*(?:\([^()\n\d]{0,60}\)[ \t]*)?[:=(]/gmu;
/** Matches a named number, such as `Expected moves: 20`. */
const NAMED_NUMBER = /^\p{L}{3,20}(?:[ _-]\p{L}{1,20}){0,3} ?[:=] ?\d+$/gmu;

/** Reads a position after a name or in brackets: `8-puzzle: 8 1 3 / …`, `A = [8 1 3; …]`, `start([8, 1, …]).` */
function slidingInCalls({ text, lines }: Source, size: Size | null): SlidingText | null {
  if (text.length > MAX_SEARCH_LENGTH) return null;
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

/** Reads a position in which an empty field is the empty space, as in the row `4,,5`. */
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
  return slidingIn(withoutNames(rows), size);
}

/** Removes the first row and the first column if they name the columns and rows: `,A,B,C`, `1,8,1,3`, … */
function withoutNames(rows: readonly TextRow[]): readonly TextRow[] {
  const [[corner, ...columns], ...lines] = rows.map(({ tokens }) => tokens.map(({ text }) => text)) as [
    string[],
    ...string[][],
  ];
  const areCounted = (names: readonly string[]): boolean =>
    names.every(
      (name, i) => /^(?:[a-z]|\d)$/i.test(name) && name.charCodeAt(0) === names[0]!.charCodeAt(0) + i,
    );
  const areNames = corner === '' && areCounted(columns) && areCounted(lines.map(([name = '']) => name));
  return areNames ? rows.slice(1).map((row) => ({ ...row, tokens: row.tokens.slice(1) })) : rows;
}

/** Reads positions with one character per cell. A row is either a line or a word, as in `7b2 543 816`. */
function slidingInCharacters({ lines }: Source, size: Size | null): SlidingText | null {
  const inRows = charactersIn(
    lines.map((line) => line.text),
    size,
  );
  if (inRows) return inRows;
  // The line may be a command with the position as its arguments: `setState 7b2 543 816`
  for (const { text } of lines.slice(0, MAX_COMMAND_LINES)) {
    const words = text.trim().split(/\s+/);
    const found =
      words.length > 2 ? charactersIn(words.slice(/^\p{L}{4}/u.test(words[0]!) ? 1 : 0), size) : null;
    if (found) return found;
  }
  return null;
}

const MAX_COMMAND_LINES = 50;

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

/** Matches brackets with at most one level of brackets inside. Array sizes may come before them: `[3][3] = {…}`. */
const BRACKETS_WITH_INNER =
  /(?:\[\d{0,2}\]){0,2}(?: ?= ?)?[[({]((?:[^[\](){}]|[[({][^[\](){}]*[\])}])+)[\])}]/g;
const INNER_BRACKETS = /[[({]([^[\](){}]*)[\])}]/g;
/** Matches a comment in a programming language. */
const COMMENT = /^[ \t]*(?:%|\/\/|;|--|#(?=[ \t]*[\w.]+[ \t]*=)).*$|[ \t](?:%(?=[\s%])|\/\/).*$/gm;

/**
 * Matches a check that a list has each number once, such as `sorted(state) == [0, 1, 2, 3]`. The numbers in it are not
 * a position.
 */
export const CHECK =
  /\b(?:sorted|sort|set|frozenset|unique|Set|Counter|multiset)\b[^=!<>\n]{0,60}[!=]={1,2}\s{0,3}(?:\w{1,12}\()?[[({][\d\s,]{0,200}[\])}]/g;

/** Matches a quoted position with one character per cell. */
const QUOTED_POSITION = /(["'`])([\da-z_.#]{9,25})\1/gi;

/** A position in brackets or quotes */
export interface Bracketed {
  readonly position: SlidingText;
  /** whether the code before the position says “start” or “goal” */
  readonly title: 'Start' | 'Goal' | null;
  /** the code before the position on its line, without digits; equal for positions of the same kind */
  readonly name: string;
  /** true if this position directly follows another one in the same call, as its next argument */
  readonly isNext: boolean;
}

/** The positions found in source code */
export interface BracketedText {
  readonly found: readonly Bracketed[];
  /** the rows of the positions, each below its title, with the other lines of the text in between */
  readonly rest: Source;
  /** text with only the rows of the positions, each below its title; null if other lines have numbers */
  readonly only: Source | null;
}

interface Place {
  readonly from: number;
  readonly to: number;
  /** the text of the position, split into rows */
  readonly rows: readonly string[];
  /** index of the outermost bracket around the position, or of the opening quote if the position is in quotes */
  readonly list: number;
}

/** Maximum length of a program with positions, in characters */
const MAX_PROGRAM_LENGTH = 20_000;
/** Maximum count of numbers on a line without a position, such as `expected = 14` */
const MAX_OTHER_NUMBERS = 2;
/** Minimum count of numbers in a list for it to be read as a position. Shorter lists are too common in source code. */
const MIN_CELLS = 6;
const HEXAGON_SIDES = 6;
/** Maximum number of characters before a position that are searched for its name */
const MAX_NAME_DISTANCE = 200;

/**
 * Finds positions in brackets or quotes: `Input: board = [[4,1,2],[5,0,3]]`, `(setq goal '((1 2 3) (8 nil 4) (7 6
 * 5)))`. Returns null for any other text.
 */
export function bracketedPositions({ text, lines }: Source): BracketedText | null {
  if (text.length > MAX_PROGRAM_LENGTH || !/[[({"'`]/.test(text)) return null;
  const blanked = (part: string): string => ' '.repeat(part.length);
  const code = text.replace(COMMENT, blanked).replace(CHECK, blanked).replaceAll('vec![', '    [');
  const found: Bracketed[] = [];
  const rest: string[] = [];
  const only: string[] = [];
  let hasOthers = false;
  let end = 0;
  for (const { from, to, position, rows, name } of likely(positionsAt(code, lines))) {
    if (from < end) continue;
    const title = titleIn(text.slice(end, from), position);
    const between = code.slice(end, from);
    found.push({ position, title, name, isNext: found.length > 0 && /^[\s,'"`]*$/.test(between) });
    const others = otherLines(between);
    hasOthers ||= others.some((line) => (line.match(/\d+/g)?.length ?? 0) > MAX_OTHER_NUMBERS);
    rest.push(...others, `${title ?? ''}:`, ...rows);
    only.push(`${title ?? ''}:`, ...rows);
    end = to;
  }
  if (found.length === 0) return null;
  const sourceIn = (each: readonly string[]): Source => ({ text: each.join('\n'), lines });
  return { found, rest: sourceIn(rest), only: hasOthers ? null : sourceIn(only) };
}

/** Returns the name of a position: the last line of the code before it, without digits. */
const nameBefore = (before: string): string =>
  (before.trimEnd().split('\n').at(-1) ?? '').replace(/\d+/g, '').trim();

interface Placed extends Place {
  readonly position: SlidingText;
  readonly name: string;
}

function positionsAt(code: string, lines: Source['lines']): Placed[] {
  const places = placesIn(code).map((place) => ({
    ...place,
    position: slidingIn(textRows({ text: place.rows.join('\n'), lines }).rows, null),
  }));
  // Six different numbers may be a hexagon instead of a position. In that case, the list around them nearly always has
  // other hexagons that can't be positions. So skip lists with such hexagons.
  const hexagons = new Set(places.flatMap((each) => (!each.position && isHexagon(each) ? [each.list] : [])));
  return places.flatMap(({ position, ...place }) => {
    if (!position || hexagons.has(place.list)) return [];
    const before = code.slice(Math.max(0, place.from - MAX_NAME_DISTANCE), place.from);
    return [{ ...place, position, name: nameBefore(before) }];
  });
}

const isHexagon = ({ rows }: Place): boolean => rows.join(' ').match(/\d+/g)?.length === HEXAGON_SIDES;

/** Leaves out positions of four cells unless a larger position has the same name. */
function likely(all: readonly Placed[]): Placed[] {
  const isLarge = ({ position }: Placed): boolean => position.start.length >= MIN_CELLS;
  const names = new Set(all.filter(isLarge).map(({ name }) => name));
  return all.filter((each) => isLarge(each) || (each.position.blank === '0' && names.has(each.name)));
}

/** Returns the parts of a program, in brackets or quotes, that may be a position. */
function placesIn(code: string): Place[] {
  const onLine = (row: string): string => row.split('\n').join(' ');
  const inBrackets = Array.from(code.matchAll(BRACKETS_WITH_INNER)).flatMap(
    ({ 0: whole, 1: inside = '', index }) => {
      const inner = Array.from(whole.slice(1).matchAll(INNER_BRACKETS));
      const place: Place = {
        from: index,
        to: index + whole.length,
        rows: inner.length > 1 ? inner.map(([, row = '']) => onLine(row)) : [inside],
        list: index,
      };
      const each = inner.map((one): Place => ({
        from: index + 1 + one.index,
        to: index + 1 + one.index + one[0].length,
        rows: [one[1]!],
        list: index,
      }));
      return [...(inner.length === 1 ? [] : [place]), ...each];
    },
  );
  const inQuotes = Array.from(code.matchAll(QUOTED_POSITION), ({ 0: whole, 2: word = '', index }): Place => ({
    from: index,
    to: index + whole.length,
    rows: isJoinedPosition(word) ? [word] : [],
    list: index,
  }));
  return [...inBrackets, ...inQuotes].sort((one, other) => one.from - other.from || other.to - one.to);
}

/**
 * Matches words that look like the title of a start or goal but aren't one: Java's `final`, `isGoal`, or a goal that is
 * described by its first and last number, as in `goal 0..15`.
 */
const NOT_A_TITLE =
  /\b(?:goal|target)\b[^\n.]{0,40}?\d(?:\.{2,}|[ ,]*(?:\.{3}|…)[ ,]*)\d|\bfinal\s+(?=static|public|private|class|record|enum|int|byte|short|char|long|var|List|Integer|String|[A-Z]\w*\s+\w+\s*=)|:initial-|\bto be solved\b|\bis_?(?:[Ss]olved|[Gg]oal|[Ff]inal|[Tt]arget)/g;
const START_NAMES = ['start', 'initial', 'init', 'begin', 'inicial', 'inicio'];
const GOAL_NAMES = ['goal', 'target', 'final', 'desired', 'solved', 'objetivo', 'ziel', 'meta'];

const TITLE_LETTER = /(?<![\p{L}\d_.])([gs])\s*=\s*$/iu;

/**
 * Matches a word for a goal directly before a position, as in `end = `. Elsewhere, the word may end a block of code.
 */
const END_TITLE =
  /(?<![\p{L}\d_.])(?:end|finish)(?:[_ ]?(?:state|board|pos\w*))?[ \t]*(?:[=:][ \t]*(?:\w+\()?)?$/iu;
/** Matches a name for a solved position directly before the position. */
const SOLVED_TITLE = /(?<![\p{L}\d])(?:solution|solved|complete|finished)[\w ]{0,20}[=:][ \t]*(?:\w+\()?$/iu;

/** Matches the start of a code block. */
const FENCE = /(?:```|~~~)[a-z]*$/;

/** Returns the last sentence of the last paragraph that has words. */
export function lastSentence(text: string): string {
  const paragraphs = text.split(/\n[ \t]*\n/);
  const last = paragraphs.findLastIndex((paragraph) => /\p{L}/u.test(paragraph));
  return paragraphs
    .slice(Math.max(0, last))
    .join('\n')
    .split(/[.!?]\s+(?=\p{Lu})/u)
    .at(-1)!;
}

/**
 * Returns whether the text before a position calls it a start or a goal. If both words occur, the last one counts.
 * They may be part of a name: `goalState`, `*estado-final*`.
 */
export function titleIn(before: string, position: SlidingText): Bracketed['title'] {
  // If the position is assigned to a name, don't look for a title on earlier lines.
  const text = ownName(before) ?? lastSentence(before).trimEnd().replace(FENCE, '').trimEnd();
  const letter = TITLE_LETTER.exec(text)?.[1]?.toLowerCase();
  if (letter !== undefined) return letter === 's' ? 'Start' : 'Goal';
  if (END_TITLE.test(text) || (SOLVED_TITLE.test(text) && isUsualGoal(position))) return 'Goal';
  const words = text
    .replace(NOT_A_TITLE, '')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .match(/\p{L}+/gu);
  const last = words?.findLast((word) => START_NAMES.includes(word) || GOAL_NAMES.includes(word));
  return last === undefined ? null : START_NAMES.includes(last) ? 'Start' : 'Goal';
}

/** Returns whether the position is a usual goal, such as one with the tiles in order and the empty space at the end. */
export const isUsualGoal = ({ size, start }: Pick<SlidingText, 'size' | 'start'>): boolean =>
  goalNames.some((name) => goalPosition(size, name).join() === start.join());

/**
 * In a goal, at least this share of the tiles must be beside the tile with the next number. In a shuffled 4 × 4
 * position, about a fifth of them are.
 */
const MIN_ORDERED_SHARE = 0.5;

/**
 * Returns whether a position may be a goal. On boards of up to 9 cells, any position may be one. On larger boards, at
 * least half of the tiles must be beside the tile with the next number.
 */
export function mayBeGoal({ size: { width }, start }: Pick<SlidingText, 'size' | 'start'>): boolean {
  if (start.length <= 9) return true;
  const cellOf = new Map(start.map((tile, cell) => [tile, cell]));
  const isBeside = (one: number, other: number): boolean =>
    Math.abs((one % width) - (other % width)) +
      Math.abs(Math.floor(one / width) - Math.floor(other / width)) ===
    1;
  let beside = 0;
  for (let tile = 1; tile < start.length - 1; tile++)
    if (isBeside(cellOf.get(tile) ?? -1, cellOf.get(tile + 1) ?? -1)) beside++;
  return beside >= MIN_ORDERED_SHARE * (start.length - 2);
}

/** Matches what may come between `=` and a position: signs, brackets and calls. */
const BEFORE_VALUE = /^(?:[^\p{L}]|\p{L}\w{0,40}[.!([{<])*$/u;

/**
 * Returns what precedes a position on its line, such as `goal = [`, if this assigns the position to a name. Otherwise,
 * returns null.
 */
function ownName(before: string): string | null {
  const line = before.slice(before.lastIndexOf('\n') + 1).trimEnd();
  const at = line.lastIndexOf('=');
  const isAssigned =
    at > 0 &&
    line.length <= MAX_NAME_DISTANCE &&
    /\p{L}/u.test(line.slice(0, at)) &&
    BEFORE_VALUE.test(line.slice(at + 1));
  return isAssigned ? line : null;
}

const CASE_LABEL = /^\s*(?:case\s+\S+|default)\s*:/;

/**
 * Returns the lines between two positions. The first line usually holds the end of the previous position, and the last
 * line the start of the next one, so these two are left out unless they have many numbers.
 */
function otherLines(text: string): string[] {
  const between = text.split('\n');
  const isOwn = (line: string, i: number): boolean =>
    (i > 0 && i < between.length - 1) || (line.match(/\d+/g)?.length ?? 0) > 5;
  return between.filter((line, i) => isOwn(line, i) && !CASE_LABEL.test(line));
}
