/** Reads a puzzle from text. Compares several readings if the text is ambiguous. */
import type { PartialBoard } from '../puzzle/partial-board.ts';
import { MAX_LABEL_LENGTH, MAX_NAME_LENGTH, MAX_LABELS, MAX_TILES, Puzzle } from '../puzzle/puzzle.ts';
import { errorsOf } from '../puzzle/validate.ts';
import { parseBoard } from './board-text.ts';
import { cleanedTexts } from './cleaned.ts';
import { csv } from './csv.ts';
import { edgewise } from './edgewise.ts';
import { FormatError, quoted } from './format-error.ts';
import type { Format, ReadPuzzle } from './format.ts';
import {
  formatsThat,
  likeliest,
  MAX_LINK_SEARCH_LENGTH,
  named,
  refuseJson,
  type NamedReadOptions,
} from './formats.ts';
import { instance } from './instance.ts';
import { jsonBoard } from './json-board.ts';
import { checked, limitExceeded } from './json.ts';
import type { TextKind, FoundKind } from './text-kind.ts';
import { textKindOf, notationKindOf, certainKindOf } from './text-kinds.ts';
import { hasHead, headOf } from './meaning.ts';
import { numeric } from './numeric.ts';
import { sliding } from './sliding-text.ts';
import type { Assumption, Candidate } from './recognition/candidate.ts';
import { candidatesIn } from './recognition/candidates.ts';
import { askIfGoal } from './recognition/unreachable-goal.ts';
import { withBlankSign, withStatedBlank } from './recognition/stated-blank.ts';
import { askIfGoalUnread, withGoalInText } from './recognition/stated-goal.ts';
import { confirmedPositions, positionsChosen } from './recognition/confirmed-positions.ts';
import { keyedRows } from './recognition/keyed.ts';
import { MAX_SIDE } from './recognition/positions.ts';
import { bareRows } from './recognition/text-rows.ts';
import { areMostlySingle } from './recognition/tile-candidates.ts';
import { askIfFramed } from './recognition/doubtful-frame.ts';
import { askIfCells, askIfPosition, SLIDING_NAME } from './recognition/doubtful-positions.ts';
import { askIfTiles } from './recognition/few-tiles.ts';
import { askAboutWords } from './recognition/unread-words.ts';
import { weigh } from './recognition/weigh.ts';
import { isNumber, sourceOf, type Source } from './text.ts';
import { tileRows } from './tile-rows.ts';
import { sizeName } from './written.ts';
import { counted, grouped } from '../text/counted.ts';

/** A puzzle read from text, and what else the text could mean. */
export interface Reading extends Required<Pick<ReadPuzzle, 'questions'>> {
  readonly format: string;
  readonly puzzle: Puzzle;
  readonly board: PartialBoard | null;
  /** what was assumed because the text doesn't specify it */
  readonly assumptions: readonly Assumption[];
  /** other plausible readings; the text is called unsolvable only if no reading has a solution */
  readonly others: readonly Candidate[];
  /** numbers of the lines that were skipped as prose */
  readonly skipped: readonly number[];
  /** numbers of the lines with extra words after the labels */
  readonly remarks: readonly number[];
  /** parts of the puzzle in which characters were replaced, as phrases for the user, such as "the name" */
  readonly cleaned: readonly string[];
}

/** Reads the first puzzle in the text, in any format or in `options.format`. Throws FormatError. */
export const readPuzzle = (text: string, options: NamedReadOptions = {}): Reading =>
  readPuzzles(text, options)[0]!;

/** Reads all the puzzles in the text, which may be a collection of several. Throws FormatError. */
export function readPuzzles(text: string, options: NamedReadOptions = {}): Reading[] {
  const links = text.length > MAX_LINK_SEARCH_LENGTH ? [] : linksIn(text);
  if (links.length > 1) return links.flatMap((link) => readPuzzles(link, options));
  const signed = withBlankSign(text);
  const source = sourceOf(signed?.text ?? text);
  const { name, ...rest } = options;
  const given = name?.trim();
  const own: NamedReadOptions = given ? { ...rest, name: given } : rest;
  const readings = readingsIn(source, own);
  return (signed ? readings.map((each) => withStatedBlank(each, signed)) : readings).map((reading) => ({
    ...reading,
    puzzle: validated(reading.puzzle),
  }));
}

function readingsIn(source: Source, options: NamedReadOptions): readonly Reading[] {
  if (options.position !== undefined)
    return positionsChosen(source, options).map((each) => readingOf(withGoalInText(each, source.text)));
  try {
    const found = recognised(source, options) ?? [strictly(source, options)];
    const mayBeAsked = found.some(({ format }) => AMBIGUOUS_FORMATS.has(format)) && isOpen(source, options);
    if (!mayBeAsked) return found;
    return found.map((each) =>
      askAboutWords(each, source, (more) => reread(source, { ...options, ...more })),
    );
  } catch (error) {
    const positions =
      error instanceof FormatError && isOpen(source, options) ? confirmed([], source, options) : [];
    if (positions.length === 0) throw error;
    return positions;
  }
}

/** Returns the first puzzle in the text, or null if it can't be read with the options. */
function reread(source: Source, options: NamedReadOptions): Puzzle | null {
  try {
    return readingsIn(source, options)[0]!.puzzle;
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

/** Returns true if neither the options nor `# key: value` lines specify how to read the text. */
const isOpen = (source: Source, options: NamedReadOptions): boolean => !isStated(options) && !hasHead(source);

/** Returns the readings that the words in the text confirm, or else readings with a question for the user. */
function confirmed(
  read: readonly (readonly Candidate[])[],
  source: Source,
  options: NamedReadOptions,
): Reading[] {
  const { texts, question } = confirmedPositions(read, source, options);
  const readings = texts.map(readingOf);
  if (question) return readings.map((reading, i) => ({ ...reading, questions: i === 0 ? [question] : [] }));
  return readings.map((reading, i) => {
    const candidate = texts[i]!.find(({ puzzle }) => puzzle === reading.puzzle);
    const { position, isGoalAssumed } = candidate ?? {};
    if (!position) return askIfTiles(reading, source, options.name);
    const placed = askIfCells(reading, position, source.text);
    const asked = askIfPosition(placed, position, source.text, options.name ?? '');
    return i === 0 && isGoalAssumed ? askIfGoalUnread(asked, position, source.text) : asked;
  });
}

function linksIn(text: string): string[] {
  if (!/^\s*(https?:\/\/|edgewise:)/.test(text)) return [];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.every((line) => /^\s*(https?:\/\/|edgewise:)\S+\s*$/.test(line)) ? lines : [];
}

/** Formats whose texts have several readings unless `# key: value` lines give the board and rules. */
const AMBIGUOUS_FORMATS = new Set(['numeric', 'words', 'sliding', 'pictures']);
/** Formats whose labels are halves of symbols. Texts in these formats may omit the board's size, but nothing else. */
const HALVES_FORMATS = new Set(['scramble', 'figures']);

function recognised(source: Source, options: NamedReadOptions): Reading[] | null {
  const { format } = options;
  if (format !== undefined) {
    named(format, formatsThat('readPuzzle'), 'reads puzzles');
    if (!AMBIGUOUS_FORMATS.has(format)) return null;
  } else {
    const strict = likeliest(
      formatsThat('readPuzzle').filter(({ name }) => !AMBIGUOUS_FORMATS.has(name)),
      source,
    );
    if (strict === csv && !headOf(source).has('rim')) return tableWithImpliedRules(source, options);
    if (strict === instance && isLoose(strictly(source, options))) return looseReadings(source, options);
    if (strict && isUnambiguous(strict, source, options)) return null;
    if (tileRows.recognises(source) > 0.9) return null;
    refuseOtherTexts(source, options);
  }
  return weighed(source, options);
}

function refuseOtherTexts(source: Source, options: NamedReadOptions): void {
  if (isBoardShape(source.text)) {
    throw new FormatError({
      line: 1,
      found: 'the shape of a board, without tiles',
      expected: 'the tiles of a puzzle',
      fix: 'Open a file that contains the tiles, and give this file as the shape of its board.',
    });
  }
  if (isStated(options) || hasHead(source)) return;
  const seen = certainKindOf(source);
  // Accept a text that names the edges of tiles, even if it looks like another kind of text, such as a log.
  if (seen && keyedRows(source.text, false) === null) throw unknownNotation(source, seen);
}

/** Returns whether the text is a JSON object that gives only the shape of a board. */
function isBoardShape(text: string): boolean {
  if (!/^\s*\{\s*"kind"\s*:/.test(text)) return false;
  try {
    parseBoard(text.trim());
    return true;
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

const isStated = ({ name: _, ...stated }: NamedReadOptions): boolean => Object.keys(stated).length > 0;

function weighed(source: Source, options: NamedReadOptions): Reading[] | null {
  if (statesEverything(source) && options.edgeOrder === undefined) return null;
  if (source.lines.length === 0 && isLongJson(source.text)) return null;
  const read = candidatesIn(source, options).map((each) => withGoalInText(each, source.text));
  if (read.length === 0) return null;
  const asked = isOpen(source, options) ? askIfGoal(confirmed(read, source, options)) : read.map(readingOf);
  const head = headOf(source);
  return options.rim !== undefined || head.has('rim') ? asked : asked.map(askIfFramed);
}

/** Limits on JSON from other programs. The largest puzzle has about 60,000 values. */
const MAX_FOREIGN_JSON_LENGTH = 4_000_000;
const MAX_FOREIGN_JSON_VALUES = 100_000;

const isLongJson = (text: string): boolean =>
  text.length > MAX_FOREIGN_JSON_LENGTH || limitExceeded(text, MAX_FOREIGN_JSON_VALUES) === 'values';

function isUnambiguous(strict: Format, source: Source, options: NamedReadOptions): boolean {
  if (strict === edgewise)
    return source.text.length > MAX_FOREIGN_JSON_LENGTH || /"edgewise"\s*:/.test(source.text);
  if (!HALVES_FORMATS.has(strict.name)) return true;
  const isHeaded = /^[\d\sx×*,;]+$/i.test(source.lines[0]!.text);
  return strict.recognises(source) > 0.9 && !isHeaded && options.edgeOrder === undefined;
}

/**
 * Returns whether a puzzle read as `instance` may have rules that this format can't express. This is possible if there
 * are no hints and colour 0 is not a frame.
 */
const isLoose = ({ puzzle }: Reading): boolean =>
  puzzle.kind === 'edge-matching' &&
  puzzle.rim.kind === 'free' &&
  puzzle.hints.length === 0 &&
  puzzle.tiles.some(({ edges }) => edges.includes(0));

function looseReadings(source: Source, options: NamedReadOptions): Reading[] | null {
  const texts = candidatesIn(source, options);
  return texts.length === 1 ? texts.map(readingOf) : null;
}

/**
 * Returns readings with rules that the table implies but doesn't specify: a frame, symbol halves, fixed tiles or
 * another board. Returns null if the table implies no such rules.
 */
function tableWithImpliedRules(source: Source, options: NamedReadOptions): Reading[] | null {
  const readings = candidatesIn(source, options).map(readingOf);
  const [reading] = readings;
  if (readings.length > 1) return readings;
  if (reading?.puzzle.kind !== 'edge-matching') return null;
  const areRulesStated = options.rim !== undefined || headOf(source).has('mating');
  if (areRulesStated && reading.puzzle.board.kind === 'rectangle') return null;
  const shown = [
    reading.puzzle,
    ...reading.questions.flatMap(({ choices }) => choices.map(({ preview }) => preview)),
  ];
  return shown.some(hasRules) ? readings : null;
}

const hasRules = (puzzle: Puzzle): boolean =>
  puzzle.kind === 'edge-matching' &&
  (puzzle.rim.kind === 'colour' ||
    puzzle.mating === 'opposite' ||
    puzzle.turns === 'fixed' ||
    puzzle.board.kind !== 'rectangle');

function readingOf(candidates: readonly Candidate[]): Reading {
  const { best, others, questions } = weigh(candidates);
  return {
    format: best.format,
    puzzle: best.puzzle,
    board: best.board ?? null,
    assumptions: best.assumptions,
    skipped: best.skipped ?? [],
    remarks: best.remarks ?? [],
    cleaned: cleanedTexts(best.puzzle),
    others,
    questions,
  };
}

/**
 * Returns whether `# key: value` lines give the board and all rules. Edgewise writes these lines if the rows alone
 * would be ambiguous.
 */
function statesEverything(source: Source): boolean {
  const head = headOf(source);
  if (!['board', 'mating', 'rim', 'turns'].every((key) => head.has(key))) return false;
  return source.lines.every(({ text: line }) =>
    line.split(/[\s,;|]+/).every((word) => word === '' || isNumber(word)),
  );
}

/** How many characters at the start of the text are searched for the name of a sliding puzzle */
const TITLE_SEARCH_LENGTH = 500;

function strictFormat(source: Source, { format: name, board }: NamedReadOptions): Format | null {
  const readers = formatsThat('readPuzzle');
  if (name !== undefined) return named(name, readers, 'reads puzzles');
  // If a board is given, the text lists tiles, so it can't be a sliding puzzle.
  const boardReaders = board ? readers.filter(({ usesOptions }) => usesOptions?.includes('board')) : [];
  const found = likeliest(boardReaders, source) ?? likeliest(readers, source);
  if (source.lines.length === 0 || isStrict(found)) return found;
  if (!board && SLIDING_NAME.test(source.text.slice(0, TITLE_SEARCH_LENGTH))) return sliding;
  return found ?? (board ? numeric : null);
}

const isStrict = (format: Format | null): boolean => format !== null && !AMBIGUOUS_FORMATS.has(format.name);

function strictly(source: Source, options: NamedReadOptions): Reading {
  const { format: name, ...rest } = options;
  const format = strictFormat(source, options);
  const unread = name !== undefined || isStrict(format) ? null : unreadKindOf(source);
  if (!format || unread) throw unknownNotation(source, unread ?? textKindOf(source));
  refuseJson(format, source);
  const read = isStrict(format) ? source : { ...source, lines: bareRows(source) };
  const { puzzle, board, questions, cleaned } = format.readPuzzle!(read, rest);
  if (
    name === undefined &&
    !isStrict(format) &&
    !isStated(options) &&
    !hasHead(source) &&
    areNearlyAllDifferent(puzzle)
  )
    throw unknownNotation(source, { kind: MOSTLY_UNIQUE_NUMBERS, line: source.lines[0]! });
  return {
    format: format.name,
    puzzle,
    board: board ?? null,
    questions: questions ?? [],
    assumptions: [],
    others: [],
    skipped: [],
    remarks: [],
    cleaned: cleaned ?? cleanedTexts(puzzle),
  };
}

/**
 * Returns the kind of the text if it is in a known notation or has words on most of its lines. Returns null for rows
 * of numbers, because the reader's own error is more useful: it says which number is wrong.
 */
function unreadKindOf(source: Source): FoundKind | null {
  const some = source.lines.slice(0, 100);
  const areWords = some.filter(({ text }) => /\p{L}{2}/u.test(text)).length > 0.5 * some.length;
  return notationKindOf(source) ?? (areWords ? textKindOf(source) : null);
}

const MOSTLY_UNIQUE_NUMBERS: TextKind = {
  what: 'numbers that mostly occur only once',
  fix: 'In a puzzle, most labels occur on several edges. If these are tiles, give the size of the board.',
  asksSize: true,
};

/** Returns whether most labels occur only once, as in a table of measurements, so that few edges can match. */
function areNearlyAllDifferent(puzzle: Puzzle): boolean {
  if (puzzle.kind !== 'edge-matching') return false;
  const counts = new Map<string, number>();
  for (const label of puzzle.tiles.flatMap(({ edges }) => edges))
    counts.set(String(label), (counts.get(String(label)) ?? 0) + 1);
  return puzzle.tiles.length > 2 && areMostlySingle(counts);
}

function unknownNotation(source: Source, seen: FoundKind | null): FormatError {
  if (hasPlacements(source) || (!seen && isBoard(source))) {
    return new FormatError({
      line: 1,
      found: 'a board, not a puzzle',
      expected: 'the tiles of a puzzle',
      fix: 'Open the puzzle first, then import the board.',
    });
  }
  const line = seen?.line ?? source.lines[0];
  return new UnknownNotation(
    line?.number ?? 1,
    quoted((line?.text ?? source.text).trim()),
    seen?.kind ?? null,
  );
}

/**
 * Returns whether every line consists of cells such as `12:3`, or `-` if empty. Only one digit may follow a colon, so
 * that times such as `12:30` are not taken for cells.
 */
const hasPlacements = ({ lines }: Source): boolean =>
  lines.length > 0 && lines.every(({ text }) => /^\s*(?:(?:\d{1,4}:[0-5]f?|-)(?:[\s,;]+|$))+$/.test(text));

/**
 * Returns whether the text is probably a board. Most JSON has lists, so JSON is a board only if it has the keys of
 * one.
 */
function isBoard(source: Source): boolean {
  const format = likeliest(formatsThat('readBoard'), source);
  if (format !== jsonBoard) return format !== null;
  return /"(?:placements|board|tile|piece|rotation)"/.test(source.text.slice(0, 10_000));
}

function validated(read: Puzzle): Puzzle {
  checkSizes(read);
  const puzzle = checked(Puzzle, read, 'the puzzle');
  const [error] = errorsOf(puzzle);
  if (!error) return puzzle;
  throw new FormatError({
    found: `a mistake: ${error.message.replace(/\.$/, '')}`,
    expected: 'a puzzle',
    fix: error.message.startsWith('The goal') ? 'Correct the goal.' : 'Correct the file.',
  });
}

/** Rejects puzzles that are too large, with clearer messages than those of the schema. */
function checkSizes(puzzle: Puzzle): void {
  const atMost = (most: number, size: number, found: string, fix: string): void => {
    if (size > most) throw new FormatError({ found, expected: `at most ${grouped(most)}`, fix });
  };
  const { length } = puzzle.name;
  atMost(
    MAX_NAME_LENGTH,
    length,
    `a puzzle name or file name of ${counted(length, 'character')}`,
    'Shorten it.',
  );
  if (puzzle.kind === 'sliding') {
    if ([puzzle.width, puzzle.height].every((side) => side >= 2 && side <= MAX_SIDE)) return;
    throw new FormatError({
      found: `a sliding puzzle of size ${sizeName(puzzle)}`,
      expected: `2 to ${MAX_SIDE} columns and 2 to ${MAX_SIDE} rows`,
      fix: 'Correct the size.',
    });
  }
  const { tiles, labels } = puzzle;
  const what = puzzle.mating === 'same' ? 'colour' : 'symbol';
  atMost(MAX_TILES, tiles.length, counted(tiles.length, 'tile'), 'Is this the right file?');
  atMost(
    MAX_LABELS,
    labels.length,
    counted(labels.length, what),
    'Use fewer labels, or correct those that differ by mistake.',
  );
  for (const { name } of labels) {
    atMost(
      MAX_LABEL_LENGTH,
      name.length,
      `the label ${quoted(name)} of ${counted(name.length, 'character')}`,
      'Shorten it.',
    );
  }
}

/** Thrown when no format recognises the text. `line` is 0 for an error about the whole text. */
export class UnknownNotation extends FormatError {
  readonly textKind: TextKind | null;

  constructor(line: number, found: string, textKind: TextKind | null) {
    super({
      line,
      found: textKind === null ? found : `${textKind.what}: ${found}`,
      expected:
        'tiles such as Y1,G0,R0,B1 or ET,AB,IB,OB or 0 1 2 0, a sliding puzzle, a table, a link to e2.bucas.name or an .edgewise file',
      fix: textKind?.fix ?? 'Write one tile per line, its edges clockwise from the top.',
      ...(textKind?.asksSize ? { asks: 'size' } : {}),
    });
    this.textKind = textKind;
  }
}
