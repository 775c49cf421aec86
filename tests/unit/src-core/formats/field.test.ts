/**
 * Files from the web (tests/data/field). Edgewise reads each one correctly, or asks a question that offers the correct
 * answer.
 */
import { describe, expect, test } from 'vitest';
import { parseBoard } from '../../../../src-core/formats/board-text.ts';
import { readBoardAs } from '../../../../src-core/formats/read-board.ts';
import { readPuzzle, readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';
import type { ReadOptions } from '../../../../src-core/formats/format.ts';
import { solve } from '../../../../src-core/library.ts';
import { boardOf } from '../../../../src-core/puzzle/board.ts';
import { canReach, goalNameOf } from '../../../../src-core/puzzle/sliding-goal.ts';
import type { EdgePuzzle, SlidingPuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../../../src-core/puzzle/score.ts';
import { checkPath } from '../../../../src-main/services/check-result.ts';
import { dataText, edgePuzzle } from '../../support/data.ts';

const field = (name: string): string => dataText(`field/${name}`);

/**
 * Returns the puzzle read from the text. If the reader asks a question, chooses the answer whose title matches
 * `answer`.
 */
function answered(text: string, answer: RegExp | null, options: ReadOptions = {}): EdgePuzzle {
  const reading = readPuzzle(text, options);
  if (answer === null) expect(reading.questions).toEqual([]);
  const choice = reading.questions[0]?.choices.find(({ title }) => answer?.test(title));
  return choice ? edgePuzzle(text, { ...options, ...choice.options }) : edgePuzzle(text, options);
}

const rimOf = ({ rim, labels, mating }: EdgePuzzle): string =>
  rim.kind === 'colour' ? labels[mating === 'same' ? rim.colour : rim.colour >> 1]!.name : rim.kind;

describe('tiles', () => {
  type Case = [
    name: string,
    size: string,
    rim: string,
    mating: EdgePuzzle['mating'],
    turns: EdgePuzzle['turns'],
    raw: number | 'some' | null,
    answer?: RegExp,
  ];
  test.each<Case>([
    ['01-hint-count-first-line.txt', 'rectangle:7x7', '0', 'same', 'rotate', 'some'],
    ['02-four-number-header.txt', 'rectangle:3x3', '0', 'same', 'rotate', 'some'],
    ['04-letters-with-size.txt', 'rectangle:4x4', 'free', 'same', 'rotate', 'some'],
    ['05-words-under-head.txt', 'rectangle:2x2', 'free', 'opposite', 'rotate', null],
    ['06-tetravex-zero-is-a-digit.txt', 'rectangle:6x6', 'free', 'same', 'fixed', 1],
    ['07-tetravex-joined-digits.txt', 'rectangle:6x6', 'free', 'same', 'fixed', 2],
    ['09b-picture-tiles-as-rows.txt', 'rectangle:3x3', 'free', 'opposite', 'flip', 8],
    ['10-sixteen-bit-colours.csv', 'rectangle:4x4', '1111111111111111', 'same', 'rotate', 4],
    ['12-border-23.txt', 'rectangle:16x16', '23', 'same', 'rotate', null],
    ['13-joined-letters-X-border.txt', 'rectangle:8x2', 'X', 'same', 'rotate', null],
    ['17-puzzle.txt', 'rectangle:6x6', 'WALL', 'same', 'rotate', null],
    ['18-puzzle.txt', 'rectangle:4x4', '0', 'same', 'rotate', null],
    ['20-puzzle.txt', 'rectangle:4x4', '0', 'same', 'rotate', 8],
    ['29-halves-upper-lower.txt', 'rectangle:3x3', 'free', 'opposite', 'rotate', 4],
    ['31-halves-sum-to-nine.txt', 'rectangle:3x3', 'free', 'opposite', 'rotate', 4, /add up to 9/],
    ['33-several-tiles-a-line.txt', 'rectangle:8x8', '0', 'same', 'rotate', 'some'],
    ['34-seven-hexagons.txt', 'honeycomb:2', 'free', 'same', 'rotate', 6],
  ])('%s', async (name, size, rim, mating, turns, raw, answer) => {
    const puzzle = answered(field(name), answer ?? null);
    expect(boardOf(puzzle.board)).toBe(boardOf(parseBoard(size)));
    expect({ rim: rimOf(puzzle), mating: puzzle.mating, turns: puzzle.turns }).toEqual({
      rim,
      mating,
      turns,
    });
    if (raw === null) return;
    const solved = await solve(puzzle, { solutions: raw === 'some' ? 1 : 'all' });
    if (raw === 'some') expect(solved.solutionsRaw).toBeGreaterThan(0);
    else expect(solved.solutionsRaw).toBe(raw);
  });

  test('reads Eternity II with 23 instead of each zero: 4, 56 and 196 tiles', () => {
    const { tiles, rim } = edgePuzzle(field('12-border-23.txt'));
    const colour = rim.kind === 'colour' ? rim.colour : -1;
    const kinds = [0, 0, 0];
    for (const { edges } of tiles) kinds[edges.filter((label) => label === colour).length]!++;
    expect(kinds).toEqual([196, 56, 4]);
  });

  test('15 hexagons form a triangle, even if a graph describes it', async () => {
    const text = field('35-fifteen-hexagons.txt');
    const graph = edgePuzzle(text, { board: parseBoard(field('35-board.json')) });
    const own = edgePuzzle(text);
    expect(boardOf(own.board).across).toEqual(boardOf(graph.board).across);
    const { boards } = await solve(own);
    expect(scoreOf(own, boards[0]!)).toMatchObject({ matched: 30, edges: 30, solved: true });
  });
});

describe('sliding puzzles', () => {
  test.each([
    ['22-sliding-size-line.txt', 3, 'blank-last', null],
    ['23-sliding-solved.txt', 4, 'blank-last', 0],
    ['24-sliding-31-moves.txt', 3, 'blank-last', null],
    ['26-sliding-16-is-blank.txt', 4, 'blank-first', null],
    ['26b-sliding-underscore.txt', 3, 'blank-last', null],
    ['22b-sliding-42-snail-54.txt', 4, 'snail', null],
  ] as const)('%s', async (name, side, goal, moves) => {
    const { puzzle } = readPuzzle(field(name));
    expect(puzzle).toMatchObject({ kind: 'sliding', width: side, height: side });
    expect(puzzle.kind === 'sliding' && goalNameOf(puzzle)).toBe(goal);
    if (moves === null) return;
    const solved = await solve(puzzle, { engine: 'branch-and-bound' });
    expect(solved.moves).toHaveLength(moves);
  });

  test('a goal with the empty space inside is solved without naming an engine', async () => {
    const { puzzle } = readPuzzle('2 8 3\n1 6 4\n7 0 5', { goal: 'snail' });
    expect((await solve(puzzle)).moves).toHaveLength(5);
  });

  test('the 54 moves for 22b-sliding-42-snail-54.txt lead to the goal that is read', () => {
    const { puzzle } = readPuzzle(field('22b-sliding-42-snail-54.txt'));
    const moves =
      '1 5 11 8 15 7 2 3 9 2 3 12 13 1 8 13 1 10 6 9 12 1 10 6 9 10 13 11 5 8 6 9 10 12 1 13 11 15 7 3 2 1 12 11 15 7 14 5 7 6 8 7 6 15';
    expect(moves.split(' ')).toHaveLength(54);
    expect(checkPath(puzzle as SlidingPuzzle, moves.split(' ').map(Number)).solved).toBe(true);
  });

  test.each([
    ['in columns, so it may be the goal', '1 5 9 13 2 6 10 14 3 7 11 15 4 8 12 0', 1],
    ['shuffled, so it is another puzzle', '5 1 4 8 9 6 3 12 10 2 7 0 13 14 11 15', 0],
  ])('the second of two 4 × 4 positions is %s', (_, second, questions) => {
    const first = '1 2 3 4 5 6 7 8 9 10 12 15 13 14 0 11';
    const isReachable = canReach({ width: 4 }, first.split(' ').map(Number), second.split(' ').map(Number));
    expect(isReachable).toBe(true);
    expect(readPuzzle(`${first}\n${second}\n`).questions).toHaveLength(questions);
  });

  test('one position per line', () => {
    const readings = readPuzzles(field('28-sliding-many-in-one-file.txt'), { name: 'korf' });
    expect(readings.map(({ puzzle }) => [puzzle.name, puzzle.kind])).toEqual([
      ['korf 1', 'sliding'],
      ['korf 2', 'sliding'],
    ]);
    expect(readings.flatMap(({ questions }) => questions)).toEqual([]);
  });
});

describe('boards', () => {
  test.each([
    ['17-puzzle.txt', '17-board-compass.txt', { placed: 23, matched: 26 }, /tiles numbered from 0/],
    ['18-puzzle.txt', '18-board-offset-two.txt', { matched: 24, rimOk: true, solved: true }, /tiles numbered from 0, .* turn 0 means upside down/],
    ['20-puzzle.txt', '20-board-row-col-tile-turns.txt', { matched: 24, solved: true }, /row before column, numbered from 0/],
  ])('%s and %s', (puzzleName, boardName, score, readAs) => {
    const puzzle = edgePuzzle(field(puzzleName));
    const read = readBoardAs(puzzle, field(boardName));
    expect(scoreOf(puzzle, read.board)).toMatchObject(score);
    expect(read.readAs).toMatch(readAs);
    expect(read.doubt).toBeNull();
  }); // oxfmt-ignore
});
