import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';
import { pictureProblems } from '../../../../src-core/scan/advice.ts';
import { shrunk } from '../../../../src-core/scan/picture.ts';
import { FACE, facesOf, type Face } from '../../../scan/art.ts';
import { nineTiles, samplePuzzle } from '../../../scan/shots.ts';
import { scoreOf } from '../../../scan/truth.ts';
import { temporaryDir } from '../../../temporary-dir.ts';

const dir = temporaryDir();
const file = (name: string): string => path.join(dir, name);
afterAll(() => rmSync(dir, { recursive: true }));

vi.setConfig({ testTimeout: 120_000 });

let [out, err] = ['', ''];
beforeEach(() => {
  [out, err] = ['', ''];
  // Load the commands again, because they keep the options of earlier calls.
  vi.resetModules();
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
  // The labels in the file correspond one to one to those in the JSON output.
  const labels = puzzle.tiles.flatMap(({ edges }) => edges);
  const titles = read.tiles.flatMap(({ edges }) => edges);
  expect(new Set(labels.map((label, i) => `${label} ${titles[i]}`)).size).toBe(new Set(labels).size);
});

let faces: readonly Face[] | undefined;

/** Writes a picture that is filled by a single tile. */
function closeUp(name: string, tile: number): string {
  faces ??= facesOf(samplePuzzle('nine-figures'), 'shapes', 1);
  const face = faces[tile]!;
  const data = new Uint8Array(4 * FACE * FACE).fill(255);
  for (let i = 0; i < FACE * FACE; i++) data.set(face.subarray(3 * i, 3 * i + 3), 4 * i);
  const { picture } = shrunk({ width: FACE, height: FACE, data }, 120);
  const png = new PNG({ width: picture.width, height: picture.height });
  png.data.set(picture.data);
  writeFileSync(file(name), PNG.sync.write(png));
  return file(name);
}

function plainPicture(name: string): string {
  const plain = new PNG({ width: 60, height: 40 });
  plain.data.fill(200);
  writeFileSync(file(name), PNG.sync.write(plain));
  return file(name);
}

test('scan names close-ups, and reads them as one tile each if told so', async () => {
  const pictures = [closeUp('a.png', 0), closeUp('b.png', 1)];
  expect(await edgewise('scan', ...pictures)).toBe(2);
  expect(out).toContain(
    'Pictures 1, 2: Each looks like a close-up of one tile, or like several tiles that touch. Add --one-tile-each to read each picture as one tile',
  );
  out = '';
  await edgewise('scan', ...pictures, '--one-tile-each', '--json');
  const { tiles } = JSON.parse(out) as { tiles: { edges: string[] }[] };
  expect(tiles.map(({ edges }) => edges.length)).toEqual([4, 4]);
  expect(out).not.toContain('close-up');
});

test('scan prints the tiles of several pictures, explains the labels, and says where its questions are answered', async () => {
  const pictures = [closeUp('first.png', 0), plainPicture('empty.png'), closeUp('second.png', 1)];
  await edgewise('scan', ...pictures, '--one-tile-each');
  const lines = out.split('\n');
  expect(lines.slice(2, 8)).toEqual([
    `Picture 1, ${file('first.png')}: 1 tile`,
    expect.stringMatching(/^Tile 1:( [A-Z]+[+-]?){4}$/),
    `Picture 2, ${file('empty.png')}: 1 tile`,
    expect.stringMatching(/^Tile 2:( [A-Z]+[+-]?){4}$/),
    `Picture 3, ${file('second.png')}: 1 tile`,
    expect.stringMatching(/^Tile 3:( [A-Z]+[+-]?){4}$/),
  ]);
  const hasHalves = lines.some((line) => /^Tile \d+:.*[+]/.test(line));
  expect(hasHalves).toBe(true);
  expect(lines[1]).toBe(
    'Edges clockwise, from the side that is at the top in the picture; A+ and A- are the halves of one picture:',
  );
  const at = lines.indexOf(
    'Check the following. To make corrections, scan the picture in the Edgewise window.',
  );
  expect(lines[at + 1]).toMatch(/^- .*\?/);
});

test('scan says that tiles are too small and how many are missing, and ends with code 2', async () => {
  const { data, width, height } = jpeg.decode(nineTiles(), { useTArray: true });
  const { picture } = shrunk({ data, width, height }, 250);
  writeFileSync(file('small.jpg'), jpeg.encode({ ...picture, data: Buffer.from(picture.data) }, 90).data);
  expect(await edgewise('scan', file('small.jpg'), '--tiles', '10')).toBe(2);
  expect(out).toContain('9 tiles found, 10 expected.');
  expect(out).not.toContain('Picture 1');
  expect(out).toContain('The tiles are too small: each needs at least 100 pixels per side.');
});

const clear = {
  width: 1500,
  height: 1500,
  tiles: 9,
  clear: 9,
  side: 300,
  variety: 1.1,
  largest: 0.05,
  flat: 0.05,
};
test.each([
  ['nothing', clear, null],
  ['nothing if flat scans are clear', { ...clear, flat: 0.6 }, null],
  ['larger tiles', { ...clear, side: 80 }, 'small'],
  [
    'a larger picture of a shop',
    { ...clear, width: 350, height: 350, tiles: 36, clear: 0, side: 50 },
    'small',
  ],
  ['tiles apart', { ...clear, tiles: 36, clear: 3, side: 150 }, 'touching'],
  ['a photograph instead of a screenshot', { ...clear, tiles: 17, clear: 3, flat: 0.8 }, 'screenshot'],
  ['other tiles', { ...clear, tiles: 1, clear: 1 }, 'one'],
  ['other tiles beside a close-up', { ...clear, tiles: 1, clear: 1, largest: 0.8 }, 'close-up'],
  ['tiles', { ...clear, tiles: 0, clear: 0, flat: 1 }, 'none'],
] as const)('the scan says that a picture lacks %s', (_, facts, problem) => {
  expect(pictureProblems([facts])).toEqual([problem]);
});

test('scan reads a PNG', async () => {
  const code = await edgewise('scan', plainPicture('plain.png'), '--json', '-o', file('none.edgewise'));
  expect(code).toBe(2);
  expect(JSON.parse(out)).toMatchObject({ mating: 'unknown', tiles: [], questions: [{ about: 'tile' }] });
  expect(err).toContain('a puzzle needs at least two tiles; found 0 tiles');
});

test('scan refuses a file that it cannot read, and names what to do', async () => {
  const png = PNG.sync.write(new PNG({ width: 60, height: 40 }));
  for (const [bytes, says] of [
    [png.subarray(0, 60), 'the PNG is damaged or incomplete; copy it again\n'],
    [
      Buffer.concat([Buffer.from('RIFF    WEBPVP8X'), Buffer.alloc(14)]),
      'a WebP picture; convert it to JPEG or PNG, or open it in the window',
    ],
    [Buffer.from('no picture'), 'not a JPEG or PNG picture; choose another file'],
    [Buffer.from(nineTiles().slice(0, 9000)), 'the JPEG is incomplete; copy it again'],
  ] as const) {
    writeFileSync(file('bad.jpg'), bytes);
    expect(await edgewise('scan', file('bad.jpg'))).toBe(2);
    expect(err).toContain(`bad.jpg: ${says}`);
  }
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
