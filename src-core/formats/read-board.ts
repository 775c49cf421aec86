/** Reads a board of a puzzle from text, in the notation that fits the puzzle best. */
import type { PartialBoard } from '../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../puzzle/puzzle.ts';
import { scoreOf } from '../puzzle/score.ts';
import { counted } from '../text/counted.ts';
import { bucas } from './bucas.ts';
import { drawnBoard } from './drawn-board.ts';
import { FormatError, quoted } from './format-error.ts';
import type { Format } from './format.ts';
import {
  formatsThat,
  likeliest,
  MAX_LINK_SEARCH_LENGTH,
  named,
  refuseJson,
  type NamedReadOptions,
} from './formats.ts';
import { jsonBoard } from './json-board.ts';
import { textKindOf } from './text-kinds.ts';
import { readPuzzle } from './read-puzzle.ts';
import { doubtOf, laidEdges } from './recognition/board-doubt.ts';
import { bestBoard } from './recognition/board-readings.ts';
import { sourceOf, type Source } from './text.ts';
import { tileRows } from './tile-rows.ts';

/** A board, how it was read, and why that may be wrong. */
export interface ReadBoard {
  readonly board: PartialBoard;
  readonly format: string;
  /** a phrase for the user such as "tiles numbered from 0, clockwise turns"; empty if nothing was assumed */
  readonly readAs: string;
  /** why the board may be wrong, as a sentence for the user; null if there is no reason to doubt it */
  readonly doubt: string | null;
}

/** Reads a board of the puzzle in any format, or in the one given by `options.format`. Throws FormatError. */
export const readBoard = (puzzle: EdgePuzzle, text: string, options: NamedReadOptions = {}): PartialBoard =>
  readBoardAs(puzzle, text, options).board;

/** Thrown when a board fits its puzzle poorly. */
export class DoubtfulBoard extends FormatError {}

/** Reads a board like `readBoard`. Throws DoubtfulBoard if there is reason to doubt the best reading. */
export function readTrustedBoard(
  puzzle: EdgePuzzle,
  text: string,
  options: NamedReadOptions = {},
): PartialBoard {
  const { board, readAs, doubt } = readBoardAs(puzzle, text, options);
  if (doubt === null) return board;
  throw new DoubtfulBoard({
    found: `a board that fits this puzzle badly, read as ${readAs}`,
    expected: 'a board of this puzzle',
    fix: `${doubt} Check that the board belongs to the puzzle.`,
  });
}

/** Matches a cell in Edgewise's own notation, which numbers tiles from 1. */
const OWN_CELL = /^([1-9]\d{0,3}:\d(f?)|-)$/;

/**
 * Reads a board and says how it was read. If several notations are possible, chooses the one that fits the puzzle
 * best. Throws FormatError.
 */
export function readBoardAs(puzzle: EdgePuzzle, text: string, options: NamedReadOptions = {}): ReadBoard {
  const source = sourceOf(text);
  const readers = formatsThat('readBoard');
  const plain = (format: Format): ReadBoard => {
    refuseJson(format, source);
    const board = format.readBoard!(puzzle, source, options);
    return { board, format: format.name, readAs: '', doubt: null };
  };
  if (options.format !== undefined) return plain(named(options.format, readers, 'reads boards'));
  const links = source.text.length > MAX_LINK_SEARCH_LENGTH ? [] : linksWithin(source.text);
  if (links.length > 0) return bestOfLinks(puzzle, links, options);
  const drawn = drawnBoard(puzzle, source.text);
  if (drawn) return { ...drawn, readAs: '', doubt: null };
  const format = likeliest(readers, source);
  const isOwn = isOwnNotation(format, source);
  if (format && (isOwn || options.pieceBase !== undefined || isUnambiguous(format, source))) {
    return statedBoard(puzzle, text, { format, isOwn, read: () => plain(format) });
  }
  const weighed = weighedBoard(puzzle, text, format);
  if (weighed) return weighed;
  if (format) return plain(format);
  throw noBoard(text, source);
}

/**
 * Reads the board in the format that the text probably has, by calling `read`. If that fails, tries other notations. If
 * `isOwn` is true, also tries them when the board fits the puzzle poorly. Throws the error from `read` if no notation
 * works.
 */
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

function weighedBoard(puzzle: EdgePuzzle, text: string, format: Format | null): ReadBoard | null {
  const reading = bestBoard(puzzle, text);
  if (!reading || (!reading.isConclusive && format)) return null;
  const { board, title, doubt } = reading;
  return { board, format: format?.name ?? 'tiles', readAs: title, doubt };
}

/**
 * Returns `own`, the board read in Edgewise's own notation. If it fits the puzzle poorly and another reading fits well,
 * and not by chance, returns that reading instead.
 */
function orBetter(puzzle: EdgePuzzle, text: string, own: ReadBoard): ReadBoard {
  const other = isPoor(puzzle, own.board) ? bestBoard(puzzle, text) : null;
  const isBetter =
    other?.doubt === null && other.isConclusive && other.isCertain && !isPoor(puzzle, other.board);
  return isBetter ? { ...own, board: other.board, readAs: other.title } : own;
}

function isPoor(puzzle: EdgePuzzle, board: PartialBoard): boolean {
  const score = scoreOf(puzzle, board);
  return doubtOf(puzzle, board, score, 1) !== null || score.matched < 0.6 * laidEdges(puzzle, board);
}

/** Returns the links to boards within a log, JSON or prose. If the text itself is a link, returns none. */
function linksWithin(text: string): string[] {
  if (/^\s*https?:\S+\s*$|"(placements|board)"\s*:\s*\[/.test(text)) return [];
  // A link after rows of tiles shows the same board, so read the rows.
  if (/^\s*(\d+:\d|-\s)/.test(text)) return [];
  const links = text.match(/https?:\\?\/\\?\/[^\s"'<>]*board_edges=[^\s"'<>]*/g) ?? [];
  return links.map((link) => link.replaceAll('\\/', '/').replaceAll('\\u0026', '&').replaceAll('&amp;', '&'));
}

/** Returns the best of the boards in several links. A log may have a link for each board that the solver found. */
function bestOfLinks(puzzle: EdgePuzzle, links: readonly string[], options: NamedReadOptions): ReadBoard {
  const [first, ...others] = [...new Set(links)].slice(-MAX_BOARDS);
  if (others.length === 0) return readBoardAs(puzzle, first!, options);
  const boards = [first!, ...others].flatMap((link) => {
    const read = attempt(() => readBoardAs(puzzle, link, options));
    return read instanceof FormatError ? [] : [read];
  });
  const matched = ({ board }: ReadBoard): number => scoreOf(puzzle, board).matched;
  const [best] = boards.toSorted((a, b) => matched(b) - matched(a));
  if (!best) return readBoardAs(puzzle, first!, options);
  const readAs = [best.readAs, `the best of ${counted(boards.length, 'board')}`]
    .filter((each) => each !== '')
    .join(', ');
  return { ...best, readAs };
}

/** If a log has more boards than this, only the last ones are compared, because they are usually the best. */
const MAX_BOARDS = 100;

const isOwnNotation = (format: Format | null, { lines }: Source): boolean =>
  format === tileRows &&
  lines.every(({ text }) =>
    text
      .trim()
      .split(/[\s,;]+/)
      .every((word) => OWN_CELL.test(word)),
  );

const isUnambiguous = (format: Format, source: Source): boolean =>
  format === bucas || (format === jsonBoard && jsonBoard.recognises(source) === 1);

function noBoard(text: string, source: Source): FormatError {
  const { lines } = source;
  const isTiles = isPuzzle(text);
  const seen = isTiles ? null : textKindOf(source);
  const line = seen?.line ?? lines[0];
  const shown = quoted((line?.text ?? source.text).trim());
  return new FormatError({
    line: line?.number ?? 1,
    found: isTiles ? 'a puzzle, not a board' : seen === null ? shown : `${seen.kind.what}: ${shown}`,
    expected:
      'a board: each cell as tile:rotation (12:3; - if empty) or by its labels, a link to e2.bucas.name, or JSON',
    fix:
      seen?.kind.what === 'a log of steps'
        ? seen.kind.fix
        : 'Choose a file that holds a board of this puzzle.',
  });
}

/** Maximum length of a text, in characters, for which the error message says whether the text is a puzzle */
const MAX_PUZZLE_CHECK_LENGTH = 20_000;

function isPuzzle(text: string): boolean {
  try {
    return text.length <= MAX_PUZZLE_CHECK_LENGTH && Boolean(readPuzzle(text));
  } catch {
    return false;
  }
}
