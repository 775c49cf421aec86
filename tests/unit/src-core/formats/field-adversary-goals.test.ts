/**
 * Sliding puzzles whose goal is given in words or as a range. Earlier versions ignored such goals. The positions are
 * our own.
 */
import { describe, expect, test } from 'vitest';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';
import { goalPosition } from '../../../../src-core/puzzle/sliding-goal.ts';

const start = [8, 1, 3, 4, 0, 2, 7, 6, 5];
const code = `start = [${start.join(', ')}]`;
const rows = '8 1 3\n4 _ 2\n7 6 5';
const first = '0,1,2,3,4,5,6,7,8';
const last = '1,2,3,4,5,6,7,8,0';

function read(text: string): { start: string; goal: string; choices: unknown[] } {
  const { puzzle, questions } = readPuzzle(text);
  if (puzzle.kind !== 'sliding') throw new Error('not a sliding puzzle');
  const choices = questions.flatMap((question) => question.choices.map(({ options }) => options.goal));
  return { start: puzzle.start.join(), goal: goalPosition(puzzle, puzzle.goal).join(), choices };
}

describe('goals given as a range', () => {
  test.each([
    [`${code}\ngoal = list(range(9))`, first],
    [`${code}\ngoal = list(range(1, 9)) + [0]`, last],
    [`${code}\ngoal = tuple(range(8, -1, -1))`, '8,7,6,5,4,3,2,1,0'],
    [`${code}\ngoal = [0..8]`, first],
    [`${code}\ngoal = [8, 7..0]`, '8,7,6,5,4,3,2,1,0'],
    [`${code}\ngoal = [1..8] ++ [0]`, last],
    [`${code}\nGOAL = (0..8).to_a`, first],
    [`${code}\nlet goal = (0..9).collect();`, first],
    [`${code}\nconst goal = [...Array(9).keys()];`, first],
    [`${code}\ngoal = 0:8;`, first],
    [`Goal: 0, 1, 2, …, 8\n${rows}`, first],
  ])('%j', (text, goal) => expect(read(text)).toEqual({ start: start.join(), goal, choices: [] }));
});

describe('goals given in words', () => {
  test.each([
    [`${rows}\nAt the end the blank must be in the top left corner.`, first],
    [`Start:\n${rows}\nZiel: Lücke oben links, dann 1 bis 8`, first],
    [`8 puzzle, blank-first goal wanted\n${rows}`, first],
    [`{"tiles": [${start.join()}], "goal": "blank_first"}`, first],
    [`{"start": [[8,1,3],[4,0,2],[7,6,5]], "goalBlank": "bottom-right"}`, last],
    [`// goal: 0 1 2 / 3 4 5 / 6 7 8\nint board[3][3] = { {8, 1, 3}, {4, 0, 2}, {7, 6, 5} };`, first],
  ])('%j', (text, goal) => expect(read(text)).toEqual({ start: start.join(), goal, choices: [] }));

  test('a goal that can’t be reached is kept, with the others as other readings', () => {
    const { puzzle, others } = readPuzzle(
      'Goal: in order, the blank LAST\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0',
    );
    expect(puzzle).toMatchObject({ goal: 'blank-last' });
    expect(others[0]?.puzzle).toMatchObject({ goal: 'blank-first' });
  });
});

describe('goals that are mentioned but not understood', () => {
  test.each([
    `${code}\ngoal = tuple(sorted(start))`,
    `Goal: the empty square top right\n${rows}`,
    `Ziel: wie besprochen\n${rows}`,
    `{"start": [[8,1,3],[4,0,2],[7,6,5]], "goal": "odd"}`,
  ])('%j is asked about', (text) => expect(read(text).choices).toEqual(['blank-last', 'blank-first']));

  test('the only usual goal that can be reached is offered', () =>
    expect(read('Tiles in a ring, hole in the centre at the end.\n\n3 2 6\n7 1 0\n4 5 8').choices).toEqual([
      'snail',
    ]));

  test('a chosen goal is not asked about', () =>
    expect(readPuzzle(`Ziel: wie besprochen\n${rows}`, { goal: 'blank-first' })).toMatchObject({
      questions: [],
      puzzle: { goal: 'blank-first' },
    }));

  test.each([
    `The goal is to order the tiles.\n${rows}`,
    `Target: 20 moves\n${rows}`,
    `boolean isGoal(Board b) { return b.rest == 0; }\nint[][] board = {{8,1,3},{4,0,2},{7,6,5}};`,
    `The empty square is in the middle.\n${rows}`,
  ])('%j states no goal', (text) => expect(read(text)).toMatchObject({ goal: last, choices: [] }));
});

test.each([
  'sorted(puzzle) ==',
  'set(puzzle) ==',
  'Array.from(puzzle).sort().join() ===',
  'sorted(puzzle) !=',
])('the numbers in a check such as %j are no goal', (check) =>
  expect(read(`puzzle = [${start.join(', ')}]\nassert ${check} [${first}]`)).toEqual({
    start: start.join(),
    goal: last,
    choices: [],
  }),
);
