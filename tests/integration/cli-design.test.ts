import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, script } from './command-line.ts';
import { temporaryDir } from '../temporary-dir.ts';

const dir = temporaryDir();
afterAll(() => rmSync(dir, { recursive: true }));
const edgewise = (...args: string[]): string =>
  execFileSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
const file = (name: string): string => path.join(dir, name);

interface HoglanData {
  start_tiles: string[][];
  published_solutions_S1_to_S12: string[][];
  plan_S1: string[];
}
const seed = JSON.parse(readFileSync('tests/data/hoglan.json', 'utf8')) as HoglanData;
/**
 * Returns a published solution as the text of a board file: `tile:rotation` for each cell, with tiles numbered from
 * 1.
 */
const boardText = (cells: string[]): string =>
  cells.map((cell) => cell.replace(/^\d+/, (tile) => String(Number(tile) + 1))).join(' ');

beforeAll(() => {
  writeFileSync(file('tiles.txt'), seed.start_tiles.map((tile) => tile.join(',')).join('\n'));
  writeFileSync(file('S1.txt'), boardText(seed.published_solutions_S1_to_S12[0]!));
});

describe('play-plan', () => {
  it('prints the 20 operations of Hoglan 2005', () => {
    expect(edgewise('play-plan', file('tiles.txt'), file('S1.txt')).trim().split('\n')).toEqual(seed.plan_S1);
  });

  it('reads a puzzle with the options that its question offers', () => {
    const puzzle = path.join(root, 'tests/data/field/31-halves-sum-to-nine.txt');
    const board = edgewise('solve', puzzle, '--pairs', 'sum', '--format', 'tiles');
    writeFileSync(file('board.txt'), board);
    const plan = edgewise('play-plan', puzzle, file('board.txt'), '--pairs', 'sum');
    expect(plan).toMatch(/^(?:(?:SWAP|ROTATE)\([\d,]+\)\n)+$/);
  });

  it('names the empty cell of the board', () => {
    writeFileSync(file('hole.txt'), boardText(seed.published_solutions_S1_to_S12[0]!).replace('8:3', '-'));
    const { status, stderr } = spawnSync(
      process.execPath,
      [script, 'play-plan', file('tiles.txt'), file('hole.txt')],
      { encoding: 'utf8' },
    );
    expect(status).toBe(2);
    expect(stderr).toMatch(/hole\.txt: cell 5 is empty/);
  });
});

describe('generate --unique', () => {
  it.each(['3x3', '4x4', '5x5'])('%s has exactly one solution, and the exact engine agrees', (size) => {
    const puzzle = file(`${size}.edgewise`);
    edgewise('generate', '--unique', '--size', size, '--seed', '11', '-o', puzzle);
    const lines = edgewise('solve', puzzle, '--count', '--json').trim().split('\n');
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({
      type: 'done',
      status: 'exhausted',
      solutions: 4,
      uniqueSolutions: 1,
    });
  });
});

describe('generate --board', () => {
  it('an icosahedron has exactly one solution, and the exact engine agrees', () => {
    const puzzle = file('icosahedron.edgewise');
    edgewise('generate', '--board', 'icosahedron', '--unique', '-o', puzzle);
    const lines = edgewise('solve', puzzle, '--count', '--json').trim().split('\n');
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ solutions: 60, uniqueSolutions: 1 });
  });

  it.each([
    [['--board', 'cube', '--kind', 'framed'], 'a framed puzzle needs a rim'],
    [['--board', 'triangle:0'], '--board'],
    [['--board', 'cube', '--size', '3x3'], '--board already has the size'],
    [['--fixed', '--turns', 'flip'], 'contradict each other'],
  ])('%j is impossible: exit code 2 and the reason', (args, why) => {
    const { status, stderr } = spawnSync(process.execPath, [script, 'generate', ...args], {
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toContain(why);
  });
});

describe('unique', () => {
  const unique = (...args: string[]) =>
    spawnSync(process.execPath, [script, 'unique', ...args], { encoding: 'utf8' });

  it('Brandt et al. 2002, second question: rearranging the images of one square leaves one solution', () => {
    const { recovered } = JSON.parse(readFileSync('tests/data/brandt.json', 'utf8')) as {
      recovered: string[][];
    };
    writeFileSync(file('brandt.txt'), recovered.map((tile) => tile.join(',')).join('\n'));
    const { status, stdout } = unique(file('brandt.txt'), '--within-tiles', '--json');
    expect(status).toBe(0);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.at(-1)).toMatchObject({ type: 'done', status: 'found', edits: 6, smallest: true });
    expect(lines).toHaveLength(7);
    for (const edit of lines.slice(0, -1)) expect(edit).toMatchObject({ type: 'edit', tiles: [{}] });
  });

  it('reports that there already is one solution, or that no edit leaves one', () => {
    edgewise('generate', '--unique', '-o', file('one.edgewise'));
    const already = unique(file('one.edgewise'));
    expect(already.status).toBe(0);
    expect(already.stdout).toBe('The puzzle has exactly one solution as it is.\n');
    // All edges of a tile have the same label, so rearranging labels can't help.
    writeFileSync(file('plain.txt'), '1 1 1 1\n1 1 1 1\n1 1 1 1\n2 2 2 2\n');
    const none = unique(file('plain.txt'), '--within-tiles', '--json');
    expect(none.status).toBe(1);
    expect(JSON.parse(none.stdout)).toMatchObject({ type: 'done', status: 'none', edits: 0 });
    expect(unique(file('missing.txt')).status).toBe(2);
  });
});

describe('generate, with the rules of a board', () => {
  const generate = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [script, 'generate', '--board', 'honeycomb:2', ...args],
      { encoding: 'utf8' },
    );
    return { code: status, out: stdout, err: stderr };
  };

  it('--mating and --rim determine the kind of puzzle', () => {
    for (const [kind, rules] of [
      ['unframed', ['--mating', 'same']],
      ['unframed', ['--mating', 'same', '--rim', 'free']],
      ['framed', ['--rim', 'frame:0']],
      ['scramble', ['--mating', 'opposite', '--rim', 'free']],
      ['scramble', []],
    ] as const) {
      expect(generate(...rules).out, rules.join(' ')).toBe(generate('--kind', kind).out);
    }
  });

  it('impossible rules for a random puzzle are refused with the reason', () => {
    for (const [rules, sentence] of [
      [['--rim', 'uniform'], /border of colour 0/],
      [['--rim', 'colour:1'], /border of colour 0/],
      [['--rim', 'frame:0', '--mating', 'opposite'], /halves of symbols; leave one of them out/],
      [['--kind', 'framed', '--mating', 'same'], /leave out --kind or the other two/],
    ] as const) {
      const { code, out, err } = generate(...rules);
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(sentence);
    }
  });
});
