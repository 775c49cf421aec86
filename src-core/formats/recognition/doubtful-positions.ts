/** If numbers could be some other permutation, asks whether they are a position of a sliding puzzle. */
import { inRows } from '../../puzzle/rectangle.ts';
import { goalText } from '../../puzzle/sliding-goal.ts';
import type { Choice, Question } from '../format.ts';
import type { Assumption } from './candidate.ts';
import type { SlidingText } from './positions.ts';
import type { Puzzle } from '../../puzzle/puzzle.ts';

/** How many characters at the start of the text are searched for words */
const SEARCH_LENGTH = 20_000;
/** Matches a name of sliding puzzles, such as `15-puzzle`. */
export const SLIDING_NAME =
  /(?<![\p{L}\d])(?:(?:3|8|15|24|n|eight|fifteen)[ -]?puzzle|sliding|taquin|schiebepuzzle|schiebespiel)(?!\p{L})/iu;
/** Matches a word about sliding puzzles. */
const ABOUT_SLIDING =
  /slid(?:e|ing)|(?<!\p{L})(?:(?:n|8|15|24)[ -]?puzzle|eight|fifteen|taquin|schiebe\p{L}*|tiles?|blank|empty|board|goal|target|start|initial)(?!\p{L})|(?:puzzle|taquin|schiebe|start|goal|state|solv(?:e|ing|able))/iu;
/** Matches a name of sliding puzzles, or of one of their parts, if the name is rare in other text. */
const SLIDING =
  /slid(?:e|ing)|puzzle|taquin|schiebe|(?<!\p{L})(?:(?:n|8|15|24)[ -]?puzzle|eight|fifteen|tiles?|blank)(?!\p{L})/iu;
/** Match the names of other puzzles and problems whose solutions are permutations. */
const OTHER_PERMUTATION_PUZZLES: readonly (readonly [name: RegExp, what: string])[] = [
  [/\bhanoi\b/i, 'the Towers of Hanoi'],
  [/\bqueens\b|\bqueen problem\b/i, 'queens on a chessboard'],
  [/\bmagic square/i, 'a magic square'],
  [/sudoku/i, 'a sudoku'],
  [/\bkeypad/i, 'the keys of a keypad'],
  [/tic[ -]?tac[ -]?toe/i, 'a tic-tac-toe board'],
  [/\bknight'?s? ?tour/i, 'a knight’s tour'],
  [/\bword ?search\b|\bcrossword/i, 'a word search'],
  [/\b(?:quick|merge|bubble|heap|insertion|selection)[ _-]?sort/i, 'a list to be sorted'],
  [/\b(?:travell?ing salesman|tsp)\b/i, 'a round trip'],
  [/\beternity[ _-]?(?:2|ii)\b|edge[- ]matching/i, 'the cells of an edge-matching puzzle'],
];

/** Matches a word about numbers in rows and columns. */
const ABOUT_MATRIX = /\b(?:matri(?:x|ces)|determinant|pixels?|permutations?)\b(?! *\()/i;
/** Matches a word, but not a name of the empty space. Text without words holds only a puzzle. */
export const WORD = /(?<!\p{L})(?!(?:null|none|nil|blank|empty)(?!\p{L}))\p{L}{3}/iu;

/** Returns whether the text is about another puzzle or problem whose solutions are permutations. */
export const isOtherPuzzle = (text: string): boolean =>
  OTHER_PERMUTATION_PUZZLES.some(([name]) => name.test(text)) && !/sliding|\d[ -]puzzle/i.test(text);

/** Returns whether the text has a word that is common in text about sliding puzzles. */
export const isAboutSliding = (text: string): boolean => ABOUT_SLIDING.test(text);

/** Returns whether the text is about sliding puzzles and no other puzzle. */
export const namesSliding = (text: string): boolean => SLIDING.test(text) && !isOtherPuzzle(text);

/** Matches three words in a row, or two words at the end of a line, as in prose and comments. */
const PROSE = /(?:\p{L}{2,20}[ ,]{1,2}){2}\p{L}{2}|\p{L}{2,20}[ ,]{1,2}\p{L}{2,20}[ \t\r]{0,9}$/mu;

interface AskedReading {
  readonly puzzle: Puzzle;
  readonly assumptions: readonly Assumption[];
  readonly questions: readonly Question[];
}

/** Returns the reading, with a question added if its numbers may not be a position. `name` is the file's name. */
export function askIfPosition<Read extends AskedReading>(
  reading: Read,
  position: SlidingText,
  text: string,
  name: string,
): Read {
  const { puzzle, assumptions, questions } = reading;
  const size = assumptions.find(({ option }) => option === 'size');
  const doubt =
    size && questions.length === 0 ? doubtAbout(position, text.slice(0, SEARCH_LENGTH), name) : null;
  if (!size || doubt === null) return reading;
  const question: Question = {
    text: `These numbers could be ${doubt}. Are they a sliding puzzle?`,
    choices: [{ title: `yes, ${size.text}`, options: size.options, preview: puzzle }],
  };
  return { ...reading, questions: [question] };
}

/** Matches words that suggest that the numbers give the cell of each tile, instead of the tile in each cell. */
const ABOUT_CELLS =
  /(?<!\p{L})(?:pos(?:ition)?s?|cells?|places?|locations?|index|where)(?!\p{L}).{0,20}(?<!\p{L})(?:of|for|is|holds|has) (?:each |every |the |a )?tiles?(?!\p{L})|(?<!\p{L})(?:pos|position|place|cell|where|index)(?:_?of)?\[(?:t|tile|i)\] ?=|(?<!\p{L})tiles? ?(?:to|->|→) ?(?:cell|pos|place)|(?<!\p{L})inverse permutation/iu;

/** Returns the reading, with a question added if words suggest that the numbers give the cell of each tile. */
export function askIfCells<Read extends AskedReading>(reading: Read, found: SlidingText, text: string): Read {
  const { puzzle, questions } = reading;
  if (puzzle.kind !== 'sliding' || questions.length > 0 || found.sizeFrom === 'rows') return reading;
  if (!ABOUT_CELLS.test(text.slice(0, SEARCH_LENGTH))) return reading;
  const { start, size } = found;
  const choice = (title: string, position: readonly number[]): Choice => ({
    title: `${title}: ${goalText({ ...size, goal: position })}`,
    options: { position, size },
    preview: { ...puzzle, start: [...position] },
  });
  const tiles = start.map((_, tile) => (tile + 1) % start.length);
  const cellsOf = (order: readonly number[]): number[] => {
    const position = [...start];
    for (const [i, cell] of start.entries()) position[cell] = order[i]!;
    return position;
  };
  const question: Question = {
    text: 'Do these numbers list the tile in each cell, or the cell of each tile?',
    choices: [
      choice('the tile in each cell', start),
      choice('the cell of each tile, the empty space first', cellsOf([...start.keys()])),
      choice('the cell of each tile, the empty space last', cellsOf(tiles)),
    ],
  };
  return { ...reading, questions: [question] };
}

/** Returns what else the numbers may be, as a phrase for the user, or null if they are clearly a position. */
function doubtAbout(found: SlidingText, text: string, name: string): string | null {
  const words = `${name}\n${text}`;
  const isSliding = isAboutSliding(words);
  const named = OTHER_PERMUTATION_PUZZLES.find(([name]) => name.test(words))?.[1];
  if (named !== undefined && !/sliding|\d[ -]puzzle/i.test(words)) return named;
  // Accept numbers without words, because people often type only the numbers. Also accept numbers in which a symbol
  // stands for the empty space.
  const isPlain = !/\p{L}/u.test(text);
  if (isPlain || /^[^\d\s]$/.test(found.blank)) return null;
  const doubt = doubtAboutGrid(found, isSliding);
  if (doubt !== null || isSliding) return doubt;
  // Words in `#` comments are no reason to doubt that the numbers are a position.
  const hasProse = PROSE.test(text) && WORD.test(text.replace(/^[ \t]*#.*$/gm, ''));
  const isOther = found.isAmongWords || ABOUT_MATRIX.test(words) || hasProse;
  return isOther ? 'a matrix or a list' : null;
}

function doubtAboutGrid(
  { start, size, sizeFrom, blank }: SlidingText,
  isAboutSliding: boolean,
): string | null {
  const isHighest = blank === String(start.length);
  const grid = inRows(
    start.map((tile) => (tile === 0 && isHighest ? start.length : tile)),
    size.width,
  );
  if (isMagic(grid)) return 'a magic square';
  if (isKnightsTour(grid)) return 'a knight’s tour';
  if (isAboutSliding || sizeFrom === 'header') return null;
  const isInOrder = [0, 1].some((first) =>
    start.every((tile, cell) => tile === (cell + first) % start.length),
  );
  const isBlankShown = !isHighest && (blank !== 'left out' || sizeFrom !== 'count');
  if (isInOrder && (!isBlankShown || start[0] === 0)) return 'a matrix or a list';
  const isSquare = size.width === size.height && size.width > 2;
  return sizeFrom === 'count' && !isSquare ? 'another list of numbers' : null;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

function isMagic(grid: readonly (readonly number[])[]): boolean {
  const columns = grid[0]!.map((_, column) => grid.map((row) => row[column]!));
  const sums = new Set([...grid, ...columns].map(sum));
  return grid.length > 2 && grid.length === columns.length && sums.size === 1;
}

/** Returns whether the numbers are a knight's tour: consecutive numbers are a knight's move apart. */
function isKnightsTour(grid: readonly (readonly number[])[]): boolean {
  const places = grid
    .flatMap((row, y) => row.map((number, x) => ({ number, x, y })))
    .sort((a, b) => a.number - b.number);
  const isMove = ({ x, y }: { x: number; y: number }, i: number): boolean =>
    i === 0 || Math.abs((x - places[i - 1]!.x) * (y - places[i - 1]!.y)) === 2;
  return grid.length > 4 && places.every(isMove);
}
