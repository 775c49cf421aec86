/** Asks whether numbers are a position of a sliding puzzle, if they could be another permutation. */
import { inRows } from '../../puzzle/rectangle.ts';
import type { Question } from '../format.ts';
import type { Assumption } from './candidate.ts';
import type { SlidingText } from './positions.ts';
import type { Puzzle } from '../../puzzle/puzzle.ts';

/** Number of characters at the start of a text that are searched for words */
const SEARCH_LENGTH = 20_000;
/** Pattern: a word about sliding puzzles */
const ABOUT_SLIDING =
  /slid(?:e|ing)|(?<!\p{L})(?:(?:n|8|15|24)[ -]?puzzle|eight|fifteen|taquin|schiebe\p{L}*|tiles?|blank|empty|board|goal|target|start|initial)(?!\p{L})|(?:puzzle|taquin|schiebe|start|goal|state)/iu;
/** Patterns: the names of other puzzles and problems whose solutions are permutations */
const OTHER_PERMUTATION_PUZZLES: readonly (readonly [name: RegExp, what: string])[] = [
  [/\bhanoi\b/i, 'the Towers of Hanoi'],
  [/\bqueens\b|\bqueen problem\b/i, 'queens on a chessboard'],
  [/\bmagic square/i, 'a magic square'],
  [/sudoku/i, 'a sudoku'],
  [/\bkeypad/i, 'the keys of a keypad'],
  [/tic[ -]?tac[ -]?toe/i, 'a board of tic-tac-toe'],
  [/\bknight'?s? ?tour/i, 'a knight’s tour'],
  [/\bword ?search\b|\bcrossword/i, 'a word search'],
  [/\b(?:quick|merge|bubble|heap|insertion|selection)[ _-]?sort/i, 'a list to be sorted'],
  [/\b(?:travell?ing salesman|tsp)\b/i, 'a round trip'],
];

/** Pattern: a word about numbers in rows and columns */
const ABOUT_MATRIX = /\b(?:matri(?:x|ces)|determinant|pixels?)\b(?! *\()/i;

interface AskedReading {
  readonly puzzle: Puzzle;
  readonly assumptions: readonly Assumption[];
  readonly questions: readonly Question[];
}

/** Adds a question to a reading whose numbers may be something else. `name` is the file's name. */
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

/** Returns what the numbers may be, as a phrase for users; null if they are surely a position. */
function doubtAbout(found: SlidingText, text: string, name: string): string | null {
  const words = `${name}\n${text}`;
  const isAboutSliding = ABOUT_SLIDING.test(words);
  const named = OTHER_PERMUTATION_PUZZLES.find(([name]) => name.test(words))?.[1];
  if (named !== undefined && !/sliding|\d[ -]puzzle/i.test(words)) return named;
  // People who want a sliding puzzle often type only numbers.
  const isPlain = !/\p{L}/u.test(text);
  if (isPlain || /^[^\d\s]$/.test(found.blank)) return null;
  if (!isAboutSliding && (found.isAmongWords || ABOUT_MATRIX.test(words))) return 'a matrix or a list';
  return doubtAboutGrid(found, isAboutSliding);
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
  const isInOrder = start.every((tile, cell) => tile === (cell + 1) % start.length);
  if (isInOrder && (isHighest || (blank === 'left out' && sizeFrom === 'count'))) return 'a matrix or a list';
  const isSquare = size.width === size.height && size.width > 2;
  return sizeFrom === 'count' && !isSquare ? 'another list of numbers' : null;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

function isMagic(grid: readonly (readonly number[])[]): boolean {
  const columns = grid[0]!.map((_, column) => grid.map((row) => row[column]!));
  const sums = new Set([...grid, ...columns].map(sum));
  return grid.length > 2 && grid.length === columns.length && sums.size === 1;
}

/** Returns whether the numbers are a knight's tour: each is a knight's move from the one before. */
function isKnightsTour(grid: readonly (readonly number[])[]): boolean {
  const places = grid
    .flatMap((row, y) => row.map((number, x) => ({ number, x, y })))
    .sort((a, b) => a.number - b.number);
  const isMove = ({ x, y }: { x: number; y: number }, i: number): boolean =>
    i === 0 || Math.abs((x - places[i - 1]!.x) * (y - places[i - 1]!.y)) === 2;
  return grid.length > 4 && places.every(isMove);
}
