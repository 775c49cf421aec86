/** Reads sliding puzzles with equal tiles, or with letters or words on the tiles. */
import { goalOf, goalText } from '../../puzzle/sliding-goal.ts';
import type { SlidingPuzzle } from '../../puzzle/puzzle.ts';
import type { ReadOptions } from '../format.ts';
import type { Size } from '../size.ts';
import { equalTiles, headGoal } from '../sliding-text.ts';
import { linesWithoutComments, type Source } from '../text.ts';
import { sizeName } from '../written.ts';
import type { Candidate } from './candidate.ts';
import { isNamed } from './facts.ts';
import { MAX_SIDE } from './positions.ts';
import { goalsAndStarts } from './start-and-goal.ts';
import { textRows, type TextRows } from './text-rows.ts';
import { BLANK_SYMBOL } from './vocabulary.ts';

type Rows = TextRows['rows'];

/**
 * Returns the readings of a text with a start and a goal in which several tiles are equal, or tiles have names. The
 * goal must be explicit: after a word such as "goal", in the header or as an option.
 */
export function withEqualTiles(source: Source, own: TextRows, options: ReadOptions): Candidate[][] {
  if (own.rows.length > 2 * MAX_SIDE + 1 || isNamed(own)) return [];
  const said = options.goal ?? headGoal(source);
  const parts =
    typeof said === 'object'
      ? [{ goal: said, rows: own.rows }]
      : goalsAndStarts(source.text).map(([goal, start]) => ({
          goal: labelsIn(rowsIn(goal, source)),
          rows: rowsIn(start, source),
        }));
  for (const { goal, rows } of parts) {
    const start = labelsIn(rows);
    const puzzle = goal && start && puzzleOf(start, goal.map(String));
    const size = puzzle && sizeOfPosition(rows, options.size);
    if (!puzzle || !size || size.width * size.height !== puzzle.start.length) continue;
    const name = options.name ?? own.fields.get('name') ?? `Sliding ${sizeName(size)}`;
    return [[{ ...candidateOf(name, size, puzzle), skipped: own.skipped }]];
  }
  return [];
}

function candidateOf(name: string, size: Size, { areNamed, ...tiles }: Tiles): Candidate {
  const puzzle: SlidingPuzzle = { kind: 'sliding', name, ...size, ...tiles, goal: goalOf(size, tiles.goal) };
  const kind = `a sliding puzzle of size ${sizeName(size)}${tiles.shown ? ' with equal tiles' : ''}`;
  const numbered = areNamed ? ', labels numbered in the order of the goal' : '';
  const text = `${kind}${numbered}, goal ${goalText(puzzle)}`;
  return {
    format: 'sliding',
    puzzle,
    penalty: 0,
    assumptions: [{ option: 'size', text, options: { size } }],
  };
}

/** Returns the rows of a position. A slash may end a row. */
function rowsIn(text: string, { lines }: Source): Rows {
  const bare = linesWithoutComments({ text, lines }).map((line) => line.text.replaceAll('/', '\n'));
  return textRows({ text: bare.join('\n'), lines }).rows;
}

type Tiles = Pick<SlidingPuzzle, 'start' | 'shown'> & {
  readonly goal: readonly number[];
  /** true if the tiles show labels that are not numbers */
  readonly areNamed: boolean;
};

function puzzleOf(start: readonly string[], goal: readonly string[]): Tiles | null {
  const numbers = numbersOf(goal);
  const areNamed = goal.some((label) => !/^\d+$/.test(label));
  const from = start.map((label) => numbers.get(label) ?? -1);
  const to = goal.map((label) => numbers.get(label)!);
  const equal = equalTiles(from, to);
  if (equal) return { ...equal, areNamed };
  const isOnce = new Set(from).size === from.length && from.length === to.length;
  return areNamed && isOnce && to.every((tile) => from.includes(tile))
    ? { start: from, goal: to, areNamed }
    : null;
}

/** Returns each label's number: the label itself if all labels are numbers; otherwise, its place among the labels. */
function numbersOf(goal: readonly string[]): ReadonlyMap<string, number> {
  const labels = [...new Set(goal)].filter((label) => label !== '0');
  const areNumbers = labels.every((label) => /^\d+$/.test(label));
  return new Map([
    ['0', 0],
    ...labels.map((label, i) => [label, areNumbers ? Number(label) : i + 1] as const),
  ]);
}

function sizeOfPosition(rows: Rows, given: Size | undefined): Size | null {
  const [first] = rows;
  const width = first?.tokens.length ?? 0;
  const side = Math.sqrt(width);
  const size = given ?? (rows.length > 1 ? { width, height: rows.length } : { width: side, height: side });
  const isSize = (length: number): boolean => Number.isInteger(length) && length >= 2 && length <= MAX_SIDE;
  return isSize(size.width) && isSize(size.height) ? size : null;
}

/** Maximum length, in characters, of a word on a tile */
const MAX_WORD_LENGTH = 12;

/** Returns the labels of a position, with 0 for the empty space, or null if the rows can't be one. */
function labelsIn(rows: Rows): string[] | null {
  if (rows.some(({ back }) => back)) return null;
  const labels = rows.flatMap(({ tokens }) =>
    tokens.map(({ text }) => (BLANK_SYMBOL.test(text) ? '0' : text)),
  );
  const isLabel = (label: string): boolean =>
    /^\d+$/.test(label) ? Number(label) <= 63 : /^\p{L}+$/u.test(label) && label.length <= MAX_WORD_LENGTH;
  return labels.length >= 4 && labels.every(isLabel) ? labels : null;
}
