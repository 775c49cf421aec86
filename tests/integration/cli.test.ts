// The command line as documented in docs/reference/cli.md.
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBoard } from '../../src-core/formats/read-board.ts';
import { writePuzzle } from '../../src-core/formats/write.ts';
import { eternity2 } from '../../src-core/puzzle/eternity2.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../src-core/puzzle/score.ts';
import { Store } from '../../src-main/store/store.ts';
import { edgewise as runEdgewise, jsonLines as lines, root, script, type Ran } from './command-line.ts';
import { removeDir, temporaryDir } from './host.ts';

const data = (name: string): string => path.join(root, 'tests/data', name);
let dir: string;
beforeAll(() => {
  dir = temporaryDir();
});
afterAll(() => removeDir(dir));

const edgewise = (args: readonly string[], input?: string): Ran =>
  runEdgewise(args, {
    env: { EDGEWISE_DATA: path.join(dir, 'default') },
    ...(input === undefined ? {} : { input }),
  });

const arrows = data('arrows.txt');

test('the Scramble Squares assignment: prints exactly the text of its program', () => {
  const expected = readFileSync(data('arrows-solved.txt'), 'utf8');
  expect(edgewise(['solve', arrows, '--all'])).toMatchObject({ code: 0, out: expected });
  expect(edgewise(['solve', '-', '--all'], readFileSync(arrows, 'utf8')).out).toBe(expected);
});

test('JSON lines of solve', () => {
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

test('the engine is chosen automatically: which and why on standard error, which in the last line', () => {
  const small = edgewise(['solve', arrows, '--count', '--json']);
  expect(lines(small.out).at(-1)).toMatchObject({ type: 'done', engine: 'exact' });
  expect(small.err).toContain('Chose exact: the search is short.\n');
  // more tiles than cells: Eternity II's 256 tiles on 25 cells
  const many = { ...eternity2([]), board: { kind: 'rectangle', width: 5, height: 5 }, rim: { kind: 'free' } };
  const file = path.join(dir, 'many.json');
  writeFileSync(file, writePuzzle(many as EdgePuzzle, 'json').text);
  const large = edgewise(['solve', file, '--json']);
  expect(lines(large.out).at(-1)).toMatchObject({ status: 'solved', engine: 'propagate', cells: 25 });
  expect(large.err).toContain('Chose propagate: its short probes already finished the search.\n');
  const named = edgewise(['solve', arrows, '--json', '--option', 'symmetry=all']);
  expect(lines(named.out).at(-1)).not.toHaveProperty('engine');
});

test('first, limit and count', () => {
  const first = lines(edgewise(['solve', arrows, '--json']).out);
  expect(first.filter(({ type }) => type === 'solution')).toHaveLength(1);
  expect(first.at(-1)).toMatchObject({ status: 'solved' });
  const three = lines(edgewise(['solve', arrows, '--json', '--limit', '3']).out);
  expect(three.filter(({ type }) => type === 'solution')).toHaveLength(3);
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
  expect(unreachable.err).toContain('To read it that way: --goal snail.');
  const fixedGoal = edgewise(['solve', swapped, '--goal', 'blank-first']);
  expect(fixedGoal).toMatchObject({ code: 1, out: 'No solution found.\n' });
  expect(fixedGoal.err).toContain('an odd number of exchanges (1)');
  expect(edgewise(['solve', data('owen/pieces_08x08.txt'), '--nodes', '50000', '--json'])).toMatchObject({
    code: 3,
  });
  for (const args of [
    [],
    ['solve'],
    ['nonsense'],
    ['solve', arrows, '--first', '--all'],
    ['solve', arrows, '--threads', 'x'],
    ['solve', arrows, '--engine', 'nope'],
    ['solve', arrows, '--engine', 'branch-and-bound'],
    ['solve', arrows, '--option', 'nope=1'],
    ['solve', arrows, '--hint', '1=99'],
    ['solve', '/no/such/file'],
    ['convert', arrows, '--to', 'nope'],
  ]) {
    const { code, out, err } = edgewise(args);
    expect(args.length === 0 ? 2 : code, args.join(' ')).toBe(2);
    expect(out, args.join(' ')).toBe('');
    expect(err, args.join(' ')).not.toBe('');
  }
});

test('options give the board, rules and backs of bare tiles', () => {
  const orders = '0 1 2 3\n0 1 3 2\n0 2 1 3\n0 2 3 1\n0 3 1 2\n0 3 2 1\n';
  const cube = ['--board', 'cube'];
  const counted = edgewise(['solve', '-', ...cube, '--count', '--json'], orders);
  expect(lines(counted.out).at(-1)).toMatchObject({ solutions: 48, uniqueSolutions: 2, edges: 12 });
  expect(edgewise(['solve', arrows, ...cube])).toMatchObject({ code: 1 });
  // the converted file can be read without options, and its solution passes `verify`
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
  for (const args of [
    ['--board', 'triangle:0'],
    ['--board', 'klein'],
    ['--board', 'icosahedron'],
    ['--board', '{"kind":"graph","sides":7,"cells":1,"joints":[]}'],
    ['--board', '{"kind":"graph","sides":4,"cells":6,"joints":[[0,0,1,0],[0,0,2,0]]}'],
    [...cube, '--rim', 'red'],
    [...cube, '--size', '3x2'],
    [...cube, '--turns', 'spin'],
  ]) {
    expect(edgewise(['solve', '-', ...args], orders), args.join(' ')).toMatchObject({ code: 2, out: '' });
  }
  expect(edgewise(['solve', '-', ...cube], `${orders.trim()} | 1 2 3\n`)).toMatchObject({ code: 2, out: '' });
});

test('errors in files name the place and the fix, exit code 2', () => {
  const cases: Record<string, [string | Buffer, RegExp]> = {
    binary: [Buffer.from([0, 1, 2, 255, 254, 10, 0]), /text/],
    empty: ['', /empty/],
    'three numbers on a line': ['0 1 2 3\n0 1 2\n1 2 3 4\n', /[Ll]ine 2/],
    'odd number of pieces': ['1 2 3 4\n'.repeat(7), /7 tiles/],
    'unknown symbol': ['Y1,G0,R0,B1\nY1,G0,?0,B1\n', /[Ll]ine 2/],
    'a line of 50 MB': ['1 '.repeat(25_000_000), /expected at most/],
    'an incomplete link': ['https://e2.bucas.name/#puzzle=x&board_w=4&board_h=4&board_edges=abc', /.+/],
  };
  for (const [name, [content, message]] of Object.entries(cases)) {
    const file = path.join(dir, 'wrong.txt');
    writeFileSync(file, content);
    const { code, out, err } = edgewise(['solve', file]);
    expect(code, name).toBe(2);
    expect(out, name).toBe('');
    expect(err, name).toMatch(message);
    expect(err.length, name).toBeLessThan(1000);
    expect(err, name).toContain('wrong.txt');
  }
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

test('a solution is verified, converted and converted back', () => {
  const solution = edgewise(['solve', arrows, '--format', 'tiles']).out;
  expect(edgewise(['verify', arrows, '-'], solution).code).toBe(0);
  const json = edgewise(['convert', '-', '--puzzle', arrows, '--to', 'json'], solution).out;
  expect(edgewise(['convert', '-', '--puzzle', arrows, '--to', 'tiles'], json).out).toBe(solution);
  const file = edgewise(['convert', arrows, '--to', 'edgewise']).out;
  expect(edgewise(['convert', '-', '--to', 'scramble'], file).out).toBe(readFileSync(arrows, 'utf8'));
});

test('saved runs and solutions: list, show, resume, export', () => {
  const at = ['--data', path.join(dir, 'saved')];
  const puzzle = data('owen/pieces_08x08.txt');
  const limited = edgewise([
    'solve',
    puzzle,
    '--count',
    '--nodes',
    '100000',
    '--threads',
    '1',
    '--save',
    '--json',
    ...at,
  ]);
  expect(limited.code).toBe(3);
  expect(lines(limited.out).at(-1)).toMatchObject({ status: 'limit', nodes: 100_000, runId: 1 });
  const resumed = edgewise(['runs', 'resume', '1', '--nodes', '50000', '--json', ...at]);
  expect(lines(resumed.out).at(-1)).toMatchObject({ status: 'limit', nodes: 150_000, runId: 1 });
  expect(lines(edgewise(['runs', '--json', ...at]).out)[0]).toMatchObject({
    id: 1,
    status: 'limit',
    resumable: true,
  });
  expect(edgewise(['runs', 'show', '1', ...at]).out).toContain('150000 in');
  expect(JSON.parse(edgewise(['runs', 'export', '1', ...at]).out)).toMatchObject({
    id: 1,
    puzzle: { kind: 'edge-matching' },
  });
  expect(edgewise(['runs', 'show', '9', ...at])).toMatchObject({ code: 2 });

  expect(edgewise(['solve', arrows, '--all', '--save', ...at]).code).toBe(0);
  expect(lines(edgewise(['solutions', 'arrows', '--json', ...at]).out)).toHaveLength(2);
  const one = edgewise(['solutions', '--limit', '1', '--json', ...at]);
  expect(one.err).toBe('The best 1 of 2: --limit 2 lists all.\n');
  expect(lines(one.out)).toHaveLength(1);
  expect(edgewise(['runs', '--limit', '1', ...at]).err).toBe('The newest 1 of 2: --limit 2 lists all.\n');
  expect(edgewise(['library', 'export', 'arrows', '--to', 'scramble', ...at]).out).toBe(
    readFileSync(arrows, 'utf8'),
  );
  const added = edgewise(['library', 'import', arrows, ...at]);
  expect(added.out).toContain('arrows (2)');
});

test('library import keeps the board of a link', () => {
  const at = ['--data', path.join(dir, 'links')];
  const link =
    'https://e2.bucas.name/#puzzle=Sample_4x4&board_w=4&board_h=4' +
    '&board_edges=ajjaajojaetjaaeejoeaootottooeajteojattoootttjajtjeaaoeaeteaejaae' +
    '&board_pieces=000001002003004005006007008009010011012013014015&board_types=bccbcddccddcbccb';
  expect(edgewise(['library', 'import', link, ...at]).out).toMatch(/Sample 4x4/);
  expect(lines(edgewise(['solutions', 'Sample 4x4', '--json', ...at]).out)).toMatchObject([{ solved: true }]);
  // another board of this puzzle, with one tile fewer, is added to the existing puzzle
  const puzzles = lines(edgewise(['library', '--json', ...at]).out).length;
  const partial = link.replace('jaae&', 'aaaa&').replace('014015', '014000');
  expect(edgewise(['library', 'import', partial, ...at]).out).toMatch(/^\d+ {2}Sample 4x4\n$/);
  expect(lines(edgewise(['library', '--json', ...at]).out)).toHaveLength(puzzles);
  expect(lines(edgewise(['solutions', 'Sample 4x4', '--json', ...at]).out)).toHaveLength(2);
});

test('a resumed run ends with the best stored board, not the best found since', async () => {
  const folder = path.join(dir, 'resumed');
  const at = ['--data', folder];
  const puzzle = data('owen/pieces_06x06.txt');
  expect(edgewise(['solve', puzzle, '--engine', 'backtrack', '--nodes', '1000', '--save', ...at]).code).toBe(
    3,
  );
  const solution = edgewise(['solve', puzzle, '--format', 'tiles']).out;
  const store = await Store.open(folder, 'test');
  const { puzzle: saved } = store.puzzles.get(store.runs.get(1).settings.puzzleId);
  const [edges, board] = [saved as EdgePuzzle, readBoard(saved as EdgePuzzle, solution)];
  store.runs.setBest(1, board, scoreOf(edges, board)); // as if found and stored after the last checkpoint
  store.close();
  const json = edgewise(['runs', 'resume', '1', '--nodes', '100', '--json', ...at]);
  expect(lines(json.out).at(-1)).toMatchObject({ status: 'limit', matched: 60, placed: 36 });
  const text = edgewise(['runs', 'resume', '1', '--nodes', '100', ...at]);
  expect(text.err).toContain('best 60 of 60 edges, 36 of 36 placed');
  expect(text.out.split('\n').length).toBeGreaterThan(6); // it prints the board
});

test('prints the counters of a classic engine in words', () => {
  const { code, out, err } = edgewise(['solve', arrows, '--engine', 'backtrack', '--count']);
  expect({ code, out }).toEqual({ code: 0, out: '8 solutions, 2 unique, 1 distinct\n' });
  expect(err).toMatch(
    /^ {2}634 calls\n {2}level {2}calls {2}nodes of the full tree\n {6}1 +1 +1\n {6}2 +9 +9\n/m,
  );
  expect(edgewise(['solve', arrows, '--engine', 'tree', '--count']).err).toContain(
    '  36 states for the first cell (orientations of its tiles)\n',
  );
});

test('refuses options without effect: of no use for the file, or of another engine', () => {
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

test.runIf(existsSync('/proc/version'))('a data folder that can’t be created is named at once', () => {
  const { code, err } = edgewise(['library', '--data', '/proc/x/y']); // this once looped forever
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringMatching(/data folder \/proc\/x\/y can't be used: no folder can be made/) as string,
  });
});

test('an option before the subcommand counts like one after it; no other library is opened', () => {
  const folder = path.join(dir, 'elsewhere');
  expect(edgewise(['library', '--data', folder, 'import', arrows]).code).toBe(0);
  expect(edgewise(['library', 'export', 'arrows', '--data', folder]).code).toBe(0);
  expect(edgewise(['library', '--json', 'export', 'x'])).toMatchObject({
    code: 2,
    err: 'edgewise: --json: “library export” has no such option\n',
  });
});

test('a missing file is bad input, and so is a data folder that is a file', () => {
  expect(edgewise(['lab', 'show', '99'])).toMatchObject({ code: 2 });
  for (const args of [['library'], ['solve', arrows, '--save']]) {
    const { code, err } = edgewise([...args, '--data', arrows]);
    expect(code).toBe(2);
    expect(err).toMatch(/data folder .* can't be used: there is a file of this name/);
  }
});

test.runIf(existsSync('/dev/full'))('reports a full disk behind standard output', () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, [script, 'solve', arrows], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect(status).toBe(4);
  expect(stderr).toMatch(/^edgewise: can't write the output/m);
});

test('every command has help, and the program a version', () => {
  expect(edgewise(['--version']).out).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?\n$/);
  for (const command of [
    'solve',
    'verify',
    'convert',
    'generate',
    'play-plan',
    'runs',
    'solutions',
    'library',
    'serve',
  ]) {
    expect(edgewise([command, '--help'])).toMatchObject({ code: 0 });
  }
});

test('refuses before the search, with code 2, what can be checked beforehand', () => {
  const halves = edgewise(['solve', arrows, '--format', 'bucas']);
  expect(halves).toMatchObject({ code: 2, out: '' });
  const twice = edgewise(['solve', arrows, '--seed', '1', '--seed', '2']);
  expect(twice).toMatchObject({ code: 2, out: '' });
  expect(twice.err).toMatch(/--seed: given twice/);
  const files = edgewise(['library', 'import', arrows, arrows, '--data', dir]);
  expect(files).toMatchObject({ code: 2, out: '' });
  const hints = edgewise(['solve', arrows, '--hint', '1=1', '--hint', '1=2']);
  expect(hints).toMatchObject({
    code: 2,
    out: '',
    err: 'edgewise: --hint 1=2: cell 1 has two hints; leave one of them out\n',
  });
  const flips = edgewise(
    ['convert', '-', '--to', 'scramble', '--turns', 'flip'],
    readFileSync(arrows, 'utf8'),
  );
  expect(flips).toMatchObject({ code: 2, out: '' }); // the format can't store a rule of this puzzle
  const option = edgewise(['solve', arrows, '--option', 'walker=auto', '--option', 'walker=auto']);
  expect(option).toMatchObject({ code: 2, out: '' });
  const preset = edgewise([
    'lab',
    'run',
    '--preset',
    'nine-squares',
    '--puzzle',
    'unknown.txt',
    '--data',
    dir,
  ]);
  expect(preset).toMatchObject({ code: 2, out: '' });
  expect(preset.err).toMatch(/--puzzle: a preset defines this itself/);
});

test('a preset accepts --trials', () => {
  const at = ['--data', path.join(dir, 'preset')];
  const { code, err } = edgewise(['lab', 'run', '--preset', 'nine-squares', '--trials', '1', ...at]);
  expect(code).toBe(0);
  expect(err).toMatch(/Experiment 1, 8 trials/);
});

test('the row solver (COEN 352): some sizes of rows-trials, with tables in text and CSV', () => {
  const at = ['--data', path.join(dir, 'rows-trials')];
  const [trials, tables] = [path.join(dir, 'trials.csv'), path.join(dir, 'tables.csv')];
  const given = [
    '--sizes',
    '2-3',
    '--trials',
    '2',
    '--time',
    '5',
    '--seed',
    '7',
    '--csv',
    trials,
    '--report',
    tables,
  ];
  const { code, out, err } = edgewise(['lab', 'run', '--preset', 'rows-trials', ...given, ...at]);
  expect(code).toBe(0);
  expect(err).toMatch(/Experiment 1, 4 trials/);
  expect(err).toMatch(/seed 7:/);
  for (const table of [
    'Time to the best board (ms)',
    'Quality (tiles placed, %)',
    'Iterations per second',
    'Memory (KB)',
  ]) {
    expect(out).toContain(`\n${table}\nn  published (mean)  ours (mean)`);
  }
  expect(out).toContain('COEN 352, no author or year given');
  expect(readFileSync(tables, 'utf8')).toContain('"Quality (tiles placed, %)",,2,100,100,100,100,2');
  expect(readFileSync(trials, 'utf8')).toMatch(
    /^number,.*,publishedTimeMs,publishedQuality,publishedIterationsPerSecond\r\n/,
  );
  expect(edgewise(['lab', 'report', '1', '--csv', ...at]).out).toBe(readFileSync(tables, 'utf8'));
  expect(edgewise(['lab', 'show', '1', ...at]).out).toBe(out);
  for (const [args, told] of [
    [['--preset', 'rows-trials', '--sizes', '1-3'], /--sizes: this preset has no size 1; its sizes are 2, 3/],
    [['--preset', 'nine-squares', '--sizes', '2'], /--sizes: this preset has no list of sizes/],
    [['--preset', 'rows-trials', '--sizes', '3-2'], /Expected sizes such as 2-10/],
    [['--puzzle', arrows, '--engine', 'exact', '--sizes', '2'], /--sizes needs a --preset/],
  ] as const) {
    expect(edgewise(['lab', 'run', ...args, ...at])).toMatchObject({
      code: 2,
      err: expect.stringMatching(told) as string,
    });
  }
});

test("an impossible board, or tiles that don't fit it: an error and exit code 2", () => {
  const graph = { kind: 'graph', sides: 3, cells: 2, joints: [[0, 0, 1, 0]] };
  const three = '0 1 2\n0 1 2\n0 1 2\n0 1 2\n';
  for (const [board, rows, sentence] of [
    ['triangle:0', three, /triangle:0.*>=1/s],
    ['rectangle:0x3', three, /0x3/],
    ['hexagon', three, /board "hexagon".*expected rectangle:WxH/s],
    ['honeycomb:38', three, /honeycomb:38.*<=37/s],
    ['parallelogram:64x33', three, /4224 triangles/],
    [JSON.stringify({ ...graph, joints: [[0, 0, 1, 0], [1, 0, 0, 1]] }), three, /names side 0 of cell 1 a second time/], // prettier-ignore
    [JSON.stringify({ ...graph, joints: [[0, 0, 2, 0]] }), three, /cells are 0 to 1/],
    [JSON.stringify({ ...graph, sides: 7 }), three, /<=6/],
    ['tetrahedron', '0 1 2\n0 1 2 3\n0 1 2\n0 1 2\n', /Line 2/],
    ['cube', three, /Line 1/],
    ['tetrahedron', '0 1 2 | 2 1 0\n0 1 2 | 1 0\n0 1 2\n0 1 2\n', /Line 2/],
  ] as const) {
    const { code, out, err } = edgewise(['solve', '-', '--board', board, '--mating', 'same'], rows);
    expect([code, out], `${board}: ${err}`).toEqual([2, '']);
    expect(err).toMatch(sentence);
    expect(err).not.toMatch(/\n\s+at /); // no stack trace
  }
  // the same errors for a board in a file
  const puzzle = JSON.parse(
    edgewise(['generate', '--board', 'tetrahedron', '--kind', 'unframed', '--turns', 'flip']).out,
  ) as { puzzle?: object };
  const inside = (puzzle.puzzle ?? puzzle) as {
    tiles: { edges: number[]; back?: number[] }[];
    board: object;
  };
  for (const [change, sentence] of [
    [{ tiles: inside.tiles.map((tile) => ({ ...tile, back: [0, 1, 2, 3] })) }, /back|sides/],
    [
      { tiles: inside.tiles.map(({ edges }) => ({ edges: [...edges, 0] })) },
      /Tile 1 has 4 edges; a tile of this board has 3/,
    ],
    [{ board: { kind: 'triangle', side: 0 } }, /side/],
    [{ board: { ...graph, sides: 7 } }, /sides/],
  ] as const) {
    const changed = { ...inside, ...change };
    const file = path.join(dir, 'cannot-be.edgewise');
    writeFileSync(file, JSON.stringify(puzzle.puzzle ? { ...puzzle, puzzle: changed } : changed));
    const { code, out, err } = edgewise(['solve', file]);
    expect([code, out], err).toEqual([2, '']);
    expect(err).toMatch(sentence);
  }
});

test('a hunt from a board: only the freed cells change, and the library records where it began', () => {
  const library = path.join(dir, 'from-board');
  const file = path.join(dir, 'framed.txt');
  writeFileSync(file, edgewise(['generate', '--size', '6x6', '--seed', '4']).out);
  const hunt = ['solve', file, '--engine', 'best', '--threads', '1', '--json'];
  const first = lines(edgewise([...hunt, '--nodes', '2000', '--option', 'width=3']).out);
  const board = path.join(dir, 'start.txt');
  writeFileSync(board, first.filter(({ type }) => type === 'improved').at(-1)!['board'] as string);
  const from = [...hunt, '--start', board, '--free', 'rows:4-6', '--nodes', '5000'];
  const all = lines(edgewise([...from, '--save', '--data', library]).out);
  const boards = all
    .filter(({ type }) => type === 'improved')
    .map(({ board }) => (board as string).trim().split('\n').slice(0, 3));
  const kept = readFileSync(board, 'utf8').trim().split('\n').slice(0, 3);
  expect(boards.length).toBeGreaterThan(0);
  for (const rows of boards) expect(rows).toEqual(kept);
  expect(edgewise(['runs', 'show', '1', '--data', library]).out).toMatch(
    /Starts from board 1; 18 cells searched again\./,
  );

  const refused = (args: readonly string[]): string => edgewise(['solve', file, ...args]).err;
  expect(refused(['--engine', 'best', '--start', board, '--free', 'rows:7'])).toMatch(
    'expected rows from 1 to 6',
  );
  expect(refused(['--engine', 'exact', '--start', board])).toMatch('can’t start from a board');
  expect(refused(['--engine', 'best', '--free', 'rows:1'])).toMatch('--free needs --start');
});
