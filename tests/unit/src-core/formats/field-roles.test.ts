/**
 * Texts with several positions of a sliding puzzle, written like READMEs, tests, scripts and logs in about 90 public
 * repositories (among them ScottCarda/8-puzzle, ilke-kas/eight-puzzle-ai-suite, omerhochman/15puzzle-go,
 * digimokan/cpp-sliding-eight-puzzle, taylorjg/sliding-puzzle-react). The positions are our own. A reading that the
 * words don't confirm becomes a question, one of whose answers is the correct puzzle.
 */
import { describe, expect, test } from 'vitest';
import { readPuzzles, type Reading } from '../../../../src-core/formats/read-puzzle.ts';
import type { ReadOptions } from '../../../../src-core/formats/format.ts';
import { goalPosition } from '../../../../src-core/puzzle/sliding-goal.ts';

const start = '813402765';
const next = '283164705';
const last = '123456780';
const first = '012345678';
const ring = '123804765';

const listed = (position: string): string => Array.from(position).join(', ');
const rows = (position: string, between = ' '): string =>
  [0, 3, 6].map((from) => Array.from(position.slice(from, from + 3)).join(between)).join('\n');
const nested = (position: string): string =>
  `[${[0, 3, 6].map((from) => `[${listed(position.slice(from, from + 3))}]`).join(', ')}]`;

const found = (readings: readonly Reading[]): string[] =>
  readings.map(({ puzzle }) =>
    puzzle.kind === 'sliding'
      ? `${puzzle.start.join('')} ${goalPosition(puzzle, puzzle.goal).join('')}`
      : puzzle.kind,
  );
const readWith = (text: string, options: ReadOptions = {}): string[] => found(readPuzzles(text, options));

describe('the text says which position is the puzzle', () => {
  test.each<[string, string, string[]]>([
    [
      'a start and a goal among states that a test expects',
      `describe('sliding', () => {\n  const puzzle = new Puzzle({\n    initialState: [${listed(start)}],\n    goalState: [${listed(ring)}]\n  });\n  expect(puzzle.moves([${listed(next)}])).toBe(3);\n  expect(puzzle.moves([${listed(first)}])).toBe(2);\n});\n`,
      [`${start} ${ring}`],
    ],
    [
      'a list of initial states in quotes',
      `auto initialStates = {\n    "${start}",\n    "${next}"\n    //,"${last}" // no solution\n};\nstd::string goalState = "${ring}";\n`,
      [`${start} ${ring}`, `${next} ${ring}`],
    ],
    [
      'a list of initial states without a goal',
      `initial_states = [\n    [${listed(start)}],\n    [${listed(next)}],\n    [${listed('708632415')}],\n]\n`,
      [`${start} ${last}`, `${next} ${last}`, `708632415 ${last}`],
    ],
    [
      'a list of initial states, one of them in order',
      `initial_states = [\n    [${listed(start)}],\n    [${listed(last)}],\n]\ngoal_state = [${listed(ring)}]\n`,
      [`${start} ${ring}`, `${last} ${ring}`],
    ],
    [
      'a list of an initial state and its goal',
      `initial = [\n    [${listed(start)}],\n    [${listed(last)}],\n]\nprint("8-puzzle")\n`,
      [`${start} ${last}`],
    ],
    [
      'levels with a goal above them',
      `let goal = [${listed(ring)}] // The goal of the puzzle\nlet easy = [${listed(start)}] // a simple start\nlet hard = [${listed(next)}]\n`,
      [`${start} ${ring}`, `${next} ${ring}`],
    ],
    [
      'rows in Markdown',
      `# 8-puzzle solver\n\n### The initial state is:\n${rows(start).replace('0', '*').replaceAll('\n', ' <br>\n')} <br>\n\n### The goal state is\n${rows(ring).replace('0', '*').replaceAll('\n', ' <br>\n')} <br>\n`,
      [`${start} ${ring}`],
    ],
    [
      'words of a program',
      `from heapq import *\n\ndef main():\n\t# s1 = "${Array.from(next).join(' ')}".split(" ")\n\ts1 = "${Array.from(start).join(' ')}".split(" ")\n\tgoal = "${Array.from(ring).join(' ')}".split(" ")\n\tn = 3\n`,
      [`${start} ${ring}`],
    ],
    [
      'a command script that runs several puzzles twice',
      [start, next]
        .flatMap((each) => [
          `@echo INIT_STATE: ${each}     GOAL STATE: ${first}`,
          `Main.exe "batch_run" "bfs" "${each}" "${first}"`,
          `Main.exe "batch_run" "astar" "${each}" "${first}"`,
        ])
        .join('\n'),
      [`${start} ${first}`, `${next} ${first}`],
    ],
    [
      'a matrix of MATLAB with a range as its goal',
      `% puzzle search\ngoalState = [1:8 0]'; % defined by user\nstartStateMatrix = [${Array.from(start).join(' ')}]';\nfor iRun = 1:1\n  startState = startStateMatrix(:, iRun);\nend\n`,
      [`${start} ${last}`],
    ],
    [
      'a place for the empty space in YAML',
      `# puzzle options\nargs:\n  - description: The start state (e.g. "${listed(start)}").\n  - description: The goal state (default "${listed(ring)}").\n    default: '${listed(ring)}'\n`,
      [`${start} ${ring}`],
    ],
    [
      'calls with a start and a goal',
      `solver tests\nexplore(State(3, [${listed(start)}]), State(3, [${listed(last)}]), 1, 500)\nexplore(State(3, [${listed(start)}]), State(3, [${listed(last)}]), 1, 200)\nexplore(State(3, [${listed(next)}]), State(3, [${listed(ring)}]), 1, 50)\n`,
      [`${start} ${last}`, `${next} ${ring}`],
    ],
  ])('%s', (_, text, expected) => {
    const readings = readPuzzles(text);
    expect(readings.flatMap(({ questions }) => questions)).toEqual([]);
    expect(found(readings)).toEqual(expected);
  });
});

describe('the text doesn’t say which position is the puzzle', () => {
  const step = '103425786';
  test.each<[string, string, string]>([
    [
      'boards of tests',
      `func TestSolved(t *testing.T) {\n  board := ${nested(last)}\n}\nfunc TestMove(t *testing.T) {\n  assertMove(5, UP, t, ${nested(start)})\n  assertMove(2, DOWN, t, ${nested(next)})\n}\n`,
      next,
    ],
    [
      'two versions of a puzzle in a review',
      `Fix the 8-puzzle.\n\n- Old \`puzzle_medium\` (cell 41): \`(${listed(start)})\`, not solvable.\n- New \`puzzle_medium\`: \`(${listed(next)})\`, solvable.\n`,
      next,
    ],
    [
      'variables, of which one is in order',
      `puzzleSelection = 1\nlist0 = [${listed(last)}]\nlist2 = [${listed(start)}]\nlist4 = [${listed(next)}]\n`,
      start,
    ],
    [
      'a solution that was cut off',
      `Initial state of the puzzle\n\n${rows('013425786')}\n\nStep 1\n\n${rows(step)}\n\nStep 2\n\n${rows('123405786')}\n`,
      '013425786',
    ],
    [
      'commands of a script',
      `# Initialize the puzzle\nsetState ${Array.from(start).join(' ')}\nsolve bfs\nsetState ${Array.from(first).join(' ')}\nsolve bfs\nsetState ${Array.from(next).join(' ')}\n`,
      start,
    ],
    [
      'commented positions only',
      `def main():\n    # board = [${listed(start)}]\n    # board = [${listed(next)}]\n    # solver = BFS(board)\n    print("8 Puzzle Solver")\n`,
      next,
    ],
    [
      'a start in order and a shuffled goal',
      `Start state of the puzzle:\n\n${rows(ring)}\n\nGoal state:\n\n${rows('103824765')}\n`,
      '103824765',
    ],
  ])('%s', (_, text, right) => {
    const [question] = readPuzzles(text).flatMap(({ questions }) => questions);
    const answers = question!.choices.map(({ options }) => readPuzzles(text, options));
    expect(answers.flat().flatMap(({ questions }) => questions)).toEqual([]);
    expect(answers.filter(({ length }) => length === 1).map((each) => found(each)[0]!.slice(0, 9))).toContain(
      right,
    );
  });

  test('each answer leads to the puzzle that it shows', () => {
    const text = `hard puzzle: solve([${listed(start)}])\nexpect(solve2([${listed(next)}]))\n`;
    const [question] = readPuzzles(text).flatMap(({ questions }) => questions);
    for (const { options, preview } of question!.choices.filter(
      ({ options: each }) => each.position !== 'all',
    ))
      expect(readPuzzles(text, options)).toMatchObject([{ puzzle: preview, questions: [] }]);
    expect(readWith(text, { position: 'all' })).toEqual([`${start} ${last}`, `${next} ${last}`]);
  });

  test.each([
    ['a game that begins in order', `export const board = writable([${listed(last)}]);\n`],
    ['the aim of a game', `Le jeu du taquin a cet état final :\n\n${rows(last)}\n`],
    [
      'a goal with a name for the empty space',
      `// goal of the puzzle\nconst GOAL_STATE = [\n  [1, 2, 3],\n  [4, 5, 6],\n  [7, 8, BLANK],\n];\n`,
    ],
    [
      'a box',
      `The puzzle ends like this:\n\n╔═══╦═══╦═══╗\n║ 1 ║ 2 ║ 3 ║\n╠═══╬═══╬═══╣\n║ 4 ║ 5 ║ 6 ║\n╠═══╬═══╬═══╣\n║ 7 ║ 8 ║   ║\n╚═══╩═══╩═══╝\n`,
    ],
    ['a default', `board = None\n# the solved board of the puzzle\nsolved = [${listed(first)}]\n`],
  ])('a position in order is not taken for a puzzle without a question: %s', (_, text) => {
    let asked = true;
    try {
      asked = readPuzzles(text).some(({ questions }) => questions.length > 0);
    } catch {
      // A text with only a goal may also be refused.
    }
    expect(asked).toBe(true);
  });
});

test('a comment above rows of numbers raises no question', () => {
  expect(readPuzzles(`# no size line here\n${rows(start)}`)).toMatchObject([{ questions: [] }]);
});

test('a position that isn’t in the text is refused as a start', () => {
  expect(() => readPuzzles(`puzzle = [${listed(start)}]`, { position: [1, 0, 2, 3] })).toThrow(/no position/);
});

test.each([
  [
    'an order of coefficients',
    '# JPEG zigzag scan\nORDER = [0, 1, 5, 6, 2, 4, 7, 12, 3, 8, 11, 13, 9, 10, 14, 15]\n',
  ],
  ['permutations', 'Permutations of nine small numbers\nsigma = [3, 1, 4, 0, 5, 8, 2, 6, 7]\n'],
  [
    'numbers of fields',
    'Fields:\n 1 | 2 | 3\n---+---+---\n 4 | 5 | 6\n---+---+---\n 7 | 8 | 9\nEnter a field:\n',
  ],
  [
    'a comment with a range',
    'kernel = np.arange(9)\n# array([[0, 1, 2],\n#        [3, 4, 5],\n#        [6, 7, 8]])\n',
  ],
])('%s is not taken for a puzzle without a question', (_, text) => {
  expect(readPuzzles(text).flatMap(({ questions }) => questions)).not.toEqual([]);
});

test('a comment such as “# Author” doesn’t suppress questions', () => {
  const text = `A = [${listed(last)}]\nB = [1, 4, 7, 2, 5, 8, 3, 6, 9]\n# Transposes a matrix`;
  expect(readPuzzles(`# Author: someone\n${text}`).flatMap(({ questions }) => questions)).not.toEqual([]);
});

test('a position in a heading of Markdown is not skipped as a comment', () => {
  const text = `# 8-puzzle\n\n### START \`(${listed(start)})\`\n\n${rows(next)}\n\n### GOAL \`(${listed(last)})\`\n`;
  expect(readWith(text)).toEqual([`${start} ${last}`, `${next} ${last}`]);
});

test('positions in a test whose empty space differs are a question', () => {
  const data = (rows: string): string => `  puzzle.setData([][]int{${rows}})\n`;
  const text = `func TestData(t *testing.T) {\n${data('{8, 1, 3}, {4, 0, 2}, {7, 6, 5}')}}\n\nfunc TestTooLarge(t *testing.T) {\n${data('{8, 1, 3}, {4, 9, 2}, {7, 6, 5}')}${data('{2, 1, 3}, {4, 9, 8}, {7, 6, 5}')}}\n`;
  const [reading] = readPuzzles(text, { name: 'puzzle_test' });
  expect(reading!.questions).toHaveLength(1);
});

test('line breaks in strings of a program are not read as the empty space n', () => {
  const text = `// 8-puzzle\nfunc main() {\n  p := parse("8 1 3\\n" +\n    "4 0 2\\n" +\n    "7 6 5\\n")\n}\n`;
  expect(readWith(text)).toEqual([`${start} ${last}`]);
});
