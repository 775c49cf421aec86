/**
 * Reads boards in any notation. Tries all ways to number tiles, turns and cells, and keeps the one that fits the
 * puzzle best.
 */
import { counted } from '../../text/counted.ts';
import { isPlainRectangle } from '../../puzzle/board.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { EMPTY, emptyBoard, placementCode, type PartialBoard } from '../../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { scoreOf, type Score } from '../../puzzle/score.ts';
import type { Size } from '../size.ts';
import type { BoardCandidate } from './candidate.ts';
import { colourBoards } from './board-colours.ts';
import { doubtOf, isBeyondChance, laidEdges, MIN_CONCLUSIVE_EDGES } from './board-doubt.ts';
import { plainBoard } from './board-notations.ts';
import { ownPieceBoards } from './board-pieces.ts';
import type { BoardRecord, RecordList } from './board-record.ts';
import { namedTileBoards } from './board-names.ts';
import { recordsIn } from './board-records.ts';
import { placedLabelBoards } from './board-tables.ts';
import { withBestTurns } from './board-turns.ts';
import { FENCED_BLOCK } from './fenced-positions.ts';

export interface BoardReading extends BoardCandidate {
  readonly score: Score;
  /** why the board may be wrong, as a sentence for the user; null if there is no reason to doubt it */
  readonly doubt: string | null;
  /** true if enough tiles touch to tell a correct reading from a wrong one */
  readonly isConclusive: boolean;
  /** true if so many edges match that this is hardly due to chance, although the best of many readings was chosen */
  readonly isCertain: boolean;
}

/** Returns the reading that fits the puzzle best, or null if no notation yields a board. */
export function bestBoard(puzzle: EdgePuzzle, text: string): BoardReading | null {
  const fences =
    text.length > MAX_MARKUP_LENGTH
      ? []
      : Array.from(text.matchAll(FENCED_BLOCK), ([, , inside = '']) => inside);
  const whole = best(
    puzzle,
    [text, ...fences.slice(0, MAX_BOARDS)].flatMap((each) => candidatesIn(puzzle, each)),
  );
  if (whole && whole.doubt === null) return whole;
  const parts = partsWithBoards(puzzle, text);
  const [found] = parts
    .flatMap((part) => best(puzzle, candidatesIn(puzzle, part)) ?? [])
    .filter(({ doubt, isConclusive }) => doubt === null && isConclusive)
    .toSorted((a, b) => b.score.matched - a.score.matched);
  return found ? { ...found, title: `${found.title}, the best of ${counted(parts.length, 'board')}` } : whole;
}

/** Maximum number of boards in text with one board per line or per block of code */
const MAX_BOARDS = 100;

/**
 * Returns each line that may hold a whole board, without the words before the board. If there are fewer than two such
 * lines, or too many, splits the text at blank lines instead and returns the parts that may hold a board.
 */
function partsWithBoards(puzzle: EdgePuzzle, text: string): string[] {
  const { cells } = openBoardOf(puzzle).board;
  if (text.length > MAX_MARKUP_LENGTH) return [];
  const isBoard = (part: string): boolean => (part.match(/\d+/g) ?? []).length >= cells;
  const isFew = ({ length }: readonly string[]): boolean => length > 1 && length <= MAX_BOARDS;
  const lines = text.split(/\r\n|\n|\r/).filter(isBoard);
  if (isFew(lines)) return lines.map((line) => line.replace(/^[^\d[({]+/, '').replace(/,\s*$/, ''));
  const blocks = text.split(/(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/).filter(isBoard);
  return isFew(blocks) ? blocks : [];
}

function candidatesIn(puzzle: EdgePuzzle, text: string): BoardCandidate[] {
  const plain = text.length > MAX_MARKUP_LENGTH ? text : plainBoard(text);
  const candidates = [
    ...(plain === text ? [text] : [text, plain]).flatMap((each) => [
      ...recordsIn(each).flatMap((list) => ofRecords(puzzle, list)),
      ...colourBoards(puzzle, each),
    ]),
    ...ownPieceBoards(puzzle, text),
    ...(text.length > MAX_MARKUP_LENGTH
      ? []
      : [
          ...placedLabelBoards(puzzle, text),
          ...namedTileBoards(puzzle, text).flatMap((list) => ofRecords(puzzle, list)),
        ]),
  ];
  return candidates.flatMap((each) =>
    each.areTurnsChosen ? [each] : [each, ...reordered(puzzle, each, waysOf)],
  );
}

/** A way to fill the cells of a rectangle from a list */
interface Way {
  /** phrase for the user */
  readonly note: string;
  readonly oddity: number;
  /** Returns the index of the list item that belongs in a cell. */
  readonly cellOf: (row: number, column: number) => number;
}

const upwards = ({ width, height }: Size, oddity: number): Way => ({
  note: 'row by row, from the bottom row up',
  oddity,
  cellOf: (row, column) => (height - 1 - row) * width + column,
});

const listedWays = (size: Size): Way[] => [
  { note: 'column by column', oddity: 0.2, cellOf: (row, column) => column * size.height + row },
  upwards(size, 0.3),
  {
    note: 'column by column, each from bottom to top',
    oddity: 0.4,
    cellOf: (row, column) => column * size.height + size.height - 1 - row,
  },
];

/**
 * Returns the ways to turn or mirror a square board. They correct for a puzzle that was read with the wrong edge
 * order.
 */
function turnedWays({ width }: Size): Way[] {
  const last = width - 1;
  const at = (row: number, column: number): number => row * width + column;
  return [
    { note: 'the board rotated', oddity: 1.1, cellOf: (row, column) => at(last - column, row) },
    { note: 'the board rotated', oddity: 1.2, cellOf: (row, column) => at(last - row, last - column) },
    { note: 'the board rotated', oddity: 1.3, cellOf: (row, column) => at(column, last - row) },
    { note: 'the board mirrored', oddity: 1.4, cellOf: (row, column) => at(column, row) },
    { note: 'the board mirrored', oddity: 1.5, cellOf: (row, column) => at(row, last - column) },
    { note: 'the board mirrored', oddity: 1.6, cellOf: (row, column) => at(last - column, last - row) },
  ];
}

/**
 * Returns the ways to fill a board whose rows may be listed from the bottom, or whose puzzle may have been read with
 * the wrong edge order.
 */
const waysOf = (size: Size, turns: EdgePuzzle['turns']): Way[] => [
  upwards(size, 1),
  ...(turns === 'fixed' && size.width === size.height ? turnedWays(size) : []),
];

/**
 * Returns the board with its cells reordered in each of the given ways. Returns no boards if the puzzle's board is not
 * a plain rectangle.
 */
function reordered(
  { board: shape, turns }: EdgePuzzle,
  { board, title, oddity }: BoardCandidate,
  ways: (size: Size, turns: EdgePuzzle['turns']) => readonly Way[],
): BoardCandidate[] {
  if (!isPlainRectangle(shape)) return [];
  return ways(shape, turns).map((way) => ({
    board: board.map((_, cell) => board[way.cellOf(Math.floor(cell / shape.width), cell % shape.width)]!),
    title: [title, way.note].filter((each) => each !== '').join(', '),
    oddity: oddity + way.oddity,
  }));
}

/**
 * Maximum length, in characters, of text that is read both with and without its markup. An HTML table of 4,096 cells
 * has 100,000.
 */
const MAX_MARKUP_LENGTH = 400_000;

/**
 * Returns the best reading. The criteria, most important first: few illegal tiles, an intact rim, many matching edges,
 * many kept hints, and a common notation.
 */
function best(puzzle: EdgePuzzle, candidates: readonly BoardCandidate[]): BoardReading | null {
  let found: (BoardCandidate & { score: Score; rank: readonly number[] }) | null = null;
  for (const candidate of candidates) {
    const score = scoreOf(puzzle, candidate.board);
    if (score.placed === 0) continue;
    const rank = [
      -score.duplicates - score.illegal,
      score.rimOk ? 1 : 0,
      score.matched,
      score.hintsKept,
      -candidate.oddity,
    ];
    if (!found || above(rank, found.rank)) found = { ...candidate, score, rank };
  }
  if (!found) return null;
  const { board, title, oddity, score, areTurnsChosen } = found;
  return {
    board,
    title,
    oddity,
    score,
    isConclusive: laidEdges(puzzle, board) >= MIN_CONCLUSIVE_EDGES,
    isCertain: isBeyondChance(puzzle, board, score, candidates.length),
    doubt: doubtOf(puzzle, board, score, areTurnsChosen ? Infinity : candidates.length),
  };
}

function above(a: readonly number[], b: readonly number[]): boolean {
  for (const [i, value] of a.entries()) if (value !== b[i]) return value > b[i]!;
  return false;
}

interface Convention {
  readonly tilesFrom: 0 | 1;
  readonly clockwise: boolean;
  readonly zero: number;
}

function conventionsFor(puzzle: EdgePuzzle, { records, compass, tilesFrom }: RecordList): Convention[] {
  const { sides } = openBoardOf(puzzle).board;
  const turned = records.some(({ turns }) => turns !== null && turns !== 0);
  const steady = puzzle.turns === 'fixed' ? steadyTurns(records) : 0;
  const fixed = puzzle.turns === 'fixed';
  const bases = tilesFrom === undefined ? ([1, 0] as const) : [tilesFrom];
  const zeros =
    fixed || (!turned && !compass && records.every(({ turns }) => turns === null))
      ? [0]
      : Array.from({ length: sides }, (_, i) => i);
  if (steady > 0)
    return bases.map((base) => ({ tilesFrom: base, clockwise: true, zero: sides - (steady % sides) }));
  return bases.flatMap((base) =>
    [true, false].flatMap((clockwise) =>
      turned || clockwise ? zeros.map((zero) => ({ tilesFrom: base, clockwise, zero })) : [],
    ),
  );
}

/**
 * Returns the number of turns if it is the same in all records; otherwise 0. Some programs write 1 for every tile of a
 * puzzle whose tiles can't be turned.
 */
function steadyTurns(records: readonly BoardRecord[]): number {
  const turns = new Set(records.filter(({ empty }) => !empty).map((record) => record.turns ?? 0));
  const [only = 0] = turns;
  return turns.size === 1 ? only : 0;
}

function ofRecords(puzzle: EdgePuzzle, list: RecordList): BoardCandidate[] {
  const placings = placingsFor(puzzle, list);
  const candidates: BoardCandidate[] = [];
  for (const convention of conventionsFor(puzzle, list)) {
    for (const placing of placings) {
      const board = boardOf(puzzle, list.records, convention, placing);
      if (!board) continue;
      const candidate = { board, ...described(puzzle, list, convention, placing) };
      candidates.push(candidate, ...withChosenTurns(puzzle, list.records, candidate));
    }
  }
  return candidates;
}

/** Chooses the turns for text that gives only the tile in each cell. */
function withChosenTurns(
  puzzle: EdgePuzzle,
  records: readonly BoardRecord[],
  { board, title, oddity }: BoardCandidate,
): BoardCandidate[] {
  const isPlain = records.every(({ turns, tile, empty }) => empty || (turns === null && tile !== null));
  if (puzzle.turns === 'fixed' || !isPlain) return [];
  const listed = { board, title, oddity };
  return [listed, ...reordered(puzzle, listed, listedWays)].map((each) => ({
    board: withBestTurns(puzzle, each.board),
    title: `${each.title}, tiles rotated to match the most edges`,
    oddity: each.oddity + 0.6,
    areTurnsChosen: true,
  }));
}

interface Placing {
  readonly cellOf: (record: BoardRecord, index: number) => number;
  readonly tileOf: (record: BoardRecord, index: number) => number | null;
  readonly title: string;
  readonly oddity: number;
}

function placingsFor(puzzle: EdgePuzzle, { records, kind }: RecordList): Placing[] {
  const { board } = openBoardOf(puzzle);
  const named = (record: BoardRecord): number | null => record.tile;
  if (kind === 'in order') {
    const placing: Placing = { cellOf: (_, i) => i, tileOf: named, title: '', oddity: 0 };
    return records.length === board.cells ? [placing] : [];
  }
  if (kind === 'by cell') {
    return [0, 1].map((from) => ({
      cellOf: ({ place }: BoardRecord) => place![0]! - from,
      tileOf: named,
      title: `cells numbered from ${from}`,
      oddity: 0.1 * from,
    }));
  }
  if (!isPlainRectangle(puzzle.board)) return [];
  const { width, height } = puzzle.board;
  const placings: Placing[] = [];
  const isNamed = kind === 'row first' || kind === 'column first';
  for (const from of [0, 1]) {
    for (const rowFirst of isNamed ? [kind === 'row first'] : [false, true]) {
      for (const upwards of [false, true]) {
        placings.push({
          cellOf({ place }) {
            if (!place || place[0] === -1) return -1;
            const row = (rowFirst ? place[0]! : place[1]!) - from;
            const column = (rowFirst ? place[1]! : place[0]!) - from;
            if (row < 0 || column < 0 || row >= height || column >= width) return -2;
            return (upwards ? height - 1 - row : row) * width + column;
          },
          tileOf: (record, i) => record.tile ?? i + 1,
          title: `${placeTitle(rowFirst, isNamed)} numbered from ${from}${upwards ? ', the bottom row first' : ''}`,
          oddity: (rowFirst ? 0.1 : 0) + 0.1 * from + (upwards ? 0.5 : 0),
        });
      }
    }
  }
  return placings;
}

/** Returns a phrase for the user about the two numbers of a place. Rows and columns with names can be in any order. */
const placeTitle = (rowFirst: boolean, isNamed: boolean): string =>
  isNamed ? 'rows and columns' : rowFirst ? 'row before column,' : 'column before row,';

function boardOf(
  puzzle: EdgePuzzle,
  records: readonly BoardRecord[],
  { tilesFrom, clockwise, zero }: Convention,
  placing: Placing,
): PartialBoard | null {
  const { cells, sides } = openBoardOf(puzzle).board;
  const result = emptyBoard(cells);
  for (const [i, record] of records.entries()) {
    if (record.empty) continue;
    const cell = placing.cellOf(record, i);
    const turns = record.turns ?? 0;
    // If tiles are numbered from 1, an unturned tile 0 means an empty cell.
    if (cell === -1 || (record.tile === 0 && tilesFrom === 1 && turns === 0)) continue;
    const own = record.tile === null ? placing.tileOf(record, i)! - 1 : record.tile - tilesFrom;
    if (!isIn(cell, cells) || !isIn(own, puzzle.tiles.length) || !isIn(turns, sides + 1)) return null;
    const rotation = ((((clockwise ? turns : -turns) + zero) % sides) + sides) % sides;
    const code = placementCode(own, rotation, record.flipped);
    // Records for the same cell must agree. Some programs list the tiles twice: by cell, and in the order they were
    // placed.
    if (result[cell] !== EMPTY && result[cell] !== code) return null;
    result[cell] = code;
  }
  return result;
}

const isIn = (index: number, length: number): boolean => index >= 0 && index < length;

function described(
  puzzle: EdgePuzzle,
  { compass, records }: RecordList,
  { tilesFrom, clockwise, zero }: Convention,
  placing: Placing,
): { title: string; oddity: number } {
  const { sides } = openBoardOf(puzzle).board;
  const parts = [...(records.some(({ tile }) => tile !== null) ? [`tiles numbered from ${tilesFrom}`] : [])];
  if (puzzle.turns !== 'fixed' && records.some(({ turns }) => turns !== null)) {
    parts.push(`${clockwise ? 'clockwise' : 'anticlockwise'} turns`);
    const start = compass ? 'N' : 'turn 0';
    if (zero > 0)
      parts.push(
        sides === 4
          ? `${start} means ${['', 'turned right', 'upside down', 'turned left'][zero]!}`
          : `${start} means rotation ${zero}`,
      );
  }
  if (placing.title) parts.push(placing.title);
  return {
    title: parts.join(', '),
    oddity:
      (tilesFrom === 0 ? 0.2 : 0) +
      (clockwise ? 0 : 0.3) +
      (zero > 0 ? 0.4 + 0.01 * zero : 0) +
      placing.oddity,
  };
}
