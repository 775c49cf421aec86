// Runs the commands that reproduce results printed in publications (docs/sources.md).
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { edgewise as runEdgewise } from './command-line.ts';
import { hoglan } from '../unit/support/sources.ts';

const edgewise = (args: readonly string[], input: string) => runEdgewise(args, { input });
const squares = `${hoglan.start_tiles.map((tile) => tile.join(',')).join('\n')}\n`;

test('Hoglan 2005: all twelve solutions in its layout, labels and order', () => {
  const { code, out } = edgewise(['solve', '-', '--all', '--raw', '--format', 'squares'], squares);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^SUCCESS: 12\nS1\n\n -{14} \n\n\[0 0\]\nSQUARE -0-\n\tET\t\nOB\t\tAB\n\tIB\t\n\n\n\[0 1\]\n/,
  );
  const printed = out.split(/^S\d+$/m).slice(1);
  const tiles = printed.map((text) => [...text.matchAll(/SQUARE -(\d)-/g)].map(([, tile]) => Number(tile)));
  const published = hoglan.published_solutions_S1_to_S12.map((cells) => cells.map(([tile]) => Number(tile)));
  expect(tiles).toEqual(published);
  // The complete output, made from the start arrangement and the published rotations of solutions S1 to S12.
  const cell = (text: string, place: number): string => {
    const [tile, turn] = text.split(':').map(Number);
    const side = (i: number): string => hoglan.start_tiles[tile!]![(i + 4 - turn!) % 4]!;
    return `[${Math.floor(place / 3)} ${place % 3}]\nSQUARE -${tile}-\n\t${side(0)}\t\n${side(3)}\t\t${side(1)}\n\t${side(2)}\t\n`;
  };
  const rule = ' -------------- \n\n';
  const text = hoglan.published_solutions_S1_to_S12.map(
    (cells, i) => `S${i + 1}\n\n${rule}${cells.map(cell).join('\n\n')}\n\n\n${rule}`,
  );
  expect(out).toBe(`SUCCESS: 12\n${text.join('')}`);
});

test('Hoglan 2005: its bounds are printed with the size of the actual search', () => {
  const { out } = edgewise(['solve', '-', '--estimate'], squares);
  expect(out).toContain('4^9 · 9! = 95,126,814,720 arrangements');
  expect(out).toContain('4 · 9! = 1,451,520 states');
});

test('Hoglan 2005: verify --json has both measures of conflict', () => {
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
    err: 'edgewise: --raw works only with --all\n',
  });
});

describe('the row solver (COEN 352)', () => {
  test('its table of pieces: corners, borders and centres of n × n for n = 2 to 16, from `info --sizes`', () => {
    const { code, out } = edgewise(['info', '--sizes', '2-16', '--json'], '');
    expect(code).toBe(0);
    const rows = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(rows).toEqual(
      Array.from({ length: 15 }, (_, i) => i + 2).map((n) => ({
        n,
        corners: 4,
        borders: 4 * (n - 2),
        centres: (n - 2) ** 2,
        sum: n * n,
      })),
    );
    const text = edgewise(['info', '--sizes', '2,16'], '').out.split('\n');
    expect(text.slice(0, 3)).toEqual([
      ' n  corners  borders  centres  sum',
      ' 2        4        0        0    4',
      '16        4       56      196  256',
    ]);
  });

  test('the pieces of a puzzle by kind, counted from its tiles', () => {
    const { code, out } = edgewise(['info', 'resources/samples/eternity-ii-no-hints.edgewise'], '');
    expect(code).toBe(0);
    expect(out).toMatch(/^hints +0$/m);
    expect(out).toMatch(
      /^solutions by chance +about 17,000 = 10\^559\.9 arrangements × a chance of 10\^-555\.7 that all 480 edges match/m,
    );
    expect(out).toMatch(
      /\n +corners {2}borders {2}centres {2}sum\nplaces +4 +56 +196 +256\npieces +4 +56 +196 +256\n$/,
    );
    expect(edgewise(['info'], '')).toMatchObject({ code: 2, out: '' });
    expect(edgewise(['info', '-', '--sizes', '2-3'], squares)).toMatchObject({ code: 2, out: '' });
    expect(JSON.parse(edgewise(['info', '-', '--json'], squares).out)).toMatchObject({
      board: '3 × 3',
      tiles: 9,
      symbols: 4,
      places: { corners: 4, borders: 4, centres: 1, sum: 9 },
      pieces: null,
    });
  });

  test('Eternity II without hints is a sample, and the engine rows supports it', () => {
    const file = 'resources/samples/eternity-ii-no-hints.edgewise';
    const { code, out } = edgewise(['solve', file, '--engine', 'rows', '--nodes', '20000', '--json'], '');
    expect(code).toBe(3);
    expect(JSON.parse(out.trim().split('\n').at(-1)!)).toMatchObject({ cells: 256, status: 'limit' });
    expect(
      edgewise(['solve', 'resources/samples/eternity-ii.edgewise', '--engine', 'rows'], ''),
    ).toMatchObject({
      code: 2,
      err: expect.stringContaining('The row solver cannot keep hints') as string,
    });
  });
});
