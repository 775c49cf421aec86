/** Lists the ways to read the text. If it has several puzzles, each is read separately. */
import { MAX_TILES } from '../../puzzle/puzzle.ts';
import { FormatError, quoted } from '../format-error.ts';
import type { ReadOptions } from '../format.ts';
import { counted } from '../../text/counted.ts';
import { kindOfRows } from '../grid-kinds.ts';
import { withPlainDigits } from '../characters.ts';
import { meaningOf, type Meaning } from '../meaning.ts';
import type { Size } from '../size.ts';
import { isProse, linesWithoutComments, sourceOf, type Source } from '../text.ts';
import type { Assumption, Candidate } from './candidate.ts';
import { rowsWithCopies } from './copies.ts';
import { withRowsOfData } from './data-statements.ts';
import { drawnRows } from './drawings.ts';
import { isNamed, sizeIn, type StructuredRows } from './facts.ts';
import { positionsInFences } from './fenced-positions.ts';
import { hexagonsInLists } from './hexagon-lists.ts';
import { rowsOfIndexedValues } from './indexed-values.ts';
import { keyedRows, MAX_SEARCH_LENGTH } from './keyed.ts';
import { withoutOptionals, withRowsOfMatrices } from './matrices.ts';
import { pictureCandidates, picturesInLists } from './pictures.ts';
import { besideSolution } from './beside-solution.ts';
import { bracketedPositions } from './position-notations.ts';
import { positionsByPlace, positionsInPddl } from './position-facts.ts';
import { joinedTexts, newLinesOfDiff, textsInShell, withoutOutput, wordsInString } from './around.ts';
import { rowsInProgram } from './program-rows.ts';
import { rowsOnLines } from './rewriting.ts';
import { slidingCandidates } from './sliding-candidates.ts';
import { bothKinds, equalSquares, groupsOf } from './puzzle-groups.ts';
import { jsonPuzzles, literalPuzzles } from './structured.ts';
import { withTitlesOfComment } from './stated-order.ts';
import { statesSame, withoutPairs } from './stated-pairs.ts';
import { textRows, type TextRows } from './text-rows.ts';
import { tileCandidates } from './tile-candidates.ts';
import type { StatedFacts } from './tile-text.ts';

/** With one label per line, 4,096 tiles take 16,384 lines. */
const MAX_LINES = 20_000;

/** Maximum length, in characters, of text in which tiles may span several lines */
const MAX_MULTILINE_TILES_LENGTH = 200_000;

/** Maximum number of strings in a program that are read as puzzles */
const MAX_PROGRAM_TEXTS = 50;

type Options = ReadOptions & { readonly format?: string };

/** Returns the ways to read each puzzle in the text. */
export function candidatesIn(source: Source, options: Options): Candidate[][] {
  return besideSolution(source.text, options, candidatesInWhole) ?? candidatesInWhole(source, options);
}

function candidatesInWhole(source: Source, options: Options): Candidate[][] {
  try {
    const found = candidatesAnywhere(source, options);
    return candidatesInProgram(source, found, options) ?? found;
  } catch (error) {
    // A line of code can look like a faulty tile, so read only the program's lines that are tiles.
    const inProgram = error instanceof FormatError ? candidatesInProgram(source, [], options) : null;
    if (inProgram === null) throw error;
    return inProgram;
  }
}

/** Matches a section title of an INI file, which can look like JSON. */
const INI_SECTION = /^\s*\[[\p{L}\d _-]+\]\s*\n/u;

/**
 * Returns the readings of the tiles in a program's source, or null. They replace the readings in `found` if those lack
 * some tiles, merge several puzzles, contain positions, or treat the two words of each half as separate labels.
 */
function candidatesInProgram(
  source: Source,
  found: readonly Candidate[][],
  options: Options,
): Candidate[][] | null {
  if (options.goal !== undefined || (source.lines.length === 0 && !INI_SECTION.test(source.text)))
    return null;
  const programs = rowsInProgram(source.text);
  const count = programs.reduce((sum, each) => sum + each.count, 0);
  const tiles = found.map(([first]) => tilesOf(first));
  const sum = countTiles(found);
  const isBetter =
    sum < count ? sum === 0 || !tiles.includes(0) : sum === count && found.length < programs.length;
  const mayBeHalves = sum >= count && /\p{L}/u.test(source.text) && !hasHalves(found);
  if (count === 0 || (!isBetter && !mayBeHalves)) return null;
  const readings = programs.flatMap(({ text, lines: [from, to] }) => {
    const note: Assumption = { option: 'format', text: `tiles on lines ${from} to ${to}`, options: {} };
    return candidatesInLines(sourceOf(text), options).map((each) => each.map((one) => noted(one, note)));
  });
  const areAll = programs.every((each, i) => tilesOf(readings[i]?.[0]) === each.count);
  return areAll && (isBetter || hasHalves(readings)) ? readings : null;
}

/** Returns whether the likeliest reading of the first puzzle has symbol halves. */
function hasHalves([readings = []]: readonly Candidate[][]): boolean {
  const [best] = readings.toSorted((a, b) => a.penalty - b.penalty);
  return best?.puzzle.kind === 'edge-matching' && best.puzzle.mating === 'opposite';
}

const tilesOf = (candidate: Candidate | undefined): number =>
  candidate?.puzzle.kind === 'edge-matching' ? candidate.puzzle.tiles.length : 0;

function candidatesAnywhere(source: Source, options: Options): Candidate[][] {
  if (source.lines.length > MAX_LINES || isBook(source) || isOneWord(source)) return [];
  const certain = certainCandidates(source, options);
  if (certain.length > 0) return certain;
  const inside = candidatesOfSeveral(source, options) ?? candidatesInside(source.text, options);
  if (inside) return inside;
  const pictures = source.lines.length === 0 ? picturesInLists(source.text) : null;
  if (pictures !== null) return rewritten(sourceOf(pictures), options);
  const named = namedParts(source);
  if (named)
    return named.flatMap((part) => (part.rows.length > MAX_LINES ? [] : candidatesOf(source, part, options)));
  if (source.lines.length === 0 && source.text.length > MAX_SEARCH_LENGTH) return [];
  return candidatesInText(source, options);
}

/** Returns the readings of the lines of a text, or of the strings of a program. */
function candidatesInText(source: Source, options: Options): Candidate[][] {
  const texts = textsInShell(source.text);
  return puzzlesInTexts(texts, options) ?? candidatesBesideCode(source, texts, options);
}

/** Returns the readings of the lines, or of the multi-line strings in `texts` if these have more tiles. */
function candidatesBesideCode(source: Source, texts: readonly string[], options: Options): Candidate[][] {
  const found = candidatesInLines(source, options);
  if (texts.length === 0) {
    if (found.length > 0) return found;
    const words = wordsInString(source.text);
    return words === null
      ? placedCandidates(source, options, 0)
      : candidatesInLines(sourceOf(words), options);
  }
  if (found.length === 0) return candidatesInLines(sourceOf(joinedTexts(texts)), options);
  // The first and last tile of a string may be on lines with code, which were skipped.
  const quoted = candidatesOrNone(joinedTexts(texts), options);
  return countTiles(quoted) > countTiles(found) ? quoted : found;
}

const countTiles = (puzzles: readonly (readonly Candidate[])[]): number =>
  puzzles.reduce((sum, [first]) => sum + tilesOf(first), 0);

/**
 * Minimum number of tiles per puzzle if a program has several strings. Fewer could be only the corners of one puzzle.
 */
const MIN_TILES = 9;

/** Returns the readings of several strings in a program if each is a puzzle; otherwise null. */
function puzzlesInTexts(texts: readonly string[], options: Options): Candidate[][] | null {
  if (texts.length < 2 || texts.length > MAX_PROGRAM_TEXTS) return null;
  const found: Candidate[][] = [];
  for (const text of texts) {
    const own = candidatesOrNone(text, options);
    const count = tilesOf(own[0]?.[0]);
    if (count < MIN_TILES || !Number.isInteger(Math.sqrt(count))) return null;
    found.push(...own);
  }
  return found;
}

function candidatesOrNone(text: string, options: Options): Candidate[][] {
  try {
    return candidatesInLines(sourceOf(text), options);
  } catch (error) {
    if (error instanceof FormatError) return [];
    throw error;
  }
}

/** Returns the readings of hexagons or positions in notations that no other kind of puzzle uses. */
function certainCandidates(source: Source, options: Options): Candidate[][] {
  const hexagons = hexagonsInLists(source.text);
  if (hexagons !== null) return candidatesInLines(sourceOf(hexagons), options);
  const text = rowsOfIndexedValues(source.text) ?? positionsInPddl(source.text) ?? positionsInFences(source);
  return text === null
    ? placedCandidates(source, options, MIN_POSITION_FRACTION)
    : rewritten(sourceOf(text), options);
}

/** Positions are read before other notations only if they make up at least this fraction of the text. */
const MIN_POSITION_FRACTION = 0.6;

/**
 * Returns the readings of text that lists the place of each tile in a position, such as a dictionary or Prolog facts.
 */
function placedCandidates(source: Source, options: Options, share: number): Candidate[][] {
  const text = positionsByPlace(source.text, share);
  return text === null
    ? []
    : rewritten(sourceOf(text), options).map((readings) =>
        readings.map((each) => noted(each, PLACES_ASSUMPTION)),
      );
}

/** Returns the readings of a program with several puzzles, or null for any other text. */
function candidatesOfSeveral(source: Source, options: Options): Candidate[][] | null {
  const several = source.lines.length > 0 ? severalIn(source.text) : null;
  const each = several?.map((part) => candidatesOf(source, part, options)) ?? [];
  return each.length > 0 && each.every((found) => found.length > 0) ? each.flat() : null;
}

/**
 * Returns the readings of a text with matrices, or of an exercise with answers below a title such as `Sample Output`.
 * The answers are not read. Returns null for any other text.
 */
function candidatesInside(text: string, options: Options): Candidate[][] | null {
  const matrices =
    newLinesOfDiff(text) ?? withoutOptionals(text) ?? withRowsOfData(text) ?? withRowsOfMatrices(text);
  if (matrices !== null) return candidatesIn(sourceOf(matrices), options);
  const inside = withoutOutput(text);
  const found = inside === null ? [] : candidatesIn(sourceOf(inside), options);
  return found.length > 0 ? found : null;
}

function candidatesInLines(source: Source, options: Options): Candidate[][] {
  const titled = withTitlesOfComment(source.text);
  if (titled !== null) return candidatesInLines(sourceOf(titled), options);
  const copied = rowsWithCopies(bareText(source));
  const repeated = copied === null ? [] : rewritten({ ...source, text: copied }, options);
  if (repeated.length > 0)
    return repeated.map((readings) => readings.map((each) => noted(each, COPIES_ASSUMPTION)));
  const drawn = options.board ? null : drawnRows(source.text);
  if (drawn) return candidatesOf(source, drawn, options);
  const own = textRows(source);
  const mixed = bothKinds(own);
  if (mixed) return mixed.flatMap((part) => candidatesOf(source, part, options));
  const found = candidatesOf(source, own, options);
  return found.length === 0 || cutsBrackets(source, found) ? regrouped(source, found, options) : found;
}

const COPIES_ASSUMPTION: Assumption = {
  option: 'format',
  text: 'each copy read as a tile of its own',
  options: {},
};
const PLACES_ASSUMPTION: Assumption = {
  option: 'format',
  text: 'cells given as row and column',
  options: {},
};
const noted = (reading: Candidate, note: Assumption): Candidate => ({
  ...reading,
  assumptions: [...reading.assumptions, note],
});

function regrouped(source: Source, found: Candidate[][], options: Options): Candidate[][] {
  if (source.lines.length === 0 && KEY_IN_JSON.test(source.text)) return found;
  const bracketed = keyedRows(source.text, true);
  if (bracketed) return candidatesOf(source, bracketed, options);
  if (found.length > 0 || source.text.length > MAX_MULTILINE_TILES_LENGTH) return found;
  const text = rowsOnLines(bareText(source));
  return text === null ? [] : rewritten({ ...source, text }, options);
}

/** Matches a key of an object in JSON. */
const KEY_IN_JSON = /"\s*:/;

const bareText = (source: Source): string =>
  linesWithoutComments(source)
    .map(({ text }) => text)
    .join('\n');

/**
 * Returns the readings of a rewritten text. Skipped lines aren't reported, because their numbers differ from those in
 * the file.
 */
const rewritten = (source: Source, options: Options): Candidate[][] =>
  candidatesOf(source, { ...textRows(source), skipped: [], remarks: [] }, options);

/**
 * Returns whether the text was read as squares although each of its brackets holds three labels (triangles) or six
 * labels (hexagons).
 */
function cutsBrackets({ text }: Source, found: readonly Candidate[][]): boolean {
  const first = found[0]?.[0];
  if (first?.puzzle.kind !== 'edge-matching' || first.puzzle.tiles[0]!.edges.length !== 4) return false;
  const groups = text.match(/[[({][^[\](){}]+[\])}]/g) ?? [];
  const sizes = new Set(
    groups.map((group) => group.split(/[\s,;|]+/).filter((word) => /[^[\](){}]/.test(word)).length),
  );
  const isEven = sizes.size === 1 && (sizes.has(3) || sizes.has(6));
  return isEven && groups.length >= 4 && groups.length !== first.puzzle.tiles.length;
}

/** Returns whether the text is long prose, which isn't worth searching for tiles. */
const isBook = ({ lines }: Source): boolean =>
  lines.length > MAX_TILES + 1_000 && lines.slice(0, 100).every(({ text }) => isProse(text));

/** Length in characters of 4,096 tiles with one-letter labels and no separators */
const MAX_WORD_LENGTH = 16_384;

/** Returns whether the text consists mostly of words too long for labels, such as a picture in base64. */
function isOneWord({ text, lines }: Source): boolean {
  if (text.length <= MAX_WORD_LENGTH) return false;
  const words = lines.filter((line) => line.text.length > MAX_WORD_LENGTH && !/[\s,;|]/.test(line.text));
  return words.reduce((sum, line) => sum + line.text.length, 0) > 0.5 * text.length;
}

/**
 * Returns whether a program has sliding positions, all of them on several rows. Numbers on a single row could also be
 * the labels of a hexagonal tile.
 */
const hasPositions = (source: Source): boolean =>
  bracketedPositions(source)?.found.every(({ position }) => position.sizeFrom === 'rows') ?? false;

/** If the text is JSON or names each tile's edges, returns its puzzles. Throws FormatError for invalid JSON. */
function namedParts(source: Source): StructuredRows[] | null {
  const { text, lines } = source;
  if (lines.length > 0) return listOf(keyedRows(text, false));
  try {
    const puzzles = jsonPuzzles(text);
    return puzzles.length > 0 ? puzzles : null;
  } catch (error) {
    const several = severalIn(text);
    if (several) return several;
    if (hasPositions(source)) return null;
    // Lists and objects in other languages can look like JSON.
    const keyed = text.length <= MAX_SEARCH_LENGTH && isBalanced(text) ? keyedRows(text, true) : null;
    if (keyed) return [keyed];
    if (error instanceof FormatError && !/"[^"]*"\s*:/.test(text)) return null;
    throw error;
  }
}

/** Matches a program with two named lists, or with nested lists. */
const NESTED_OR_NAMED_LISTS = /[[({]\s*[[({]|[=:][^[\](){}\n]{0,30}[[({][^]*[=:][^[\](){}\n]{0,30}[[({]/;

/** If the text is source code that defines several puzzles, returns them; otherwise null. */
const severalIn = (text: string): StructuredRows[] | null =>
  text.length <= MAX_MULTILINE_TILES_LENGTH && NESTED_OR_NAMED_LISTS.test(text) && /\p{L}/u.test(text)
    ? literalPuzzles(text)
    : null;

const listOf = <T>(item: T | null): T[] | null => (item === null ? null : [item]);

/**
 * Returns whether all brackets are closed. If they aren't, the text was probably truncated, and some of its tiles
 * would be missing.
 */
function isBalanced(text: string): boolean {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return count(/\[/g) === count(/\]/g) && count(/\{/g) === count(/\}/g);
}

function candidatesOf(source: Source, own: TextRows, options: Options): Candidate[][] {
  const wants = (format: string): boolean => options.format === undefined || options.format === format;
  const facts = isNamed(own) ? own.facts : null;
  const meaning = meaningOf(source, options);
  const { board, mating, rim, turns } = meaning;
  const hasTiles = [board, mating, rim, turns, options.edgeOrder, options.pairs].some(
    (each) => each !== undefined,
  );
  if (wants('sliding') && !hasTiles) {
    const positions = positionsOf(source, own, options);
    if (positions.length > 0) return positions;
  }
  if (options.goal !== undefined) return [];
  if (wants('pictures') && !facts) {
    const pictures = pictureCandidates(source.text, board ? { ...options, board } : options);
    if (pictures.length > 0) return pictures.map((each) => [each]);
  }
  if (source.lines.length === 0 && isOtherJson(source, own, hasTiles || options.size !== undefined))
    return [];
  return wants('numeric') || wants('words')
    ? tilesIn(own, withStatedMating(meaning, options, source), options)
    : [];
}

/**
 * Returns whether JSON is not about tiles. A grid such as a sudoku is read as tiles only if the text gives facts about
 * tiles.
 */
function isOtherJson({ text }: Source, own: TextRows, isStated: boolean): boolean {
  if (!isNamed(own) && KEY_IN_JSON.test(text)) return true;
  return !isStated && kindOfRows(own.rows.map(({ tokens }) => tokens.map((token) => token.text))) !== null;
}

function positionsOf(source: Source, own: TextRows, options: Options): Candidate[][] {
  const found = slidingCandidates(source, own, options);
  const text = found.length > 0 || isNamed(own) ? source.text : withPlainDigits(source.text);
  if (text === source.text) return found;
  const plain = sourceOf(text);
  return slidingCandidates(plain, textRows(plain), options);
}

const withStatedMating = (meaning: Meaning, { pairs }: Options, { text }: Source): Meaning =>
  meaning.mating === undefined && pairs === undefined && statesSame(text)
    ? { ...meaning, mating: 'same' }
    : meaning;

function tilesIn(own: TextRows, meaning: Meaning, options: Options): Candidate[][] {
  const mentioned = mentionedSize(own.fields);
  refuseUnknownLabels(own.rows);
  const said = statedFacts(own, meaning, options);
  const groups = groupsOf(own, options.size ?? mentioned);
  const found = groups
    .map((rows, i) => tilesInGroup(rows, { own, said, options, mentioned, at: i, count: groups.length }))
    .filter((candidates) => candidates.length > 0);
  const blocks = groups.length === 1 && options.size === undefined ? equalSquares(own) : null;
  const [whole] = found;
  if (!blocks || !whole || isFramed(whole)) return found;
  const count = blocks.length;
  const first = tilesInGroup(blocks[0]!, { own, said, options, mentioned, at: 0, count });
  return [[...whole, ...first.map((each) => ofSeveral(each, count))]];
}

function statedFacts(own: TextRows, meaning: Meaning, options: Options): StatedFacts {
  const frame = isNamed(own) ? own.facts.frame : undefined;
  return {
    ...meaning,
    ...(frame !== undefined && !meaning.rim
      ? { rim: { kind: 'colour', colour: frame, inside: false } as const }
      : {}),
    ...(options.edgeOrder === undefined ? {} : { edgeOrder: options.edgeOrder }),
    ...(options.size === undefined ? {} : { size: options.size }),
    ...(options.pairs === undefined ? {} : { pairs: options.pairs }),
    ownNumbers: meaning.mating !== undefined && options.mating === undefined,
  };
}

/** The text around a group of rows. `at` is the number of the group, from 0, among `count` groups. */
interface Around {
  readonly own: TextRows;
  readonly said: StatedFacts;
  readonly options: Options;
  readonly mentioned: Size | null;
  readonly at: number;
  readonly count: number;
}

/** Returns the readings of the rows of one puzzle. */
function tilesInGroup(
  rows: TextRows['rows'],
  { own, said, options, mentioned, at, count }: Around,
): Candidate[] {
  const facts = isNamed(own) ? own.facts : null;
  const name = options.name ?? facts?.name ?? own.fields.get('name');
  const fields =
    options.pairs === undefined ? own.fields : new Map([...own.fields, ['pairs', options.pairs]]);
  const { pairs, rest } = withoutPairs(rows, fields);
  const text = {
    rows: rest,
    skipped: own.skipped,
    remarks: own.remarks,
    pairs,
    size: facts?.size ?? sizeIn(own.fields),
    mentioned,
    name: count > 1 && name !== undefined ? `${name} ${at + 1}` : name,
    order: own.order ?? facts?.order ?? null,
    areFixed: own.areFixed === true,
  };
  const candidates = tileCandidates(text, said);
  const { size: _, ...unsized } = said;
  // The user may have given the size of only one of several puzzles in the text.
  return candidates.length === 0 && count > 1 ? tileCandidates(text, unsized) : candidates;
}

/** Returns whether the likeliest reading has a frame. */
function isFramed(readings: readonly Candidate[]): boolean {
  const [best] = readings.toSorted((a, b) => a.penalty - b.penalty);
  return best?.puzzle.kind === 'edge-matching' && best.puzzle.rim.kind !== 'free';
}

/** Returns the reading of the first of several puzzles. The size shown to the user becomes “3 puzzles of 4 × 4”. */
const ofSeveral = (reading: Candidate, count: number): Candidate => ({
  ...reading,
  assumptions: reading.assumptions.map((each) =>
    each.option === 'size' ? { ...each, text: `${counted(count, 'puzzle')} of ${each.text}` } : each,
  ),
});

/** Returns the size mentioned in prose, as in “my 4x4 puzzle”, or null. */
function mentionedSize(fields: ReadonlyMap<string, string>): Size | null {
  const text = fields.get('mentioned size');
  const [width = 0, height = 0] = (text ?? '').split('x').map(Number);
  return width > 0 && height > 0 && width <= 64 && height <= 64 ? { width, height } : null;
}

/** Throws FormatError for question marks, which stand for unknown labels. */
function refuseUnknownLabels(rows: TextRows['rows']): void {
  for (const { tokens, back = [] } of rows) {
    const unknown = [...tokens, ...back].find(({ text }) => /^\?+$/.test(text));
    if (unknown === undefined) continue;
    const { line, column, text } = unknown;
    throw new FormatError({
      line,
      column,
      found: quoted(text),
      expected: 'a label',
      fix: 'Write what is drawn on this edge.',
    });
  }
}
