import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readBoard } from '../../src-core/formats/read-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../src-core/puzzle/score.ts';
import { Store } from '../../src-main/store/store.ts';
import { inOwnFolder, jsonLines as lines, root } from './command-line.ts';

const data = (name: string): string => path.join(root, 'tests/data', name);
const { dir, edgewise } = inOwnFolder();
const arrows = data('arrows.txt');

test('saved runs and solutions: list, show, resume, export', () => {
  const at = ['--data', path.join(dir, 'saved')];
  const puzzle = data('owen/pieces_08x08.txt');
  const limited = edgewise([
    'solve',
    puzzle,
    '--count',
    '--option',
    'order=row',
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
  expect(one.err).toBe('Showing the best 1 of 2. To list all, add --limit 2.\n');
  expect(lines(one.out)).toHaveLength(1);
  expect(edgewise(['runs', '--limit', '1', ...at]).err).toBe(
    'Showing the newest 1 of 2. To list all, add --limit 2.\n',
  );
  expect(edgewise(['library', 'export', 'arrows', '--to', 'scramble', ...at]).out).toBe(
    readFileSync(arrows, 'utf8'),
  );
  const added = edgewise(['library', 'import', arrows, ...at]);
  expect(added.out).toContain('arrows (2)');
});

test('runs of sliding puzzles show their moves', () => {
  const at = ['--data', path.join(dir, 'sliding')];
  const file = path.join(dir, 'sliding.txt');
  writeFileSync(file, '1 2 3\n4 5 6\n0 7 8\n');
  edgewise(['solve', file, '--save', ...at]);
  edgewise(['solve', file, '--nodes', '1', '--save', ...at]);
  expect(edgewise(['runs', ...at]).out).toMatch(/ solved .* 2 moves/);
  const show = (run: string): string => edgewise(['runs', 'show', run, ...at]).out;
  expect(show('1')).toMatch(/^best +2 moves, proven shortest$/m);
  expect(show('2')).toMatch(/^best +no solution yet, lower bound 2$/m);
});

test('solutions --format names a format that can’t hold the boards', () => {
  const at = ['--data', path.join(dir, 'halves')];
  edgewise(['solve', arrows, '--save', ...at]);
  expect(edgewise(['solutions', '--format', 'bucas', ...at])).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/^edgewise: --format bucas: A link can hold only tiles/) as string,
  });
});

test('library import keeps the board of a link', () => {
  const at = ['--data', path.join(dir, 'links')];
  const link =
    'https://e2.bucas.name/#puzzle=Sample_4x4&board_w=4&board_h=4' +
    '&board_edges=ajjaajojaetjaaeejoeaootottooeajteojattoootttjajtjeaaoeaeteaejaae' +
    '&board_pieces=000001002003004005006007008009010011012013014015&board_types=bccbcddccddcbccb';
  expect(edgewise(['library', 'import', link, ...at]).out).toMatch(/Sample 4x4/);
  expect(lines(edgewise(['solutions', 'Sample 4x4', '--json', ...at]).out)).toMatchObject([{ solved: true }]);
  // A second board of the same puzzle, with one tile fewer, adds no puzzle.
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
  // a best board that is newer than the last checkpoint
  store.runs.setBest(1, board, scoreOf(edges, board));
  store.close();
  const json = edgewise(['runs', 'resume', '1', '--nodes', '100', '--json', ...at]);
  expect(lines(json.out).at(-1)).toMatchObject({ status: 'limit', matched: 60, placed: 36 });
  const text = edgewise(['runs', 'resume', '1', '--nodes', '100', ...at]);
  expect(text.err).toContain('best 60 of 60 edges, 36 of 36 placed');
  // the output includes the board, one line per row
  expect(text.out.split('\n').length).toBeGreaterThan(6);
});

test.runIf(existsSync('/proc/version'))('a data folder that can’t be created is named at once', () => {
  // This folder once made the command loop forever.
  const { code, err } = edgewise(['library', '--data', '/proc/x/y']);
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringMatching(/data folder \/proc\/x\/y can't be used: no folder can be created/) as string,
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

test('errors that can be checked beforehand end the command before the search, with code 2', () => {
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
  // The format has no rule for tiles that may be flipped.
  expect(flips).toMatchObject({ code: 2, out: '' });
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
    /Starts from board 1 and searches 18 cells again\./,
  );

  const refused = (args: readonly string[]): string => edgewise(['solve', file, ...args]).err;
  expect(refused(['--engine', 'best', '--start', board, '--free', 'rows:7'])).toMatch(
    'expected rows from 1 to 6',
  );
  expect(refused(['--engine', 'exact', '--start', board])).toMatch('can’t start from a board');
  expect(refused(['--engine', 'best', '--free', 'rows:1'])).toMatch('--free needs --start');
});
