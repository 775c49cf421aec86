// The command line, as documented in docs/reference/cli.md.
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writePuzzle } from '../../src-core/formats/write.ts';
import { eternity2 } from '../../src-core/puzzle/eternity2.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { inOwnFolder, jsonLines as lines, root, script } from './command-line.ts';

const data = (name: string): string => path.join(root, 'tests/data', name);
const { dir, edgewise } = inOwnFolder();
const arrows = data('arrows.txt');

test('info gives a small chance as a power of ten', () => {
  expect(edgewise(['info', data('owen/pieces_03x03.txt')]).out).toContain(
    'about 1.1 = 2,300 arrangements × a chance of 10^-3.3 that all 12 edges match',
  );
});

test('--engine auto solves a sliding puzzle; every line of several puzzles has its number', () => {
  const file = path.join(dir, 'positions.txt');
  writeFileSync(file, '1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 0 7 8\n1 2 3 4 0 6 7 5 8\n');
  const solved = edgewise(['solve', file, '--engine', 'auto', '--json']);
  const [one, two, three] = lines(solved.out).filter(({ type }) => type === 'done');
  expect([one, two, three]).toMatchObject([
    { puzzle: 1, moves: 1 },
    { puzzle: 2, moves: 2 },
    { puzzle: 3, moves: 2 },
  ]);
  const links = path.join(dir, 'two-links.txt');
  writeFileSync(links, edgewise(['convert', arrows, '--to', 'link']).out.repeat(2));
  const estimated = lines(edgewise(['solve', links, '--estimate', '--json']).out);
  expect(estimated).toMatchObject([
    { puzzle: 1, type: 'estimate' },
    { puzzle: 2, type: 'estimate' },
  ]);
});

test('info counts the colours on tiles, not the numbers that no tile has', () => {
  const tiles = '1 2 3 4\n2 3 4 1\n1 3 2 4\n1 2 4 3\n2 1 3 4\n4 3 2 1\n1 1 2 3\n2 2 3 4\n3 3 4 9\n';
  const { code, out } = edgewise(['info', '-', '--json', '--size', '3x3'], tiles);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ colours: 5 });
});

test('the Scramble Squares assignment: prints exactly the text of its program', () => {
  const expected = readFileSync(data('arrows-solved.txt'), 'utf8');
  expect(edgewise(['solve', arrows, '--all'])).toMatchObject({ code: 0, out: expected });
  expect(edgewise(['solve', '-', '--all'], readFileSync(arrows, 'utf8')).out).toBe(expected);
});

test('solve --json prints one JSON object per line', () => {
  const { code, out } = edgewise(['solve', arrows, '--all', '--json', '--threads', '1', '--seed', '5']);
  expect(code).toBe(0);
  const all = lines(out);
  const solutions = all.filter(({ type }) => type === 'solution');
  expect(solutions.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect((solutions[0]!['placements'] as object[])[0]).toEqual({
    cell: 0,
    tile: expect.any(Number) as number,
    rotation: expect.any(Number) as number,
    flipped: false,
  });
  expect(all.at(-1)).toMatchObject({
    type: 'done',
    status: 'exhausted',
    solutions: 8,
    uniqueSolutions: 2,
    distinctSolutions: 1,
    matched: 12,
    edges: 12,
    placed: 9,
    cells: 9,
    seed: 5,
    threads: 1,
  });
  const { nodes, nodesByDepth } = all.at(-1) as { nodes: number; nodesByDepth: number[] };
  expect(nodesByDepth.reduce((a, b) => a + b)).toBe(nodes);
});

test('the engine is chosen automatically: standard error says which and why, and the last line names it', () => {
  const small = edgewise(['solve', arrows, '--count', '--json']);
  expect(lines(small.out).at(-1)).toMatchObject({ type: 'done', engine: 'exact' });
  expect(small.err).toContain('Chose the engine “exact”: the search is short.\n');
  // more tiles than cells: the 256 tiles of Eternity II on a board of 25 cells
  const many = { ...eternity2([]), board: { kind: 'rectangle', width: 5, height: 5 }, rim: { kind: 'free' } };
  const file = path.join(dir, 'many.json');
  writeFileSync(file, writePuzzle(many as EdgePuzzle, 'json').text);
  const large = edgewise(['solve', file, '--json']);
  expect(lines(large.out).at(-1)).toMatchObject({ status: 'solved', engine: 'propagate', cells: 25 });
  expect(large.err).toContain(
    'Chose the engine “propagate”: a few short trial searches already gave the complete answer.\n',
  );
  const named = edgewise(['solve', arrows, '--json', '--option', 'symmetry=all']);
  expect(lines(named.out).at(-1)).not.toHaveProperty('engine');
});

test('solve: the first solution, a limited number of solutions, a count', () => {
  const first = lines(edgewise(['solve', arrows, '--json']).out);
  expect(first.filter(({ type }) => type === 'solution')).toHaveLength(1);
  expect(first.at(-1)).toMatchObject({ status: 'solved' });
  const three = lines(edgewise(['solve', arrows, '--json', '--limit', '3']).out);
  expect(three.filter(({ type }) => type === 'solution')).toHaveLength(3);
  const boards = edgewise(['solve', arrows, '--limit', '3', '--format', 'json']).out;
  expect(lines(boards).map((line) => Object.keys(line))).toEqual(Array(3).fill(['placements']));
  const count = edgewise(['solve', arrows, '--count']);
  expect(count).toMatchObject({ code: 0, out: '8 solutions, 2 unique, 1 distinct\n' });
});

test('exit codes: no solution 1, bad input and usage 2, a limit 3', () => {
  const none = edgewise(['solve', data('scramble/github_lior_no_solution.txt')]);
  expect(none).toMatchObject({ code: 1, out: 'No solution found.\n' });
  const swapped = path.join(dir, 'swapped.txt');
  writeFileSync(swapped, '1 0 2 3 4 5 6 7 8\n');
  expect(edgewise(['solve', swapped]).code).toBe(0);
  writeFileSync(swapped, '0 2 1 3 4 5 6 7 8\n');
  const unreachable = edgewise(['solve', swapped]);
  expect(unreachable).toMatchObject({ code: 2, out: '' });
  expect(unreachable.err).toContain('For the reading with a solution, add: --goal snail.');
  // With `--json`, a puzzle with an ambiguous goal is rejected too.
  expect(edgewise(['solve', swapped, '--json'])).toMatchObject({ code: 2, out: '' });
  // the other puzzles of a file are still solved
  writeFileSync(swapped, '1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 8 7 0\n1 2 3 4 0 6 7 5 8\n');
  const several = edgewise(['solve', swapped]);
  expect(several).toMatchObject({ code: 2, out: 'Puzzle 1:\n8\n\nPuzzle 2:\n\nPuzzle 3:\n5 8\n' });
  expect(several.err).toContain('edgewise: Puzzle 2: Read as goal ');
  writeFileSync(swapped, '0 2 1 3 4 5 6 7 8\n');
  const fixedGoal = edgewise(['solve', swapped, '--goal', 'blank-first']);
  expect(fixedGoal).toMatchObject({ code: 1, out: 'No solution found.\n' });
  expect(fixedGoal.err).toContain('an odd number of exchanges (1)');
  expect(
    edgewise(['solve', data('owen/pieces_08x08.txt'), '--option', 'order=row', '--nodes', '50000']),
  ).toMatchObject({
    code: 3,
  });
  // cli-mistakes.test.ts tests other mistakes.
  for (const args of [[], ['solve', '/no/such/file']]) {
    const { code, out, err } = edgewise(args);
    expect([code, out], args.join(' ')).toEqual([2, '']);
    expect(err, args.join(' ')).not.toBe('');
  }
});

test('options give the board, rules and backs of bare tiles', () => {
  const orders = '0 1 2 3\n0 1 3 2\n0 2 1 3\n0 2 3 1\n0 3 1 2\n0 3 2 1\n';
  const cube = ['--board', 'cube'];
  const counted = edgewise(['solve', '-', ...cube, '--count', '--json'], orders);
  expect(lines(counted.out).at(-1)).toMatchObject({ solutions: 48, uniqueSolutions: 2, edges: 12 });
  expect(edgewise(['solve', arrows, ...cube])).toMatchObject({ code: 1 });
  // The converted file can be read without options, and its solution passes `verify`.
  const [puzzle, board] = [path.join(dir, 'cube.txt'), path.join(dir, 'cube-board.txt')];
  writeFileSync(puzzle, edgewise(['convert', '-', ...cube, '--to', 'numeric'], orders).out);
  writeFileSync(board, edgewise(['solve', puzzle, '--format', 'tiles']).out);
  expect(edgewise(['verify', puzzle, board])).toMatchObject({ code: 0 });
  const backs = edgewise(['convert', '-', '--board', 'triangle:1', '--to', 'json'], '1 2 3 | 3 1 2\n');
  expect(JSON.parse(backs.out)).toMatchObject({
    edgewise: 2,
    puzzle: { turns: 'flip', tiles: [{ edges: [1, 2, 3], back: [3, 1, 2] }] },
  });
  const lossy = edgewise(['convert', arrows, '--board', 'rectangle:3x3:torus', '--to', 'scramble']);
  expect(lossy).toMatchObject({ code: 2, out: '' });
  expect(lossy.err).toContain("can't hold the board (a torus 3 × 3)");
});

test('verify scores the published Eternity II boards from their text', () => {
  for (const file of readdirSync(data('e2/boards'))) {
    const { code, out } = edgewise(['verify', data('e2/e2_pieces.txt'), data(`e2/boards/${file}`), '--json']);
    expect(code).toBe(1);
    const score = JSON.parse(out) as Record<string, unknown>;
    expect(score).toMatchObject({
      matched: Number(file.slice(0, 3)),
      edges: 480,
      cells: 256,
      duplicates: 0,
      rimOk: true,
      solved: false,
    });
    expect(Object.keys(score)).toEqual([
      'placed',
      'cells',
      'matched',
      'edges',
      'duplicates',
      'rimOk',
      'hintsKept',
      'hints',
      'solved',
      'squaresInConflict',
      'edgesInConflict',
    ]);
  }
});

test('verify reads the moves that solve prints, with directions if tiles are equal', () => {
  const file = path.join(dir, 'equal.txt');
  writeFileSync(file, '# goal: 1 1 2 2 3 3 4 4 0\n1 2 1\n2 0 3\n4 3 4\n');
  const at = ['--data', path.join(dir, 'equal')];
  const { out } = edgewise(['solve', file, '--save', ...at]);
  expect(out).toMatch(/^2D /);
  expect(edgewise(['solutions', '--format', 'tiles', '--limit', '1', ...at]).out).toBe(out);
  expect(edgewise(['verify', file, '-'], out)).toMatchObject({
    code: 0,
    out: '16 moves reach the goal.\n',
  });
  expect(edgewise(['verify', file, '-'], '2D 4U 1L')).toMatchObject({
    code: 1,
    out: 'Not a solution: move 2: no tile 4 can slide up.\n',
  });
  expect(edgewise(['verify', file, '-', '--json'], '2D')).toMatchObject({
    code: 1,
    out: '{"moves":1,"solved":false}\n',
  });
});

test('a solution is verified, converted and converted back', () => {
  const solution = edgewise(['solve', arrows, '--format', 'tiles']).out;
  expect(edgewise(['verify', arrows, '-'], solution).code).toBe(0);
  const json = edgewise(['convert', '-', '--puzzle', arrows, '--to', 'json'], solution).out;
  expect(edgewise(['convert', '-', '--puzzle', arrows, '--to', 'tiles'], json).out).toBe(solution);
  const file = edgewise(['convert', arrows, '--to', 'edgewise']).out;
  expect(edgewise(['convert', '-', '--to', 'scramble'], file).out).toBe(readFileSync(arrows, 'utf8'));
});

test('prints the counters of a classic engine in words', () => {
  const { code, out, err } = edgewise(['solve', arrows, '--engine', 'backtrack', '--count']);
  expect({ code, out }).toEqual({ code: 0, out: '8 solutions, 2 unique, 1 distinct\n' });
  expect(err).toMatch(
    /^ {2}634 calls\n {2}level {2}calls {2}nodes of the full tree\n {6}1 +1 +1\n {6}2 +9 +9\n/m,
  );
  expect(edgewise(['solve', arrows, '--engine', 'tree', '--count']).err).toContain(
    '  36 ways to fill the first cell (each tile in each orientation)\n',
  );
});

test('refuses options that have no effect on this file or this engine', () => {
  const sample = path.join(root, 'resources/samples/owen-6x6.edgewise');
  for (const [args, told] of [
    [['solve', sample, '--size', '4x4'], /^edgewise: --size 4x4: no effect on .*owen-6x6\.edgewise/],
    [['solve', sample, '--edge-order', 'NESW'], /^edgewise: --edge-order NESW: no effect/],
    [
      ['convert', arrows, '--goal', 'blank-last', '--to', 'edgewise'],
      /^edgewise: --goal blank-last: no effect/,
    ],
    [
      ['lab', 'run', '--puzzle', arrows, '--engine', 'optimal', '--trials', '1'],
      /^edgewise: optimal on arrows: Engine optimal solves sliding puzzles, but this is an edge-matching puzzle/,
    ],
  ] as const) {
    const { code, out, err } = edgewise(args);
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringMatching(told) as string });
  }
});

test('a link to share is read like a file', () => {
  const link = edgewise(['convert', arrows, '--to', 'link']).out.trim();
  expect(edgewise(['solve', link, '--count'])).toMatchObject({
    code: 0,
    out: '8 solutions, 2 unique, 1 distinct\n',
  });
});

test('standard input can be given only once', () => {
  const { code, out, err } = edgewise(['verify', '-', '-'], readFileSync(arrows, 'utf8'));
  expect({ code, out, err }).toEqual({
    code: 2,
    out: '',
    err: 'edgewise: -: standard input can be read only once; name a file instead\n',
  });
});

test('a command for one puzzle says that a file has several', () => {
  const file = path.join(dir, 'three-positions.txt');
  writeFileSync(file, '1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 0 7 8\n1 2 3 4 0 6 7 5 8\n');
  const { out, err } = edgewise(['convert', file, '--to', 'sliding']);
  expect(out).toBe('1 2 3\n4 5 6\n7 0 8\n');
  expect(err).toMatch(
    /^Only the first of 3 puzzles is used\. To use a different one, choose it with --position\.$/m,
  );
  expect(edgewise(['convert', file, '--to', 'sliding', '--position', '123406758'])).toMatchObject({
    out: '1 2 3\n4 0 6\n7 5 8\n',
    err: expect.not.stringContaining('Only the first') as string,
  });
});

test('a missing file is bad input, and so is a data folder that is a file', () => {
  expect(edgewise(['lab', 'show', '99'])).toMatchObject({ code: 2 });
  for (const args of [['library'], ['solve', arrows, '--save']]) {
    const { code, err } = edgewise([...args, '--data', arrows]);
    expect(code).toBe(2);
    expect(err).toMatch(/data folder .* can't be used: a file with this name exists/);
  }
});

test.runIf(existsSync('/dev/full'))('reports that the disk of its standard output is full', () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, [script, 'solve', arrows], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect(status).toBe(4);
  expect(stderr).toMatch(/^edgewise: can't write the output/m);
});

test('a command prints its help, and the program its version', () => {
  expect(edgewise(['--version']).out).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?\n$/);
  expect(edgewise(['solve', '--help']).out).toMatch(/^Usage: edgewise solve /);
  expect(edgewise(['help', 'runs', 'show']).out).toMatch(/^Usage: edgewise runs show /);
});
