// What the sources print (docs/sources.md), asked for by one command each.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hoglan } from '../unit/support/sources.ts';

const edgewise = (args: readonly string[], input: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src-main/cli/edgewise.ts', ...args], {
    input,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
};
const squares = `${hoglan.start_tiles.map((tile) => tile.join(',')).join('\n')}\n`;

test('Hoglan 2005: all twelve solutions in its layout and labels, in its order', () => {
  const { code, out } = edgewise(['solve', '-', '--all', '--raw', '--format', 'squares'], squares);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^SUCCESS: 12\nS1\n\n -{14} \n\n\[0 0\]\nSQUARE -0-\n\tET\t\nOB\t\tAB\n\tIB\t\n\n\n\[0 1\]\n/,
  );
  const printed = out.split(/^S\d+$/m).slice(1);
  const tiles = printed.map((text) => [...text.matchAll(/SQUARE -(\d)-/g)].map(([, tile]) => Number(tile)));
  const published = hoglan.published_solutions_S1_to_S12.map((cells) => cells.map(([tile]) => Number(tile)));
  expect(tiles).toEqual(published);
  expect(out.match(/^\t[A-Z][TB]\t$/gm)).toHaveLength(12 * 18);
});

test('Hoglan 2005: its bounds stand beside what is really searched', () => {
  const { out } = edgewise(['solve', '-', '--estimate'], squares);
  expect(out).toContain('4^9 · 9! = 95,126,814,720 arrangements');
  expect(out).toContain('4 · 9! = 1,451,520 states');
});

test('Hoglan 2005: both measures of conflict, in verify --json', () => {
  const start = Array.from({ length: 9 }, (_, tile) => `${tile + 1}:0`).join(' ');
  const { code, out } = edgewise(['verify', 'tests/data/arrows.txt', '-', '--json'], start);
  expect(code).toBe(1);
  const measured = JSON.parse(out) as Record<string, number>;
  expect(measured['edgesInConflict']).toBe(2 * (measured['edges']! - measured['matched']!));
  expect(measured['squaresInConflict']).toBeGreaterThan(0);
  expect(measured['squaresInConflict']).toBeLessThanOrEqual(9);
});

test('the Scramble Squares assignment: --raw lists its 8 placements, --all its 2', () => {
  const arrows = readFileSync('tests/data/arrows.txt', 'utf8');
  const found = (args: readonly string[]) =>
    edgewise(['solve', '-', '--all', '--json', ...args], arrows)
      .out.split('\n')
      .filter((line) => line.includes('"type":"solution"'))
      .map((line) => line.replace(/.*"placements"/, ''));
  expect(new Set(found(['--raw'])).size).toBe(8);
  expect(edgewise(['solve', '-', '--raw'], arrows)).toMatchObject({
    code: 2,
    err: 'edgewise: --raw goes with --all\n',
  });
});
