/**
 * Sliding puzzles in notations of programming languages, courses and emails. Each text is read as its puzzle, or leads
 * to a question with that puzzle among the answers.
 */
import { describe, expect, test } from 'vitest';
import { readPuzzle, readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';
import { goalNameOf } from '../../../../src-core/puzzle/sliding-goal.ts';

describe('sliding puzzles', () => {
  const start = [8, 1, 3, 4, 0, 2, 7, 6, 5];
  test.each<[string, string, number[]?]>([
    ['a gap in the columns', ' 1  2  3  4\n 5  6  7  8\n 9 10    12\n13 14 11 15', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 12, 13, 14, 11, 15]],
    ['a gap first', '    2  3  4\n 5  6  7  8\n 9 10 11 12\n13 15 14  1', [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 1]],
    ['a box', '+---+---+---+\n| 8 | 1 | 3 |\n+---+---+---+\n| 4 |   | 2 |\n+---+---+---+\n| 7 | 6 | 5 |\n+---+---+---+'],
    ['rows between slashes', '813/402/765'],
    ['rows between semicolons', '8,1,3;4,0,2;7,6,5'],
    ['None', '[[8,1,3],[4,None,2],[7,6,5]]'],
    ['null', '[[8,1,3],[4,null,2],[7,6,5]]'],
    ['empty brackets', '8 1 3\n4 [] 2\n7 6 5'],
    ['-1', '8 1 3\n4 -1 2\n7 6 5'],
    ['digits of base 16', '123456789ABCDEF0', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]],
    ['letters', 'h a c\nd _ b\ng f e'],
    ['a box of lines', '┌───┬───┬───┐\n│ 8 │ 1 │ 3 │\n├───┼───┼───┤\n│ 4 │   │ 2 │\n├───┼───┼───┤\n│ 7 │ 6 │ 5 │\n└───┴───┴───┘'],
    ['its number first', '12 8 1 3 4 0 2 7 6 5'],
    ['a star', '8134*2765'],
    ['a name before slashes', '8-puzzle: 8 1 3 / 4 0 2 / 7 6 5'],
    ['a matrix of MATLAB', 'A = [8 1 3; 4 0 2; 7 6 5]'],
    ['an array of NumPy', 'array([[8, 1, 3],\n       [4, 0, 2],\n       [7, 6, 5]])'],
    ['a fact of Prolog', 'start([8,1,3,4,0,2,7,6,5]).'],
    ['empty quotes', '"8" "1" "3"\n"4" "" "2"\n"7" "6" "5"'],
    ['a question mark', '8 1 3\n4 ? 2\n7 6 5'],
    ['# as the empty space', '8 1 3\n4 # 2\n7 6 5'],
    ['another letter', '8 1 3\n4 E 2\n7 6 5'],
    ['_ in joined digits', '813\n4_2\n765'],
    ['columns with titles', 'c1,c2,c3\n8,1,3\n4,0,2\n7,6,5'],
    ['an example of LeetCode', 'Input: board = [[8,1,3],[4,0,2],[7,6,5]]\nOutput: 5\nExplanation: 5 is the smallest number of moves that solves the board.'],
    ['a constructor', 'puzzle = EightPuzzle((8, 1, 3, 4, 0, 2, 7, 6, 5))'],
    ['an array of C', 'int start[] = {15, 14, 1, 6, 9, 11, 4, 12, 0, 10, 7, 3, 13, 8, 5, 2};', [15, 14, 1, 6, 9, 11, 4, 12, 0, 10, 7, 3, 13, 8, 5, 2]],
    ['a comment in Prolog', '% board([v,4,2,8,1,3,5,6,7], 3).\nboard([8,1,3,4,v,2,7,6,5], 3). % 14 moves'],
    ['words of one row each', '813 4b2 765'],
    ['a gap in joined digits', '813\n4 2\n765'],
    ['hyphens', '8-1-3-4-0-2-7-6-5'],
    ['line ends in a string', '"8 1 3\\n4 0 2\\n7 6 5"'],
    ['one position after its number', '1\n\n8 1 3 4 x 2 7 6 5'],
    ['rows of base 16', '1234\n5678\n9AC0\nDEBF', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 0, 13, 14, 11, 15]],
    ['rows before columns', '2 4\n1 2 3 4\n5 6 0 7', [1, 2, 3, 4, 5, 6, 0, 7]],
    ['an empty field in the middle', '8,1,3\n4,,2\n7,6,5'],
    ['an empty string between single blanks', '8 1 3\n4  2\n7 6 5'],
    ['an empty string first', '1 2 3 4\n5 6 7 8\n 9 10 12\n13 14 11 15', [1, 2, 3, 4, 5, 6, 7, 8, 0, 9, 10, 12, 13, 14, 11, 15]],
    ['decimal points', '8.0,1.0,3.0\n4.0,,2.0\n7.0,6.0,5.0'],
    ['an array of floats', '[[8. 1. 3.]\n [4. 0. 2.]\n [7. 6. 5.]]'],
    ['decimal commas', '8,0;1,0;3,0\n4,0;0,0;2,0\n7,0;6,0;5,0'],
    ['constants of C', '#define N 3\n#define START {8,1,3,4,0,2,7,6,5}'],
    ['a command line', 'python driver.py bfs 8,1,3,4,0,2,7,6,5'],
    ['a command line with other numbers', '$ python3 solver.py --n 3 --start 813402765'],
    ['a command line in quotes', './solve "8 1 3 4 0 2 7 6 5"'],
    ['a command line with rows', 'solve 8,1,3 4,0,2 7,6,5'],
    ['a call', 'solve([[8,1,3],[4,0,2],[7,6,5]])'],
    ['a command', 'setState 813 4b2 765\nsolve A-star h2\nmaxNodes 5000'],
    ['a size and a number of steps', '3\n20\n8 1 3\n4 0 2\n7 6 5'],
    ['joined letters with a dot', 'hacd.bgfe'],
    ['a new array of Java', 'Board b = new Board(new int[][] { {8, 1, 3}, {4, 0, 2}, {7, 6, 5} });'],
  ])('%s', (_, text, expected) => {
    const { puzzle } = readPuzzle(text);
    expect(puzzle).toMatchObject({ kind: 'sliding', start: expected ?? start });
    expect(puzzle.kind === 'sliding' && puzzle.width).toBe(expected && expected.length !== 9 ? 4 : 3);
  }); // oxfmt-ignore

  test.each<[string, string]>([
    ['under titles', 'Start:\n8 1 3\n4 0 2\n7 6 5\n\nGoal:\n1 2 3\n8 0 4\n7 6 5'],
    ['on one line each', 'start: 813402765\ngoal: 123804765'],
    ['in JSON', JSON.stringify({ start, goal: [1, 2, 3, 8, 0, 4, 7, 6, 5] })],
    ['in German', 'Startzustand:\n8 1 3\n4 _ 2\n7 6 5\n\nZielzustand:\n1 2 3\n8 _ 4\n7 6 5'],
    ['side by side', '8 1 3   1 2 3\n4 0 2   8 0 4\n7 6 5   7 6 5'],
    ['side by side with an arrow', '8 1 3      1 2 3\n4 _ 2  ->  8 _ 4\n7 6 5      7 6 5'],
    [
      'in arrays of C',
      'int start[3][3] = {{8,1,3},{4,0,2},{7,6,5}};\nint goal[3][3] = {{1,2,3},{8,0,4},{7,6,5}};',
    ],
    ['on one line', 'Start: 8 1 3 4 0 2 7 6 5 Goal: 1 2 3 8 0 4 7 6 5'],
    ['on one line with a comma', 'initial = 813402765, goal = 123804765'],
    ['with an arrow', '813402765 -> 123804765'],
    ['with from and to', 'from 8 1 3 4 0 2 7 6 5 to 1 2 3 8 0 4 7 6 5'],
    ['under From and To', 'From:\n8 1 3\n4 0 2\n7 6 5\nTo:\n1 2 3\n8 0 4\n7 6 5'],
    ['with the goal first', 'Goal: 1 2 3 8 0 4 7 6 5\n8 1 3\n4 0 2\n7 6 5'],
    ['in the head', '# goal: 1 2 3 / 8 _ 4 / 7 6 5\n8 1 3\n4 0 2\n7 6 5'],
    ['with an arrow on a line', '8 1 3\n4 0 2\n7 6 5\n=>\n1 2 3\n8 0 4\n7 6 5'],
    ['in Chinese', '初始状态：\n8 1 3\n4 0 2\n7 6 5\n目标状态：\n1 2 3\n8 0 4\n7 6 5'],
    ['in French', 'Etat initial : 8 1 3 4 0 2 7 6 5\nEtat final : 1 2 3 8 0 4 7 6 5'],
    ['in Prolog', 'initial([8,1,3,4,0,2,7,6,5]).\ngoal([1,2,3,8,0,4,7,6,5]).'],
    ['in Lisp', "(setq start '((8 1 3) (4 nil 2) (7 6 5)))\n(setq goal '((1 2 3) (8 nil 4) (7 6 5)))"],
    [
      'in Lisp lists',
      "; start\n(defparameter *start* '(8 1 3 4 0 2 7 6 5))\n(defparameter *goal* '(1 2 3 8 0 4 7 6 5))",
    ],
    [
      'in Lisp arrays',
      "(defparameter *estado-inicial*\n (make-array '(3 3) :initial-contents '((8 1 3) (4 h 2) (7 6 5))))\n(defparameter *estado-final*\n (make-array '(3 3) :initial-contents '((1 2 3) (8 h 4) (7 6 5))))",
    ],
    ['in Ruby', 'start = %w[8 1 3 4 _ 2 7 6 5]\ngoal = %w[1 2 3 8 _ 4 7 6 5]'],
    [
      'in Rust',
      'const START: [[u8; 3]; 3] = [[8, 1, 3], [4, 0, 2], [7, 6, 5]];\nconst GOAL: [[u8; 3]; 3] = [[1, 2, 3], [8, 0, 4], [7, 6, 5]];',
    ],
    [
      'in vectors of C++',
      'vector<vector<int>> start = {{8,1,3},{4,0,2},{7,6,5}};\nvector<vector<int>> goal = {{1,2,3},{8,0,4},{7,6,5}};',
    ],
    ['under comments', '% start\nboard([8,1,3,4,0,2,7,6,5]).\n% goal\nboard([1,2,3,8,0,4,7,6,5]).'],
    [
      'on a question sheet',
      'Consider the following initial state:\n\n 8 1 3\n 4 _ 2\n 7 6 5\n\nand the goal state:\n\n 1 2 3\n 8 _ 4\n 7 6 5\n\nExpand the first 5 nodes.',
    ],
    [
      'side by side with gaps',
      'Initial State      Goal State\n  8 1 3             1 2 3\n  4   2             8   4\n  7 6 5             7 6 5',
    ],
    ['in matrices of MATLAB', 'A = [8 1 3; 4 0 2; 7 6 5];\nG = [1 2 3; 8 0 4; 7 6 5];'],
    ['in strings of JSON', JSON.stringify({ start: '813402765', goal: '123804765' })],
    [
      'in two columns of a table',
      'id,initial_state,solution_state\n0,"8 1 3 4 0 2 7 6 5","1 2 3 8 0 4 7 6 5"',
    ],
  ])('start and goal %s', (_, text) => {
    const [reading, more] = readPuzzles(text);
    expect(more).toBeUndefined();
    expect(reading!.puzzle).toMatchObject({ kind: 'sliding', start });
    expect(goalNameOf(reading!.puzzle as never)).toBe('snail');
  });

  test('a puzzle of school 42 keeps the goal `snail` if it is unsolvable', () => {
    const { puzzle, others } = readPuzzle('# This puzzle is unsolvable\n3\n1 2 3\n8 0 4\n7 5 6\n');
    expect(goalNameOf(puzzle as never)).toBe('snail');
    expect(others.map((each) => goalNameOf(each.puzzle as never))).toEqual(['blank-last', 'blank-first']);
  });

  test.each([
    '2 8 3 1 6 4 7 0 5\n1 2 3 8 0 4 7 6 5\n1',
    '2 8 3\n1 6 4\n7 0 5\n\n1 2 3\n8 0 4\n7 6 5',
    '2 8 3\n1 6 4\n7 0 5\n1 2 3\n8 0 4\n7 6 5',
  ])('the second of two positions is the goal if it is a usual one: %s', (text) => {
    const [reading, more] = readPuzzles(text);
    expect(more).toBeUndefined();
    expect(goalNameOf(reading!.puzzle as never)).toBe('snail');
    expect(reading!.assumptions.map((each) => each.text)).toContain('the second position is the goal');
  });

  test.each<[string, string]>([
    ['numbered', '1 8 1 3 4 0 2 7 6 5\n2 1 2 3 4 0 6 7 5 8'],
    ['with the moves they take', '8 1 3 4 0 2 7 6 5 14\n1 2 3 4 0 6 7 5 8 2'],
    ['after their sizes', '3\n8 1 3\n4 0 2\n7 6 5\n3\n1 2 3\n4 0 6\n7 5 8'],
    ['in a table', 'id,position\n1,"8 1 3 4 0 2 7 6 5"\n2,"1 2 3 4 0 6 7 5 8"'],
    ['in a table with titles', 'id,a,b,c,d,e,f,g,h,i,moves\n1,8,1,3,4,0,2,7,6,5,14\n2,1,2,3,4,0,6,7,5,8,2'],
    ['joined, with the moves they take', '813402765 14\n123406758 2'],
    ['as grids in JSON', '[[[8,1,3],[4,0,2],[7,6,5]],[[1,2,3],[4,0,6],[7,5,8]]]'],
    ['after their number, without lines between them', '2\n8 1 3\n4 0 2\n7 6 5\n1 2 3\n4 0 6\n7 5 8'],
    ['with a number before and two after', '1 8 1 3 4 0 2 7 6 5 9 14\n2 1 2 3 4 0 6 7 5 8 2 2'],
    [
      'in C#',
      'Puzzles =\n{\n  new Puzzle { Number = 1, State = new byte[] { 8, 1, 3, 4, 0, 2, 7, 6, 5 }, Moves = 14, Nodes = 276361933 },\n  new Puzzle { Number = 2, State = new byte[] { 1, 2, 3, 4, 0, 6, 7, 5, 8 }, Moves = 2, Nodes = 3 },\n};',
    ],
    [
      'in Java',
      'static final int[][] A = {{8,1,3},{4,0,2},{7,6,5}};\nstatic final int[][] B = {{1,2,3},{4,0,6},{7,5,8}};',
    ],
    [
      'with one goal',
      'hard = [[8,1,3],[4,0,2],[7,6,5]]\neasy = [[1,2,3],[4,0,6],[7,5,8]]\ngoal = [[1,2,3],[4,5,6],[7,8,0]]',
    ],
    ['under titles', 'Puzzle 1\n8 1 3\n4 0 2\n7 6 5\nPuzzle 2\n1 2 3\n4 0 6\n7 5 8'],
  ])('two positions %s', (_, text) => {
    const starts = readPuzzles(text).map(({ puzzle }) => (puzzle.kind === 'sliding' ? puzzle.start : []));
    expect(starts).toEqual([start, [1, 2, 3, 4, 0, 6, 7, 5, 8]]);
  });
});

test.each<[string, string, object?]>([
  ['under titles', 'Start:\n1 1 2\n2 3 3\n_ 1 2\nGoal:\n1 1 1\n2 2 2\n3 3 _'],
  ['on one line', 'start: 1 1 2 2 3 3 0 1 2 goal: 1 1 1 2 2 2 3 3 0'],
  ['in the head', '# goal: 1 1 1 2 2 2 3 3 0\n1 1 2\n2 3 3\n0 1 2'],
  ['as an option', '1 1 2\n2 3 3\n0 1 2', { goal: [1, 1, 1, 2, 2, 2, 3, 3, 0] }],
])('equal sliding tiles with a goal %s are a sliding puzzle', (_, text, options) => {
  const { puzzle } = readPuzzle(text, options);
  expect(puzzle).toMatchObject({ kind: 'sliding', width: 3, height: 3, goal: 'blank-last', shown: [0, 1, 1, 1, 2, 2, 2, 3, 3] }); // oxfmt-ignore
  expect(puzzle.kind === 'sliding' && puzzle.start.map((tile) => puzzle.shown![tile])).toEqual([1, 1, 2, 2, 3, 3, 0, 1, 2]); // oxfmt-ignore
});

test.each([
  'Minimum number of moves = 3\n\n3\n1 2 3\n0 4 6\n7 5 8\n\n3\n1 2 3\n4 0 6\n7 5 8\n\n3\n1 2 3\n4 5 6\n7 0 8\n\n3\n1 2 3\n4 5 6\n7 8 0',
  'Initial State:\n1 2 3\n0 4 6\n7 5 8\n\nMove 1:\n1 2 3\n4 0 6\n7 5 8\n\nMove 2:\n1 2 3\n4 5 6\n7 0 8\n\nMove 3:\n1 2 3\n4 5 6\n7 8 0\n\nSolution found!',
  '[1, 2, 3, 0, 4, 6, 7, 5, 8]\n[1, 2, 3, 4, 0, 6, 7, 5, 8]\n[1, 2, 3, 4, 5, 6, 7, 0, 8]\n[1, 2, 3, 4, 5, 6, 7, 8, 0]',
  '123046758 -> 123406758 -> 123456708 -> 123456780',
  '1 2 3 0 4 6 7 5 8 → 1 2 3 4 0 6 7 5 8 → 1 2 3 4 5 6 7 0 8 → 1 2 3 4 5 6 7 8 0',
  '123/046/758 => 123/406/758 => 123/456/708 => 123/456/780',
])('the positions of a solution are one puzzle: %s', (text) => {
  const [reading, more] = readPuzzles(text);
  expect(more).toBeUndefined();
  expect(reading!.puzzle).toMatchObject({ start: [1, 2, 3, 0, 4, 6, 7, 5, 8], goal: 'blank-last' });
  expect(reading!.assumptions.map((each) => each.text)).toContain('the other positions are its solution');
});

test('two positions in a program may be a start and its goal', () => {
  const text = 'A = [2 8 3; 1 6 4; 7 0 5]; B = [2 8 3; 1 0 4; 7 6 5];';
  const readings = readPuzzles(text);
  expect(readings).toHaveLength(2);
  const [question, more] = readings.flatMap(({ questions }) => questions);
  expect(more).toBeUndefined();
  const [two, pair] = question!.choices;
  expect(readPuzzles(text, two!.options)).toMatchObject([{ questions: [] }, { questions: [] }]);
  const [only, other] = readPuzzles(text, pair!.options);
  expect(other).toBeUndefined();
  expect(only).toMatchObject({ questions: [], puzzle: { goal: [2, 8, 3, 1, 0, 4, 7, 6, 5] } });
});

test('no line of a rewritten text is said to be skipped', () => {
  expect(readPuzzle('int[][] tiles = {{0, 1, 3}, {4, 2, 5}, {7, 8, 6}};').skipped).toEqual([]);
});

test.each(['for i in 0 1 2 3 4 5 6 7 8; do', 'sort 8,1,3,4,0,2,7,6,5 1,2,3,8,0,4,7,6,5'])(
  'a command without a single position is refused: %s',
  (text) => {
    expect(() => readPuzzle(text)).toThrow(/found/);
  },
);

test('a line of four words is not read as a single tile', () => {
  expect(() => readPuzzle('setBoard 7b2 543 811')).toThrow();
});
