/** Converts lists of tiles and their places to rows. Such lists are PDDL problems, Prolog facts and dictionaries. */
import { BLANK_SYMBOL } from './vocabulary.ts';

/** Maximum length, in characters, of text that is searched for places of tiles. A 24-puzzle in PDDL takes 5,000. */
const MAX_SEARCH_LENGTH = 50_000;

/** A tile and its place. `tile` is BLANK_TILE if the text marks the cell as empty. */
interface Cell {
  readonly tile: number;
  readonly row: number;
  readonly column: number;
}

type Grid = readonly (readonly number[])[];

/** Matches a PDDL fact, such as `(at t1 p3 p3)`. */
const PDDL_FACT = /\(\s*([\w-]+)((?:\s+[\w-]+){1,3})\s*\)/g;
/** Matches the name of a tile or fact that stands for the empty space, as in `(at blank p1)` or `(empty p1)`. */
const BLANK_NAME = /blank|empty|free|hole|clear|gap/i;
const ROW_NAME = /^(?:row|r|y|v|line|rank)$/i;
const COLUMN_NAME = /^(?:col|column|c|x|h|file)$/i;

/** Returns the start and goal of a sliding puzzle in PDDL as rows under titles, or null for any other text. */
export function positionsInPddl(text: string): string | null {
  if (text.length > MAX_SEARCH_LENGTH || !/\(\s*define\s*\(\s*problem\b/i.test(text)) return null;
  const code = text.replace(/;.*/g, '');
  const [, init, goal] = /\(\s*:init\b([\s\S]*?)\(\s*:goal\b([\s\S]*)$/i.exec(code) ?? [];
  const start = init === undefined ? null : gridIn(init);
  const end = goal === undefined ? null : gridIn(goal);
  if (!start || end?.length !== start.length || end[0]!.length !== start[0]!.length) return null;
  // PDDL doesn't say which side of the board is the top. In most goals, the tiles are in order from the top left. If a
  // symmetry of the board gives the goal this order, apply it to both positions.
  const turn = GRID_SYMMETRIES.find((view) => isUsual(view(end))) ?? GRID_SYMMETRIES[0]!;
  return `Start:\n${rowsText(turn(start))}\n\nGoal:\n${rowsText(turn(end))}\n`;
}

const turned = (grid: Grid): Grid => grid[0]!.map((_, column) => grid.map((row) => row[column]!));

const GRID_SYMMETRIES: readonly ((grid: Grid) => Grid)[] = [
  (grid) => grid,
  (grid) => grid.toReversed(),
  turned,
  (grid) => turned(grid).toReversed(),
];

/** Returns whether this is a usual goal, with its first row in order. */
const isUsual = ([first = []]: Grid): boolean => {
  const tiles = first.filter((tile) => tile !== 0);
  return tiles[0] === 1 && tiles.every((tile, i) => tile === i + 1);
};

const rowsText = (grid: Grid): string => grid.map((row) => row.join(' ')).join('\n');

const stemOf = (word: string): string => word.replace(/[\d_-]+/g, '').toLowerCase();

const numbersOf = (word: string): number[] => (word.match(/\d+/g) ?? []).map(Number);

/** Returns the position described by facts such as `(at t1 p3 p3)` and `(empty p1 p1)`, or null if there is none. */
function gridIn(section: string): Grid | null {
  const facts = Array.from(section.matchAll(PDDL_FACT), ([, name = '', rest = '']) => ({
    name,
    words: rest.trim().split(/\s+/),
  }));
  for (const group of Map.groupBy(facts, ({ name, words }) => `${name} ${words.length}`).values()) {
    const { words } = group[0]!;
    const isPlacing = words.length > 1 && words.slice(1).every((word) => stemOf(word) !== stemOf(words[0]!));
    const blank = facts.find((fact) => BLANK_NAME.test(fact.name) && fact.words.length === words.length - 1);
    const cells = [
      ...group.map(({ words: [tile = '', ...place] }) => cellOf(tile, place)),
      ...(blank ? [cellOf('blank', blank.words)] : []),
    ].filter((cell) => cell !== null);
    const grid = isPlacing && cells.length >= group.length ? gridOf(cells) : null;
    if (grid) return grid;
  }
  return null;
}

function cellOf(tile: string, place: readonly string[]): Cell | null {
  const [number] = numbersOf(tile);
  const isBlank = number === undefined && BLANK_NAME.test(tile);
  const numbers = place.flatMap(numbersOf);
  const [first, second] = numbers;
  if ((number === undefined && !isBlank) || first === undefined || numbers.length > 2) return null;
  const value = isBlank ? BLANK_TILE : number!;
  if (second === undefined) return { tile: value, row: 0, column: first };
  const [one = '', two = one] = place.map(stemOf);
  // A single name such as `p1_2` gives the row first. Two names, as in `(at t1 p1 p2)`, give the column first.
  const isRowFirst = place.length === 1 || ROW_NAME.test(one) || COLUMN_NAME.test(two);
  return isRowFirst
    ? { tile: value, row: first, column: second }
    : { tile: value, row: second, column: first };
}

/** Represents the empty space until the tiles are numbered from 1. */
const BLANK_TILE = -1;

const sorted = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b);

/**
 * Arranges cells in rows. Returns null unless each tile and each place occurs exactly once. One place may be missing.
 */
function gridOf(cells: readonly Cell[]): Grid | null {
  const rows = sorted(cells.map(({ row }) => row));
  const columns = sorted(cells.map(({ column }) => column));
  const side = Math.ceil(Math.sqrt(cells.length));
  const isCounted = rows.length === 1;
  const [width, height] = isCounted ? [side, side] : [columns.length, rows.length];
  const tiles = numbered(cells, width * height);
  if (!tiles || width < 2 || height < 2 || width > 8 || height > 8) return null;
  // If each place is a single number, the numbers begin at 0 or 1.
  const first = columns.includes(0) ? 0 : 1;
  const grid = Array.from({ length: height }, () => Array<number>(width).fill(0));
  const taken = new Set<number>();
  for (const [i, { row, column }] of cells.entries()) {
    const at = isCounted ? column - first : width * rows.indexOf(row) + columns.indexOf(column);
    if (at < 0 || at >= width * height || taken.has(at)) return null;
    taken.add(at);
    grid[Math.floor(at / width)]![at % width] = tiles[i]!;
  }
  return grid;
}

/**
 * Renumbers the tiles from 1, with 0 for the empty space. If no cell is marked as empty, the empty space is tile 0 or,
 * without a tile 0, the missing cell.
 */
function numbered(cells: readonly Cell[], count: number): number[] | null {
  const tiles = cells.flatMap(({ tile }) => (tile === BLANK_TILE ? [] : tile)).sort((a, b) => a - b);
  const [from] = tiles;
  const isRun = tiles.every((tile, i) => tile === from! + i);
  if (!isRun || cells.length > count || tiles.length < count - 1 || (from !== 0 && from !== 1)) return null;
  if (tiles.length === count && from === 1) return null;
  const shift = from === 0 && tiles.length < count ? 1 : 0;
  return cells.map(({ tile }) => (tile === BLANK_TILE ? 0 : tile + shift));
}

const TILE_NUMBER = String.raw`["']?(?<tile>\d{1,2})["']?`;
const PLACE = String.raw`[([{]\s?(?<row>\d)(?:\s?,\s?|\s)(?<column>\d)\s?[)\]}]`;
const VALUE = String.raw`(?<tile>\d{1,2}|["'][^"'\n]{0,5}["']|[\p{L}_]{1,5})`;
const KEY_VALUE_SEPARATOR = String.raw`(?:\s?(?:=>|->|[:=.,]))?\s?`;
/** Match places with their tiles, as in `(0, 2): 8`, and tiles with their places, as in `8: (0, 2)`. */
const TILE_BY_PLACE = new RegExp(`${PLACE}["']?${KEY_VALUE_SEPARATOR}${VALUE}`, 'gu');
const PLACE_BY_TILE = new RegExp(String.raw`(?<![\d.])${TILE_NUMBER}${KEY_VALUE_SEPARATOR}${PLACE}`, 'g');
const TILE_IN_FACT = String.raw`(?<tile>\d{1,2}|[a-z]{1,5})`;
const PLACE_IN_FACT = String.raw`(?<row>\d)\s?,\s?(?<column>\d)`;
/**
 * Returns a pattern for facts with these two arguments. The fact can be inside another fact, where a time follows it:
 * `holds(at(4, 1, 1), 0).`
 */
const factWith = (first: string, second: string): RegExp =>
  new RegExp(
    String.raw`(?<![\w(])(?<name>(?:[a-z]\w{0,40}\(\s?)?[a-z]\w{0,40}\()\s?${first}\s?,\s?${second}\s?\)(?:\s?,\s?(?<time>\d{1,4})\s?\))?`,
    'gi',
  );
/** Match facts that give the place before the tile, as in `in(1, 1, 4).`, and facts that give the tile first. */
const FACTS = [factWith(PLACE_IN_FACT, TILE_IN_FACT), factWith(TILE_IN_FACT, PLACE_IN_FACT)];
const START_NAME = /start|init/i;
const GOAL_NAME = /goal|target|final|solved|ziel|meta|objetivo/i;

/**
 * Returns the positions in dictionaries, such as `(0, 2): 8`, and in logical facts, such as `in(1, 1, 4).`, as rows. If
 * one of them is a goal, adds titles. A position must have an empty space, so that matrices are not read as positions.
 * Returns null for any other text, and if the positions make up less than the fraction `share` of the text.
 */
export function positionsByPlace(text: string, share: number): string | null {
  if (text.length > MAX_SEARCH_LENGTH || !/\d/.test(text)) return null;
  const table = positionInTable(text);
  if (table !== null) return table;
  const code = text.replace(/^[ \t]*(?:#|\/\/|%).*$/gm, '');
  const found = [TILE_BY_PLACE, PLACE_BY_TILE, ...FACTS]
    .map((pattern) => positionsIn(code, pattern))
    .find((each) => each.length > 0);
  const taken = found?.reduce((sum, { length }) => sum + length, 0) ?? 0;
  if (!found || taken < share * code.length) return null;
  const [goal, more] = found.filter(({ isGoal }) => isGoal);
  const starts = found.filter((each) => each !== goal).map(({ grid }) => rowsText(grid));
  if (more || starts.length === 0) return null;
  if (!goal) return starts.join('\n\n');
  return starts.length === 1 ? `Start:\n${starts[0]!}\n\nGoal:\n${rowsText(goal.grid)}` : null;
}

const VALUE_NAME = /^(?:value|val|v|tile|piece|num|number|n|t|label)$/i;

/** Returns the three fields of a line, or null if it has more or fewer. */
function threeFields(line: string): readonly string[] | null {
  const fields = line.trim().split(/[\s,:;|=]+/);
  return fields.length === 3 ? fields : null;
}

/**
 * Returns the position in a table, as rows. The table has three columns with titles such as `row`, `column` and `tile`,
 * or lines such as `7: 1, 2` below a heading such as `(tile: row, column)`. Returns null for any other text.
 */
function positionInTable(text: string): string | null {
  const [head = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '');
  const body = lines.map(threeFields);
  const titles = threeFields(head) ?? titlesInWords(head);
  const [row, column, tile] = [ROW_NAME, COLUMN_NAME, VALUE_NAME].map((name) =>
    titles.findIndex((title) => name.test(title)),
  ) as [number, number, number];
  if (body.length < 4 || row === -1 || column === -1 || tile === -1) return null;
  const cells = body.map((fields): Cell | null =>
    fields && /^\d$/.test(fields[row]!) && /^\d$/.test(fields[column]!)
      ? { tile: tileOf(fields[tile]!), row: Number(fields[row]), column: Number(fields[column]) }
      : null,
  );
  const grid = cells.every((cell) => cell !== null) ? gridOf(cells) : null;
  return grid && rowsText(grid);
}

/** Returns the titles in a line such as `(tile: row, column)`, or an empty list. */
function titlesInWords(line: string): readonly string[] {
  const words: readonly string[] = line.toLowerCase().match(/\p{L}+/gu) ?? [];
  const places = words.filter((word) => /^(?:row|column|col)$/.test(word));
  return places.length === 2 && words.includes('tile') ? ['tile', ...places] : [];
}

interface Run {
  /** the text before the arguments of each fact, such as a predicate name; empty for notations without facts */
  readonly name: string;
  readonly time: string | undefined;
  readonly cells: Cell[];
  readonly from: number;
  to: number;
}

function positionsIn(code: string, pattern: RegExp): { grid: Grid; isGoal: boolean; length: number }[] {
  return runsIn(code, pattern).flatMap(({ name, cells, from, to }) => {
    const grid = cells.length > 3 ? gridOf(cells) : null;
    const before = code
      .slice(Math.max(0, from - 60), from + 20)
      .split('\n')
      .slice(-2)
      .join(' ');
    const isGoal = !START_NAME.test(name) && GOAL_NAME.test(before);
    return grid ? [{ grid, isGoal, length: to - from }] : [];
  });
}

/**
 * Groups the facts in a text, such as `at(5, 0, 2)`, by position. Returns the positions in chronological order. Facts
 * belong to the same position if they have the same time or, without times, if they directly follow each other.
 */
function runsIn(code: string, pattern: RegExp): Run[] {
  const runs: Run[] = [];
  const byTime = new Map<string, Run>();
  for (const { 0: whole, index, groups } of code.matchAll(pattern)) {
    const { tile = '', row, column, name = '', time } = groups!;
    const cell = { tile: tileOf(tile), row: Number(row), column: Number(column) };
    const last = time === undefined ? runs.at(-1) : byTime.get(`${name} ${time}`);
    const isNext =
      last?.name === name &&
      last.time === time &&
      (time !== undefined || /^[\s,;.()[\]{}]*$/.test(code.slice(last.to, index)));
    const to = index + whole.length;
    if (isNext) {
      last.cells.push(cell);
      last.to = to;
    } else {
      const run = { name, time, cells: [cell], from: index, to };
      runs.push(run);
      byTime.set(`${name} ${time}`, run);
    }
  }
  return runs.sort((one, other) => Number(one.time ?? 0) - Number(other.time ?? 0));
}

/**
 * Returns the number of a tile. A word such as `blank`, or a single non-digit character, is the empty space. Returns
 * NaN for any other text.
 */
function tileOf(text: string): number {
  const word = text.replace(/["'\s]/g, '');
  if (/^\d+$/.test(word)) return Number(word);
  return BLANK_SYMBOL.test(word) || BLANK_NAME.test(word) || word.length === 1 ? BLANK_TILE : Number.NaN;
}
