/**
 * Finds the records of a board in text or JSON. A record is a tile with its turns and place, as far as the text gives
 * them.
 */
import { parseJson } from '../json.ts';
import { callsIn, inCells, inColumns, linesOf, recordsInLines, withoutSize } from './board-lines.ts';
import { stepsLeft, withoutLisp } from './board-notations.ts';
import { namedLists, numbersOfRecords, withoutGridNames } from './board-numbers.ts';
import {
  cellOf,
  COLUMN_KEYS,
  compassTurns,
  EMPTY_CELL,
  ROW_KEYS,
  turnsOf,
  type BoardRecord,
  type RecordList,
} from './board-record.ts';
import { tableIn } from './board-tables.ts';
import { parsed } from './structured.ts';

/** If text that starts with a bracket has more characters than this, it is only read as JSON, not line by line. */
const MAX_LINEWISE_LENGTH = 2_000_000;
/** Matches the gap between two XML elements on the same line. */
const ADJACENT_TAGS = /> ?<(?=\w)/g;
const JSON_START = /^\uFEFF?\s*[{[(]/;

/** Returns the lists of records that a text could mean. */
export function recordsIn(written: string): RecordList[] {
  if (written.length > MAX_LINEWISE_LENGTH && JSON_START.test(written))
    return recordsInJson(parseJson(written));
  const steps = stepsLeft(written);
  if (steps === null) return [];
  const text = withoutLisp(steps.replace(ADJACENT_TAGS, '>\n<'));
  const json = JSON_START.test(text) ? parsed(text) : undefined;
  if (json !== undefined) return recordsInJson(json);
  const lines = linesOf(text);
  const body = withoutSize(lines);
  const called = callsIn(body);
  // In a table, an empty field is an empty cell.
  const filled = body.map((line) => line.replace(/(?<=^|[,;\t])[ \t]*(?=[,;\t]|$)/g, '-'));
  const isTable = body.some((line) => /[,;\t]/.test(line)) && filled.join() !== body.join();
  const ways = [
    lines,
    ...(body === lines ? [] : [body]),
    ...(called ? [called] : []),
    ...(isTable ? [filled] : []),
  ];
  const unnamed = withoutGridNames(body);
  const lists = namedLists(text);
  const table = tableIn(text);
  return [
    ...ways.flatMap(recordsInLines),
    ...(unnamed ? inCells(unnamed) : []),
    ...(lists ? [...recordsInJson(lists), ...byTile(lists)] : []),
    ...(table ? recordsInJson(table) : []),
    ...numbersOfRecords(text).flatMap(inColumns),
  ];
}

const TILE_KEYS = /^((?:tile|piece)(?:_?(?:id|no|num|number|index))?|id|number|num|index|p|t)$/i;
const TURN_KEYS = /^(rotation|rot|turns?|orientation|dir|direction|r|angle)$/i;
const CELL_KEYS = /^(cell|pos|position|slot|square|index)$/i;

/** Returns the possible lists of records in parsed JSON. */
export function recordsInJson(json: unknown): RecordList[] {
  const queue: unknown[] = [json];
  const lists: RecordList[] = [];
  for (let i = 0; i < queue.length && i < 5_000; i++) {
    const value = queue[i];
    if (Array.isArray(value)) {
      const items = value as unknown[];
      const list = listIn(items);
      if (list) lists.push(list);
      lists.push(...columnsIn(items));
      queue.push(...items.slice(0, 70));
    } else if (value !== null && typeof value === 'object') {
      const list = byKey(value as Record<string, unknown>) ?? inTwoGrids(value as Record<string, unknown>);
      if (list) lists.push(list);
      queue.push(...(Object.values(value) as unknown[]));
    } else if (typeof value === 'string' && value.length > 8 && !value.trim().startsWith('{'))
      lists.push(...recordsIn(value));
  }
  return lists;
}

/**
 * Reads lists with an entry per tile: its cell, or its row and column. A further list may give the turns. Constraint
 * solvers write such lists: `pos = [3, 1, 2]; rot = [0, 1, 3];`.
 */
function byTile(lists: Record<string, readonly number[]>): RecordList[] {
  const under = (keys: RegExp): readonly number[] | undefined =>
    Object.entries(lists).find(([key]) => keys.test(key))?.[1];
  const [cells, rows, columns, turns] = [
    /^(?:cell|pos|place|slot|position)s?$/i,
    ROW_LIST_KEYS,
    COLUMN_LIST_KEYS,
    TURN_KEYS,
  ].map(under);
  const count = (cells ?? rows)?.length ?? 0;
  const own = [...(cells ? [cells] : rows && columns ? [rows, columns] : []), ...(turns ? [turns] : [])];
  if (own.length < 2 || count < 4 || own.some(({ length }) => length !== count)) return [];
  const isPlaced = cells === undefined;
  return [0, 1].map((from): RecordList => ({
    records: Array.from({ length: count }, (_, i): BoardRecord => ({
      ...EMPTY_CELL,
      empty: false,
      tile: i + from,
      turns: turns ? turnsOf(turns[i]!) : null,
      place: isPlaced ? [rows![i]!, columns![i]!] : [cells[i]!],
    })),
    kind: isPlaced ? 'row first' : 'by cell',
    compass: false,
  }));
}

const ROW_LIST_KEYS = /^(?:y|rows?|r)$/i;
const COLUMN_LIST_KEYS = /^(?:x|cols?|columns?|c)$/i;

/** Reads JSON lists of three to five numbers as if they were lines of a table: `[[0, 3, 12], …]`. */
function columnsIn(items: readonly unknown[]): RecordList[] {
  const isRow = (item: unknown): item is number[] =>
    Array.isArray(item) &&
    item.length >= 3 &&
    item.length <= 5 &&
    item.every((each) => Number.isInteger(each));
  return items.length > 1 && items.every(isRow) ? inColumns(items.map((row) => row.join(' '))) : [];
}

/** Reads records whose keys are cell numbers or coordinates: `{"0,3": {"tile": 14}}`. */
function byKey(value: Record<string, unknown>): RecordList | null {
  const entries = Object.entries(value);
  if (entries.length < 2) return null;
  const records: BoardRecord[] = [];
  for (const [key, item] of entries) {
    const cell = placeIn(key);
    const record = recordOf(item);
    if (!cell || !record) return null;
    // A key can be the number of a tile, and its value the tile's place.
    const isTile = cell.length === 1 && record.tile === null && record.place?.length === 2;
    if (isTile) records.push({ ...record, tile: cell[0]! });
    else if (!record.empty) records.push({ ...record, place: cell });
  }
  const [first] = records;
  if (!first || records.some(({ place }) => place!.length !== first.place!.length)) return null;
  return { records, kind: first.place!.length === 2 ? 'coordinates' : 'by cell', compass: false };
}

function placeIn(key: string): number[] | null {
  if (!/^[([\s]*\d[\d\s,;:x_)\]-]*$/.test(key)) return null;
  const numbers = key.match(/\d+/g)!.map(Number);
  return numbers.length <= 2 && numbers.every((each) => each <= 9999) ? numbers : null;
}

function inTwoGrids(value: Record<string, unknown>): RecordList | null {
  const numbersUnder = (keys: RegExp): unknown[] | null => {
    const list = Object.entries(value).find(([key, each]) => keys.test(key) && Array.isArray(each))?.[1];
    const flat = (list as unknown[] | undefined)?.flat(1);
    return flat && flat.length > 1 && flat.every((each) => each === null || Number.isInteger(each))
      ? flat
      : null;
  };
  const tiles = numbersUnder(/^(tiles?|pieces?|ids?|board|grid|placements?|permutation)$/i);
  const turns = numbersUnder(/^(rots?|rotations?|turns?|orientations?|dirs?|directions?|angles?)$/i);
  if (!tiles || turns?.length !== tiles.length) return null;
  const records = tiles.map((tile, i): BoardRecord =>
    tile === null || (tile as number) < 0
      ? EMPTY_CELL
      : { ...EMPTY_CELL, empty: false, tile: tile as number, turns: turnsOf(Number(turns[i] ?? 0)) },
  );
  return { records, kind: 'in order', compass: false };
}

const isPlacedByList = (item: unknown): boolean =>
  item !== null && typeof item === 'object' && placeListed(Object.entries(item)) !== null;

function listIn(items: readonly unknown[]): RecordList | null {
  const flat = items.every(
    (item) =>
      Array.isArray(item) &&
      item.length > 0 &&
      (item as unknown[]).every(
        (cell) => cell === null || typeof cell === 'object' || typeof cell === 'string',
      ),
  )
    ? (items as unknown[][]).flat()
    : items;
  const records = flat.map(recordOf);
  if (records.length < 2 || records.some((record) => record === null)) {
    const rows = items.every(
      (item) => Array.isArray(item) && (item as unknown[]).every((cell) => typeof cell === 'number'),
    );
    if (!rows || items.length < 2) return null;
    const numbers = (items as number[][]).flat();
    return {
      kind: 'in order',
      compass: false,
      records: numbers.map((tile) => (tile < 0 ? EMPTY_CELL : { ...EMPTY_CELL, empty: false, tile })),
    };
  }
  const all = records as BoardRecord[];
  const placed = all.filter(({ empty }) => !empty);
  if (placed.length === 0 || placed.some(({ tile, place }) => tile === null && place === null)) return null;
  const lengths = new Set(placed.map(({ place }) => place?.length ?? 0));
  if (lengths.size > 1) return null;
  const [length] = lengths;
  return {
    records: all,
    kind:
      length === 2
        ? flat.some(isPlacedByList)
          ? 'coordinates'
          : 'column first'
        : length === 1
          ? 'by cell'
          : 'in order',
    compass: false,
  };
}

function recordOf(item: unknown): BoardRecord | null {
  if (item === null || item === false || item === '') return EMPTY_CELL;
  if (typeof item === 'string') return cellOf(item.trim());
  if (Array.isArray(item)) return recordInPair(item);
  return typeof item === 'object' ? recordInObject(item) : null;
}

function recordInPair(item: readonly unknown[]): BoardRecord | null {
  if (item.length !== 2 || !item.every((number) => typeof number === 'number')) return null;
  const [tile, turns] = item as [number, number];
  return tile < 0 ? EMPTY_CELL : { ...EMPTY_CELL, empty: false, tile, turns: turnsOf(turns) };
}

/** Returns a record's place if it is written as a list, as in `"pos": [0, 3]`; otherwise null. */
function placeListed(entries: readonly (readonly [string, unknown])[]): number[] | null {
  const value = entries.find(([key]) => CELL_KEYS.test(key))?.[1];
  const isPlace = Array.isArray(value) && value.length === 2 && value.every((each) => Number.isInteger(each));
  return isPlace ? (value as number[]) : null;
}

/** Returns the number in a tile's name, such as `p13` or `piece_3`, or null. */
function numberInName(entries: readonly (readonly [string, unknown])[]): number | null {
  const name = entries.find(([key]) => TILE_KEYS.test(key))?.[1];
  const [, number] = typeof name === 'string' ? (/^(?:#|\p{L}{1,6}[ _#-]?)(\d{1,4})$/u.exec(name) ?? []) : [];
  return number === undefined ? null : Number(number);
}

function recordInObject(item: object): BoardRecord | null {
  const entries = Object.entries(item as Record<string, unknown>).flatMap(([key, value]) =>
    CELL_KEYS.test(key) && value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.entries(value as Record<string, unknown>)
      : [[key, value] as const],
  );
  const number = (keys: RegExp): number | null => {
    const value = entries.find(([key]) => keys.test(key))?.[1];
    if (typeof value === 'number' && Number.isInteger(value)) return value;
    if (typeof value === 'string' && /^-?\d+ ?(?:°|deg(?:rees)?)?$/.test(value)) return parseInt(value, 10);
    if (typeof value === 'string' && value.length === 1 && compassTurns(value) >= 0)
      return compassTurns(value);
    return null;
  };
  const tile = number(TILE_KEYS) ?? numberInName(entries);
  const [column, row, cell] = [number(COLUMN_KEYS), number(ROW_KEYS), number(CELL_KEYS)];
  const listed = placeListed(entries);
  const turns = number(TURN_KEYS);
  if (tile === null && column === null && cell === null && listed === null) return null;
  if (tile === -1) return EMPTY_CELL;
  const place = column !== null && row !== null ? [column, row] : cell === null ? listed : [cell];
  const flipped = entries.some(([key, value]) => /^flip(ped)?$/i.test(key) && value === true);
  return { empty: false, tile, turns: turns === null ? null : turnsOf(turns), flipped, place };
}
