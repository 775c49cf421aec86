/**
 * Sliding puzzles in notations found in public repositories: planning problems, facts, dictionaries, collections and
 * programs. At first, Edgewise misread or rejected these notations. The positions are our own.
 */
import { describe, expect, test } from 'vitest';
import { goalPosition } from '../../../../src-core/puzzle/sliding-goal.ts';
import { readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';

const start = '813402765';
const next = '283164705';
const last = '123456780';
const ring = '123804765';
const fifteen = '5,1,2,4,9,6,3,8,13,10,7,11,0,14,15,12';
const fifteenLast = '1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0';

const listed = (position: string): string =>
  position.includes(',') ? position : Array.from(position).join(',');
const rowsOf = (position: string, between = ' '): string[] =>
  [0, 3, 6].map((from) => Array.from(position.slice(from, from + 3)).join(between));

/** Expects these positions with their goals, and no question. If a goal isn't given, any is accepted. */
function expectRead(
  text: string,
  ...expected: readonly (string | readonly [start: string, goal: string])[]
): void {
  const readings = readPuzzles(text);
  expect(readings.flatMap(({ questions }) => questions)).toEqual([]);
  const found = readings.map(({ puzzle }, i) => {
    if (puzzle.kind !== 'sliding') return puzzle.kind;
    const position = puzzle.start.join();
    return typeof expected[i] === 'string' ? position : [position, goalPosition(puzzle, puzzle.goal).join()];
  });
  expect(found).toEqual(expected.map((each) => (typeof each === 'string' ? listed(each) : each.map(listed))));
}

/** Returns each cell's tile and place, as written by `write`. */
const cells = (position: string, write: (tile: string, row: number, column: number) => string): string =>
  Array.from(position, (tile, i) => write(tile, Math.floor(i / 3), i % 3)).join('\n');

const problem = (init: string, goal: string): string =>
  `(define (problem p1)\n(:domain slide)\n(:init ${init})\n(:goal (and ${goal})))`;

describe('places of tiles', () => {
  test.each<[string, (position: string, isGoal: boolean) => string]>([
    [
      'columns first',
      (p) =>
        cells(p, (t, r, c) => (t === '0' ? `(blank p${c + 1} p${r + 1})` : `(at t${t} p${c + 1} p${r + 1})`)),
    ],
    [
      'rows and columns',
      (p) =>
        cells(p, (t, r, c) =>
          t === '0' ? `(is-blank row${r} col${c})` : `(tile-at tile${t} row${r} col${c})`,
        ),
    ],
    [
      'counted places',
      (p) =>
        cells(p, (t, r, c) => (t === '0' ? `(empty s${3 * r + c + 1})` : `(at t${t} s${3 * r + c + 1})`)),
    ],
    [
      'an object for the empty space',
      (p) => cells(p, (t, r, c) => `(on ${t === '0' ? 'free' : `tile${t}`} case${3 * r + c + 1})`),
    ],
    [
      'rows from the bottom',
      (p) =>
        cells(p, (t, r, c) =>
          t === '0' ? `(empty h${c + 1} v${3 - r})` : `(at t0${t} h${c + 1} v${3 - r})`,
        ),
    ],
    [
      'a goal without the empty space',
      (p, isGoal) =>
        cells(p, (t, r, c) =>
          t !== '0' ? `(at t${t} s${3 * r + c})` : isGoal ? '' : `(empty s${3 * r + c})`,
        ),
    ],
    [
      'adjacent places',
      (p) =>
        `(adj s1 s2) (adj s2 s1) (adj s1 s4)\n${cells(p, (t, r, c) => (t === '0' ? `(empty s${3 * r + c + 1})` : `(at t${t} s${3 * r + c + 1})`))}`,
    ],
  ])('in PDDL: %s', (_, write) => {
    expectRead(problem(write(start, false), write(last, true)), [start, last]);
    expectRead(problem(write(next, false), write(ring, true)), [next, ring]);
  });

  test.each<[string, (position: string) => string]>([
    ['facts', (p) => cells(p, (t, r, c) => `cell(${r + 1}, ${c + 1}, ${t}).`)],
    ['tiles with places', (p) => `tiles = {\n${cells(p, (t, r, c) => `  ${t}: (${r}, ${c}),`)}\n}`],
    [
      'places with tiles',
      (p) => `board = {\n${cells(p, (t, r, c) => `  (${r}, ${c}): ${t === '0' ? 'None' : t},`)}\n}`,
    ],
    ['a list of pairs', (p) => `(setq board '(${cells(p, (t, r, c) => `((${r} ${c}) . ${t})`)}))`],
  ])('as %s', (_, write) => expectRead(write(start), start));

  test.each([
    [
      'a domain',
      '(define (domain slide)\n(:predicates (at ?t ?x ?y) (blank ?x ?y))\n(:action move :parameters (?t ?x ?y)))',
    ],
    ['matrices', `A = Matrix(3, 3, {${cells('123456789', (t, r, c) => `(${r}, ${c}): ${t},`)}})`],
  ])('%s is refused', (_, text) => expect(() => readPuzzles(text)).toThrow());
});

describe('collections', () => {
  test('a side, a start and its goal on each line', () =>
    expectRead(
      [`3,${listed(start)},${listed(last)}`, `4,${fifteen},${fifteenLast}`].join('\n').replaceAll(',', ' '),
      [start, last],
      [fifteen, fifteenLast],
    ));
  test('a start and its goal on each line', () =>
    expectRead(
      `${listed(start)},${listed(last)}\n${listed(next)},${listed(ring)}`,
      [start, last],
      [next, ring],
    ));
  test('a table whose columns are numbered', () =>
    expectRead(`0,1,2,3,4,5,6,7,8,moves\n${listed(start)},20\n${listed(next)},23`, start, next));
  test('different sizes under titles, with one that is too large', () => {
    const large = Array.from({ length: 9 }, (_, row) =>
      Array.from({ length: 9 }, (_cell, column) => 9 * row + column).join(' '),
    );
    const square = fifteen.replaceAll(/((?:\d+,){3}\d+),/g, '$1\n').replaceAll(',', ' ');
    expectRead(`# a\n${rowsOf(start).join('\n')}\n# b\n${square}\n# c\n${large.join('\n')}`, start, fifteen);
  });
  test('a position that is too large', () => {
    const rows = Array.from({ length: 9 }, (_, row) =>
      Array.from({ length: 9 }, (_cell, column) => (9 * row + column + 1) % 81).join(' '),
    );
    expect(() => readPuzzles(`9\n${rows.join('\n')}`)).toThrow('9 × 9');
  });
});

describe('programs', () => {
  const tuple = (position: string): string => `((${rowsOf(position, ', ').join('), (')}))`;
  test.each<[string, string]>([
    ['a goal called end', `    puzzle = str(${tuple(start)})\n    end = str(${tuple(last)})`],
    ['a goal called solution', `solution = [${listed(last)}]\nboard = [${listed(start)}]`],
    ['two texts in a call', `var p = new Puzzle("${start}", "${last}");`],
    ['two lists in a call', `(search '((${rowsOf(start).join(') (')})) '((${rowsOf(last).join(') (')})))`],
  ])('%s', (_, text) => expectRead(text, [start, last]));

  test('a text with a position, and others in comments', () =>
    expectRead(
      `int main() {\n  string board = "${start}";\n  // string board = "${next}";\n  int g = 0;\n}`,
      start,
    ));
  test('variables within a namespace', () =>
    expectRead(
      `namespace P\n{\n  vector<int> easy = {${listed(start)}};\n\n  // depth 20\n  vector<int> hard = {${listed(next)}};\n}`,
      start,
      next,
    ));
  test('numbers on lines of their own', () => {
    const call = (position: string): string =>
      `  expect(solve(\n    [\n${rowsOf(position, ',\n')
        .map((row) => `      [\n${row}\n],`)
        .join('\n')}\n    ]\n  ))\n    .toBe(7);\n`;
    expectRead(call(start) + call(next), start, next);
  });
  test('variables of one kind are puzzles, not a start and its goal', () =>
    expectRead(
      `int[] puzzle13 = {${listed(start)}};\nint[] puzzle3 = {${listed('013425786')}};`,
      start,
      '013425786',
    ));
});

describe('texts around positions', () => {
  const block = (position: string): string => `\`\`\`\n${rowsOf(position).join('\n')}\n\`\`\``;
  const trace = ['013425786', '103425786', '123405786', '123450786', last];

  test('code blocks with a start and a goal', () =>
    expectRead(
      `# Solver\n\nThe pieces have to reach a final order which most people write in this way:\n${block(last)}\nThe initial order can be:\n\n${block(start)}\n`,
      [start, last],
    ));
  test('code blocks with positions and a solution', () =>
    expectRead(
      `# Usage\n${block('013425786')}\nrun it:\n\`\`\`bash\n$ solve p.txt 3 3\n\`\`\`\nIt prints\n\`\`\`\n${trace.map((each) => rowsOf(each).join('\n').replace('0', ' ')).join('\n-----\n')}\n\`\`\`\n`,
      '013425786',
    ));
  test('code blocks of different sizes, and slashes in the text', () => {
    const wide = '8 1 3 11\n4 _ 2 9\n7 6 5 10';
    expectRead(
      `${block(next)}\n- move left: \`2 _ 3 / 1 8 4 / 7 6 5\` (goal)\n\`\`\`\n${wide}\n\`\`\``,
      next,
      '8,1,3,11,4,0,2,9,7,6,5,10',
    );
  });
  test('boxes below each other', () => {
    const rule = '+---+---+---+';
    const box = (position: string): string =>
      [rule, ...rowsOf(position, ' | ').flatMap((row) => [`| ${row.replace('0', ' ')} |`, rule])].join('\n');
    expectRead(`Solve these:\n\n${box(start)}\n\n${box(next)}\n`, start, next);
  });
  test('an email of which a part is quoted', () => {
    const quoted = (position: string): string =>
      rowsOf(position)
        .map((row) => `> ${row}`)
        .join('\n');
    expectRead(
      `From: Ann <ann@example.org>\nSubject: help\n\nHi,\nI am stuck here:\n\n${quoted(next)}\n\nIt should end like this:\n\n${quoted(ring)}\n\nThanks, Ann\n`,
      [next, ring],
    );
  });
  test('start and goal side by side in a spreadsheet', () => {
    const cells = (position: string): string[] => rowsOf(position, '\t').map((row) => row.replace('0', ''));
    const rows = cells(next).map((row, i) => `${row}\t\t${cells(ring)[i]!}`);
    expectRead(`Start\t\t\t\tGoal\t\t\n${rows.join('\n')}\n`, [next, ring]);
  });
  test('two matrices in LaTeX', () => {
    const matrix = (position: string): string =>
      `\\begin{tabular}{|c|c|c|}\n\\hline\n${rowsOf(position, ' & ')
        .map((row) => `${row.replace('0', ' ')} \\\\ \\hline\n`)
        .join('')}\\end{tabular}`;
    expectRead(`${matrix(next)}\n\\qquad\n${matrix(ring)}`, [next, ring]);
  });
  test('starts and goals in turn', () => {
    const item = (name: string, from: string, to: string): string =>
      `  - name: ${name}\n    start: [${listed(from)}]\n    goal: [${listed(to)}]\n`;
    expectRead(`puzzles:\n${item('a', start, last)}${item('b', next, ring)}`, [start, last], [next, ring]);
  });
  test('braces within braces', () => {
    const item = (position: string): string =>
      `\t{\n\t\tname: "a",\n\t\targs: args{board: [][]int{{${position.slice(0, 5)}}, {${position.slice(6)}}}},\n\t\twant: 5,\n\t},\n`;
    expectRead(item('4,1,2,5,0,3') + item('1,2,3,5,4,0'), '4,1,2,5,0,3', '1,2,3,5,4,0');
  });
  test('small positions in calls of the same name', () => {
    const positions = readPuzzles(`puzzle([1, 0, 2, 3], 3),\npuzzle([${listed(start)}], 4).`).map(
      ({ puzzle }) => puzzle.kind === 'sliding' && puzzle.start.join(),
    );
    expect(positions).toEqual(['1,0,2,3', listed(start)]);
  });
  test('pictures in two texts of a program are two puzzles', () => {
    const pictures = [
      '.#..\n...#\n#.#.\n...#',
      '#...\n..#.\n###.\n.#.#',
      '.#.#\n..##\n#...\n..#.',
      '##.#\n..#.\n#..#\n.#.#',
    ];
    const text = (name: string): string => `const ${name} = \`\n${pictures.join('\n\n')}\n\`;\n`;
    expect(readPuzzles(text('SAMPLE') + text('INPUT')).map(({ puzzle }) => puzzle)).toMatchObject([
      { tiles: { length: 4 } },
      { tiles: { length: 4 } },
    ]);
  });

  test.each([
    ['3\n3 4 5\n6 7 8\n9 10 11', 'Line 4, column 1: found "9"; expected a tile, a whole number from 0 to 8.'],
    ['4\n9 10 11 12\n5 6 7 8\n1 2 3 4\n13 14 15 3', 'Line 5, column 10: found 3 a second time'],
  ])('the error in a position under its side is named: %j', (text, message) =>
    expect(() => readPuzzles(text)).toThrow(message),
  );
});

describe('positions that words or their places tell apart', () => {
  const bare = (position: string): string => rowsOf(position).join('\n');
  const joined = (position: string): string => rowsOf(position, '').join('\n').replace('0', '.');

  test('joined rows, the start above the goal', () => {
    expectRead(`3\n${joined(start)}\n${joined(last)}\n`, [start, last]);
    expectRead(`${joined(next)}\n${joined(ring)}`, [next, ring]);
    expectRead(`${joined(start)}\n\n${joined(last)}`, [start, last]);
  });
  // https://github.com/Djursy/taquinAiSolver, grids/taquin1.grid
  test('letters that spell words are numbered by the goal', () =>
    expectRead('2\nisfn\nl.ue\nelus\nfin.\n', ['6,4,5,7,2,0,3,1', '1,2,3,4,5,6,7,0']));
  test.each([
    ['-1', last],
    ['0', '012345678'],
    ['4', '123405678'],
  ])('the number of tiles and place %s of the empty space in the goal', (place, goal) =>
    expectRead(`Input: tiles, place, board.\n\n8\n${place}\n${bare('123456078')}\n2\nleft\nleft`, [
      '123456078',
      goal,
    ]),
  );
  test('a solution drawn with arrows', () =>
    expectRead(
      '# 8 Puzzle\n\nThe following shows a sequence of moves from an initial board (left) to the goal (right).\n\n        1  3        1     3        1  2  3        1  2  3        1  2  3\n     4  2  5   =>   4  2  5   =>   4     5   =>   4  5      =>   4  5  6\n     7  8  6        7  8  6        7  8  6        7  8  6        7  8\n\n     initial        1 left          2 up          5 left          goal\n',
      ['013425786', last],
    ));
  test('the session of a program', () => {
    const steps = ['123450786', last].map((each, i) => `Step #${i + 1}: move down\n${bare(each)}\n`);
    expectRead(
      `Select option:\n[1] Solve random puzzle\n[2] Solve puzzle from input\n2\n\nType in your puzzle:\n${bare('123405786')}\n\nSelect heuristic:\n1\n\nInitial state:\n${bare('123405786')}\n\n${steps.join('\n')}\nSolution Depth: 2\n`,
      ['123405786', last],
    );
  });
  test('boxes and statistics in a log', () => {
    const rule = '+---+---+---+';
    const box = (position: string): string =>
      [rule, ...rowsOf(position, ' | ').flatMap((row) => [`| ${row.replace('0', ' ')} |`, rule])].join('\n');
    expectRead(
      `${['013425786', '103425786', '123405786', '123450786', last].map(box).join('\n\n')}\n\nAverage stack size (kbytes): 0\nAverage total size (kbytes): 0\n`,
      ['013425786', last],
    );
  });
  test('a sentence before a position in order calls it the goal', () =>
    expectRead(
      `The goal of the puzzle is to order the tiles. In this problem, 0 is the space as shown below.\n${listed(start).replaceAll(',', ' ')}\nYour goal is to make the following configuration in the fewest moves.\n${listed(last).replaceAll(',', ' ')}\nPrint the fewest steps in a line.\n${listed(start).replaceAll(',', ' ')}\n15\n`,
      [start, last],
    ));
  test('a position as a grid and as a list is one puzzle', () =>
    expectRead(
      `Example initial state:\n${bare(next)}\ninitial_node = np.array([[${rowsOf(next, ',').join('],[')}]])\n`,
      next,
    ));
  test('a position written twice in a program is one puzzle', () =>
    expectRead(
      `http://example.org/solve?puzzle=[[${rowsOf(next, ',').join('],[')}]]\n{"puzzle": [[${rowsOf(next, ',').join('],[')}]]}`,
      next,
    ));
  test('vectors of Rust in calls', () =>
    expectRead(
      `fn main() {\n    let mut a = Problem::new(\n        vec![${listed(start)}],\n        vec![${listed(last)}],\n    );\n    let mut b = Problem::new(\n        vec![${listed(next)}],\n        vec![${listed(ring)}],\n    );\n}\n`,
      [start, last],
      [next, ring],
    ));
  test('positions in comments of Python are left out', () =>
    expectRead(
      `    # init = State([${listed(next)}])\n    init = State([${listed(start)}])\n    # init = State([${listed(ring)}])\n\n    final = State([${listed(last)}])\n`,
      [start, last],
    ));
  test('an example that is also the goal is no puzzle', () =>
    expectRead(
      `El estado\n${bare(last).replace('0', '')}\nse traduce a: (${listed(last)}).\n\nEl estado inicial es: (${listed(start)})\nEl estado final es: (${listed(last)})\n`,
      [start, last],
    ));
  test.each(['public final class Boards {', 'boolean isGoal(Board b) { return b.misplaced() == 0; }'])(
    'the code %j names no goal',
    (code) =>
      expectRead(
        `${code}\n  static int[][] board1 = {{${rowsOf(start, ',').join('},{')}}};\n  static int[][] board2 = {{${rowsOf('013425786', ',').join('},{')}}};\n}`,
        start,
        '013425786',
      ),
  );
});
