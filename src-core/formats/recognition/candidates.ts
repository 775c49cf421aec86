/** Finds all ways to read a text of rows, separately for each puzzle in it. */
import {
  canReach,
  goalNameOf,
  goalOf,
  goalPosition,
  autoGoal,
  reachableGoals,
  shownOn,
} from '../../puzzle/sliding-goal.ts';
import type { SlidingPuzzle } from '../../puzzle/puzzle.ts';
import { FormatError, quoted } from '../format-error.ts';
import type { ReadOptions } from '../format.ts';
import { counted } from '../../text/counted.ts';
import { withoutEnd } from '../../text/trimmed.ts';
import { meaningOf } from '../meaning.ts';
import { parseSize, type Size } from '../size.ts';
import type { Source } from '../text.ts';
import { equalTiles, headGoal, normalGoal } from '../sliding-text.ts';
import { sizeName } from '../written.ts';
import type { Assumption, Candidate } from './candidate.ts';
import { drawnRows } from './drawings.ts';
import { frameFits } from './frame.ts';
import { pictureCandidate } from './pictures.ts';
import { slidingCollection, slidingIn, withoutColumnTitles, type SlidingText } from './sliding-candidates.ts';
import { keyedRows, MAX_KEYED } from './keyed.ts';
import type { StructuredRows } from './facts.ts';
import { jsonPuzzles } from './structured.ts';
import { BLANK_SYMBOL, textRows, type TextRow, type TextRows } from './text-rows.ts';
import { tileCandidates } from './tile-candidates.ts';

/** Maximum number of lines in a text of tiles: one label a line takes 4 · 4096. */
const MAX_LINES = 20_000;

type Options = ReadOptions & { readonly format?: string };

/** Returns, for each puzzle in a text, the ways to read it; empty if no reading makes sense. */
export function candidatesIn(source: Source, options: Options): Candidate[][] {
  if (source.lines.length > MAX_LINES) return [];
  const named = namedParts(source);
  if (named) return named.flatMap((part) => candidatesOf(source, part, options));
  const drawn = options.board ? null : drawnRows(source.text);
  if (drawn) return candidatesOf(source, drawn, options);
  const found = candidatesOf(source, textRows(source), options);
  if (found.length > 0) return found;
  const bracketed = keyedRows(source.text, true);
  if (bracketed) return candidatesOf(source, bracketed, options);
  const regrouped = rowsBetweenSemicolons(source.text) ?? rowsFromBlocks(source.text);
  return regrouped === null ? [] : candidatesOf(source, textRows({ ...source, text: regrouped }), options);
}

/** Puts rows that semicolons separate on lines: `tiles = [1 2 3 4; 5 6 7 8];`. Returns null if there are none. */
function rowsBetweenSemicolons(text: string): string | null {
  const [, bracketed = ''] = /\[([^[\]]*)\]/.exec(text) ?? [];
  const inside = bracketed.includes(';') ? bracketed : text;
  const rows = inside.split(';').filter((row) => row.trim() !== '');
  const widths = new Set(rows.map((row) => row.trim().split(/[\s,]+/).length));
  return rows.length >= 4 && widths.size === 1 && !widths.has(1) ? rows.join('\n') : null;
}

/** Puts blocks of equally many lines, one label a line, on one line each. Returns null if there are none. */
function rowsFromBlocks(text: string): string | null {
  const blocks = text
    .split(/\n[ \t\r]*\n/)
    .map((block) => block.split('\n').filter((line) => line.trim() !== ''));
  const [first] = blocks;
  const isEven = blocks.every(
    (lines) => lines.length === first!.length && lines.every((line) => !/[\s,;]/.test(line.trim())),
  );
  return blocks.length >= 4 && [3, 4, 6].includes(first!.length) && isEven
    ? blocks.map((lines) => lines.map((line) => line.trim()).join(',')).join('\n')
    : null;
}

/**
 * Returns the puzzles of a text with named parts, or null if parts have no names. Throws FormatError for invalid
 * JSON.
 */
function namedParts({ text, lines }: Source): StructuredRows[] | null {
  if (lines.length > 0) return listOf(keyedRows(text, false));
  try {
    const puzzles = jsonPuzzles(text);
    return puzzles.length > 0 ? puzzles : null;
  } catch (error) {
    // Literals of other languages may look like JSON.
    const keyed = text.length <= MAX_KEYED && isBalanced(text) ? keyedRows(text, true) : null;
    if (keyed) return [keyed];
    if (error instanceof FormatError && !/"[^"]*"\s*:/.test(text)) return null;
    throw error;
  }
}

const listOf = <T>(item: T | null): T[] | null => (item === null ? null : [item]);

/** Returns whether brackets are balanced. An incomplete text should not be read in part. */
function isBalanced(text: string): boolean {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return count(/\[/g) === count(/\]/g) && count(/\{/g) === count(/\}/g);
}

const isNamed = (part: TextRows): part is StructuredRows => 'facts' in part;

function candidatesOf(source: Source, own: TextRows, options: Options): Candidate[][] {
  const wants = (format: string): boolean => options.format === undefined || options.format === format;
  const facts = isNamed(own) ? own.facts : null;
  const meaning = meaningOf(source, options);
  const isTiles = Boolean(
    meaning.board ?? meaning.mating ?? meaning.rim ?? meaning.turns ?? options.edgeOrder ?? options.pairs,
  );
  if (wants('sliding') && !isTiles) {
    const positions = slidingReadings(source, own, options);
    if (positions.length > 0) return positions;
  }
  if (options.goal !== undefined) return [];
  if (wants('pictures') && !facts) {
    const pictures = pictureCandidate(source.text, {
      ...options,
      ...(meaning.board ? { board: meaning.board } : {}),
    });
    if (pictures) return [[pictures]];
  }
  if (!wants('numeric') && !wants('words')) return [];
  const said = {
    ...meaning,
    ...(facts?.frame !== undefined && !meaning.rim
      ? { rim: { kind: 'colour', colour: facts.frame, inside: false } as const }
      : {}),
    ...(options.edgeOrder === undefined ? {} : { edgeOrder: options.edgeOrder }),
    ...(options.size === undefined ? {} : { size: options.size }),
    ...(options.pairs === undefined ? {} : { pairs: options.pairs }),
    ownNumbers: meaning.mating !== undefined && options.mating === undefined,
  };
  const name = options.name ?? facts?.name ?? own.fields.get('name');
  const mentioned = mentionedSize(own.fields);
  refuseUnknownLabels(own.rows);
  const fields =
    options.pairs === undefined ? own.fields : new Map([...own.fields, ['pairs', options.pairs]]);
  return groupsOf(own, mentioned)
    .map((rows, i, all) => {
      const { pairs, rest } = withoutPairs(rows, fields);
      return tileCandidates(
        {
          rows: rest,
          skipped: own.skipped,
          pairs,
          size: facts?.size ?? sizeIn(own.fields),
          mentioned,
          name: all.length > 1 && name !== undefined ? `${name} ${i + 1}` : name,
        },
        said,
      );
    })
    .filter((candidates) => candidates.length > 0);
}

/** Returns a size that prose mentions, as in "my 4x4 puzzle". */
function mentionedSize(fields: ReadonlyMap<string, string>): Size | null {
  const text = fields.get('mentioned size');
  const [width = 0, height = 0] = (text ?? '').split('x').map(Number);
  return width > 0 && height > 0 && width <= 64 && height <= 64 ? { width, height } : null;
}

function sizeIn(fields: ReadonlyMap<string, string>): Size | null {
  const number = (...names: string[]): number =>
    names
      .map((name) => Number(fields.get(name)))
      .find((value) => Number.isInteger(value) && value > 0 && value <= 64) ?? 0;
  const size = fields.get('size') ?? fields.get('board size') ?? fields.get('board_size');
  if (size !== undefined && /^\d+(?:\s*[x×,]\s*|\s+)\d+$/i.test(size.trim()))
    return parseSize(size.replace(',', ' '));
  if (size !== undefined && /^\d{1,2}$/.test(size)) return { width: Number(size), height: Number(size) };
  const width = number('width', 'w', 'cols', 'columns', 'col', 'column');
  const height = number('height', 'h', 'rows', 'row');
  if (width > 0 && height > 0) return { width, height };
  const side = number('n');
  return side > 0 ? { width: side, height: number('m') || side } : null;
}

/** Separates pairs of labels that match, listed in a field or as rows of two labels, from the tiles. */
function withoutPairs(
  rows: readonly TextRow[],
  fields: ReadonlyMap<string, string>,
): { pairs: [string, string][]; rest: readonly TextRow[] } {
  const said = fields.get('pairs') ?? fields.get('mates') ?? fields.get('mating pairs');
  const pairOf = (text: string): [string, string][] => {
    const parts = text.split(/[=:/~<>–-]+/);
    return parts.length === 2 && parts[0] !== '' && parts[1] !== '' ? [[parts[0]!, parts[1]!]] : [];
  };
  if (said !== undefined) {
    const words = said.split(/[\s,;]+/).filter((word) => word !== '');
    const pairs = words.flatMap(pairOf);
    if (pairs.length === words.length) return { pairs, rest: rows };
    if (words.length % 2 === 0) {
      return {
        pairs: words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1]!] as [string, string]] : [])),
        rest: rows,
      };
    }
  }
  // A block of rows of two labels, or of `a=b`, that lists nearly all labels of the other rows, each once.
  const isPair = ({ tokens }: TextRow): boolean =>
    (tokens.length === 2 && tokens[0]!.text !== tokens[1]!.text) ||
    tokens.every(({ text }) => pairOf(text).length === 1);
  const paired = rows.filter(isPair);
  const rest = rows.filter((row) => !isPair(row));
  const pairs = paired.flatMap(({ tokens }): [string, string][] =>
    tokens.length === 2 && pairOf(tokens[0]!.text).length === 0
      ? [[tokens[0]!.text, tokens[1]!.text]]
      : tokens.flatMap(({ text }) => pairOf(text)),
  );
  // A single row of two numbers is a size.
  if (pairs.length >= 2 && rest.length >= 4) {
    const named = pairs.flat();
    const labels = new Set(rest.flatMap(({ tokens }) => tokens.map(({ text }) => text)));
    const inLabels = named.filter((label) => labels.has(label)).length;
    if (new Set(named).size === named.length && labels.size - inLabels <= 1 && inLabels >= 0.5 * named.length)
      return { pairs, rest };
  }
  return { pairs: [], rest: rows };
}

/**
 * Returns the rows of each puzzle: separate blocks if headers or sizes show that each is a puzzle, otherwise all
 * rows.
 */
function groupsOf({ rows, blockOf }: TextRows, mentioned: Size | null): (readonly TextRow[])[] {
  const blocks = new Map<number, TextRow[]>();
  rows.forEach((row, i) => {
    const block = blocks.get(blockOf[i]!);
    if (block) block.push(row);
    else blocks.set(blockOf[i]!, [row]);
  });
  const lists = [...blocks.values()];
  // Some collections end with a size of 0.
  if (lists.length > 2 && isZero(lists.at(-1)!)) lists.pop();
  if (lists.length < 2) return linesOfPuzzles(rows) ?? splitAtHeaders(rows);
  const complete = (list: readonly TextRow[]): boolean => {
    const [head, ...body] = list;
    if (!head || body.length < 4) return false;
    const numbers = head.tokens.map(({ text }) => Number(text));
    if (head.tokens.length > 2 || numbers.some((number) => !(number > 0))) return false;
    return numbers[0]! * (numbers[1] ?? numbers[0]!) === body.length;
  };
  if (lists.every(complete)) return lists;
  const counts = lists.map((list) => list.length);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const isSquare = (count: number): boolean => Number.isInteger(Math.sqrt(count));
  if (counts.every((count) => count >= 9 && isSquare(count)) && !isSquare(total)) return lists;
  if (mentioned && counts.every((count) => count === mentioned.width * mentioned.height)) return lists;
  return [rows];
}

/** Returns one puzzle per line if all lines are framed by the same label, otherwise null. */
function linesOfPuzzles(rows: readonly TextRow[]): (readonly TextRow[])[] | null {
  const [first] = rows;
  const length = first?.tokens.length ?? 0;
  if (!first || rows.length < 2 || length < 36 || length % 4 !== 0) return null;
  if (rows.some(({ tokens, back }) => tokens.length !== length || back)) return null;
  const side = Math.sqrt(length / 4);
  if (!Number.isInteger(side)) return null;
  const framedBy = ({ tokens }: TextRow): string | undefined => {
    const tiles = Array.from({ length: length / 4 }, (_, i) =>
      tokens.slice(4 * i, 4 * i + 4).map(({ text }) => text),
    );
    return frameFits(tiles, { width: side, height: side }).find(({ exact }) => exact)?.label;
  };
  const frame = framedBy(first);
  return frame !== undefined && rows.every((row) => framedBy(row) === frame)
    ? rows.map((row) => [row])
    : null;
}

const isZero = (rows: readonly TextRow[]): boolean =>
  rows.length === 1 && rows[0]!.tokens.length === 1 && rows[0]!.tokens[0]!.text === '0';

/** Splits rows into puzzles if each starts with a line that gives its size. */
function splitAtHeaders(rows: readonly TextRow[]): (readonly TextRow[])[] {
  const groups: TextRow[][] = [];
  const end = isZero(rows.slice(-1)) ? rows.length - 1 : rows.length;
  for (let at = 0; at < end;) {
    const { tokens } = rows[at]!;
    const numbers = tokens.map(({ text }) => Number(text));
    if (tokens.length > 2 || numbers.some((number) => !(number > 1))) return [rows];
    const count = numbers[0]! * (numbers[1] ?? numbers[0]!);
    const body = rows.slice(at + 1, at + 1 + count);
    if (body.length < count || body.some((row) => row.tokens.length < 3)) return [rows];
    groups.push([rows[at]!, ...body]);
    at += count + 1;
  }
  return groups.length > 1 ? groups : [rows];
}

function slidingReadings(source: Source, own: TextRows, options: Options): Candidate[][] {
  const positions = slidingPuzzles(source, own, options);
  return positions.length > 0 ? positions : equalTilesIn(source, own, options);
}

function slidingPuzzles(source: Source, own: TextRows, options: Options): Candidate[][] {
  const size = options.size ?? null;
  const header = size ?? (isNamed(own) ? own.facts.size : null) ?? sizeIn(own.fields);
  const pair = startAndGoal(source, own, header);
  if (pair)
    return [slidingCandidates(pair.start, source, own, { ...options, goal: options.goal ?? pair.goal })];
  const single =
    slidingIn(own.rows, header) ??
    slidingIn(withoutColumnTitles(own.rows), header) ??
    slidingWithBlanks(source, header) ??
    slidingInSlashes(source, header) ??
    slidingInCalls(source, header);
  if (single) return [slidingCandidates(single, source, own, options)];
  const rows = withoutColumnTitles(own.rows);
  return slidingCollection(rows, own.blockOf.slice(own.rows.length - rows.length)).map(({ found }, i) =>
    slidingCandidates(found, source, own, {
      ...options,
      ...(options.name === undefined ? {} : { name: `${options.name} ${i + 1}` }),
    }),
  );
}

const START_WORDS =
  'start|initial|begin|from|puzzle|anfang|ausgang|inicio|inicial|estado inicial|départ|état initial|partenza';
const GOAL_WORDS =
  'to(?=[ \\t]*:[ \\t]*(?:\\d|\\r?$))|goal|target|final|end|desired|ziel|meta|objetivo|estado final|objectif|état final|arrivée|obiettivo';
/** `Goal:`, `goal state =`, `Zielzustand:`, `int goal[3][3] =` */
const headed = (words: string): string =>
  String.raw`[ \t]*(?:(?:int|char|const|let|var)[ \t]+)?["']?(?:${words})(?!\p{L}{8})[^\n:=\d]*(?:\d\][^\n:=\d]*){0,2}[:=]?`;
const GOAL_LINE = new RegExp(`^${headed(GOAL_WORDS)}`, 'imu');
const START_LINE = new RegExp(`^${headed(START_WORDS)}`, 'imu');
/** A goal or start after a position on the same line, and `->` or `to` between two positions. */
const NEXT_ON_LINE = new RegExp(
  String.raw`([\d\])}_])[ \t,;.|]*(?=(?:${START_WORDS}|${GOAL_WORDS})[^\n:=\d]{0,12}[:=])`,
  'giu',
);
const BETWEEN = /([\d\])}_])[ \t]*(?:[-=]+>|→|(?<=[ \t])to(?=[ \t]))[ \t]*(?=[\d[({_])/giu;
const START_NEXT = new RegExp(String.raw`^([\s\S]*?)\n(?=${headed(START_WORDS)})([\s\S]*)$`, 'iu');

/** Returns a start and a goal, each after a keyword or key, or null if the text has no goal. */
function startAndGoal(
  source: Source,
  own: TextRows,
  size: Size | null,
): { start: SlidingText; goal: readonly number[] } | null {
  if (isNamed(own)) {
    const { goal } = own.facts;
    const start = goal && slidingIn(own.rows, size);
    const rows = goal?.map((item): TextRow => ({
      tokens: [{ text: String(item), line: 0, column: 0 }],
      line: 0,
    }));
    const reached = start && slidingIn(rows!, start.size);
    return reached ? { start, goal: reached.start } : null;
  }
  const beside = sideBySide(own.rows);
  if (beside) return beside;
  const spread = inLines(source.text);
  const [found] = GOAL_LINE.exec(spread) ?? [];
  if (found === undefined) return null;
  const at = spread.indexOf(found);
  const before = spread.slice(0, at).replace(START_LINE, '');
  const after = spread.slice(at);
  const positionIn = (text: string): SlidingText | null => {
    const part = { text, lines: source.lines };
    return (
      slidingIn(textRows(part).rows, size) ?? slidingWithBlanks(part, size) ?? slidingInSlashes(part, size)
    );
  };
  for (const [first, second] of goalAndStart(before, after)) {
    const goal = positionIn(first.replace(found, ''));
    const start = goal && positionIn(second.replace(START_LINE, ''));
    if (start && start.start.length === goal.start.length) return { start, goal: goal.start };
  }
  return null;
}

/** Puts a goal that is on the line of its start on a line of its own. */
function inLines(text: string): string {
  if (text.length > 4_000) return text;
  const arrows = text.match(BETWEEN)?.length ?? 0;
  return (arrows === 1 ? text.replace(BETWEEN, '$1\nGoal: ') : text).replace(NEXT_ON_LINE, '$1\n');
}

/** Returns the ways to divide a text into a goal and a start, of which either may come first. */
function goalAndStart(before: string, after: string): [goal: string, start: string][] {
  if (START_LINE.test(after)) {
    const [, first = '', second = ''] = START_NEXT.exec(after) ?? [];
    return [[first, second]];
  }
  if (before.trim() !== '') return [[after, before]];
  // The start has no title.
  const lines = after.split('\n');
  return lines
    .slice(1, 2 * MAX_ROWS)
    .map((_, i) => [lines.slice(0, i + 1).join('\n'), lines.slice(i + 1).join('\n')]);
}

/** Reads a start and, right of it on the same lines, a goal. */
function sideBySide(rows: readonly TextRow[]): { start: SlidingText; goal: readonly number[] } | null {
  const half = rows.length;
  const tokensOf = ({ tokens }: TextRow): TextRow['tokens'] =>
    tokens.filter(({ text }) => !/^[-=]+>$/.test(text));
  if (half < 2 || half > 8 || rows.some((row) => row.back || tokensOf(row).length !== 2 * half)) return null;
  const part = (from: number): SlidingText | null =>
    slidingIn(
      rows.map((row) => ({ ...row, tokens: tokensOf(row).slice(from, from + half) })),
      null,
    );
  const [start, goal] = [part(0), part(half)];
  return start && goal ? { start, goal: goal.start } : null;
}

/** Reads a sliding puzzle in which tiles are equal. Its goal must be stated: after a word, in the head or as an option. */
function equalTilesIn(source: Source, own: TextRows, options: Options): Candidate[][] {
  if (own.rows.length > 2 * MAX_ROWS + 1 || isNamed(own)) return [];
  const said = options.goal ?? headGoal(source.text);
  const parts =
    typeof said === 'object'
      ? [{ goal: said, rows: own.rows }]
      : partsOf(source).map(([goal, rows]) => ({ goal: numbersIn(goal), rows }));
  for (const { goal, rows } of parts) {
    const start = numbersIn(rows);
    const puzzle = goal && start && equalTiles(start, goal);
    const size = puzzle && sizeOfPosition(rows, options.size);
    if (!puzzle || !size || size.width * size.height !== puzzle.start.length) continue;
    const name = options.name ?? own.fields.get('name') ?? `Sliding ${sizeName(size)}`;
    const full: SlidingPuzzle = {
      kind: 'sliding',
      name,
      ...size,
      ...puzzle,
      goal: goalOf(size, puzzle.goal),
    };
    const text = `a sliding puzzle ${sizeName(size)} with equal tiles, goal ${goalText(full)}`;
    const assumptions: Assumption[] = [{ option: 'size', text, options: { size } }];
    return [[{ format: 'sliding', puzzle: full, penalty: 0, assumptions, skipped: own.skipped }]];
  }
  return [];
}

/** Returns the size of a position in rows, or of a square position on one line. Returns null for other texts. */
function sizeOfPosition(rows: TextRows['rows'], given: Size | undefined): Size | null {
  const [first] = rows;
  const width = first?.tokens.length ?? 0;
  const side = Math.sqrt(width);
  const size = given ?? (rows.length > 1 ? { width, height: rows.length } : { width: side, height: side });
  const isSize = (length: number): boolean => Number.isInteger(length) && length >= 2 && length <= MAX_ROWS;
  return isSize(size.width) && isSize(size.height) ? size : null;
}

/** Returns the goals and starts that a text may have after a word for either. */
function partsOf(source: Source): [goal: TextRows['rows'], start: TextRows['rows']][] {
  const spread = inLines(source.text);
  const [found] = GOAL_LINE.exec(spread) ?? [];
  if (found === undefined) return [];
  const at = spread.indexOf(found);
  const rowsIn = (text: string): TextRows['rows'] => textRows({ text, lines: source.lines }).rows;
  const before = spread.slice(0, at).replace(START_LINE, '');
  return goalAndStart(before, spread.slice(at)).map(([goal, start]) => [
    rowsIn(goal.replace(found, '')),
    rowsIn(start.replace(START_LINE, '')),
  ]);
}

/** Returns the numbers of rows, 0 for an empty space. Returns null if there are other words. */
function numbersIn(rows: TextRows['rows']): number[] | null {
  if (rows.some(({ back }) => back)) return null;
  const numbers = rows.flatMap(({ tokens }) =>
    tokens.map(({ text }) => (BLANK_SYMBOL.test(text) ? 0 : /^\d{1,2}$/.test(text) ? Number(text) : NaN)),
  );
  return numbers.length >= 4 && numbers.every((number) => number <= 63) ? numbers : null;
}

/** Maximum number of rows of a sliding puzzle. */
const MAX_ROWS = 8;

/** Reads rows written on one line: `813/402/765`, `8 1 3; 4 0 2; 7 6 5`. */
function slidingInSlashes({ text, lines }: Source, size: Size | null): SlidingText | null {
  if (text.length > 1_000 || !/[/;|]/.test(text)) return null;
  return slidingIn(textRows({ text: text.replace(/[/;|]/g, '\n'), lines }).rows, size);
}

const LEADING_NAME = /^[\p{L}\d _.-]*\p{L}[\d _.-]*[:=(]/gmu;

/** Reads a position after a name or in a call: `8-puzzle: 8 1 3 / …`, `A = [8 1 3; …]`, `start([8, 1, …]).` */
function slidingInCalls({ text, lines }: Source, size: Size | null): SlidingText | null {
  if (text.length > 1_000) return null;
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
    lines.length > 8 ||
    !lines.some(({ text }) => /[,;]\s*[,;]|^\s*[,;]|[,;]\s*$/.test(text))
  )
    return null;
  const rows = lines.map(({ text, number }): TextRow => ({
    tokens: text.split(/[,;]/).map((word) => ({ text: word.trim(), line: number, column: 1 })),
    line: number,
  }));
  return slidingIn(rows, size);
}

function slidingCandidates(found: SlidingText, source: Source, own: TextRows, options: Options): Candidate[] {
  const { start, size, blank } = found;
  const make = (goal: SlidingPuzzle['goal'], penalty: number, said: boolean): Candidate => {
    const puzzle: SlidingPuzzle = {
      kind: 'sliding',
      name: options.name ?? own.fields.get('name') ?? `Sliding ${sizeName(size)}`,
      ...size,
      start,
      goal,
    };
    const name = goalNameOf(puzzle);
    const assumptions: Assumption[] = [
      ...(options.size
        ? []
        : [{ option: 'size' as const, text: `a sliding puzzle ${sizeName(size)}`, options: { size } }]),
      ...(blank === '0'
        ? []
        : [
            {
              option: 'format' as const,
              text: `the empty space is ${blank === 'left out' || blank === '' ? 'left out' : `written ${blank}`}`,
              options: {},
            },
          ]),
      ...(said
        ? []
        : [
            {
              option: 'goal' as const,
              text: `goal ${name} (${goalText(puzzle)})`,
              options: { goal: name === 'custom' ? goalPosition(size, goal) : name },
            },
          ]),
    ];
    return { format: 'sliding', puzzle, penalty, assumptions, skipped: own.skipped };
  };
  const goal = normalGoal(options.goal ?? headGoal(source.text) ?? 'auto');
  if (goal !== 'auto') {
    if (typeof goal !== 'string' && goal.length !== start.length) {
      throw new FormatError({
        found: `a goal of ${counted(goal.length, 'number')}`,
        expected: `${start.length}, one for each cell`,
        fix: 'Correct the goal.',
      });
    }
    return [make(goalOf(size, goal), 0, true)];
  }
  const reachable = reachableGoals(size, start);
  // Puzzles of one well-known course start with this comment and have the snail as their goal.
  const snailed = /^#\s*This puzzle is (un)?solvable/im.test(source.text) && found.sizeFrom === 'header';
  const first = snailed && reachable.includes('snail') ? 'snail' : autoGoal(size, start);
  const isReached = canReach(size, start, goalPosition(size, first));
  return [
    make(goalOf(size, first), 0, false),
    // Suggest other goals only if the first can't be reached.
    ...(isReached ? [] : reachable.map((name) => make(goalOf(size, name), 2, false))),
  ];
}

/** Returns a goal for people: rows with `_` for the empty space. */
export function goalText(puzzle: Pick<SlidingPuzzle, 'width' | 'height' | 'goal' | 'shown'>): string {
  const position = goalPosition(puzzle, puzzle.goal);
  const rows = Array.from({ length: puzzle.height }, (_, row) =>
    position
      .slice(row * puzzle.width, (row + 1) * puzzle.width)
      .map((tile) => (tile === 0 ? '_' : String(shownOn(puzzle, tile))))
      .join(' '),
  );
  return rows.join(' / ');
}

/** Throws FormatError for a label written as a question mark, which means that it is unknown. */
function refuseUnknownLabels(rows: TextRows['rows']): void {
  for (const { tokens, back = [] } of rows) {
    const unknown = [...tokens, ...back].find(({ text }) => text.startsWith('?'));
    if (unknown === undefined) continue;
    const { line, column, text } = unknown;
    throw new FormatError({
      line,
      column,
      found: quoted(text),
      expected: 'a label',
      fix: 'Write what is drawn on this edge.',
    });
  }
}
