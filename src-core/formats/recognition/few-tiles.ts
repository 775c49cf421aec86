/** If rows could be a table or a program's data about something else, asks whether they are tiles. */
import type { EdgePuzzle, LabelStyle, Puzzle } from '../../puzzle/puzzle.ts';
import type { Question } from '../format.ts';
import type { Source } from '../text.ts';
import type { Assumption } from './candidate.ts';
import { statedOrder } from './stated-order.ts';
import { COLUMNS_NAMED, isTileTitle } from './layout.ts';

interface AskedReading {
  readonly puzzle: Puzzle;
  readonly assumptions: readonly Assumption[];
  readonly questions: readonly Question[];
  /** numbers of the lines that are not tiles */
  readonly skipped: readonly number[];
}

/** If there are fewer rows than this, the user is asked whether they are tiles. */
const MIN_UNASKED_TILES = 9;
/** How many characters at the start of the text are searched for words about tiles */
const SEARCH_LENGTH = 20_000;
/** Matches a word about tiles, in seven languages. */
const ABOUT_TILES =
  /(?<!\p{L})(?:tiles?|pieces?|cards?|puzzles?|edges?|sides?|corners?|squares?|triangles?|tetravex|macmahon|match(?:ing)?|teile?|karten?|kacheln?|steine?|kanten?|puzzleteile?|pièces?|cartes?|tuiles?|piezas?|fichas?|cartas?|tessere|pezzi|peças|stukken|kaartjes|north|south|top|bottom)(?!\p{L})/iu;
const BOARD_SIZE =
  /^[ \t]*\d{1,2}(?:[ \t,x×]+\d{1,2})?[ \t\r]*$|\d ?[x×] ?\d|\b(?:size|width|height|rows|col(?:umn)?s|nrow|ncol)\b/im;

/** Returns whether the text is about tiles: it mentions them, or gives a size or an edge order. */
const isAboutTiles = (text: string, name: string): boolean =>
  ABOUT_TILES.test(`${name}\n${text}`) || BOARD_SIZE.test(text) || statedOrder(text, () => false) !== null;

/**
 * Returns the reading. If it has only a few rows and they may not be tiles, adds a question for the user. Adds no
 * question if a size, a frame, halves or a word shows that the rows are tiles. `name` is the name of the file.
 */
export function askIfTiles<Read extends AskedReading>(reading: Read, source: Source, name = ''): Read {
  const { puzzle, assumptions, questions } = reading;
  if (puzzle.kind === 'sliding' || questions.length > 0) return reading;
  const size = assumptions.find(({ option }) => option === 'size' || option === 'board');
  if (!size) return reading;
  const isTest = puzzle.rim.kind === 'free' && puzzle.mating === 'same' && isUnitTest(source.text);
  const isAsked = isTest || areWordsOfCode(puzzle.labels) || !areTiles(reading, puzzle, source, name);
  if (!isAsked) return reading;
  const question: Question = {
    text: isTest
      ? 'This text looks like a unit test, so these rows could be test data. Are they the tiles of a puzzle?'
      : 'These rows could be tiles, or some other table. Are they tiles?',
    choices: [{ title: `yes, ${size.text}`, options: size.options, preview: puzzle }],
  };
  return { ...reading, questions: [question] };
}

/** Matches an assertion, or the beginning of a test, in Python, JavaScript, Java, C#, C++, Go, Rust or Ruby. */
const TEST_SIGN =
  /^[ \t]*(?:assert\w*[ !(]|self\.assert\w*\(|(?:async )?def test_?\w*\(|import (?:unittest|pytest)\b|@(?:pytest|Test|ParameterizedTest)\b|(?:describe|it|test|expect)(?:\.\w+)?\(|Assert\.\w+\(|\[(?:Test|Fact|Theory)\]|(?:TEST|TEST_F|TEST_CASE|EXPECT_\w+|ASSERT_\w+)\(|func Test\w*\(|#\[test\])/gm;
const MIN_TEST_SIGNS = 2;

const isUnitTest = (text: string): boolean =>
  (text.slice(0, SEARCH_LENGTH).match(TEST_SIGN)?.length ?? 0) >= MIN_TEST_SIGNS;

/** Returns whether the rows are clearly tiles, and not a table about something else. */
function areTiles(
  { assumptions, skipped }: AskedReading,
  puzzle: EdgePuzzle,
  source: Source,
  name: string,
): boolean {
  const { tiles, labels } = puzzle;
  // Three lines among others can look like tiles by chance.
  if (tiles.length === 3 && skipped.length > 0) return false;
  if (hasRules(puzzle, skipped.length)) return true;
  const hasTitles = assumptions.some(({ text }) => text.startsWith(COLUMNS_NAMED));
  const areEqual = isColumn(source) && areMostlyEqual(puzzle);
  if (areEqual || isAboutOthers(source, name)) return false;
  if (tiles.length >= MIN_UNASKED_TILES && !hasTitles) return true;
  const text = source.text.slice(0, SEARCH_LENGTH);
  return isAboutTiles(text, name) || (tiles[0]!.edges.length === 4 && areOnlyLabels(text, labels));
}

/** Matches a word about rows of numbers that are not tiles. */
const OTHER_TOPIC =
  /(?<!\p{L})(?:dice|rolls|throws|bounding box(?:es)?|bbox(?:es)?|heuristics?|manhattan|permutations?|ip address(?:es)?|rgba?|latitude|longitude)(?!\p{L})/iu;
/** Maximum number of lines, from the start of the text, that are searched for column titles */
const MAX_TITLE_LINES = 5;

/** Returns whether words or column titles show that the rows may be about something other than tiles. */
function isAboutOthers({ text }: Source, name: string): boolean {
  const start = text.slice(0, SEARCH_LENGTH);
  if (ABOUT_TILES.test(`${name}\n${start}`)) return false;
  const lines = start.split('\n', MAX_TITLE_LINES + 1).map((line) => line.trim());
  return OTHER_TOPIC.test(start) || lines.some((line, i) => areOtherTitles(line, lines[i + 1] ?? ''));
}

/** Returns whether a line has a title for each number below it, and at least half of the titles don't name edges. */
function areOtherTitles(line: string, below: string): boolean {
  const titles = line.replace(/^(?:#|\/\/|--|%) ?/, '').split(/[\s,;|]+/);
  const fields = below.split(/[\s,;|]+/);
  const isComment = titles.length > 1 && !line.startsWith(titles[0]!);
  const areNames = titles.length > 3 && titles.every((title) => /^\p{L}[\p{L}\d_-]*$/u.test(title));
  if (!areNames || titles.length !== fields.length) return false;
  if (!fields.slice(1).every((field) => /^\d+$/.test(field))) return false;
  // Four words in a comment may also be a sentence.
  const isOther = (title: string): boolean =>
    (isComment ? /^[xy]\d$|_/i : /^\p{L}{3}|^[xy]\d?$/iu).test(title) && !isTileTitle(title);
  return 2 * titles.filter(isOther).length >= titles.length;
}

/** Matches a label that is part of a statement in a program, or of a sentence. */
const WORD_OF_CODE =
  /^(?:return|const|int|char|void|bool|import|std|and|or|of|the|is|as|with|[-+*:]?=|=>|&&|\|\||<|::)$|[=!<>]=|^\*?(?:self|this)\.|^\*\p{L}/u;

/**
 * Returns whether the labels look like words of a program or a sentence. A sign such as `=` is evidence only if another
 * label has at least four letters in a row. Without such a word, signs may be the labels of tiles.
 */
const areWordsOfCode = (labels: readonly LabelStyle[]): boolean =>
  labels.some(({ name }) => WORD_OF_CODE.test(name)) && labels.some(({ name }) => /\p{L}{4}/u.test(name));

/**
 * Returns whether the puzzle's rules, or the numbers of rows and of labels per row, show that the rows really are
 * tiles. `skipped` is the number of lines that were skipped.
 */
function hasRules({ tiles, rim, mating, turns }: EdgePuzzle, skipped: number): boolean {
  const { length } = tiles[0]!.edges;
  // A square of labels, such as six rows of six letters, is probably some other grid. If more lines were skipped than
  // read as rows, the rows may have equal lengths by chance.
  const isLikely = length > 4 && tiles.length !== length && skipped <= tiles.length;
  return rim.kind !== 'free' || mating !== 'same' || turns !== 'rotate' || isLikely;
}

/** Returns whether no line has more than one label. */
const isColumn = ({ lines }: Source): boolean => lines.every(({ text }) => /^\s*\S+\s*$/.test(text));

/** Returns whether most tiles have the same label on all edges, as in a column of settings that are nearly all 1. */
function areMostlyEqual({ tiles }: EdgePuzzle): boolean {
  const first = tiles[0]!.edges[0];
  const equal = tiles.filter(({ edges }) => edges.every((label) => label === first));
  return 2 * equal.length > tiles.length;
}

function areOnlyLabels(text: string, labels: readonly LabelStyle[]): boolean {
  const names = new Set(labels.map(({ name }) => name));
  const words = text.match(/\p{L}[\p{L}\d]+/gu) ?? [];
  return words.every((word) => names.has(word) || Array.from(word).every((sign) => names.has(sign)));
}
