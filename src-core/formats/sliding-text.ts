import { inRows } from '../puzzle/rectangle.ts';
import { counted } from '../text/counted.ts';
import type { SlidingPuzzle } from '../puzzle/puzzle.ts';
import {
  autoGoal,
  goalNameOf,
  goalNames,
  goalOf,
  goalPosition,
  shownOn,
  type GoalRequest,
} from '../puzzle/sliding-goal.ts';
import { CannotWrite, FormatError } from './format-error.ts';
import type { Format } from './format.ts';
import { headOf } from './meaning.ts';
import type { Size } from './size.ts';
import { fieldsOf, isNumber, numberIn, type Source, type Token } from './text.ts';
import { sizeName } from './written.ts';

/** A sliding puzzle: the tiles in row-major order, on one line or several, with 0 for the empty space. */
export const sliding: Format = {
  name: 'sliding',
  title: 'Sliding puzzle (3 1 2 / 0 4 5)',
  extension: 'txt',
  usesOptions: ['size', 'goal', 'position'],

  recognises(source) {
    if (headOf(source).has('board')) return 0; // a `# board: …` line means that the text lists tiles
    if (!source.lines.every(({ text }) => /^[\d\s,;]*$/.test(text))) return 0;
    const words = wordsOf(source);
    if (words.length < 4) return 0;
    if (isUnderSide(source.lines.map(({ text }) => text.trim().split(/[\s,;]+/)))) return 0.98;
    const numbers = new Set(words.map(Number));
    const largest = words.reduce((most, word) => Math.max(most, Number(word)), 0);
    if (numbers.size === words.length && largest === words.length - 1) return 1;
    // Rows that don't have four numbers aren't tiles, so the text is probably a sliding position with an error.
    const widths = new Set(source.lines.map(({ text }) => text.trim().split(/[\s,;]+/).length));
    return widths.size === 1 && !widths.has(4) && !widths.has(2) && !widths.has(1) ? 0.98 : 0;
  },

  readPuzzle(source, options) {
    const { lines } = source;
    const all = fieldsOf(lines);
    const rows = isUnderSide(all.map((row) => row.map(({ text }) => text))) ? all.slice(1) : all;
    const tokens = rows.flat();
    const size = options.size ?? shapeOf(rows);
    const cells = size.width * size.height;
    if (tokens.length !== cells) {
      throw new FormatError({
        line: tokens[0]!.line,
        found: counted(tokens.length, 'number'),
        expected: `${cells} for a board of ${sizeName(size)}, with 0 for the empty space`,
        fix: 'Add what is missing, or give the size of the board.',
        asks: 'size',
      });
    }
    const seen = new Map<number, Token>();
    const start = tokens.map((token) => {
      const tile = numberIn(token, cells - 1, 'a tile');
      const before = seen.get(tile);
      if (before) {
        throw new FormatError({
          line: token.line,
          column: token.column,
          found: `${tile} a second time (the first is on line ${before.line}, column ${before.column})`,
          expected: `each number from 0 to ${cells - 1} once`,
          fix: 'Correct one of the two numbers.',
        });
      }
      seen.set(tile, token);
      return tile;
    });
    const goal = options.goal ?? headGoal(source) ?? 'auto';
    const puzzle: SlidingPuzzle = {
      kind: 'sliding',
      name: options.name ?? `Sliding ${sizeName(size)}`,
      ...size,
      start,
      goal: goal === 'auto' ? autoGoal(size, start) : goalOf(size, goal),
    };
    return { puzzle };
  },

  writePuzzle(puzzle) {
    if (puzzle.kind !== 'sliding') {
      throw new CannotWrite(
        'This format can hold only sliding puzzles. Use the scramble, numeric or edgewise format.',
      );
    }
    const { width, start } = puzzle;
    const numbers = start.map((tile) => String(shownOn(puzzle, tile)));
    const digits = Math.max(...numbers.map(({ length }) => length));
    const rows = inRows(numbers, width).map((row) => row.map((number) => number.padStart(digits)).join(' '));
    return {
      text: `${[...goalLines(puzzle), ...rows].join('\n')}\n`,
      lost: [...(puzzle.image ? ['the picture'] : []), ...(puzzle.notes ? ['the notes'] : [])],
    };
  },
};

/**
 * Returns whether a line with the number n is followed by n rows, most of them with n labels. Tiles would need n × n
 * rows.
 */
function isUnderSide([head, ...rows]: readonly (readonly string[])[]): boolean {
  const side = head?.length === 1 ? Number(head[0]) : 0;
  const whole = rows.filter(({ length }) => length === side).length;
  return side > 2 && rows.length === side && whole >= side - 1;
}

function goalLines(puzzle: SlidingPuzzle): string[] {
  if (puzzle.shown) {
    const goal = goalPosition(puzzle, puzzle.goal).map((tile) => shownOn(puzzle, tile));
    return [`# goal: ${goal.join(' ')}`];
  }
  if (puzzle.goal === autoGoal(puzzle, puzzle.start)) return [];
  const name = goalNameOf(puzzle);
  return [`# goal: ${name === 'custom' ? goalPosition(puzzle, puzzle.goal).join(' ') : name}`];
}

/** Returns the goal in a line `# goal: …`, or undefined without such a line. Throws FormatError. */
export function headGoal(source: Source): GoalRequest | undefined {
  const said = headOf(source).get('goal');
  if (said === undefined) return undefined;
  const goal = parseGoal(said) ?? goalInWords(said);
  if (goal !== null) return goal;
  throw new FormatError({
    found: `goal: ${said}`,
    expected: `auto, ${goalNames.join(', ')}, or numbers row by row`,
    fix: 'Correct the line "# goal:".',
  });
}

/** Returns the goal in a comment such as `# Goal: blank first, 0 1 2 ... 15`, or null. */
function goalInWords(text: string): GoalRequest | null {
  const place = /^(?:the )?(?:blank|empty)(?: (?:space|square|tile))?[ -](first|last)\b/i.exec(text)?.[1];
  return place === undefined ? null : place.toLowerCase() === 'first' ? 'blank-first' : 'blank-last';
}

/**
 * Parses a goal: a name, or numbers in row-major order. The empty space is 0, `_`, `x`, `.` or the highest number.
 * Returns null for anything else.
 */
export function parseGoal(text: string): GoalRequest | null {
  const name = (['auto', ...goalNames] as const).find((each) => each === text.trim());
  if (name) return name;
  const words = text.split(/[\s,;/|[\]]+/).filter((word) => word !== '');
  const [joined = ''] = words;
  const isJoined =
    words.every((word) => /^[\d_x.]{2,4}$/i.test(word)) || (words.length === 1 && joined.length === 9);
  const cells =
    isJoined && !words.every(isNumber)
      ? words.join('').split('')
      : words.length === 1
        ? joined.split('')
        : words;
  const numbers = cells.map((word) => (/^[_x.-]$/i.test(word) ? 0 : isNumber(word) ? Number(word) : NaN));
  if (numbers.length < 4 || numbers.some((number) => Number.isNaN(number))) return null;
  const [first = 0] = numbers;
  if (numbers.length === first * first + 1 && numbers.indexOf(first, 1) !== -1) numbers.shift();
  return normalGoal(numbers);
}

/**
 * Returns a puzzle in which several tiles show the same number. Tiles are numbered in the order of the goal. Returns
 * null if start and goal show different numbers, or if no number occurs twice.
 */
export function equalTiles(
  start: readonly number[],
  goal: readonly number[],
): (Pick<SlidingPuzzle, 'start' | 'shown'> & { readonly goal: readonly number[] }) | null {
  const sorted = (list: readonly number[]): string => list.toSorted((a, b) => a - b).join();
  const isPlain = new Set(goal).size === goal.length || goal.indexOf(0) !== goal.lastIndexOf(0);
  if (isPlain || !goal.includes(0) || sorted(start) !== sorted(goal)) return null;
  const shown = [0, ...goal.filter((number) => number !== 0)];
  let last = 0;
  const goalTiles = goal.map((number) => (number === 0 ? 0 : ++last));
  const left = shown.map((number, tile) => ({ number, tile }));
  const startTiles = start.map((number) => {
    const at = left.findIndex((each) => each.number === number);
    return left.splice(at, 1)[0]!.tile;
  });
  return { start: startTiles, goal: goalTiles, shown };
}

/** Returns the goal with the empty space as 0 instead of the highest number. */
export function normalGoal(goal: GoalRequest): GoalRequest {
  if (typeof goal === 'string' || goal.includes(0)) return goal;
  return goal.map((tile) => (tile === goal.length ? 0 : tile));
}

const wordsOf = ({ lines }: Source): string[] =>
  lines.flatMap(({ text }) => text.trim().split(/[\s,;]+/)).filter((text) => text !== '');

/** Returns the size of a position. A single line becomes the squarest board whose width is at least its height. */
function shapeOf(rows: readonly Token[][]): Size {
  const first = rows[0]!;
  let width = first.length;
  let height = rows.length;
  if (height === 1) {
    height = Math.floor(Math.sqrt(width));
    while (width % height !== 0) height--;
    width /= height;
  } else {
    const uneven = rows.find((row) => row.length !== width);
    if (uneven) {
      throw new FormatError({
        line: uneven[0]!.line,
        found: counted(uneven.length, 'number'),
        expected: `${width}, as in the first row`,
        fix: 'Make all rows the same length, or write all tiles on one line.',
      });
    }
  }
  if (width >= 2 && height >= 2 && width <= 8 && height <= 8) return { width, height };
  throw new FormatError({
    line: first[0]!.line,
    found: `${counted(width, 'column')} and ${counted(height, 'row')}`,
    expected: '2 to 8 columns and 2 to 8 rows',
    fix: 'Check for a missing or an extra number.',
  });
}
