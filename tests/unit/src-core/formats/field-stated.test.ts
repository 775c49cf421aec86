/**
 * Sliding puzzles in notations found in public repositories. At first, Edgewise misread these notations, or asked a
 * question without the right choice. The positions are our own.
 */
import { describe, expect, test } from 'vitest';
import { goalPosition } from '../../../../src-core/puzzle/sliding-goal.ts';
import { statedPositions } from '../../../../src-core/formats/recognition/stated-positions.ts';
import { readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';

type Read = ReturnType<typeof readPuzzles>[number];
const starts = ['813402765', '283164705', '412053786'] as const;
const [start] = starts;
const last = '123456780';
const first = '012345678';
const eleven = [8, 1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11];
const fifteen = [5, 1, 2, 4, 9, 6, 3, 8, 13, 10, 7, 11, 0, 14, 15, 12];
const another = [5, 1, 2, 4, 9, 6, 11, 8, 0, 7, 10, 3, 13, 14, 15, 12];

const listed = (position: string): string => Array.from(position).join(',');
const nested = (position: string, blank = '0'): string =>
  `[${[0, 3, 6].map((from) => `[${Array.from(position.slice(from, from + 3), (tile) => (tile === '0' ? blank : tile)).join(', ')}]`).join(', ')}]`;

const readings = (text: string) =>
  readPuzzles(text).map(({ puzzle, questions }) => {
    if (puzzle.kind !== 'sliding') return puzzle.kind;
    expect(questions).toEqual([]);
    return puzzle.start.join();
  });

const choices = (text: string): readonly string[] =>
  readPuzzles(text)[0]!.questions[0]!.choices.map(({ options: { position } }) => position?.toString() ?? '');

describe('facts', () => {
  const facts = (position: string, write: (tile: string, row: number, column: number) => string): string =>
    Array.from(position, (tile, i) => write(tile, Math.floor(i / 3) + 1, (i % 3) + 1)).join('\n');

  test('a tile and its place in another fact', () => {
    const text = facts(start, (tile, row, column) => `initially(tile_at(${tile}, ${row}, ${column})).`);
    expect(readings(text)).toEqual([listed(start)]);
  });

  test('a start and a goal, whichever is first', () => {
    const from = facts(start, (tile, row, column) => `init(at(${tile},${row},${column})).`);
    const to = facts(first, (tile, row, column) => `goal(at(${tile},${row},${column})).`);
    for (const text of [`${from}\n${to}`, `${to}\n${from}`]) {
      const [reading, more] = readPuzzles(text);
      expect(more).toBeUndefined();
      expect(reading).toMatchObject({ questions: [], puzzle: { start: Array.from(start, Number) } });
      if (reading?.puzzle.kind === 'sliding')
        expect(goalPosition(reading.puzzle, reading.puzzle.goal).join('')).toBe(first);
    }
  });

  test('facts with a time, as an answer set lists them', () => {
    const path = ['123406758', '123456708', '123456780'];
    const facts0 = path.flatMap((position, time) =>
      Array.from(position, (tile, i) => `holds(at(${tile},${Math.floor(i / 3) + 1},${(i % 3) + 1}),${time})`),
    );
    // The facts of an answer set have no order, so shuffle those with the same time.
    const shuffled = facts0.toSorted(
      (a, b) => Number(a.at(-2)) - Number(b.at(-2)) || (a.slice(10) < b.slice(10) ? -1 : 1),
    );
    expect(readings(shuffled.join('\n'))).toEqual([listed(path[0]!)]);
  });
});

describe('lists of programs', () => {
  test('-1 as the empty space, and a goal in a comparison', () => {
    const text = `# array of puzzles to be solved\npuzzles = [\n${[...starts, first].map((each) => `    Puzzle(${nested(each, '-1')}),`).join('\n')}\n]\nproblem.goal_test = lambda n: n.state.grid == ${nested(last, '-1')}\n`;
    expect(readings(text)).toEqual([...starts, first].map(listed));
  });

  test('a rectangle that begins or ends like a square', () => {
    const text = `GOAL_STATE = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0]\nclass SearchTests:\n    board_1 = Board([${eleven.join(', ')}])\n    board_2 = Board([9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 8])\n`;
    expect(readings(text)).toEqual([eleven.join(), '9,10,11,0,1,2,3,4,5,6,7,8']);
  });

  test('the length of the side before each position', () => {
    const serial = (position: readonly number[]): string =>
      `4|${position.map((tile) => (tile === 0 ? -1 : tile)).join('|')}|`;
    const third = another.toReversed();
    const rows = [fifteen, another, third].map((position, i) => `${i + 1},${serial(position)},${40 + i}`);
    expect(readings(`id,serialized_puzzle,min_steps\n${rows.join('\n')}\n`)).toEqual([
      fifteen.join(),
      another.join(),
      third.join(),
    ]);
    const text = `# Solver of the sliding puzzle\n\nThe first is serialized as\n**${serial(fifteen)}**\nand the second as\n**${serial(another)}**\n`;
    expect(choices(text)).toEqual([fifteen.join(), another.join(), 'all']);
  });

  test('a position with a sign for the empty space, in a program that names no puzzle', () => {
    const [one, other] = [fifteen, another].map((position) =>
      position.map((tile) => (tile === 0 ? '_' : tile)).join(' '),
    );
    const text = `from copy import deepcopy\n\nimport pytest\n\n\ndef test_board():\n    string = "${one}"\n    assert len(board.current_state) == 4\n    assert len([row[1] for row in board.current_state]) == 4\n    assert board == Board(convert("${other}"))\n`;
    expect(choices(text)).toEqual([fifteen.join(), another.join(), 'all']);
  });
});

test('the head of a table that numbers the cells is no position', () => {
  const rows = starts.map((position, i) => `${listed(position)},${14 + i}`);
  const text = `# Positions of the 8-puzzle with their moves\n0,1,2,3,4,5,6,7,8,moves\n${rows.join('\n')}\n`;
  expect(statedPositions(text).map(({ position }) => position.start.join())).toEqual(starts.map(listed));
  expect(readings(text)).toEqual(starts.map(listed));
});

test('a start with two goals is asked about', () => {
  const text = `# Solver of the 8-puzzle\nstart = ${nested(start)}\ngoal_1 = ${nested(last)}\ngoal_2 = ${nested('123804765')}\n`;
  expect(choices(text)).toEqual([listed(start)]);
});

test('a goal below a start that can’t reach it is asked about', () => {
  const text = '1 2 3\n4 5 6\n8 7 0\n\n1 2 3\n4 5 6\n7 8 0\n';
  const [{ questions }] = readPuzzles(text) as [Read];
  expect(questions[0]!.choices.map(({ options }) => options)).toEqual([
    { goal: Array.from(last, Number) },
    { goal: 'auto' },
  ]);
  const chosen = questions[0]!.choices.map(({ options }) => readPuzzles(text, options));
  expect(chosen.map((each) => each.map((reading) => reading.questions.length))).toEqual([[0], [0, 0]]);
  expect(chosen[0]![0]!.puzzle).toMatchObject({ goal: 'blank-last' });
});

describe('tiles with numbers', () => {
  const animals = ['AaBC', 'bACc', 'BDad', 'cDbA', 'dCaB', 'ACdb', 'DabC', 'cBDA', 'bdaC'].map((tile) =>
    Array.from(tile, (sign) => `${sign.toUpperCase()}${sign === sign.toUpperCase() ? 'F' : 'B'}`),
  );
  const expectAnimals = (text: string, count = 1): void => {
    const read = readPuzzles(text);
    const tiles = read.map(({ puzzle }) =>
      puzzle.kind === 'sliding' || puzzle.mating === 'same'
        ? []
        : puzzle.tiles.map(({ edges }) => edges.map((edge) => puzzle.labels[edge >> 1]!.name)),
    );
    const symbols = animals.map((tile) => tile.map((label) => label[0]!));
    expect(tiles.map((each) => each.map((tile) => tile.map((name) => name[0])))).toEqual(
      Array(count).fill(symbols),
    );
    expect(read.map(({ puzzle }) => puzzle)).toMatchObject(
      Array(count).fill({ board: { kind: 'rectangle', width: 3, height: 3 } }),
    );
  };
  const listedTiles = animals.map((tile, i) => `${i + 1} ${tile.join(' ')}`).join('\n');

  test('the number of each puzzle above its numbered tiles, and 0 at the end', () => {
    expectAnimals(`1\n${listedTiles}\n0\n`);
    expectAnimals(`1\n${listedTiles}\n2\n${listedTiles}\n0\n`, 2);
  });

  test('all tiles drawn in one row, with their numbers in the middle', () => {
    const line = (write: (tile: readonly string[], i: number) => string): string =>
      animals.map(write).join('  ');
    const drawing = [
      line(([top]) => `   ${top}   `),
      line(([, right, , left], i) => `${left}  ${i} ${right}`),
      line(([, , bottom]) => `   ${bottom}   `),
    ];
    expectAnimals(`${drawing.join('\n')}\n`);
  });
});

test('a column of numbers that are nearly all equal may not be tiles', () => {
  const settings = Array.from({ length: 72 }, (_, i) => (i % 24 === 20 ? 0 : i % 24 === 22 ? 2 : 1));
  const [{ questions }] = readPuzzles(`${settings.join('\n')}\n`) as [Read];
  expect(questions[0]!.text).toContain('Are they tiles?');
  const [chosen] = readPuzzles(`${settings.join('\n')}\n`, questions[0]!.choices[0]!.options);
  expect(chosen).toMatchObject({ questions: [], puzzle: { kind: 'edge-matching' } });
});

test('equal tiles with one tile per line are read without a question', () => {
  const [{ questions, puzzle }] = readPuzzles('1 1 1 1\n1 1 1 1\n1 1 1 1\n2 2 2 2\n') as [Read];
  expect(questions).toEqual([]);
  expect(puzzle).toMatchObject({ kind: 'edge-matching', tiles: { length: 4 } });
});
