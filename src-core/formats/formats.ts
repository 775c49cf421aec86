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
import { scoreOf } from '../puzzle/score.ts';
import { unpaintedProblem, withoutSpareBlank } from '../puzzle/unpainted.ts';
import { errorsOf } from '../puzzle/validate.ts';
import { candidatesIn } from './recognition/candidates.ts';
import type { Assumption, Candidate } from './recognition/candidate.ts';
import { bestBoard, doubtOf, laidEdges } from './recognition/board-readings.ts';
import { weigh } from './recognition/weigh.ts';
import { headOf } from './meaning.ts';
import { pictures } from './pictures.ts';
import { words } from './words.ts';
import { boardText } from './board-text.ts';
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
import { isNumber, isProse, sourceOf, type Source } from './text.ts';
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
  words,
  pictures,
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
  formats.filter(
    (format) => format[can] !== undefined || (can === 'writePuzzle' && format.parts !== undefined),
  );

/** What a text turned out to be: the reading chosen, what it assumed, and the readings that are plausible besides. */
export interface Reading extends Required<Pick<ReadPuzzle, 'questions'>> {
  readonly format: string;
  readonly puzzle: Puzzle;
  readonly board: PartialBoard | null;
  /** what the text does not say, and the options that say otherwise */
  readonly assumptions: readonly Assumption[];
  /** other plausible readings: all of them have to be ruled out before the text's puzzle has no solution */
  readonly others: readonly Candidate[];
  /** numbers of the lines that were skipped as prose */
  readonly skipped: readonly number[];
}

type NamedReadOptions = ReadOptions & { readonly format?: string };

/**
 * Reads a puzzle in whatever format it is in, or in the one named; of several the first.
 * Throws FormatError that says where the text is wrong and how to fix it.
 */
export const readPuzzle = (text: string, options: NamedReadOptions = {}): Reading =>
  readPuzzles(text, options)[0]!;

/** Reads every puzzle of a text: most hold one, collections several. Throws FormatError. */
export function readPuzzles(text: string, options: NamedReadOptions = {}): Reading[] {
  const links = text.length > LONGEST_LINKS ? [] : linksIn(text);
  if (links.length > 1) return links.flatMap((link) => readPuzzles(link, options));
  const source = sourceOf(text);
  // The name of a file may be longer than that of a puzzle.
  const { name, ...rest } = options;
  const given = name?.trim().slice(0, LONGEST_NAME).trim();
  const own: NamedReadOptions = given ? { ...rest, name: given } : rest;
  const found = recognised(source, own) ?? [strictly(source, own)];
  return found.map((reading) => ({ ...reading, puzzle: sound(reading.puzzle) }));
}

/** Characters of the longest text that is looked through for several links. */
const LONGEST_LINKS = 1_000_000;

/** The lines of a text that has nothing but links. */
function linksIn(text: string): string[] {
  if (!/^\s*(https?:\/\/|edgewise:)/.test(text)) return [];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.every((line) => /^\s*(https?:\/\/|edgewise:)\S+\s*$/.test(line)) ? lines : [];
}

/** Formats whose texts are read by weighing what they can mean, unless their head says it all. */
const LOOSE = new Set(['numeric', 'words', 'sliding', 'pictures']);
/** Lines of words that are halves of symbols: nothing but the size is left open. */
const HALVES = new Set(['scramble', 'figures']);

function recognised(source: Source, options: NamedReadOptions): Reading[] | null {
  const { format } = options;
  if (format !== undefined) {
    named(format, formatsThat('readPuzzle'), 'reads puzzles');
    if (!LOOSE.has(format)) return null;
  } else {
    const strict = likeliest(
      formatsThat('readPuzzle').filter(({ name }) => !LOOSE.has(name)),
      source,
    );
    if (strict === csv && !headOf(source.text).has('rim')) return tellingTable(source, options);
    if (strict === instance && isLoose(strictly(source, options))) return looseReadings(source, options);
    if (strict && leavesNothing(strict, source, options)) return null;
    if (tileRows.recognises(source) > 0.9) return null;
  }
  if (saysItAll(source) && options.edgeOrder === undefined) return null;
  const texts = candidatesIn(source, options);
  if (texts.length === 0) return null;
  return texts.map(readingOf);
}

/** Characters of the longest JSON that is weighed as the file of another program. */
const LONGEST_JSON_ELSE = 4_000_000;

/** Whether a text in a strict format leaves nothing to weigh. */
function leavesNothing(strict: Format, source: Source, options: NamedReadOptions): boolean {
  // Other JSON than our own is never so long.
  if (strict === edgewise)
    return source.text.length > LONGEST_JSON_ELSE || /"(edgewise|puzzle)"\s*:/.test(source.text);
  if (!HALVES.has(strict.name)) return true;
  return strict.recognises(source) > 0.9 && options.edgeOrder === undefined;
}

/** Pieces of which 0 is a colour, without hints: their rules are weighed. */
const isLoose = ({ puzzle }: Reading): boolean =>
  puzzle.kind === 'edge-matching' &&
  puzzle.rim.kind === 'free' &&
  puzzle.hints.length === 0 &&
  puzzle.tiles.some(({ edges }) => edges.includes(0));

function looseReadings(source: Source, options: NamedReadOptions): Reading[] | null {
  const texts = candidatesIn(source, options);
  return texts.length === 1 ? texts.map(readingOf) : null;
}

/** A table that says nothing of its rules, where its tiles show a frame or halves; null: it is read as it stands. */
function tellingTable(source: Source, options: NamedReadOptions): Reading[] | null {
  if (options.rim !== undefined || headOf(source.text).has('mating')) return null;
  const readings = candidatesIn(source, options).map(readingOf);
  const [{ puzzle, questions }] =
    readings.length === 1 ? (readings as [Reading]) : [{ puzzle: null, questions: [] }];
  if (puzzle?.kind !== 'edge-matching' || questions.length > 0) return null;
  return puzzle.rim.kind === 'colour' || puzzle.mating === 'opposite' ? readings : null;
}

function readingOf(candidates: readonly Candidate[]): Reading {
  const { best, others, questions } = weigh(candidates);
  return {
    format: best.format,
    puzzle: best.puzzle,
    board: best.board ?? null,
    assumptions: best.assumptions,
    skipped: best.skipped ?? [],
    others,
    questions,
  };
}

/** Whether the head of a text leaves nothing to weigh: so Edgewise writes rows that could be taken for another puzzle. */
function saysItAll({ text, lines }: Source): boolean {
  const head = headOf(text);
  if (!['board', 'mating', 'rim', 'turns'].every((key) => head.has(key))) return false;
  return lines.every(({ text: line }) =>
    line.split(/[\s,;|]+/).every((word) => word === '' || isNumber(word)),
  );
}

/** Reads by the one format that is named or that is surest; its errors name the line. */
function strictly(source: Source, options: NamedReadOptions): Reading {
  const { format: name, ...rest } = options;
  const readers = formatsThat('readPuzzle');
  // A text whose board is said has tiles: rows that could be a sliding puzzle are none.
  const heeding = options.board ? readers.filter(({ heeds }) => heeds?.includes('board')) : [];
  const format =
    name === undefined
      ? (likeliest(heeding, source) ??
        likeliest(readers, source) ??
        (options.board && source.lines.length > 0 ? numeric : null))
      : named(name, readers, 'reads puzzles');
  if (!format) throw unknownNotation(source);
  refuseJson(format, source);
  const read = LOOSE.has(format.name) ? withoutProse(source) : source;
  const { puzzle, board, questions } = format.readPuzzle!(read, rest);
  return {
    format: format.name,
    puzzle,
    board: board ?? null,
    questions: questions ?? [],
    assumptions: [],
    others: [],
    skipped: [],
  };
}

/** Without the lines of prose round the tiles; a text of words alone stays as it is. */
function withoutProse(source: Source): Source {
  const lines = source.lines.filter(({ text }) => !isProse(text));
  return lines.length > 1 ? { ...source, lines } : source;
}

function unknownNotation(source: Source): FormatError {
  if (likeliest(formatsThat('readBoard'), source)) {
    return new FormatError({
      line: 1,
      found: 'a board, not a puzzle',
      expected: 'the tiles of a puzzle',
      fix: 'Open the puzzle first; then bring the board in.',
    });
  }
  return new UnknownNotation(1, quoted((source.lines[0]?.text ?? source.text).trim()));
}

/** Checks a puzzle by its schema and rules. Throws FormatError. */
function sound(read: Puzzle): Puzzle {
  checkSizes(read);
  const puzzle = checked(Puzzle, read, 'the puzzle');
  const [error] = errorsOf(puzzle);
  if (!error) return puzzle;
  throw new FormatError({
    found: `a mistake: ${error.message}`,
    expected: 'a puzzle',
    fix: 'Correct the file.',
  });
}

/** What a text may say and no puzzle can have, in words of the text. */
function checkSizes(puzzle: Puzzle): void {
  const atMost = (most: number, size: number, found: string, fix: string): void => {
    if (size > most) throw new FormatError({ found, expected: `at most ${most}`, fix });
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
    const stated = attempt(() => plain(format));
    if (!(stated instanceof FormatError)) return isOwn ? orBetter(puzzle, text, stated) : stated;
    const other = weighedBoard(puzzle, text, format);
    if (other && (!isOwn || other.doubt === null)) return other;
    throw stated;
  }
  const weighed = weighedBoard(puzzle, text, format);
  if (weighed) return weighed;
  if (format) return plain(format);
  throw noBoard(text, source);
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

/** The longest text that is returned whole, in characters: a string can't be longer than twice this. */
const MAX_TEXT = 2 ** 28;

/**
 * Writes a puzzle in the format named. Throws CannotWrite when the format cannot say what is in it, when the text would
 * be longer than a string can be, or, unless `lossy`, when a reader would take it for another puzzle.
 */
export function writePuzzle(given: Puzzle, format: string, options?: WriteOptions): WrittenPuzzle {
  const { puzzle, writer } = writerOf(given, format);
  if (writer.parts) return { text: joined(writer.parts(puzzle, options), format), lost: [] };
  let written = writer.writePuzzle!(puzzle, options);
  // Rows that would be read as another puzzle get a head that says the board and the rules.
  if (
    writer === numeric &&
    puzzle.kind === 'edge-matching' &&
    !written.changed?.length &&
    !isReadAs(written.text, puzzle)
  ) {
    written = writer.writePuzzle!(puzzle, { ...options, head: true });
  }
  return expectUnchanged(written, format, options);
}

/**
 * Writes a puzzle as `writePuzzle`, in parts: a model may have gigabytes. Throws CannotWrite, some of it only while the
 * parts are taken.
 */
export function writeInParts(
  given: Puzzle,
  format: string,
  options?: WriteOptions,
): { readonly parts: Iterable<string>; readonly lost: readonly string[] } {
  const { puzzle, writer } = writerOf(given, format);
  if (writer.parts) return { parts: writer.parts(puzzle, options), lost: [] };
  const { text, lost } = writePuzzle(given, format, options);
  return { parts: [text], lost };
}

/**
 * Returns why a format can't hold a puzzle, as a sentence; null if it can. Takes time in proportion to the puzzle: no
 * model is written to find out.
 */
export function cannotHold(given: Puzzle, format: string): string | null {
  try {
    const { puzzle, writer } = writerOf(given, format);
    if (writer.cannotHold) return writer.cannotHold(puzzle);
    expectUnchanged(writer.writePuzzle!(puzzle), format);
    return null;
  } catch (error) {
    if (error instanceof CannotWrite) return error.message;
    throw error;
  }
}

/** Returns about how many bytes a puzzle has in a format that is written in parts; null for other formats. */
export function aboutBytes(given: Puzzle, format: string): number | null {
  const { puzzle, writer } = writerOf(given, format);
  return writer.about?.(puzzle) ?? null;
}

function writerOf(given: Puzzle, format: string): { puzzle: Puzzle; writer: Format } {
  const blank = format === edgewise.name ? null : unpaintedProblem(given);
  if (blank) throw new CannotWrite(`${blank.message} Only an .edgewise file keeps edges blank.`);
  const writer = named(format, formatsThat('writePuzzle'), 'writes puzzles');
  const refused = writer.cannotHold?.(given);
  if (refused) throw new CannotWrite(refused);
  return { puzzle: withoutSpareBlank(given), writer };
}

function expectUnchanged(written: WrittenPuzzle, format: string, options?: WriteOptions): WrittenPuzzle {
  const changed = written.changed ?? [];
  if (changed.length === 0 || options?.lossy) return { ...written, lost: [...changed, ...written.lost] };
  throw new CannotWrite(
    `${format} has no place for ${changed.join(' and ')}: it would be another puzzle. ` +
      'Use edgewise, or allow it (--lossy).',
  );
}

function joined(parts: Iterable<string>, format: string): string {
  const taken: string[] = [];
  let length = 0;
  for (const part of parts) {
    length += part.length;
    if (length > MAX_TEXT) {
      throw new CannotWrite(
        `The text has more than ${MAX_TEXT / 2 ** 20} MB. Write it to a file: edgewise convert FILE --to ${format}.`,
      );
    }
    taken.push(part);
  }
  return taken.join('');
}

/** Whether a text is read as this puzzle, up to the names of the labels, without a question. */
function isReadAs(text: string, puzzle: EdgePuzzle): boolean {
  try {
    const [read, more] = readPuzzles(text);
    return (
      more === undefined && read!.questions.length === 0 && patternOf(read!.puzzle) === patternOf(puzzle)
    );
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

/** All of a puzzle that matters to its solutions but the names of its labels. */
function patternOf(puzzle: Puzzle): string {
  if (puzzle.kind === 'sliding') return JSON.stringify(puzzle);
  const numbers = new Map<number, number>();
  const number = (label: number): number => {
    const own = puzzle.mating === 'same' ? label : label >> 1;
    if (!numbers.has(own)) numbers.set(own, numbers.size);
    return puzzle.mating === 'same' ? numbers.get(own)! : 2 * numbers.get(own)! + (label & 1);
  };
  const tiles = puzzle.tiles.map(({ edges, back = [] }) => [edges.map(number), back.map(number)]);
  const { board, mating, rim, turns } = puzzle;
  const rule = rim.kind === 'colour' ? { ...rim, colour: number(rim.colour) } : rim;
  return JSON.stringify([boardText(board), mating, rule, turns, tiles]);
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
    fix: 'Leave the format out, or choose another file.',
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
      fix: 'Write one tile a line, its edges clockwise from the top.',
    });
  }
}
