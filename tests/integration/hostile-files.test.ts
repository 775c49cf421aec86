// Files made to overload a reader. Each is rejected with an error, within 2 s of CPU time and 300 MB of memory.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatsThat } from '../../src-core/formats/formats.ts';
import { script } from './command-line.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const MEGABYTE = 1_000_000;

let dir: string;
beforeAll(() => {
  dir = temporaryDir();
});
afterAll(() => removeDir(dir));

/** Writes a file with `head`, then `piece` repeated up to this many megabytes, then `tail`. Returns its path. */
function write(head: string, piece: string, tail: string, megabytes: number): string {
  const file = path.join(dir, 'hostile.txt');
  const block = Buffer.from(piece.repeat(Math.ceil(MEGABYTE / piece.length)));
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, head);
  for (let left = megabytes * MEGABYTE - head.length - tail.length; left > 0; left -= block.length)
    writeSync(descriptor, block, 0, Math.min(left, block.length));
  writeSync(descriptor, tail);
  closeSync(descriptor);
  return file;
}

interface Outcome {
  readonly code: number | null;
  readonly message: string;
  readonly seconds: number;
  readonly megabytes: number;
}

function convert(file: string, how: 'by name' | 'as input' = 'by name'): Outcome {
  const usageFile = path.join(dir, 'usage.json');
  const input = how === 'as input' ? openSync(file, 'r') : 'ignore';
  const named = how === 'as input' ? '-' : file;
  const { status, stderr } = spawnSync(process.execPath, [script, 'convert', named, '--to', 'edgewise'], {
    encoding: 'utf8',
    stdio: [input, 'ignore', 'pipe'],
    env: {
      ...process.env,
      USAGE_FILE: usageFile,
      NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'report-usage.mjs')}`,
    },
  });
  if (typeof input === 'number') closeSync(input);
  const usage = JSON.parse(readFileSync(usageFile, 'utf8')) as NodeJS.ResourceUsage;
  rmSync(usageFile);
  return {
    code: status,
    message: stderr,
    seconds: (usage.userCPUTime + usage.systemCPUTime) / 1e6,
    megabytes: (usage.maxRSS * 1024) / MEGABYTE,
  };
}

function refused(outcome: Outcome, message: RegExp): void {
  expect(outcome.message).toMatch(message);
  expect(outcome.message.length).toBeLessThan(1000);
  expect(outcome.code).toBe(2);
  expect(outcome.seconds).toBeLessThan(2);
  expect(outcome.megabytes).toBeLessThan(300);
}

const puzzle = (field: string): string =>
  `{"edgewise":1,"puzzle":{"kind":"edge-matching","name":"x","board":{"kind":"rectangle","width":3,"height":3},` +
  `"mating":"same","rim":{"kind":"free"},"turns":"rotate","labels":[],"hints":[],"forbidden":[],${field}`;

/** For each format: the beginning of a text, and the part to repeat */
const texts: Record<string, readonly [head: string, piece: string]> = {
  edgewise: [puzzle('"tiles":['), '0,'],
  json: ['{"placements":[', '{},'],
  scramble: ['', 'Y1,G0,R0,B1\n'],
  figures: ['', 'ET,AB,IB,OB\n'],
  numeric: ['4 4\n', '0 1 2 0\n'],
  bucas: ['https://e2.bucas.name/#puzzle=x&board_w=9&board_h=9&board_edges=', 'abcd'],
  link: ['edgewise:?', 'tiles=abcd&'],
  csv: ['top,right,bottom,left\n', 'a,b,c,d\n'],
  sliding: ['', '3 1 2 0 '],
  instance: ['{"width":4,"height":4,"pieces":[', '[0,1,2,0],'],
  legespiel: ['<legespielConfiguration>', '<card north="1" west="1" east="1" south="1" />\n'],
  tiles: ['', '1:0 2:1 3:2\n'],
  positions: ['', '3 0 1\n'],
  words: ['', 'red blue green yellow\n'],
  pictures: ['', 'Tile 1:\n#.#\n..#\n##.\n\n'],
};

test('the tests below have a text in every format that can be read', () => {
  const read = [...formatsThat('readPuzzle'), ...formatsThat('readBoard')].map(({ name }) => name);
  expect(new Set(Object.keys(texts))).toEqual(new Set(read));
});

test.for(Object.entries(texts))('rejects 64 MB of %s', ([, [head, piece]]) => {
  refused(convert(write(head, piece, '', 64)), /found 64000000 bytes; expected at most (4|32)000000\./);
});

test('rejects 64 MB from standard input', () => {
  refused(convert(write('', 'Y1,G0,R0,B1\n', '', 64), 'as input'), /bytes; expected at most/);
});

test.for<[name: string, head: string, piece: string, tail: string, message: RegExp]>([
  ['zeros for tiles', puzzle('"tiles":['), '0,', '0]}}', /more than 500,000 values/],
  ['empty lists', '{"edgewise":[', '[],', '[]]}', /more than 500,000 values/],
  ['empty objects', '{"edgewise":[', '{},', '{}]}', /more than 500,000 values/],
  ['depth', '{"edgewise":', '[', '', /more than 500,000 values/],
  ['a name', puzzle('"tiles":[],"name":"'), 'x', '"}}', /puzzle.name/],
  ['an unknown field', `${puzzle('"tiles":[]')}},"`, 'x', '":1}', /unknown field/],
  ['a number', '{"edgewise":1,"puzzle":', '1', '}', /found Infinity in puzzle/],
  ['blank lines', '{"edgewise":1,', '\n', '"puzzle" 1}', /Line \d+, column \d+/],
  ['blanks', '{', '  ', '}', /JSON without tiles/],
  ['backslashes', '{"edgewise":1,"puzzle":"', '\\\\', '"}', /expected Object/],
  ['a control byte at the end', '{', '\n', '\u0001', /not text/],
])('rejects 30 MB that could be a puzzle with pictures: %s', ([, head, piece, tail, message]) => {
  refused(convert(write(head, piece, tail, 30)), message);
});

test('reports the first invalid item of a file that has nearly the maximum number of items', () => {
  const items = Array.from({ length: 490_000 }, () => 0).join(',');
  refused(convert(write(puzzle(`"tiles":[${items}]}}`), ' ', '', 1)), /puzzle\.tiles\[0\]/);
});
