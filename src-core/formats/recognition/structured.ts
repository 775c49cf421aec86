/** Finds rows of labels in JSON, under any keys. */
import { limitExceeded, parseJson } from '../json.ts';
import { factsOf, rowsOfLists, type Scalar, type StructuredRows } from './facts.ts';
import { constantsIn, type Constant } from './literals.ts';
import { rowsOfPlaced, rowsUnderPlaces } from './placed-cells.ts';
import { sideNamed } from './side-names.ts';

type Json = Record<string, unknown>;

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value));
const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Returns the puzzles in JSON, or in text with one JSON object per line. Throws FormatError for invalid JSON. */
export function jsonPuzzles(text: string): StructuredRows[] {
  const root = rootOf(text);
  const several = collectionIn(root);
  if (several) return several.map(puzzleIn).filter((each) => each !== null);
  const one = puzzleIn(root);
  return one ? [one] : [];
}

/**
 * Returns the puzzles in source code that defines several of them: as items of a list, as values under keys, or as
 * separate constants.
 * If the program has tiles and, under another name, their solution or hints, returns only the tiles. Returns null for
 * any other text.
 */
export function literalPuzzles(text: string): StructuredRows[] | null {
  const constants = constantsIn(text) ?? [];
  const values = constants.map(([, value]) => value).filter((value) => typeof value === 'object');
  const lists = values.map((value) => {
    const several = Array.isArray(value) ? (isCollection(value) ? value : null) : namedPuzzles(value);
    return several?.map(puzzleIn) ?? [];
  });
  const puzzles = lists.find(({ length }) => length > 1);
  if (puzzles?.every((each) => each !== null)) return puzzles;
  const names = new Set(constants.map(([name]) => name));
  const root = Object.fromEntries(constants);
  const own = (
    names.size === 1 && values.length > 1 && isCollection(values) ? values : namedPuzzles(root)
  )?.map(puzzleIn);
  // Small constants are not separate puzzles: two positions may be a start and a goal, and a few tiles may be the
  // corners of one puzzle.
  if (own?.every((each) => each !== null && each.rows.length >= MIN_TILES))
    return withoutCopies(own as StructuredRows[]);
  const named = puzzlesNamedTiles(constants);
  if (named.length > 0) return named;
  const isNamedTiles = ([name, value]: Constant): boolean =>
    TILES_KEY.test(name) && Array.isArray(value) && tilesIn(value) !== null;
  const tiles = constants.filter(isNamedTiles);
  const others = constants.filter(([name, value]) => OTHER_LIST_KEY.test(name) && typeof value === 'object');
  const one = tiles.length === 1 && others.length > 0 ? puzzleIn(root) : null;
  return one ? [one] : null;
}

const TILES_KEY = /^(tiles|pieces|cards)$/i;
const TILES_NAME = /tile|piece|card|puzzle/i;

/**
 * Returns the puzzles of a program in which each puzzle is a constant with a name such as `tiles_4`. The names may be
 * identical.
 */
function puzzlesNamedTiles(constants: readonly Constant[]): StructuredRows[] {
  const lists = constants.flatMap(([name, value]) => {
    const isList = TILES_NAME.test(name) && Array.isArray(value) && value.length >= 4;
    const rows = isList ? tilesIn(value) : null;
    return rows && isLabelled(rows) && new Set(rows.map(String)).size > 1 ? [{ name, rows }] : [];
  });
  // If the length of every list is a square number, each list is probably a separate puzzle. When the tiles of one
  // puzzle are split into several lists, the lengths are rarely all square numbers.
  const areSquares = lists.every(({ rows }) => Number.isInteger(Math.sqrt(rows.length)));
  if (lists.length < 2 || !areSquares || lists.every(({ rows }) => rows.length < MIN_TILES)) return [];
  if (arePartNames(lists.map(({ name }) => name))) return [];
  return withoutCopies(lists.map(({ rows }) => ({ ...rowsOfLists(rows), facts: factsOf([]) })));
}

/** Leaves out puzzles with the same tiles as an earlier one. They may be its solution. */
function withoutCopies(puzzles: readonly StructuredRows[]): StructuredRows[] {
  const different = Map.groupBy(puzzles, ({ rows }) =>
    rows
      .map(({ tokens }) =>
        tokens
          .map(({ text }) => text)
          .sort()
          .join(),
      )
      .sort()
      .join('\n'),
  );
  return [...different.values()].map(([first]) => first!);
}

const CORNERS_NAME = /corner/i;
const PART_NAME = /corner|border|edge|side|rim|inner|inside|interior|middle|cent(?:er|re)/i;

/** Returns whether these are names of the parts of one puzzle: its corner, border and inner tiles. */
const arePartNames = (names: readonly string[]): boolean =>
  names.length > 1 &&
  names.some((name) => CORNERS_NAME.test(name)) &&
  names.every((name) => PART_NAME.test(name));

/** If a program's constant has fewer tiles than this, they may be only a part of a puzzle, such as its corners. */
const MIN_TILES = 9;

function rootOf(text: string): unknown {
  if (text.length > MAX_PARSED_LENGTH) return parseJson(text);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > 1 && lines.every((line) => /^\s*\{.*\}\s*$/.test(line))) {
    try {
      return lines.map((line) => JSON.parse(line) as unknown);
    } catch {
      // Parse the whole text instead, because the error is then more informative.
    }
  }
  return parseJson(text);
}

const MAX_VISITED_VALUES = 10_000;
const PUZZLES_KEY = /^(puzzles|instances|positions|boards|problems|levels|list|data|items)$/i;

function collectionIn(root: unknown): unknown[] | null {
  const lists = Array.isArray(root)
    ? [root as unknown[]]
    : isObject(root)
      ? Object.entries(root).flatMap(([key, value]) =>
          PUZZLES_KEY.test(key) && Array.isArray(value) ? [value as unknown[]] : [],
        )
      : [];
  if (!isObject(root)) return lists.find(isCollection) ?? null;
  const inside = Object.entries(root).flatMap(([key, value]) =>
    (PUZZLES_KEY.test(key) || TILE_LIST_KEY.test(key)) && isObject(value) ? [value] : [],
  );
  return (
    lists.find(isCollection) ?? [root, ...inside].map(namedPuzzles).find((each) => each !== null) ?? null
  );
}

/**
 * Returns the puzzles of an object that names each of them, such as `{"easy": [[0, 0, 1, 2], …], "hard": …}`, or null
 * for other objects.
 */
function namedPuzzles(root: Json): unknown[] | null {
  const parts = Object.entries(root).filter(([, value]) => Array.isArray(value) || isObject(value));
  const isPart = ([key]: readonly [string, unknown]): boolean =>
    TILE_LIST_KEY.test(key) || OTHER_LIST_KEY.test(key);
  // A single key `B` or `W` may be the name of a puzzle, so keys are edge names only if there are at least three of
  // them.
  const areSides = parts.filter(([key]) => sideNamed(key) !== -1).length > 2;
  const values = parts.map(([, value]) => value);
  return areSides || parts.some(isPart) || tilesInParts(root) || !isCollection(values) ? null : values;
}

function isCollection(items: readonly unknown[]): boolean {
  if (items.length < 2) return false;
  if (items.every(isObject)) {
    const lists = items.map(bestList);
    if (lists.every((list) => list !== null && isPermutation(list.flat()))) return true;
    const areAlike = lists.every((list) => list?.at(-1)!.length === lists[0]?.at(-1)!.length);
    return areAlike && !tilesIn(items) && lists.every((list) => list !== null);
  }
  if (!items.every((item) => Array.isArray(item) && item.length > 1 && item.every(isList))) return false;
  // A list of lists of lists can be several puzzles, several positions, or the rows of one board.
  const lists = items as unknown[][][];
  if (lists.every((rows) => isPermutation(rows.flat()))) return true;
  const tiles = lists.map(({ length }) => length);
  return tiles.every((count) => count !== items.length && count >= 9 && Number.isInteger(Math.sqrt(count)));
}

const isList = (value: unknown): boolean => Array.isArray(value);

function isPermutation(values: readonly unknown[]): boolean {
  const all = new Set(values);
  return values.length >= 4 && all.size === values.length && values.every((each) => Number(each) <= all.size);
}

function puzzleIn(root: unknown): StructuredRows | null {
  const list = bestList(root);
  if (!list) return null;
  const rows = rowsOfLists(list);
  const facts = { ...factsOf(fieldsWithin(root)), goal: goalIn(root) };
  return { ...rows, fields: new Map(pairsIn(root).map((pairs) => ['pairs', pairs])), facts };
}

const PAIRS_KEY = /^(?:(?:mating|matching)[_ ]?)?(?:pairs|mates|matches|matching|partners|opposites)$/i;

/**
 * Returns the pairs of matching labels under a key such as `mates`, as a list of one string such as `1=7 2=5`. Returns
 * an empty list if there are no such pairs.
 */
function pairsIn(root: unknown): string[] {
  if (!isObject(root)) return [];
  return Object.entries(root)
    .flatMap(([key, value]) => {
      if (!PAIRS_KEY.test(key)) return [];
      const entries = isObject(value) ? Object.entries(value) : value;
      const pairs = Array.isArray(entries)
        ? entries.map((each: unknown) => (Array.isArray(each) ? each.map(scalarOf) : []))
        : [];
      const areWhole = pairs.every((pair) => pair.length === 2 && !pair.includes(null));
      return pairs.length > 1 && areWhole ? [pairs.map((pair) => pair.join('=')).join(' ')] : [];
    })
    .slice(0, 1);
}

const GOAL_KEY = /^(goal|target|end|final|goal_?state|solved)$/i;

function goalIn(root: unknown): Scalar[] | null {
  if (!isObject(root)) return null;
  const value = Object.entries(root).find(([key]) => GOAL_KEY.test(key))?.[1];
  const items = Array.isArray(value) ? (value as unknown[]).flat().map(scalarOf) : [];
  return items.length > 3 && items.every((item) => item !== null) ? items : null;
}

const TILE_LIST_KEY = /^(tiles|pieces|cards|edges|start|initial|puzzle)$/i;
const OTHER_LIST_KEY =
  /^(colou?rs|palette|hints|solutions?|placements?|names?|goal|target|end|final|goal_?state|solved|rotations?|moves|labels)$/i;

/** Returns the list that most likely holds the tiles. If several are equally likely, returns the least nested one. */
function bestList(root: unknown): Scalar[][] | null {
  const queue: { value: unknown; key: string }[] = [{ value: root, key: '' }];
  let best: Scalar[][] | null = null;
  let surest = -Infinity;
  for (let i = 0; i < queue.length && i < MAX_VISITED_VALUES; i++) {
    const { value, key } = queue[i]!;
    const rows = rowsIn(value);
    const sure = rows ? sureness(key, rows) : 0;
    if (rows && sure > surest) [best, surest] = [rows, sure];
    if (rows) continue;
    if (Array.isArray(value)) {
      for (const item of (value as unknown[]).slice(0, 100)) queue.push({ value: item, key });
    } else if (isObject(value)) {
      for (const [own, item] of Object.entries(value)) queue.push({ value: item, key: own });
    }
  }
  return best;
}

/**
 * Returns a score, from -1.5 to 1.5, of how likely a list is to hold the tiles. It depends on the key of the list and
 * on the form of its items.
 */
function sureness(key: string, rows: readonly (readonly Scalar[])[]): number {
  const byKey = TILE_LIST_KEY.test(key) ? 1 : OTHER_LIST_KEY.test(key) ? -1 : 0;
  const areNamed = rows[0]!.length === 4 && rows[0]!.every((label, side) => label === 'nesw'[side]);
  return byKey + (areNamed ? 0.5 : rows.every(({ length }) => length === 1) ? -0.5 : 0);
}

function rowsIn(value: unknown): Scalar[][] | null {
  if (Array.isArray(value)) {
    const items = value as unknown[];
    return items.length < 2 ? null : (tilesIn(items) ?? gridIn(items) ?? numbersIn(items));
  }
  if (!isObject(value)) return null;
  const items = Object.values(value);
  const parts = tilesInParts(value);
  if (parts) return parts;
  if (items.length < 4) return null;
  const columns = columnsOf(value) ?? rowsUnderPlaces(value);
  if (columns) return columns;
  const joined = joinedTiles(value);
  if (joined) return joined.map((tile) => [tile]);
  if (items.every((item) => Array.isArray(item))) return tilesIn(items);
  return items.every(isObject) ? tilesIn(items) : null;
}

/**
 * Returns the tiles of an object with numbers as keys, such as `{"1": "AQXX", "2": "AEXX", …}`, or null for other
 * objects.
 */
function joinedTiles(value: Json): string[] | null {
  const items = Object.values(value);
  const isTile = (item: unknown): item is string =>
    typeof item === 'string' && /^[\p{L}\d]{3,24}$/u.test(item) && item.length === String(items[0]).length;
  return items.length >= 4 && Object.keys(value).every((key) => /^\d+$/.test(key)) && items.every(isTile)
    ? items
    : null;
}

/**
 * Returns the tiles of an object that has corner, border and inner tiles under separate keys. Returns null for any
 * other object.
 */
function tilesInParts(value: Json): Scalar[][] | null {
  const parts = Object.entries(value).filter(([, part]) => Array.isArray(part) || isObject(part));
  const tiles = parts.map(([, part]) =>
    isObject(part) ? (joinedTiles(part)?.map((tile) => [tile]) ?? null) : tilesIn(part as readonly unknown[]),
  );
  if (parts.length < 2 || !tiles.every((part) => part !== null)) return null;
  const rows = tiles.flat();
  const numbers = parts.flatMap(([, part]) => (isObject(part) ? Object.keys(part) : []));
  return arePartNames(parts.map(([name]) => name)) || areNumberedOn(numbers, rows.length) ? rows : null;
}

/** Returns whether the numbering of the tiles continues from part to part, so that no number occurs twice. */
const areNumberedOn = (numbers: readonly string[], tiles: number): boolean =>
  numbers.length === tiles && new Set(numbers).size === tiles;

function columnsOf(value: Json): Scalar[][] | null {
  const lists = Object.entries(value).flatMap(([key, list]) =>
    Array.isArray(list) && sideNamed(key) !== -1 ? [[sideNamed(key), list as unknown[]] as const] : [],
  );
  const columns = [0, 1, 2, 3].map((side) => lists.find(([own]) => own === side)?.[1].map(scalarOf));
  const length = columns[0]?.length ?? 0;
  if (lists.length !== 4 || length < 2 || columns.some((column) => column?.length !== length)) return null;
  const rows = Array.from({ length }, (_, i) => columns.map((column): Scalar | null => column?.[i] ?? null));
  const labelled = rows.filter((row): row is Scalar[] => row.every((label) => label !== null));
  return labelled.length === length ? [['n', 'e', 's', 'w'], ...labelled] : null;
}

function scalarOf(value: unknown): Scalar | null {
  if (value === null) return 'null';
  if (isScalar(value)) return typeof value === 'string' ? value.trim() : value;
  const parts: unknown[] = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return parts.length > 0 && parts.length <= 3 && parts.every(isScalar) ? parts.join('-') : null;
}

function tilesIn(items: readonly unknown[]): Scalar[][] | null {
  if (items.every((item) => Array.isArray(item) && item.length > 0)) {
    const rows = (items as unknown[][]).map((item) => item.map(scalarOf));
    const plain = (items as unknown[][]).every((item) =>
      item.every((each) => each === null || isScalar(each)),
    );
    if (plain || isLabelled(rows)) return rows as Scalar[][];
    return null;
  }
  if (!items.every(isObject)) return null;
  const placed = rowsOfPlaced(items);
  if (placed) return placed;
  const directed = items.map(directionsOf);
  if (directed.every((row) => row !== null)) return [['n', 'e', 's', 'w'], ...directed];
  const nested = listsIn(items, labelsIn);
  if (nested) return nested;
  const inner = listsIn(items, (value) => (isObject(value) ? directionsOf(value) : null));
  return inner ? [['n', 'e', 's', 'w'], ...inner] : (wordsUnder(items) ?? countedEdges(items));
}

const labelsIn = (value: unknown): Scalar[] | null => {
  if (!Array.isArray(value) || value.length < 3 || value.length > 6) return null;
  const row = (value as unknown[]).map(scalarOf);
  return row.every((each) => each !== null) ? row : null;
};

/** Returns the lists of labels in objects. Each object may have a second list that says which half each label is. */
function listsIn(items: readonly Json[], read: (value: unknown) => Scalar[] | null): Scalar[][] | null {
  const lists = items.map((item) => Object.values(item).flatMap((value) => listOf(read(value))));
  if (lists.some(([first]) => first === undefined)) return null;
  const isPair = lists.every(([first, second]) => second?.length === first!.length);
  const halves = isPair ? new Set(lists.flatMap(([, second]) => second!)) : new Set();
  return lists.map(([first, second]) =>
    halves.size === 2 ? first!.map((label, i) => `${label}-${second![i]!}`) : first!,
  );
}

const listOf = <T>(item: T | null): T[] => (item === null ? [] : [item]);

const EDGES_KEY = /^(edges|sides|labels|colou?rs|faces|pattern)$/i;

/**
 * Returns the labels that each object has under a key such as `edges`, as in `{"id":"p1","edges":"AABC"}`, or null if
 * they are not strings.
 */
function wordsUnder(items: readonly Json[]): Scalar[][] | null {
  const words = items.map((item) => Object.entries(item).find(([key]) => EDGES_KEY.test(key))?.[1]);
  return words.every((word) => typeof word === 'string') ? numbersIn(words) : null;
}

const isLabelled = (rows: readonly (readonly (Scalar | null)[])[]): boolean =>
  rows.length >= 4 &&
  rows[0]!.length >= 3 &&
  rows[0]!.length <= 6 &&
  rows.every((row) => row.length === rows[0]!.length && row.every((label) => label !== null)) &&
  new Set(rows.flat()).size < rows.flat().length;

function gridIn(items: readonly unknown[]): Scalar[][] | null {
  const rows = items.map((item) => (Array.isArray(item) ? tilesIn(item as unknown[]) : null));
  if (!rows.every((row) => row !== null && row.length === rows[0]!.length)) return null;
  const tiles = rows.flat() as Scalar[][];
  return tiles.every(({ length }) => length === tiles[0]!.length && length >= 3) ? tiles : null;
}

/** Matches a letter or number as the name of an edge: `a`, `0`, `side1`. */
const NUMBERED_EDGE = /^(?:side|edge|s|e)?[ _-]?([a-f]|[0-6])$/i;

/** Matches a key for the number or the place of a tile. */
const TILE_KEY =
  /^(?:id|uid|nr|no|num|number|index|name|x|y|row|col|column|pos|position|cell|rot|rotation)$/i;

/** Compass points in clockwise order. The edges of a hexagon have six of these eight. */
const COMPASS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'];

function hexagonIn(item: Json): Scalar[] | null {
  const sides = COMPASS.flatMap((side) =>
    Object.entries(item).flatMap(([key, value]) => (key.toLowerCase() === side ? [value] : [])),
  );
  return sides.length === 6 ? labelsIn(sides) : null;
}

function countedEdges(items: readonly Json[]): Scalar[][] | null {
  const rows = items.map((item) => {
    const hexagon = hexagonIn(item);
    if (hexagon) return hexagon;
    const edges = Object.entries(item).filter(([key]) => NUMBERED_EDGE.test(key));
    const names = edges.map(([key]) => NUMBERED_EDGE.exec(key)![1]!.toLowerCase()).join('');
    const isCounted = ['abcdef', '012345', '123456'].some((all) => all.startsWith(names));
    const others = Object.keys(item).filter((key) => !NUMBERED_EDGE.test(key));
    const areTiles = others.length === 0 || (names.length > 3 && others.every((key) => TILE_KEY.test(key)));
    return isCounted && areTiles ? labelsIn(edges.map(([, value]) => value)) : null;
  });
  const isEven = rows.every((row) => row !== null && row.length === rows[0]!.length);
  return items.length > 3 && isEven ? (rows as Scalar[][]) : null;
}

/**
 * Returns the cells of a position with one character per cell, such as `["28 ", "164", "705"]`, or null for other
 * lists.
 */
function rowsOfCharacters(items: readonly unknown[]): Scalar[][] | null {
  const side = items.length;
  if (side < 3 || side > 5 || !items.every((item) => typeof item === 'string' && item.length === side))
    return null;
  const rows = (items as string[]).map((item) => Array.from(item, (cell) => (cell === ' ' ? '_' : cell)));
  return new Set(rows.flat()).size === side * side ? rows : null;
}

function numbersIn(items: readonly unknown[]): Scalar[][] | null {
  const characters = rowsOfCharacters(items);
  if (characters) return characters;
  if (!items.every((item) => item === null || isScalar(item))) return null;
  if (items.every((item) => typeof item === 'string' && /[\s,;]/.test(item.trim()))) {
    return (items as string[]).map((item) => item.trim().split(/[\s,;]+/));
  }
  const parts = items.map((item) => (typeof item === 'string' ? item.split(/[-/|:]/) : []));
  const isTile = (labels: readonly string[]): boolean =>
    labels.length === parts[0]!.length && labels.length >= 3 && !labels.includes('');
  if (items.length >= 4 && parts.every(isTile)) return parts;
  return items.length >= 4 ? items.map((item) => [scalarOf(item)!]) : null;
}

/** Returns the labels of an object that names its edges, clockwise from the top, or null for other objects. */
export function directionsOf(item: Json): Scalar[] | null {
  const entries = Object.entries(item).map(([key, value]) => [sideNamed(key), value] as const);
  const sides = [0, 1, 2, 3].map((at) => {
    const value = entries.find(([side]) => side === at)?.[1];
    return value === undefined || value === null ? null : scalarOf(value);
  });
  return sides.every((side) => side !== null) ? sides : null;
}

function fieldsWithin(root: unknown): [string, unknown][] {
  const queue: unknown[] = [root];
  const fields: [string, unknown][] = [];
  for (let i = 0; i < queue.length && i < 50; i++) {
    const value = queue[i];
    if (!isObject(value)) continue;
    for (const field of Object.entries(value)) {
      fields.push(field);
      if (isObject(field[1])) queue.push(field[1]);
    }
  }
  return fields;
}

/** Maximum length in characters, enough for 4,096 cells in the most verbose JSON */
const MAX_PARSED_LENGTH = 2_000_000;

/** Parses JSON or a Python literal. Returns undefined if the text is neither. */
export function parsed(text: string): unknown {
  if (text.length > MAX_PARSED_LENGTH || !/^\s*[{[(]/.test(text)) return undefined;
  const python = text
    .replace(/\bNone\b/g, 'null')
    .replace(/\bTrue\b/g, 'true')
    .replace(/\bFalse\b/g, 'false')
    .replace(/'/g, '"')
    .replace(/\(/g, '[')
    .replace(/\)/g, ']')
    .replace(/,(?=\s*[\]}])/g, '');
  if (limitExceeded(python, Infinity) !== null) return undefined;
  for (const each of new Set([text, python])) {
    try {
      return JSON.parse(each) as unknown;
    } catch {
      // try the next form of the text
    }
  }
  return undefined;
}
