// Errors in a puzzle's text and in the options for reading it. The command prints the message and ends with exit code
// 2.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { writePuzzle } from '../../../../src-core/formats/write.ts';
import { CliFailure, exit } from '../../../../src-main/cli/failure.ts';
import { readPuzzleFiles, type PuzzleOptions } from '../../../../src-main/cli/input.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'edgewise-errors-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  return () => vi.restoreAllMocks();
});

/** Returns the message of an error that ends the command with exit code 2. */
function errorOf(content: string | Buffer, options: PuzzleOptions = {}, name = 'wrong.txt'): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  try {
    readPuzzleFiles(file, options);
  } catch (error) {
    expect(error).toBeInstanceOf(CliFailure);
    const { code, message } = error as CliFailure;
    expect(code).toBe(exit.badInput);
    expect(message.length).toBeLessThan(1000);
    return message;
  }
  throw new Error('The text was read without an error.');
}

test.each<[string, string | Buffer, RegExp]>([
  ['binary', Buffer.from([0, 1, 2, 255, 254, 10, 0]), /text/],
  ['empty', '', /empty/],
  ['three numbers on a line', '0 1 2 3\n0 1 2\n1 2 3 4\n', /[Ll]ine 2/],
  ['odd number of pieces', '1 2 3 4\n'.repeat(7), /7 tiles/],
  ['unknown symbol', 'Y1,G0,R0,B1\nY1,G0,?0,B1\n', /[Ll]ine 2/],
  ['an incomplete link', 'https://e2.bucas.name/#puzzle=x&board_w=4&board_h=4&board_edges=abc', /.+/],
])('an error in a file names the file, the place and the fix: %s', (_, content, message) => {
  const said = errorOf(content);
  expect(said).toMatch(message);
  expect(said).toContain('wrong.txt');
});

const orders = '0 1 2 3\n0 1 3 2\n0 2 1 3\n0 2 3 1\n0 3 1 2\n0 3 2 1\n';
const three = '0 1 2\n0 1 2\n0 1 2\n0 1 2\n';
const graph = { kind: 'graph', sides: 3, cells: 2, joints: [[0, 0, 1, 0]] };

test.each<[options: PuzzleOptions, text: string, message: RegExp]>([
  [{ board: 'triangle:0' }, three, /triangle:0.*>=1/s],
  [{ board: 'rectangle:0x3' }, three, /0x3/],
  [{ board: 'hexagon' }, three, /board "hexagon".*expected rectangle:WxH/s],
  [{ board: 'honeycomb:38' }, three, /honeycomb:38.*<=37/s],
  [{ board: 'parallelogram:64x33' }, three, /4,224 triangles/],
  [{ board: 'klein' }, orders, /board "klein"/],
  [{ board: 'icosahedron' }, orders, /Line 1: found 4 labels/],
  [{ board: 'cube' }, three, /Line 1/],
  [{ board: 'tetrahedron' }, '0 1 2\n0 1 2 3\n0 1 2\n0 1 2\n', /Line 2/],
  [{ board: 'tetrahedron' }, '0 1 2 | 2 1 0\n0 1 2 | 1 0\n0 1 2\n0 1 2\n', /Line 2/],
  [{ board: 'cube' }, `${orders.trim()} | 1 2 3\n`, /Line 6/],
  [{ board: 'cube', rim: 'red' }, orders, /--rim.*red/],
  [{ board: 'cube', size: '3x2' }, orders, /--size: --board already has the size/],
  [
    {
      board: JSON.stringify({
        ...graph,
        joints: [
          [0, 0, 1, 0],
          [1, 0, 0, 1],
        ],
      }),
    },
    three,
    /names side 0 of cell 1 a second time/,
  ],
  [{ board: JSON.stringify({ ...graph, joints: [[0, 0, 2, 0]] }) }, three, /cells are 0 to 1/],
  [{ board: JSON.stringify({ ...graph, sides: 7 }) }, three, /<=6/],
])('an impossible board, or tiles that don’t fit it: %j', (options, text, message) => {
  expect(errorOf(text, { mating: 'same', ...options })).toMatch(message);
});

test('an impossible board inside a puzzle file', () => {
  const { puzzle } = generate({
    family: 'unframed',
    board: { kind: 'solid', solid: 'tetrahedron' },
    turns: 'flip',
    seed: 1,
  });
  const file = JSON.parse(writePuzzle(puzzle, 'edgewise').text) as {
    puzzle: { tiles: { edges: number[] }[] };
  };
  const { tiles } = file.puzzle;
  for (const [change, message] of [
    [{ tiles: tiles.map((tile) => ({ ...tile, back: [0, 1, 2, 3] })) }, /back|sides/],
    [
      { tiles: tiles.map(({ edges }) => ({ edges: [...edges, 0] })) },
      /Tile 1 has 4 edges; a tile on this board has 3/,
    ],
    [{ board: { kind: 'triangle', side: 0 } }, /side/],
    [{ board: { ...graph, sides: 7 } }, /sides/],
  ] as const) {
    const changed = { ...file, puzzle: { ...file.puzzle, ...change } };
    expect(errorOf(JSON.stringify(changed), {}, 'cannot-be.edgewise')).toMatch(message);
  }
});
