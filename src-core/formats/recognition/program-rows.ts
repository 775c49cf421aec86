/** Finds tiles in source code: consecutive lines that differ only in their words, or lists of quoted words. */
import type { EdgeOrder } from '../edge-order.ts';
import { withAssignedEdges } from './assigned-edges.ts';
import { framedOrders } from './frame.ts';
import { orderOn, statedOrder } from './stated-order.ts';

/** Maximum length of a program, in characters */
const MAX_PROGRAM_LENGTH = 200_000;
/** Minimum number of consecutive lines that are read as tiles. Programs often contain shorter runs of similar lines. */
const MIN_TILE_LINES = 7;
/** Minimum number of tiles in a table that has further columns besides the labels */
const MIN_TABLE_TILES = 16;
/** Minimum number of tiles in a list with one word per tile */
const MIN_WORD_TILES = 4;
const MAX_WORDS_ON_LINE = 40;
/** Maximum length, in characters, of a line that may be a tile */
const MAX_LINE_LENGTH = 400;
/** Number of lines above the tiles that are searched for the edge order */
const SEARCHED_LINES_ABOVE = 8;
const LABELS_PER_TILE = [3, 4, 6];
/** Numbers of cells in honeycombs with 2, 3 or 4 cells along a side */
const HONEYCOMB_CELL_COUNTS = [7, 19, 37];

/** Match words that show that a program is about tiles, triangles or edges. */
const ABOUT_TILES =
  /tile|piece|card|square|puzzle|hexagon|nuts?\b|tetravex|eternity|karte|pièce|pieza|carta/i;
const ABOUT_TRIANGLES = /triang|dreieck/i;
const ABOUT_EDGES = /rotat|edge|side|neighbo|north|top\b|(?<=[a-z_])Top|clockwise|kante|côté|lado/i;

/** Matches a word, number or symbol with its sign, quotes or index: `-ant`, `:CT`, `"wolf"`, `tiles[0]`. */
const WORD =
  /"[^"\n]*"|'[^'\s,()]*'|(?:(?<![\p{L}\d])[+-])?[:']?[\p{L}\d_][\p{L}\d_.]*(?:::[\p{L}\d_]+)*(?:\[\w*\])*(?=(\s*[[({:=!])?)/gu;
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?!\()|%|;|--(?!\d)|\(\*)/;
const TRAILING_COMMENT = /\s(?:\/\/|#|--|%|;;).*$/;
const QUOTED = /"([^"\n]*)"/g;
/** Matches a list of quoted words, such as `"aqXX", "baXa"`. */
const QUOTED_LIST = /(?:["']\w{3,24}["'][\s,;]*){4,}/g;

interface Word {
  readonly text: string;
  /** true for `new`, and for the name of a function or key, which is followed by a bracket, colon or `=` */
  readonly isName: boolean;
}

interface CodeLine {
  readonly number: number;
  readonly words: readonly Word[];
  /** the line with each word replaced with `w`, so that similar lines have the same shape */
  readonly shape: string;
}

/** The tiles found in source code. `text` has one tile per line, below the edge order if the program gives it. */
export interface ProgramRows {
  readonly text: string;
  /** number of tiles */
  readonly count: number;
  /** numbers of the first and last line of the list in the program */
  readonly lines: readonly [from: number, to: number];
}

/** Returns the puzzles in the source code of a program about tiles. */
export function rowsInProgram(text: string): ProgramRows[] {
  if (text.length > MAX_PROGRAM_LENGTH) return [];
  const written = text.split(/\r\n|\n|\r/);
  const code = withoutBlockComments(written);
  const onLines = tilesOnLines(code, text);
  const found = onLines.length > 0 ? onLines : tilesElsewhere(code, text);
  return found.map(({ rows, lines, order: own }) => {
    const order = own ?? orderAbove(written, lines[0]) ?? orderIn(written);
    const head = order === null ? [] : [`# order: ${order}`];
    return { text: [...head, ...rows].join('\n'), count: rows.length, lines };
  });
}

function tilesElsewhere(written: readonly string[], text: string): Found[] {
  if (!ABOUT_TILES.test(text)) return [];
  const quoted = tilesInQuotes(written);
  if (quoted.length > 0) return quoted;
  const inCalls = tilesOnLines(withJoinedCalls(written), text);
  const assigned = inCalls.length > 0 ? null : withAssignedEdges(written);
  if (!assigned) return inCalls;
  const order = assigned.areNamed ? { order: 'NESW' } : {};
  return tilesOnLines(assigned.lines, text).map((found): Found => ({ ...found, ...order }));
}

interface Found {
  /** the labels of each tile, separated by commas or joined */
  readonly rows: readonly string[];
  /** the order of the labels, if it is certain */
  readonly order?: EdgeOrder;
  readonly lines: readonly [from: number, to: number];
}

function tilesOnLines(written: readonly string[], text: string): Found[] {
  const runs = runsOf(written.flatMap((line, i) => codeLine(line, i + 1) ?? []));
  const found = runs.flatMap((run) => {
    const tiles = tilesOn(run, text);
    return tiles ? [{ shape: run[0]!.shape, tiles, from: run[0]!.number, to: run.at(-1)!.number }] : [];
  });
  const lists = found
    .filter(({ shape, tiles }) => shape === found[0]!.shape && areWords(tiles) === areWords(found[0]!.tiles))
    .sort((a, b) => a.from - b.from);
  const all = lists.flatMap(({ tiles }) => tiles);
  // Each row of a board may be a separate list.
  if (lists.length > 1 && isSquare(all.length) && framedOrders(all).size > 0)
    return [{ rows: all.map(labelsText), lines: [lists[0]!.from, lists.at(-1)!.to] }];
  // A list with the same tiles in a different order may be a solution, so only the first such list is kept.
  const different = Map.groupBy(lists, ({ tiles }) =>
    tiles
      .map((tile) => tile.toSorted().join())
      .sort()
      .join('\n'),
  );
  return [...different.values()].map(([list]): Found => ({
    rows: list!.tiles.map(labelsText),
    lines: [list!.from, list!.to],
  }));
}

const labelsText = (tile: readonly string[]): string => tile.join(', ');

const areWords = (tiles: Tiles): boolean => tiles.flat().every((label) => /\p{L}/u.test(label));

/** Returns the lines of a program with C-style block comments blanked. */
function withoutBlockComments(written: readonly string[]): string[] {
  let isComment = false;
  return written.map((line) => {
    const from = isComment ? 0 : line.indexOf('/*');
    if (from === -1) return line;
    const to = line.indexOf('*/', from);
    isComment = to === -1;
    return line.slice(0, from) + (to === -1 ? '' : line.slice(to + 2));
  });
}

function tilesOn(run: readonly CodeLine[], text: string): Tiles | undefined {
  const ways = waysToDivide(columnsOf(run.map(({ words }) => words)));
  // A table may also have columns without labels. A later step separates them.
  const isTable = (way: Tiles): boolean =>
    ABOUT_TILES.test(text) && way.length >= MIN_TABLE_TILES && isSquare(way.length) && hasNumbers(way);
  return ways.find((way) => areTiles(way, text)) ?? ways.findLast(isTable);
}

/** Matches the start of a list of calls, such as `cards = {new Card(` or `List.of(new Card(`, up to its first call. */
const LIST_START =
  /^[^()]*(?:[[{]|(?:asList|List\.of|Set\.of|listOf|arrayOf)\s*\()\s*(?=(?:new\s+)?[\p{L}_][\w.]*\()/u;

/** Joins the lines of a call onto its first line and blanks the others, so that line numbers stay the same. */
function withJoinedCalls(written: readonly string[]): string[] {
  const joined = written.map((line) => line.replace(TRAILING_COMMENT, ''));
  const depthOf = (line: string): number =>
    (line.match(/[([{]/g) ?? []).length - (line.match(/[)\]}]/g) ?? []).length;
  for (let at = 0; at < joined.length; at++) {
    const start = at;
    // If the line begins a list of calls, join only the lines of the list's first call. So don't count the bracket that
    // opens the list.
    let depth = depthOf(joined[start]!.replace(LIST_START, ''));
    if (!/,\s*$/.test(joined[start]!)) continue;
    while (depth > 0 && at + 1 < joined.length && joined[start]!.length <= MAX_LINE_LENGTH) {
      at++;
      depth += depthOf(joined[at]!);
      joined[start] += joined[at]!.trim();
      joined[at] = '';
    }
  }
  return joined;
}

/**
 * Returns whether a table has more than four columns, and at least four of them hold only numbers, except perhaps in
 * the first row.
 */
const hasNumbers = ([first = [], ...rest]: Tiles): boolean =>
  first.length > 4 && first.filter((_, at) => rest.every((row) => /^\d+$/.test(row[at]!))).length >= 4;

type Tiles = readonly (readonly string[])[];

function areTiles(tiles: Tiles, text: string): boolean {
  const all = tiles.flat();
  const sides = tiles[0]?.length ?? 0;
  if (!LABELS_PER_TILE.includes(sides) || new Set(all).size > 0.5 * all.length || all.includes(''))
    return false;
  if (sides === 6)
    return HONEYCOMB_CELL_COUNTS.includes(tiles.length) && ABOUT_TILES.test(text) && !all.includes('0');
  if (!isSquare(tiles.length) || arePositions(tiles)) return false;
  if (sides === 3) return ABOUT_TRIANGLES.test(text);
  return isAboutTiles(text, all) || framedOrders(tiles).size > 0;
}

/** Returns whether all rows are permutations of the same numbers, as positions of a sliding puzzle are. */
function arePositions(tiles: Tiles): boolean {
  const sets = new Set(tiles.map((labels) => labels.toSorted().join()));
  return sets.size === 1 && new Set(tiles[0]).size === tiles[0]!.length;
}

/** Returns whether the text is about tiles. If all labels are numbers, it must also be about edges. */
const isAboutTiles = (text: string, labels: readonly string[]): boolean =>
  ABOUT_TILES.test(text) && (areWords([labels]) || ABOUT_EDGES.test(text));

const isSquare = (count: number): boolean => Number.isInteger(Math.sqrt(count));

/** Returns the words of a line of code, or null if the line is empty, a comment or too long. */
function codeLine(written: string, number: number): CodeLine | null {
  if (written.length > MAX_LINE_LENGTH || written.trim() === '' || COMMENT.test(written)) return null;
  const line = written
    .replace(TRAILING_COMMENT, '')
    .replace(QUOTED, (quoted: string, inside: string) => (/\w[,;]/.test(inside) ? ` ${inside} ` : quoted));
  const words = Array.from(line.matchAll(WORD), ([text, sign]): Word => ({
    text,
    isName: sign !== undefined || text === 'new',
  }));
  const signs = line.replace(WORD, 'w').replace(/\s/g, '');
  return { number, words, shape: signs.slice(Math.max(0, signs.indexOf('w')), signs.lastIndexOf('w') + 1) };
}

/**
 * Returns whether a line may be a tile. Lines that end with a number in brackets are excluded, because it may be a
 * number of copies. So are assertions, because their words are not labels.
 */
const isReadable = ({ words, shape }: CodeLine): boolean =>
  words.length > 2 &&
  words.length <= MAX_WORDS_ON_LINE &&
  !/^[w,;]+[([]w$/.test(shape) &&
  !/^assert/i.test(words[0]!.text);

/** Returns runs of similar lines, the longest first. */
function runsOf(lines: readonly CodeLine[]): (readonly CodeLine[])[] {
  const runs: CodeLine[][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    const before = runs.at(-2);
    const isHeading = last?.length === 1 && last[0]!.words.length < 3;
    if (last?.[0]!.shape === line.shape) last.push(line);
    else if (isHeading && before && before.length > 2 && before[0]!.shape === line.shape) {
      runs.pop();
      before.push(line);
    } else runs.push([line]);
  }
  return runs
    .map((run, i) => extended(run, runs[i - 1]?.at(-1), runs[i + 1]?.[0]))
    .filter((run) => run.length >= MIN_TILE_LINES && isReadable(run[0]!))
    .sort((a, b) => b.length - a.length);
}

/**
 * Adds the lines directly before and after a run if they are also tiles. The line before may have extra words at its
 * start, and the line after extra words at its end.
 */
function extended(run: readonly CodeLine[], before?: CodeLine, behind?: CodeLine): readonly CodeLine[] {
  const [{ shape, words }] = run as [CodeLine];
  if (run.length < MIN_TILE_LINES - 2 || words.length < 3) return run;
  const first = before?.shape.endsWith(shape)
    ? [{ ...before, words: before.words.slice(-words.length) }]
    : [];
  const last = behind?.shape.startsWith(shape)
    ? [{ ...behind, words: behind.words.slice(0, words.length) }]
    : [];
  return [...first, ...run, ...last];
}

interface Column {
  readonly words: readonly string[];
  readonly isName: boolean;
  readonly isConstant: boolean;
}

/** Returns the words column by column, without names of tiles. */
const columnsOf = (lines: readonly (readonly Word[])[]): Column[] =>
  lines[0]!
    .map(({ isName }, at): Column => {
      const words = withoutQualifier(lines.map((line) => unquoted(line[at]!.text)));
      return { words, isName, isConstant: words.every((word) => word === words[0]) };
    })
    .filter(({ words, isConstant }) => isConstant || !areNames(words));

/**
 * Returns the possible ways to divide the columns into labels and other words. A word that is the same on every line
 * may belong to the program's syntax, but it may also be a label.
 */
function waysToDivide(columns: readonly Column[]): string[][][] {
  const from = columns.findIndex(({ isConstant }) => !isConstant);
  const to = columns.findLastIndex(({ isConstant }) => !isConstant);
  const isWord = ({ words }: Column): boolean => /\p{L}/u.test(words[0]!);
  const isOther = [
    ...Array.from(
      { length: columns.length - to },
      (_, behind) => (column: Column, at: number) =>
        column.isName || ((at < from || at >= columns.length - behind) && isWord(column)),
    ),
    (column: Column, at: number) => column.isName || at < from || at > to,
  ];
  return isOther.map((is) => {
    const kept = columns.filter((column, at) => !column.isConstant || !is(column, at));
    return tilesFrom(withJoinedHalves(kept.map(({ words }) => words)));
  });
}

const tilesFrom = (columns: readonly (readonly string[])[]): string[][] =>
  (columns[0] ?? []).map((_, i) => columns.map((column) => column[i]!));

const unquoted = (word: string): string => word.replace(/^["':]|["']$/g, '');

/**
 * Removes the qualifier shared by all words of a column: `Color.RED` becomes `RED`, and `Half::Head` becomes `Head`.
 */
function withoutQualifier(column: readonly string[]): readonly string[] {
  const [qualifier] = /^.*(?:\.|::)(?=\p{L})/u.exec(column[0]!) ?? [];
  return qualifier !== undefined && column.every((word) => word.startsWith(qualifier))
    ? column.map((word) => word.slice(qualifier.length))
    : column;
}

/** Returns whether a column contains the tiles' numbers or names. */
function areNames(column: readonly string[]): boolean {
  if (new Set(column).size < column.length) return false;
  const numbers = column.map((word) => Number(/\d+/.exec(word)?.[0] ?? NaN));
  return (
    numbers.every((number, i) => number === numbers[0]! + i) || column.every((word) => /^\p{L}+$/u.test(word))
  );
}

/** Joins the words of labels that consist of a symbol and a half: `blue, head` becomes `blue-head`. */
function withJoinedHalves(columns: readonly (readonly string[])[]): readonly (readonly string[])[] {
  if (columns.length % 2 > 0) return columns;
  const [first, second] = [0, 1].map((from) => columns.filter((_, at) => at % 2 === from));
  const [symbols, halves] = new Set(first!.flat()).size === 2 ? [second!, first!] : [first!, second!];
  const values = new Set(halves.flat());
  if (values.size !== 2 || symbols.flat().some((word) => values.has(word))) return columns;
  return symbols.map((column, at) => column.map((word, i) => `${word}-${halves[at]![i]!}`));
}

/** Finds lists of words of equal length, one word per tile: `["aqXX", "baXa", …]`. */
function tilesInQuotes(written: readonly string[]): Found[] {
  const code = written
    .map((line) => (COMMENT.test(line) ? '' : line.replace(TRAILING_COMMENT, '')))
    .join('\n');
  const lineAt = (index: number): number => code.slice(0, index).split('\n').length;
  const found = Array.from(code.matchAll(QUOTED_LIST), ({ 0: list, index }): Found => ({
    rows: Array.from(list.matchAll(/(["'])(\w+)\1/g), ([, , word = '']) => word),
    lines: [lineAt(index), lineAt(index + list.trimEnd().length)],
  }));
  const lists = found.filter(
    ({ rows: [first = '', ...rest] }) =>
      first.length % 4 === 0 && rest.every(({ length }) => length === first.length),
  );
  const rows = lists.flatMap((list) => list.rows);
  if (areParts(lists.map((list) => list.rows.length)))
    return [{ rows, lines: [lists[0]!.lines[0], lists.at(-1)!.lines[1]] }];
  const puzzles = lists.filter((list) => isSquare(list.rows.length));
  return puzzles.some((list) => list.rows.length > MIN_WORD_TILES) ? puzzles : [];
}

/** Returns whether these are the counts of the corner, border and inner tiles of a square board, in any order. */
function areParts(counts: readonly number[]): boolean {
  const inner = Math.sqrt(counts.reduce((sum, each) => sum + each, 0)) - 2;
  const parts = [4, 4 * inner, inner * inner];
  return counts.length === parts.length && parts.every((part) => counts.includes(part));
}

/** Returns the edge order given in the lines just above the tiles. */
function orderAbove(written: readonly string[], from: number): EdgeOrder | null {
  const above = written.slice(Math.max(0, from - 1 - SEARCHED_LINES_ABOVE), from - 1);
  return above.map(orderOn).findLast((order) => order !== null) ?? null;
}

/**
 * Returns the edge order given in comments or parameter lists. Other code is ignored, because it may name edges in any
 * order.
 */
const orderIn = (written: readonly string[]): EdgeOrder | null =>
  statedOrder(written.filter((line) => !/[=:&|<>]/.test(line)).join('\n'), () => false);
