/** Reads a board of a puzzle from a text, in the notation that fits the puzzle best. */
import type { PartialBoard } from '../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../puzzle/puzzle.ts';
import { scoreOf } from '../puzzle/score.ts';
import { bucas } from './bucas.ts';
import { FormatError, quoted } from './format-error.ts';
import type { Format } from './format.ts';
import {
  formatsThat,
  likeliest,
  LONGEST_LINKS,
  named,
  refuseJson,
  type NamedReadOptions,
} from './formats.ts';
import { jsonBoard } from './json-board.ts';
import { readPuzzle } from './read-puzzle.ts';
import { bestBoard, doubtOf, laidEdges } from './recognition/board-readings.ts';
import { sourceOf, type Source } from './text.ts';
import { tileRows } from './tile-rows.ts';

/** A board of a puzzle, how it was read, and what speaks against that. */
export interface ReadBoard {
  readonly board: PartialBoard;
  readonly format: string;
  /** for people, what the text does not say: "tiles from 0, turns clockwise"; empty where nothing was assumed */
  readonly readAs: string;
  /** why the reading may be wrong, as a sentence; null: nothing speaks against it */
  readonly doubt: string | null;
}

/** Reads a board of this puzzle in whatever format it is in, or in the one named. Throws FormatError. */
export const readBoard = (puzzle: EdgePuzzle, text: string, options: NamedReadOptions = {}): PartialBoard =>
  readBoardAs(puzzle, text, options).board;

/** Boards in Edgewise's own notation say all that matters; a board that does not match may still be meant. */
const OWN_CELL = /^(\d{1,4}:\d(f?)|-)$/;

/** Reads a board and says how: of the notations that are possible the one that fits the puzzle best. Throws FormatError. */
export function readBoardAs(puzzle: EdgePuzzle, text: string, options: NamedReadOptions = {}): ReadBoard {
  const source = sourceOf(text);
  const readers = formatsThat('readBoard');
  const plain = (format: Format): ReadBoard => {
    refuseJson(format, source);
    const board = format.readBoard!(puzzle, source, options);
    return { board, format: format.name, readAs: '', doubt: null };
  };
  if (options.format !== undefined) return plain(named(options.format, readers, 'reads boards'));
  const link = source.text.length > LONGEST_LINKS ? null : linkWithin(source.text);
  if (link !== null) return readBoardAs(puzzle, link, options);
  const format = likeliest(readers, source);
  const isOwn = isOwnNotation(format, source);
  if (format && (isOwn || options.pieceBase !== undefined || saysAll(format, source))) {
    return statedBoard(puzzle, text, { format, isOwn, read: () => plain(format) });
  }
  const weighed = weighedBoard(puzzle, text, format);
  if (weighed) return weighed;
  if (format) return plain(format);
  throw noBoard(text, source);
}

/** Reads a board whose format leaves nothing open; in another notation where that fails, or fits badly. */
function statedBoard(
  puzzle: EdgePuzzle,
  text: string,
  { format, isOwn, read }: { format: Format; isOwn: boolean; read: () => ReadBoard },
): ReadBoard {
  const stated = attempt(read);
  if (!(stated instanceof FormatError)) return isOwn ? orBetter(puzzle, text, stated) : stated;
  const other = weighedBoard(puzzle, text, format);
  if (other && (!isOwn || other.doubt === null)) return other;
  throw stated;
}

function attempt<T>(read: () => T): T | FormatError {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
}

/** The reading that fits best; null where none can be told from another, unless no format takes the text for its own. */
function weighedBoard(puzzle: EdgePuzzle, text: string, format: Format | null): ReadBoard | null {
  const reading = bestBoard(puzzle, text);
  if (!reading || (!reading.telling && format)) return null;
  const { board, title, doubt } = reading;
  return { board, format: format?.name ?? 'tiles', readAs: title, doubt };
}

/** A board in our own notation, or, where that fits badly, in the notation that fits well. */
function orBetter(puzzle: EdgePuzzle, text: string, own: ReadBoard): ReadBoard {
  const other = isPoor(puzzle, own.board) ? bestBoard(puzzle, text) : null;
  const isBetter = other?.doubt === null && other.telling && !isPoor(puzzle, other.board);
  return isBetter ? { ...own, board: other.board, readAs: other.title } : own;
}

/** A board of our own notation that another notation may fit better: it breaks the rim, or matches few edges. */
function isPoor(puzzle: EdgePuzzle, board: PartialBoard): boolean {
  const score = scoreOf(puzzle, board);
  return doubtOf(puzzle, board, score, 1) !== null || score.matched < 0.6 * laidEdges(puzzle, board);
}

/** The link to a board that stands in JSON or in prose; null: there is none, or the text is a link. */
function linkWithin(text: string): string | null {
  if (/^\s*https?:|"(placements|board)"\s*:\s*\[/.test(text)) return null;
  const link = /https?:\\?\/\\?\/[^\s"'<>]*board_edges=[^\s"'<>]*/.exec(text)?.[0];
  // A link may stand below rows of the same board.
  if (link === undefined || /^\s*(\d+:\d|-\s)/.test(text)) return null;
  return link.replaceAll('\\/', '/').replaceAll('\\u0026', '&').replaceAll('&amp;', '&');
}

/** Boards in Edgewise's own notation are read as they stand, however few of their edges match. */
const isOwnNotation = (format: Format | null, { lines }: Source): boolean =>
  format === tileRows &&
  lines.every(({ text }) =>
    text
      .trim()
      .split(/[\s,;]+/)
      .every((word) => OWN_CELL.test(word)),
  );

/** Links and placements in JSON leave nothing open. */
const saysAll = (format: Format, source: Source): boolean =>
  format === bucas || (format === jsonBoard && jsonBoard.recognises(source) === 1);

const noBoard = (text: string, { lines, text: all }: Source): FormatError =>
  new FormatError({
    line: lines[0]?.number ?? 1,
    found: isPuzzle(text) ? 'a puzzle, not a board' : quoted((lines[0]?.text ?? all).trim()),
    expected:
      'tile and turns of each cell, in rows (12:3, - for an empty cell) or one a line, the labels of each cell, a link to e2.bucas.name, or JSON',
    fix: 'Choose a file that holds a board of this puzzle.',
  });

function isPuzzle(text: string): boolean {
  try {
    return Boolean(readPuzzle(text));
  } catch {
    return false;
  }
}
