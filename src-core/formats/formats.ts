/** Every text form in and out. A new format is a file of its own and a line in `formats`. */
import type { PartialBoard } from '../puzzle/partial-board.ts';
import {
  LONGEST_LABEL,
  LONGEST_NAME,
  MAX_LABELS,
  MAX_TILES,
  Puzzle,
  type EdgePuzzle,
} from '../puzzle/puzzle.ts';
import { unpaintedProblem, withoutSpareBlank } from '../puzzle/unpainted.ts';
import { errorsOf } from '../puzzle/validate.ts';
import { ascii } from './ascii.ts';
import { bucas } from './bucas.ts';
import { csv } from './csv.ts';
import { edgewise } from './edgewise.ts';
import { figures } from './figures.ts';
import { CannotWrite, FormatError, quoted } from './format-error.ts';
import type { Format, ReadOptions, ReadPuzzle, WriteOptions, WrittenPuzzle } from './format.ts';
import { checked } from './json.ts';
import { instance } from './instance.ts';
import { jsonBoard } from './json-board.ts';
import { legespiel } from './legespiel.ts';
import { link } from './link.ts';
import { dimacs } from './models/dimacs.ts';
import { minizinc } from './models/minizinc.ts';
import { xcc } from './models/xcc.ts';
import { numeric } from './numeric.ts';
import { positions } from './positions.ts';
import { scramble } from './scramble.ts';
import { sliding } from './sliding-text.ts';
import { sourceOf, type Source } from './text.ts';
import { squares } from './squares.ts';
import { tileRows } from './tile-rows.ts';

export const formats: readonly Format[] = [
  edgewise,
  scramble,
  figures,
  numeric,
  bucas,
  link,
  csv,
  instance,
  legespiel,
  sliding,
  tileRows,
  positions,
  jsonBoard,
  ascii,
  squares,
  dimacs,
  minizinc,
  xcc,
];

/** Names of the formats that can do it: for messages, menus and `--to`. */
export const formatsThat = (can: 'readPuzzle' | 'writePuzzle' | 'readBoard' | 'writeBoard'): Format[] =>
  formats.filter((format) => format[can] !== undefined);

/** What a text turned out to be, with questions where it can be read in more than one way. */
export interface Reading extends Required<Pick<ReadPuzzle, 'questions'>> {
  readonly format: string;
  readonly puzzle: Puzzle;
  readonly board: PartialBoard | null;
}

/**
 * Reads a puzzle in whatever format it is in, or in the one named.
 * Throws FormatError that says where the text is wrong and how to mend it.
 */
export function readPuzzle(text: string, options: ReadOptions & { readonly format?: string } = {}): Reading {
  const source = sourceOf(text);
  const readers = formatsThat('readPuzzle');
  // Who says what the tiles mean has tiles: rows that could be a sliding puzzle are none.
  const heeding = options.board ? readers.filter(({ heeds }) => heeds?.includes('board')) : [];
  const format =
    options.format === undefined
      ? (likeliest(heeding, source) ??
        likeliest(readers, source) ??
        (options.board && source.lines.length > 0 ? numeric : null))
      : named(options.format, readers, 'reads puzzles');
  if (!format) {
    if (likeliest(formatsThat('readBoard'), source)) {
      throw new FormatError({
        line: 1,
        found: 'a board (tile:rotation), not a puzzle',
        expected: 'the tiles of a puzzle',
        mend: 'Open the puzzle first; then bring the board in.',
      });
    }
    throw new UnknownNotation(1, quoted((source.lines[0]?.text ?? source.text).trim()));
  }
  refuseJson(format, source);
  // The name of a file may be longer than that of a puzzle.
  const { name, ...rest } = options;
  const given = name?.trim().slice(0, LONGEST_NAME).trim();
  const read = format.readPuzzle!(source, given ? { ...rest, name: given } : rest);
  const { board, questions } = read;
  checkSizes(read.puzzle);
  const puzzle = checked(Puzzle, read.puzzle, 'the puzzle');
  const [error] = errorsOf(puzzle);
  if (error) {
    throw new FormatError({
      found: `a mistake: ${error.message}`,
      expected: 'a puzzle',
      mend: 'Correct the file.',
    });
  }
  return { format: format.name, puzzle, board: board ?? null, questions: questions ?? [] };
}

/** What a text may say and no puzzle can have, in words of the text. */
function checkSizes(puzzle: Puzzle): void {
  const atMost = (most: number, size: number, found: string, mend: string): void => {
    if (size > most) throw new FormatError({ found, expected: `at most ${most}`, mend });
  };
  atMost(LONGEST_NAME, puzzle.name.length, `a name of ${puzzle.name.length} characters`, 'Shorten it.');
  if (puzzle.kind === 'sliding') return;
  const { tiles, labels } = puzzle;
  const what = puzzle.mating === 'same' ? 'colours' : 'symbols';
  atMost(MAX_TILES, tiles.length, `${tiles.length} tiles`, 'Is this the right file?');
  atMost(
    MAX_LABELS,
    labels.length,
    `${labels.length} ${what}`,
    'Use fewer, or correct labels that differ by mistake.',
  );
  for (const { name } of labels) {
    atMost(
      LONGEST_LABEL,
      name.length,
      `the label ${quoted(name)} of ${name.length} characters`,
      'Shorten it.',
    );
  }
}

/** Name of the format that a text is surest to be in; null when it looks like none. */
export const formatOf = (text: string): string | null =>
  likeliest(formatsThat('readPuzzle'), sourceOf(text))?.name ?? null;

/** Reads a board of this puzzle in whatever format it is in. Throws FormatError. */
export function readBoard(
  puzzle: EdgePuzzle,
  text: string,
  options: ReadOptions & { readonly format?: string } = {},
): PartialBoard {
  const source = sourceOf(text);
  const readers = formatsThat('readBoard');
  const format =
    options.format === undefined
      ? likeliest(readers, source)
      : named(options.format, readers, 'reads boards');
  if (!format) {
    throw new FormatError({
      line: source.lines[0]?.number ?? 1,
      found: isPuzzle(text)
        ? 'a puzzle, not a board'
        : quoted(source.lines[0]?.text.trim() ?? source.text.trim()),
      expected:
        'rows of tile:rotation (12:3, - for an empty cell), a link to e2.bucas.name, or JSON placements',
      mend: 'Choose a file that holds a board.',
    });
  }
  refuseJson(format, source);
  return format.readBoard!(puzzle, source, options);
}

function isPuzzle(text: string): boolean {
  try {
    return Boolean(readPuzzle(text));
  } catch {
    return false;
  }
}

/**
 * Writes a puzzle in the format named. Throws CannotWrite when the format cannot say what is in it, or, unless
 * `lossy`, when a reader would take it for another puzzle.
 */
export function writePuzzle(given: Puzzle, format: string, options?: WriteOptions): WrittenPuzzle {
  const blank = format === edgewise.name ? null : unpaintedProblem(given);
  if (blank) throw new CannotWrite(`${blank.message} Only an .edgewise file keeps edges blank.`);
  const puzzle = withoutSpareBlank(given);
  const written = named(format, formatsThat('writePuzzle'), 'writes puzzles').writePuzzle!(puzzle, options);
  const changed = written.changed ?? [];
  if (changed.length === 0 || options?.lossy) return { ...written, lost: [...changed, ...written.lost] };
  throw new CannotWrite(
    `${format} has no place for ${changed.join(' and ')}: it would be another puzzle. ` +
      'Use edgewise, or allow it (--lossy).',
  );
}

/** Writes a board in the format named. Throws CannotWrite. */
export function writeBoard(puzzle: EdgePuzzle, board: PartialBoard, format: string): string {
  return named(format, formatsThat('writeBoard'), 'writes boards').writeBoard!(puzzle, board);
}

/** The format that is surest of the text, if one takes at least half of it for its own. */
function likeliest(candidates: readonly Format[], source: ReturnType<typeof sourceOf>): Format | null {
  let best: Format | null = null;
  let surest = 0.499;
  for (const format of candidates) {
    const sure = format.recognises(source);
    if (sure > surest) [best, surest] = [format, sure];
  }
  return best;
}

/** A format of lines may be asked for by name where there are none. */
function refuseJson(format: Format, source: Source): void {
  if (source.lines.length > 0 || [edgewise, instance, jsonBoard].includes(format)) return;
  throw new FormatError({
    line: 1,
    found: 'JSON',
    expected: `lines of text: ${format.title}`,
    mend: 'Leave the format out, or choose another file.',
  });
}

function named(name: string, candidates: readonly Format[], does: string): Format {
  const format = candidates.find((candidate) => candidate.name === name);
  if (format) return format;
  const names = candidates.map((candidate) => candidate.name).join(', ');
  throw new CannotWrite(`No format "${name}" ${does}; there are ${names}.`);
}

/** No format takes the text for its own. `line`: 0 means the whole of it. */
export class UnknownNotation extends FormatError {
  constructor(line: number, found: string) {
    super({
      line,
      found,
      expected:
        'tiles such as Y1,G0,R0,B1 or ET,AB,IB,OB or 0 1 2 0, a sliding puzzle, a table, a link to e2.bucas.name or an .edgewise file',
      mend: 'Write one tile a line, its edges clockwise from the top.',
    });
  }
}
