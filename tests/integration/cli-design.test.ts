import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const dir = mkdtempSync(path.join(tmpdir(), 'edgewise-design-'));
afterAll(() => rmSync(dir, { recursive: true }));
const edgewise = (...args: string[]): string =>
  execFileSync(process.execPath, ['src-main/cli/edgewise.ts', ...args], {
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
/** A published solution as a board file: rows of tile:rotation, tiles from 1. */
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

  it('says which cell of the board is empty', () => {
    writeFileSync(file('hole.txt'), boardText(seed.published_solutions_S1_to_S12[0]!).replace('8:3', '-'));
    const { status, stderr } = spawnSync(
      process.execPath,
      ['src-main/cli/edgewise.ts', 'play-plan', file('tiles.txt'), file('hole.txt')],
      { encoding: 'utf8' },
    );
    expect(status).toBe(2);
    expect(stderr).toMatch(/hole\.txt: cell 5 is empty/);
  });
});

describe('generate --unique', () => {
  it.each(['3x3', '4x4', '5x5'])('%s has exactly one solution by the exact engine too', (size) => {
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
