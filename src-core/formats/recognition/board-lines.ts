/** Finds the tiles of a board in text, line by line. */
import { before } from '../../text/trimmed.ts';
import { NUMBER_SIGNS } from '../text.ts';
import { withCompassLast, withoutChessPlaces } from './board-notations.ts';
import {
  cellOf,
  compassTurns,
  EMPTY_CELL,
  EMPTY_WORD,
  turnsOf,
  type BoardRecord,
  type RecordList,
} from './board-record.ts';

/** Returns every list of records that the lines could mean. A record is a tile with its turns and place. */
export const recordsInLines = (lines: readonly string[]): RecordList[] => [
  ...inCells(lines),
  ...inColumns(lines),
  ...inPairs(lines),
  ...inCodes(lines),
  ...inDigits(lines),
];

const KNOWN_WORD =
  /^(tiles?|cells?|at|turns?|turned|degrees?|deg|rot|rotations?|rotated|orientation|angle|rows?|cols?|columns?|pieces?|pos|position|id|x|y|none|null|nil|empty|f)$/i;
/** Returns the lines, leaving out the first one if it is a size. */
export const withoutSize = (lines: string[]): string[] =>
  /^\d{1,2}((?:\s*[x×,]\s*|\s+)\d{1,2})?$/.test(lines[0] ?? '') && /\s/.test(lines[1] ?? '')
    ? lines.slice(1)
    : lines;

/** Matches a line of a drawn box, such as `+---+---+` or `---+---`. */
const BOX_RULE = /^\s*(?:\+[-=+]+|[-=]+\+[-=+]*)\s*$/;
const TURN_WORD_BY_DIRECTION = [/up|north|top/i, /right|east/i, /down|south|bottom/i, /left|west/i];
/** Matches a direction after the number of a tile, as in `tile 7: left`. */
const TURN_WORD = /(?<=\d[\s:,]{1,3})(?:up|right|down|left|north|east|south|west|top|bottom)\b/gi;

/**
 * On a line with several tile numbers, such as `#12 (0) #3 (1)`, removes each `#`. On other lines, removes the comment
 * that begins at the first `#`.
 */
const withoutSharps = (line: string): string =>
  NUMBER_SIGNS.test(line) ? line.replaceAll('#', ' ') : before(line, '#');

/** Returns the lines that may describe tiles of a board, without prose and meaningless characters. */
export const linesOf = (text: string): string[] =>
  withoutChessPlaces(
    text
      .split(/\r\n|\n|\r/)
      .map((line) =>
        withoutSharps(line)
          .replace(BOX_RULE, '')
          .replace(
            TURN_WORD,
            (word) => ` ${'NESW'[TURN_WORD_BY_DIRECTION.findIndex((each) => each.test(word))]!}`,
          )
          .replace(/(?<=\d)[↻⟳↺⟲](?=\d)/g, ':')
          .replace(/""/g, '-')
          .replace(/"/g, ' ')
          .replace(/[$;]\s*$|^\s*\$/g, ' ')
          .replace(/(?<=\d)[-=]>(?=\d)/g, ':')
          .replace(/[-=]>/g, ' ')
          .replace(/(?<=\d)\[(\d{1,3})\]/g, ':$1')
          .replace(/(?<=\d)(?:°| deg(?:rees)?\b)/gi, '')
          .replace(/(?<=\d) ?\((?:r|rot|rotated|@)\.? ?(\d{1,3})\)/gi, ':$1')
          .replace(/(?<=\d) (?=\(\d{1,3}\)|[↑→↓←])/g, '')
          .trim(),
      )
      .map(withCompassLast)
      .filter((line) => line !== '' && !line.includes('board_edges=') && !isProse(line)),
  );

/** Returns the arguments of each call on a line of its own, from text such as `placed(0,3,14,2). placed(…).` */
export function callsIn(lines: readonly string[]): string[] | null {
  const calls = Array.from(
    lines.join('\n').matchAll(/\b\p{L}\w*\(((?:[-\d\s,]|\b[nesw]\b){5,40})\)/giu),
    ([, inside = '']) => inside,
  );
  return calls.length > 1 ? calls : null;
}

const MIN_WORDS = 8;

/**
 * Reads two numbers for each cell: the tile and its turns. They come either in pairs or as rows of tiles followed by
 * rows of turns.
 */
function inPairs(lines: readonly string[]): RecordList[] {
  const rows = lines.map((line) => line.split(/[\s,;|()[\]]+/).filter((word) => word !== ''));
  const numbers = rows
    .flat()
    .map((word) => (EMPTY_WORD.test(word) ? -1 : /^\d{1,4}$/.test(word) ? Number(word) : NaN));
  if (
    rows.length === 0 ||
    rows[0]!.length < (rows.length === 1 ? MIN_WORDS : 2) ||
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

/** Reads one number for each cell. Its last digit is the turns: `0123` is tile 12, turned 3 times. */
function inDigits(lines: readonly string[]): RecordList[] {
  const words = lines
    .join(' ')
    .split(/[\s,;|()[\]]+/)
    .filter((word) => word !== '');
  const length = Math.max(0, ...words.map((word) => word.length));
  if (words.length < MIN_WORDS || length < 3 || length > 5) return [];
  const records = words.map((word): BoardRecord | null => {
    if (EMPTY_WORD.test(word)) return EMPTY_CELL;
    const isCell = word.length === length && /^\d+[0-4]$/.test(word);
    return isCell
      ? { ...EMPTY_CELL, empty: false, tile: Number(word.slice(0, -1)), turns: Number(word.at(-1)) }
      : null;
  });
  return records.every((record) => record !== null) ? [{ records, kind: 'in order', compass: false }] : [];
}

/** Reads one number for each cell: `4 * tile + turns`, with tiles numbered from 0. */
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
  if (records.length < MIN_WORDS || !records.every((record) => record !== null)) return [];
  const tiles = records.flatMap(({ tile }) => tile ?? []);
  const isOnce = new Set(tiles).size === tiles.length;
  return isOnce && tiles.length > 1 ? [{ records, kind: 'in order', compass: false, tilesFrom: 0 }] : [];
}

const isProse = (line: string): boolean =>
  !/^\p{L}\w*\((?:[-\d\s,]|\b[nesw]\b)*\)/iu.test(line) &&
  ((line.match(/\p{L}{3,}/gu) ?? []).some((word) => !KNOWN_WORD.test(word)) ||
    (!/\d/.test(line) && /\p{L}{3,}/u.test(line) && !/^(none|null|nil|empty)\b/i.test(line)));

/** Reads one word per cell, in the order of the cells. */
export function inCells(lines: readonly string[]): RecordList[] {
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
    // If the text also has pairs such as 3:1, plain numbers are not cells.
    if (records.every(({ turns, empty }) => turns === null || empty) && /\d[:/]/.test(whole)) continue;
    found.push({ records, kind: 'in order', compass });
    if (skipped === 0) break;
  }
  return found;
}

/** Reads lines with equally many numbers as a table. Its columns hold places, tiles or turns (see `COLUMN_ROLES`). */
export function inColumns(lines: readonly string[]): RecordList[] {
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
  return COLUMN_ROLES[width]!.flatMap(([roles, kind]) => {
    const records = usable.map((row) => (row.length < width ? EMPTY_CELL : recordInRow(row, roles)));
    const turns = records.map((record) => record.turns ?? 0);
    return turns.some((each) => each > 6 || each < 0) ? [] : [{ records, kind, compass }];
  });
}

/**
 * What the columns of a table may mean, by number of columns. Each letter is a column: `t` for the tile, `r` for its
 * turns, `x` and `y` for coordinates, `c` for the cell, `_` for an ignored column.
 */
const COLUMN_ROLES: Readonly<Record<number, readonly (readonly [string, RecordList['kind']])[]>> = {
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
