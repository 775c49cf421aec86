/**
 * Finds the records of a board in a text or in JSON. A record gives a tile, its turns and its place, as far as known.
 */
import { before } from '../../text/trimmed.ts';
import { parseJson } from '../json.ts';
import { namedLists, numbersOfRecords, withoutGridNames } from './board-numbers.ts';
import { stepsLeft, withoutChessPlaces, withoutLisp } from './board-notations.ts';
import { NUMBER_SIGNS } from '../text.ts';
import { parsed } from './structured.ts';

export interface BoardRecord {
  readonly empty: boolean;
  /** number of the tile as in the text; null if the index of the record determines the tile */
  readonly tile: number | null;
  /** number of turns as in the text; null if not given */
  readonly turns: number | null;
  readonly flipped: boolean;
  /** a cell number or two coordinates; null if the index of the record determines the cell */
  readonly place: readonly number[] | null;
}

export interface RecordList {
  readonly records: readonly BoardRecord[];
  /** how the places are given: by index in the list, as a cell number, or as two coordinates */
  readonly kind: 'in order' | 'by cell' | 'coordinates' | 'row first' | 'column first';
  /** true if turns are written as compass letters or arrows */
  readonly compass: boolean;
  /** number of the first tile, if the notation determines it */
  readonly tilesFrom?: 0 | 1;
}

const EMPTY_CELL: BoardRecord = { empty: true, tile: null, turns: null, flipped: false, place: null };
/** Letters and arrows for 0, 1, 2 and 3 clockwise turns. */
const COMPASSES = ['NESW', 'URDL', 'TRBL', '^>v<', '↑→↓←'];

/** Returns the turns for a letter or arrow, or -1 if it is neither. */
function compassTurns(letter: string): number {
  const compass = COMPASSES.find((each) => each.includes(letter) || each.includes(letter.toUpperCase()));
  return compass === undefined
    ? -1
    : Math.max(compass.indexOf(letter), compass.indexOf(letter.toUpperCase()));
}

const EMPTY_WORD = /^(-+([:/.]-+)?|[xX]+[:/.][xX]+|\.+|[·•]|_+|\*|x|X|--?1([:/]-?\d+)?|null|None|nil|empty)$/;
/** A cell with its turns as a letter from a to d, or as primes: `12c`, `12''` */
const CELL_IN_MARKS = /^P?(\d{1,4})([a-d]|['’′]{1,3})$/;
/** A cell: 12:3, 12/3, 12.3, 12-3, 12_3, 12^3, 12r3, P12-3, 12(3) or 12N, followed by f if the tile is flipped. */
const CELL = /^P?(\d{1,4})(?:[:/._^@rR+-](\d{1,3})|\((\d{1,3})\)|([NESWUDTLBnesw^>v<↑→↓←R]))?(f?)$/;

function cellOf(word: string): BoardRecord | null {
  if (EMPTY_WORD.test(word)) return EMPTY_CELL;
  const [, marked, marks] = CELL_IN_MARKS.exec(word) ?? [];
  if (marked !== undefined && marks !== undefined) {
    const at = 'abcd'.indexOf(marks);
    return { ...EMPTY_CELL, empty: false, tile: Number(marked), turns: at === -1 ? marks.length : at };
  }
  const [, tile, one, two, letter, flip] = CELL.exec(word) ?? [];
  if (tile === undefined) return null;
  const turns = letter === undefined ? (one ?? two ?? null) : String(compassTurns(letter));
  return {
    empty: false,
    tile: Number(tile),
    turns: turns === null ? null : turnsOf(Number(turns)),
    flipped: flip === 'f',
    place: null,
  };
}

/** Converts degrees to quarter turns; other numbers are turns already. */
const turnsOf = (number: number): number => (number >= 60 && number % 90 === 0 ? (number / 90) % 4 : number);

/** Words that label numbers; a line with other words is prose. */
const KNOWN_WORD =
  /^(tiles?|cells?|at|turns?|turned|degrees?|deg|rot|rotations?|rotated|orientation|angle|rows?|cols?|columns?|pieces?|pos|position|id|x|y|none|null|nil|empty|f)$/i;

/** Returns the lists of records that a text can be read as. */
export function recordsIn(written: string): RecordList[] {
  if (written.length > MAX_LINES_TEXT && JSON_START.test(written)) return recordsInJson(parseJson(written));
  const steps = stepsLeft(written);
  if (steps === null) return [];
  const text = withoutLisp(steps);
  const json = JSON_START.test(text) ? parsed(text) : undefined;
  if (json !== undefined) return recordsInJson(json);
  const lines = linesOf(text);
  const body = withoutSize(lines);
  const called = callsIn(body);
  // Fields of a table may be empty.
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
  return [
    ...ways.flatMap((each) => [
      ...inCells(each),
      ...inColumns(each),
      ...inPairs(each),
      ...inCodes(each),
      ...inDigits(each),
    ]),
    ...(unnamed ? inCells(unnamed) : []),
    ...(lists ? recordsInJson(lists) : []),
    ...numbersOfRecords(text).flatMap(inColumns),
  ];
}

/** Returns the lines, without the first one if it is a size. */
const withoutSize = (lines: string[]): string[] =>
  /^\d{1,2}((?:\s*[x×,]\s*|\s+)\d{1,2})?$/.test(lines[0] ?? '') && /\s/.test(lines[1] ?? '')
    ? lines.slice(1)
    : lines;

/** `+---+---+` */
const BOX_RULE = /^\s*\+[-=+]+\s*$/;
const TURN_WORDS = [/up|north|top/i, /right|east/i, /down|south|bottom/i, /left|west/i];
/** Pattern: a direction after the number of a tile, `tile 7: left` */
const TURN_WORD = /(?<=\d[\s:,]{1,3})(?:up|right|down|left|north|east|south|west|top|bottom)\b/gi;

/** Removes a comment that starts with `#`, or only the `#` before tile numbers: `#12 (0)  #3 (1)`. */
const withoutSharps = (line: string): string =>
  NUMBER_SIGNS.test(line) ? line.replaceAll('#', ' ') : before(line, '#');

/** Returns the lines that may be records, without prose and without signs that carry no meaning. */
const linesOf = (text: string): string[] =>
  withoutChessPlaces(
    text
      .split(/\r\n|\n|\r/)
      .map((line) =>
        withoutSharps(line)
          .replace(BOX_RULE, '')
          .replace(TURN_WORD, (word) => ` ${'NESW'[TURN_WORDS.findIndex((each) => each.test(word))]!}`)
          .replace(/(?<=\d)[↻⟳↺⟲](?=\d)/g, ':')
          .replace(/""/g, '-')
          .replace(/"/g, ' ')
          .replace(/[$;]\s*$|^\s*\$/g, ' ')
          .replace(/[-=]>/g, ' ')
          .replace(/(?<=\d)\[(\d{1,3})\]/g, ':$1')
          .replace(/(?<=\d)(?:°| deg(?:rees)?\b)/gi, '')
          .replace(/(?<=\d) (?=\(\d{1,3}\))/g, '')
          .trim(),
      )
      .filter((line) => line !== '' && !line.includes('board_edges=') && !isProse(line)),
  );

/** Returns the arguments of calls, one call a line: `placed(0,3,14,2). placed(…).` Returns null if there are none. */
function callsIn(lines: readonly string[]): string[] | null {
  const calls = Array.from(
    lines.join('\n').matchAll(/\b\p{L}\w*\(((?:[-\d\s,]|\b[nesw]\b){5,40})\)/giu),
    ([, inside = '']) => inside,
  );
  return calls.length > 1 ? calls : null;
}

/** Minimum number of numbers on the only line of a board. */
const MIN_NUMBERS = 8;

/** Reads two numbers for each cell, the tile and its turns: in pairs, or as rows of tiles followed by rows of turns. */
function inPairs(lines: readonly string[]): RecordList[] {
  const rows = lines.map((line) => line.split(/[\s,;|()[\]]+/).filter((word) => word !== ''));
  const numbers = rows
    .flat()
    .map((word) => (EMPTY_WORD.test(word) ? -1 : /^\d{1,4}$/.test(word) ? Number(word) : NaN));
  if (
    rows.length === 0 ||
    rows[0]!.length < (rows.length === 1 ? MIN_NUMBERS : 2) ||
    numbers.length % 2 > 0 ||
    numbers.some((number) => Number.isNaN(number))
  )
    return [];
  const half = numbers.length / 2;
  const list = (tileAt: (i: number) => number, turnsAt: (i: number) => number): RecordList => ({
    records: Array.from({ length: half }, (_, i): BoardRecord => {
      const [tile, turns] = [numbers[tileAt(i)]!, turnsOf(Math.max(0, numbers[turnsAt(i)]!))];
      return tile < 0 ? EMPTY_CELL : { ...EMPTY_CELL, empty: false, tile, turns };
    }),
    kind: 'in order',
    compass: false,
  });
  const lists = [
    list(
      (i) => 2 * i,
      (i) => 2 * i + 1,
    ),
    ...(rows.length % 2 === 0
      ? [
          list(
            (i) => i,
            (i) => half + i,
          ),
        ]
      : []),
  ];
  return lists.filter(({ records }) => records.every(({ turns }) => (turns ?? 0) <= 4));
}

/** Reads one number for each cell, whose last digit is the turns: `0123` for tile 12, turned 3 times. */
function inDigits(lines: readonly string[]): RecordList[] {
  const words = lines
    .join(' ')
    .split(/[\s,;|()[\]]+/)
    .filter((word) => word !== '');
  const length = Math.max(0, ...words.map((word) => word.length));
  if (words.length < MIN_NUMBERS || length < 3 || length > 5) return [];
  const records = words.map((word): BoardRecord | null => {
    if (EMPTY_WORD.test(word)) return EMPTY_CELL;
    const isCell = word.length === length && /^\d+[0-4]$/.test(word);
    return isCell
      ? { ...EMPTY_CELL, empty: false, tile: Number(word.slice(0, -1)), turns: Number(word.at(-1)) }
      : null;
  });
  return records.every((record) => record !== null) ? [{ records, kind: 'in order', compass: false }] : [];
}

/** Reads a board of squares with one number per cell: four times the tile number, counted from 0, plus its turns. */
function inCodes(lines: readonly string[]): RecordList[] {
  const words = lines
    .join(' ')
    .split(/[\s,;|()[\]]+/)
    .filter((word) => word !== '');
  const records = words.map((word): BoardRecord | null =>
    EMPTY_WORD.test(word)
      ? EMPTY_CELL
      : /^\d{1,5}$/.test(word)
        ? { ...EMPTY_CELL, empty: false, tile: Number(word) >> 2, turns: Number(word) & 3 }
        : null,
  );
  if (records.length < MIN_NUMBERS || !records.every((record) => record !== null)) return [];
  const tiles = records.flatMap(({ tile }) => tile ?? []);
  const isOnce = new Set(tiles).size === tiles.length;
  return isOnce && tiles.length > 1 ? [{ records, kind: 'in order', compass: false, tilesFrom: 0 }] : [];
}

/** Maximum length, in characters, of a text in brackets that is also read line by line. */
const MAX_LINES_TEXT = 2_000_000;
const JSON_START = /^\uFEFF?\s*[{[(]/;

const isProse = (line: string): boolean =>
  !/^\p{L}\w*\((?:[-\d\s,]|\b[nesw]\b)*\)/iu.test(line) &&
  ((line.match(/\p{L}{3,}/gu) ?? []).some((word) => !KNOWN_WORD.test(word)) ||
    (!/\d/.test(line) && /\p{L}{3,}/u.test(line) && !/^(none|null|nil|empty)\b/i.test(line)));

/** Reads one word per cell, in order. */
function inCells(lines: readonly string[]): RecordList[] {
  const whole = lines.join('\n');
  const hasPrimes = /\d['’′]/.test(whole);
  const found: RecordList[] = [];
  for (const separated of [
    whole.split(/[\s,;|[\]{}]+/),
    whole.split(/[\s,;|:[\]{}]+/),
    whole.split(/[\s;]+/),
  ]) {
    const words = separated.filter((word) => word !== '' && word !== '$');
    const records: BoardRecord[] = [];
    let skipped = 0;
    for (const word of words) {
      const bare = hasPrimes
        ? word
        : word.replace(/^[("']|[)"']$/g, (m) => (m === ')' && word.includes('(') ? m : ''));
      const cell = cellOf(bare);
      if (cell) records.push(hasPrimes && !cell.empty ? { ...cell, turns: cell.turns ?? 0 } : cell);
      else skipped++;
    }
    if (records.length < 2 || skipped > 0.3 * records.length) continue;
    const compass = /\d(?:[NESWUDTLBRnesw]\b|[\^>v<↑→↓←])/.test(whole);
    // If the text also has pairs such as 3:1, plain numbers are not a board's cells.
    if (records.every(({ turns, empty }) => turns === null || empty) && /\d[:/]/.test(whole)) continue;
    found.push({ records, kind: 'in order', compass });
    if (skipped === 0) break;
  }
  return found;
}

/** Reads lines that all have the same count of numbers. Each column is a place, a tile or turns. */
function inColumns(lines: readonly string[]): RecordList[] {
  const rows = lines
    .map((line) =>
      line
        .split(/[\s,;:|()[\]/=]+/)
        .filter((word) => word !== '' && !KNOWN_WORD.test(word.replace(/=$/, ''))),
    )
    .map((words) => words.map((word) => word.replace(/^[a-z]+=?(?=-?\d)/i, '')));
  const numeric = rows.filter(
    (row) => row.every((word) => /^-?\d{1,16}$/.test(word) || compassTurns(word) >= 0) && row.length > 0,
  );
  if (numeric.length < 2 || numeric.length < 0.6 * rows.length) return [];
  const width = Math.max(...numeric.map(({ length }) => length));
  if (width < 2 || width > 6) return [];
  const usable = numeric.filter((row) => row.length === width || row[0] === '-1');
  if (usable.length < 0.9 * numeric.length) return [];
  const compass = usable.some((row) => row.some((word) => compassTurns(word) >= 0));
  return ROLES[width]!.flatMap(([roles, kind]) => {
    const records = usable.map((row) => (row.length < width ? EMPTY_CELL : recordInRow(row, roles)));
    const turns = records.map((record) => record.turns ?? 0);
    return turns.some((each) => each > 6 || each < 0) ? [] : [{ records, kind, compass }];
  });
}

/**
 * By number of columns: what they may mean, likeliest first. t is the tile, r its turns, x and y or c the cell; _ is
 * ignored.
 */
const ROLES: Readonly<Record<number, readonly (readonly [string, RecordList['kind']])[]>> = {
  2: [
    ['tr', 'in order'],
    ['ct', 'by cell'],
    ['tc', 'by cell'],
    ['rt', 'in order'],
    ['xy', 'coordinates'],
  ],
  3: [
    ['xyr', 'coordinates'],
    ['ctr', 'by cell'],
    ['tcr', 'by cell'],
    ['xyt', 'coordinates'],
    ['txy', 'coordinates'],
  ],
  4: [
    ['xytr', 'coordinates'],
    ['txyr', 'coordinates'],
    ['xyrt', 'coordinates'],
    ['trxy', 'coordinates'],
  ],
  5: [
    ['_xytr', 'coordinates'],
    ['_txyr', 'coordinates'],
  ],
  6: [['____tr', 'in order']],
};

function recordInRow(row: readonly string[], roles: string): BoardRecord {
  const values = row.map((word) => (/^-?\d+$/.test(word) ? Number(word) : compassTurns(word)));
  if (values[0] === -1) return EMPTY_CELL;
  const at = (role: string): number | null => (roles.includes(role) ? values[roles.indexOf(role)]! : null);
  const turns = at('r');
  const place = roles.includes('x') ? [at('x')!, at('y')!] : roles.includes('c') ? [at('c')!] : null;
  return {
    empty: false,
    tile: at('t'),
    turns: turns === null ? null : turnsOf(turns),
    flipped: false,
    place,
  };
}

const TILE_KEYS = /^((?:tile|piece)(?:_?(?:id|no|num|number|index))?|id|number|num|index|p|t)$/i;
const TURN_KEYS = /^(rotation|rot|turns?|orientation|dir|direction|r|angle)$/i;
const CELL_KEYS = /^(cell|pos|position|slot|square|index)$/i;
const COLUMN_KEYS = /^(x|col|column|c)$/i;
const ROW_KEYS = /^(y|row|r)$/i;

/** Returns the lists of records that parsed JSON can be read as. */
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

/** Reads lists of three to five numbers in JSON like the columns of a text. */
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
    // The key may be the tile, and the value its place.
    const isTile = cell.length === 1 && record.tile === null && record.place?.length === 2;
    if (isTile) records.push({ ...record, tile: cell[0]! });
    else if (!record.empty) records.push({ ...record, place: cell });
  }
  const [first] = records;
  if (!first || records.some(({ place }) => place!.length !== first.place!.length)) return null;
  return { records, kind: first.place!.length === 2 ? 'coordinates' : 'by cell', compass: false };
}

/** Returns the one or two numbers that a key consists of, or null. */
function placeIn(key: string): number[] | null {
  if (!/^[([\s]*\d[\d\s,;:x_)\]-]*$/.test(key)) return null;
  const numbers = key.match(/\d+/g)!.map(Number);
  return numbers.length <= 2 && numbers.every((each) => each <= 9999) ? numbers : null;
}

/** Reads tiles and turns from two lists of equal length. */
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
    // The text may be only rows of tile numbers.
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

/** Reads [tile, turns]. */
function recordInPair(item: readonly unknown[]): BoardRecord | null {
  if (item.length !== 2 || !item.every((number) => typeof number === 'number')) return null;
  const [tile, turns] = item as [number, number];
  return tile < 0 ? EMPTY_CELL : { ...EMPTY_CELL, empty: false, tile, turns: turnsOf(turns) };
}

/** Returns a place that is a list of two numbers: `"pos": [0, 3]`. */
function placeListed(entries: readonly (readonly [string, unknown])[]): number[] | null {
  const value = entries.find(([key]) => CELL_KEYS.test(key))?.[1];
  const isPlace = Array.isArray(value) && value.length === 2 && value.every((each) => Number.isInteger(each));
  return isPlace ? (value as number[]) : null;
}

function recordInObject(item: object): BoardRecord | null {
  // A place may be an object of its own.
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
  const tile = number(TILE_KEYS);
  const [column, row, cell] = [number(COLUMN_KEYS), number(ROW_KEYS), number(CELL_KEYS)];
  const listed = placeListed(entries);
  const turns = number(TURN_KEYS);
  if (tile === null && column === null && cell === null && listed === null) return null;
  if (tile === -1) return EMPTY_CELL;
  const place = column !== null && row !== null ? [column, row] : cell === null ? listed : [cell];
  const flipped = entries.some(([key, value]) => /^flip(ped)?$/i.test(key) && value === true);
  return { empty: false, tile, turns: turns === null ? null : turnsOf(turns), flipped, place };
}
