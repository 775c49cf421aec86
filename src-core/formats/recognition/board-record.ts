/** Reads one tile of a board in short notations, such as `12:3`. */

export interface BoardRecord {
  readonly empty: boolean;
  /** number of the tile as written; null if it is the record's position in its list */
  readonly tile: number | null;
  /** turns as written; null if the text gives none */
  readonly turns: number | null;
  readonly flipped: boolean;
  /** a cell number or two coordinates; null if the cell is the record's position in its list */
  readonly place: readonly number[] | null;
}

export interface RecordList {
  readonly records: readonly BoardRecord[];
  /** how places are given: by position in the list, as a cell number, or as two coordinates */
  readonly kind: 'in order' | 'by cell' | 'coordinates' | 'row first' | 'column first';
  /** true if turns are compass letters or arrows */
  readonly compass: boolean;
  /** number of the first tile, 0 or 1, if the notation shows it */
  readonly tilesFrom?: 0 | 1;
}

export const COLUMN_KEYS = /^(x|col|column|c)$/i;
export const ROW_KEYS = /^(y|row|r)$/i;

export const EMPTY_CELL: BoardRecord = { empty: true, tile: null, turns: null, flipped: false, place: null };
/** Letters and arrows for 0, 1, 2 and 3 clockwise turns */
const COMPASSES = ['NESW', 'URDL', 'TRBL', '^>v<', '↑→↓←'];

/** Returns the number of clockwise turns that a letter or arrow stands for, or -1 if it stands for none. */
export function compassTurns(letter: string): number {
  const compass = COMPASSES.find((each) => each.includes(letter) || each.includes(letter.toUpperCase()));
  return compass === undefined
    ? -1
    : Math.max(compass.indexOf(letter), compass.indexOf(letter.toUpperCase()));
}

export const EMPTY_WORD =
  /^(-+([:/.]-+)?|[xX]+[:/.][xX]+|\.+|[·•]|_+|\*|x|X|--?1([:/]-?\d+)?|null|None|nil|empty)$/;
/** Matches a tile with its turns as a letter from a to d or as primes, such as `12c` or `12''`. */
const CELL_WITH_MARKS = /^P?(\d{1,4})([a-d]|['’′]{1,3})$/;
/** Matches a tile with its turns, such as 12:3, 12/3, 12r3, P12-3, 12(3) or 12N, and an f if it is flipped. */
const CELL = /^P?(\d{1,4})(?:[:/._^@rR+-](\d{1,3})|\((\d{1,3})\)|([NESWUDTLBnesw^>v<↑→↓←R]))?(f?)$/;

export function cellOf(word: string): BoardRecord | null {
  if (EMPTY_WORD.test(word)) return EMPTY_CELL;
  const [, marked, marks] = CELL_WITH_MARKS.exec(word) ?? [];
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

/** Converts degrees to quarter turns. Leaves other numbers unchanged, because they are quarter turns already. */
export const turnsOf = (number: number): number =>
  number >= 60 && number % 90 === 0 ? (number / 90) % 4 : number;
