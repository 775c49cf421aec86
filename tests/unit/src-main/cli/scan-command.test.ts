import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';
import { nineTiles } from '../../../scan/shots.ts';
import { scoreOf } from '../../../scan/truth.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'edgewise-scan-'));
const file = (name: string): string => path.join(dir, name);
afterAll(() => rmSync(dir, { recursive: true }));

// Drawing and reading a photograph takes long.
vi.setConfig({ testTimeout: 120_000 });

let [out, err] = ['', ''];
beforeEach(() => {
  [out, err] = ['', ''];
  vi.resetModules(); // commands keep the options of an earlier call
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((err += String(text))));
  process.exitCode = 0;
  return () => {
    vi.restoreAllMocks();
    process.exitCode = 0;
  };
});

async function edgewise(...argv: string[]): Promise<number> {
  const { main } = await import('../../../../src-main/cli/program.ts');
  return main(argv);
}

const photograph = file('Nine.jpg');
writeFileSync(photograph, nineTiles());

test('scan reads a JPEG, prints its tiles as JSON, and writes a puzzle with photographs', async () => {
  const code = await edgewise('scan', photograph, '--json', '-o', file('nine.edgewise'));
  const read = JSON.parse(out) as Record<string, unknown> & {
    tiles: { edges: string[] }[];
    questions: unknown[];
  };
  expect(Object.keys(read)).toEqual(['type', 'mating', 'tiles', 'questions']);
  expect(read['type']).toBe('scan');
  expect(read.tiles).toHaveLength(9);
  expect(code).toBe(read.questions.length > 0 ? 2 : 0);
  const { puzzle } = readPuzzle(readFileSync(file('nine.edgewise'), 'utf8'));
  if (puzzle.kind !== 'edge-matching') throw new Error('a scan is an edge-matching puzzle');
  expect(puzzle.name).toBe('Nine');
  expect(puzzle.tiles.every(({ photo }) => photo?.image.startsWith('data:image/jpeg'))).toBe(true);
  // the file has the same labels as the JSON
  const labels = puzzle.tiles.flatMap(({ edges }) => edges);
  const titles = read.tiles.flatMap(({ edges }) => edges);
  expect(new Set(labels.map((label, i) => `${label} ${titles[i]}`)).size).toBe(new Set(labels).size);
});

test('scan says what is open, and ends with code 2', async () => {
  const code = await edgewise('scan', photograph, '--tiles', '10');
  expect(code).toBe(2);
  expect(out).toContain('9 tiles found, 10 expected.');
});

test('scan reads a PNG', async () => {
  const plain = new PNG({ width: 60, height: 40 });
  plain.data.fill(200);
  writeFileSync(file('plain.png'), PNG.sync.write(plain));
  const code = await edgewise('scan', file('plain.png'), '--json');
  expect(code).toBe(2);
  expect(JSON.parse(out)).toMatchObject({ mating: 'unknown', tiles: [], questions: [{ about: 'tile' }] });
});

test.each([
  ['a file that is no picture', () => Buffer.from('no picture'), 'not a picture; give a JPEG or PNG file'],
  ['half a JPEG', () => Buffer.from(nineTiles().slice(0, 9000)), 'the JPEG is incomplete; copy it again'],
])('scan refuses %s', async (_, bytes, says) => {
  writeFileSync(file('bad.jpg'), bytes());
  const code = await edgewise('scan', file('bad.jpg'));
  expect(code).toBe(2);
  expect(err).toContain(`bad.jpg: ${says}`);
});

test('a scan is scored by the tiles that it fits best', () => {
  const truth = ['A+ B-', 'B+ C-', 'C+ A-'];
  const scan = (edges: readonly string[][], mating: 'opposite' | 'unknown' = 'opposite') => ({
    mating,
    tiles: edges.map((each) => ({ picture: 0, corners: [] as never, certainty: 1, sure: true, edges: each })),
    faces: [],
    reading: null,
    sorted: null,
    questions: [],
  });
  const [x, y, z] = [
    ['1', '2'],
    ['3', '4'],
    ['5', '6'],
  ] as const;
  const twelve = { edges: 12 };
  expect(scoreOf(scan([[...x], [...y], [...z]]), truth)).toMatchObject({
    ...twelve,
    edgesRight: 6,
    corrections: 0,
  });
  expect(scoreOf(scan([[...x], [...z]]), truth)).toMatchObject({
    tilesFound: 2,
    edgesRight: 4,
    corrections: 1,
  });
  expect(scoreOf(scan([[...x], [...y], ['3', '6']]), truth)).toMatchObject({
    edgesRight: 5,
    mating: 'right',
  });
  expect(scoreOf(scan([[...x], [...y], [...z]], 'unknown'), truth).mating).toBe('asked');
});
