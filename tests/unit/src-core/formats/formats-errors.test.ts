/** Errors in files: each message says where the error is, what was found, what was expected, and how to fix it. */
import { describe, expect, test } from 'vitest';
import { readWhole } from '../../../../src-core/formats/faults.ts';
import { CannotWrite, FormatError } from '../../../../src-core/formats/format-error.ts';
import { readBoard } from '../../../../src-core/formats/read-board.ts';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';
import { writePuzzle } from '../../../../src-core/formats/write.ts';
import { eternity2 } from '../../../../src-core/puzzle/eternity2.ts';
import { dataText, edgePuzzle } from '../../support/data.ts';

const arrows = dataText('arrows.txt');
const owen = dataText('owen/pieces_03x03.txt');

function errorOf(action: () => unknown): FormatError {
  try {
    action();
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error('nothing was wrong');
}

/** Replaces one line of the text, numbered from 1, or removes it if there is no new line. */
function withLine(text: string, number: number, line?: string): string {
  const lines = text.trim().split(/\r?\n/);
  lines.splice(number - 1, 1, ...(line === undefined ? [] : [line]));
  return lines.join('\n');
}

test('rejects impossible .edgewise files and an invalid edge order', () => {
  const { puzzle } = readPuzzle(arrows);
  const { text } = writePuzzle({ ...puzzle, colour: 1 } as never, 'edgewise');
  expect(errorOf(() => readPuzzle(text)).message).toMatch(
    /^found the unknown field puzzle\.colour;.*Remove it/,
  );
  for (const edgeOrder of ['XXXX', 'NES', 'NNSW', '']) {
    expect(errorOf(() => readPuzzle(owen, { edgeOrder })).message).toMatch(/^found the edge order/);
  }
  expect(readPuzzle(owen, { edgeOrder: 't r b l' }).puzzle).toEqual(
    readPuzzle(owen, { edgeOrder: 'NESW' }).puzzle,
  );
});

test('rejects a requested format that the text does not have, and impossible puzzles', () => {
  const named = (text: string, format: string): string => errorOf(() => readPuzzle(text, { format })).message;
  for (const format of ['numeric', 'csv', 'sliding', 'scramble', 'bucas']) {
    expect(named('{"edgewise":1}', format)).toMatch(/found JSON; expected lines of text/);
    expect(named('# only a comment\n', format)).toMatch(/found comments only/);
  }
  const long = `# name: ${'x'.repeat(201)}\ntop,right,bottom,left\n1,1,1,1\n`;
  expect(errorOf(() => readPuzzle(long)).message).toMatch(/name of 201 characters; expected at most 200/);
  const line = '1 1 1 1\n1 1 1 1\n1 1 1 1\n1 1 1 1\n';
  expect(errorOf(() => readPuzzle(line, { name: 'x'.repeat(201) })).message).toMatch(
    /name of 201 characters/,
  );
  expect(readPuzzle(line, { name: 'x'.repeat(200) }).puzzle.name).toHaveLength(200);
  const open = '# labels: "1,2\ntop,right,bottom,left\n1,1,1,1\n';
  expect(errorOf(() => readPuzzle(open)).message).toMatch(/an opening quote without a closing one/);
});

describe('puzzles', () => {
  test.each<[string, string, { line?: number; column?: number; message: string }]>([
    ['binary', 'Y1,G0\n\u0000\u0001PNG', { line: 2, column: 1, message: 'a byte that is not text' }],
    ['not UTF-8', 'Y1,\uFFFD0,R0,B1', { line: 1, column: 4, message: 'save it as plain text' }],
    ['empty', '', { message: 'an empty text' }],
    ['blank', ' \n\t\n', { message: 'an empty text' }],
    ['no puzzle', '{"edgewise":1}', { message: 'found no puzzle; expected a value there. Add this field.' }],
    ['no name', '{"edgewise":1,"puzzle":{"kind":"sliding"}}', { message: 'found no puzzle.name;' }],
    ['a field too many', '{"edgewise":1,"puzle":{}}', { message: 'found no puzzle;' }],
    ['only comments', '# nothing\n# here', { message: 'Write one tile per line' }],
    ['prose', 'Dear reader,\nthis is no puzzle.', { line: 1, message: '"Dear reader,"' }],
    ['a board', '1:0 2:3\n3:1 4:0', { line: 1, message: 'a board, not a puzzle' }],
    ['3 numbers', withLine(owen, 4, '0 0 2'), { line: 4, message: 'found 3 numbers; expected 4 numbers' }],
    ['5 numbers', withLine(owen, 4, '0 0 2 1 1'), { line: 4, message: 'Write one tile per line.' }],
    ['3 halves', withLine(arrows, 9, 'R0,G1,Y1'), { line: 9, message: 'found 3 edges; expected 4 edges' }],
    [
      'a piece missing',
      withLine(owen, 5),
      { line: 1, message: 'found the size 3 × 3 and 8 tiles; expected 9 tiles' },
    ],
    [
      'odd piece count',
      withLine(withLine(arrows, 9), 8),
      { message: 'found 7 tiles; expected a number of tiles that fills a rectangle' },
    ],
    ['unknown symbol', withLine(arrows, 3, 'Y1,R1,g0,B0'), { line: 3, column: 7, message: 'found "g0"' }],
    [
      'unknown half',
      withLine(arrows, 3, 'Y2,R1,G0,B0'),
      { line: 3, column: 1, message: '0 (tail) or 1 (head)' },
    ],
    [
      'unknown number',
      withLine(owen, 4, '0 0 x 1'),
      { line: 4, column: 5, message: 'found "x"; expected a colour' },
    ],
    [
      'negative',
      withLine(owen, 4, '0 0 -2 1'),
      { line: 4, column: 5, message: 'a whole number from 0 to 4095' },
    ],
    [
      'mixed on a line',
      withLine(arrows, 2, 'Y0,B1;R1,B0'),
      { line: 2, column: 6, message: 'found a semicolon' },
    ],
    ['mixed lines', withLine(arrows, 2, 'Y0 B1 R1 B0'), { line: 2, column: 3, message: 'Use one separator' }],
    [
      'missing field',
      withLine(arrows, 2, 'Y0,,R1,B0'),
      { line: 2, column: 4, message: 'nothing between two' },
    ],
    [
      'twice in a permutation',
      '1 2 3 4 5 6 7 8 8',
      { message: 'found 8 a second time (the first is on line 1, column 15)' },
    ],
    ['a board', '1:3 2:1 -\n9:1 6:1 7:1\n', { line: 1, message: 'found a board, not a puzzle' }],
    [
      'JSON with a comma too many',
      `{"edgewise":1,\n"notes":"${'x'.repeat(99)}",\n"tiles":[{"edges":[7,2,4,1,]},{"edges":[6,1,5,0]}]}`,
      { line: 3, column: 28, message: 'found "]},{"edges":[6,1,5,0]}]}"' },
    ],
    ['cut JSON', '{"edgewise":1,"puzzle":{"kind":', { line: 1, message: 'The file is incomplete' }],
    [
      'wrong JSON',
      '{"edgewise":1,\n"puzzle":{kind}}',
      { line: 2, column: 11, message: 'Correct the JSON here' },
    ],
    ['newer file', '{"edgewise":9,"puzzle":{}}', { message: 'written by a newer version of Edgewise' }],
    ['JSON of another program', '{"a":1,"b":[1,2]}', { message: 'JSON without tiles or a position' }],
    ['no envelope', '{"kind":"sliding"}', { message: 'JSON without a version number' }],
    ['link without board', 'https://e2.bucas.name/#puzzle=Foo', { message: 'no board_edges in the link' }],
    [
      'incomplete link',
      'https://e2.bucas.name/#puzzle=A&board_w=2&board_h=2&board_edges=abcaadb',
      {
        message:
          'found 7 letters in board_edges; expected 16 for 2 × 2, four per cell. The link is incomplete',
      },
    ],
    [
      'link with short pieces',
      'https://e2.bucas.name/#board_w=1&board_h=1&board_edges=aaba&board_pieces=00',
      { message: 'found 2 characters in board_pieces; expected 3 digits' },
    ],
    [
      'link with capitals',
      'https://e2.bucas.name/#board_w=1&board_h=1&board_edges=aAba',
      { message: '"A" at position 2 of board_edges' },
    ],
    [
      'incomplete shared link',
      'edgewise:puzzle?name=x&size=1x1&mating=same&rim=free&turns=rotate&tiles=0.0.0.0&labels=a',
      { line: 1, message: 'found an incomplete link' },
    ],
    [
      'shared link with a letter among the tiles',
      'edgewise:puzzle?name=x&size=1x1&mating=same&rim=free&turns=rotate&tiles=0.o.0.0&labels=a&end=',
      { message: 'in link.tiles[0].edges[1]' },
    ],
    ['table without a label', 'top,right,bottom,left\n1,2,,4', { line: 2, message: 'no label in column 3' }],
  ])('%s', (_, text, { line, column, message }) => {
    const error = errorOf(() => readPuzzle(text));
    expect(error.message).toContain(message);
    if (line !== undefined) expect(error.line).toBe(line);
    if (column !== undefined) expect(error.column).toBe(column);
    for (const part of [error.found, error.expected, error.fix]) expect(part).not.toBe('');
  });

  test('a field of the wrong kind is named', () => {
    const { text } = writePuzzle(edgePuzzle(arrows), 'edgewise');
    expect(errorOf(() => readPuzzle(text.replace('[6,1,5,0]', '[6,1,"five",0]'))).message).toContain(
      'found "five" in puzzle.tiles[1].edges[2]; expected number',
    );
    expect(errorOf(() => readPuzzle(text.replace('"turns"', '"turn"'))).message).toContain('puzzle.turns');
    expect(errorOf(() => readPuzzle(text.replace('[6,1,5,0]', '[6,1,99,0]'))).message).toContain(
      'Tile 2, edge 3 has symbol 49',
    );
  });

  test.each(['7', '{', '1 2 3 4 ', 'Y1,G'])('50 MB of %s fail at once', (piece) => {
    const text = piece.repeat(50_000_000 / piece.length);
    const error = errorOf(() => readPuzzle(text));
    expect(error.message).toContain('a line of 50,000,000 characters');
    expect(error.line).toBe(1);
  });

  test('a long line is rejected even if the text has an allowed length', () => {
    const error = errorOf(() => readPuzzle(`1 2 3 4\n${'1 2 3 4 '.repeat(20_000)}`));
    expect(error.message).toContain('Line 2: found a line of 160,000 characters; expected at most 100,000');
  });

  test('the longest allowed words are read quickly', () => {
    for (const word of ['x', 'A1,', 'board_w', '1 ', '"', '#a: ', '{"edgewise":']) {
      expect(errorOf(() => readPuzzle(word.repeat(99_000 / word.length))).fix).not.toBe('');
    }
  });

  test('a size that the tiles cannot fill is an error', () => {
    expect(errorOf(() => readPuzzle(arrows, { size: { width: 4, height: 4 } })).message).toContain(
      'found 9 tiles; expected at least 16 for a board of 4 × 4',
    );
  });
});

describe('mistakes in a text with other lines around its tiles', () => {
  const rows = owen.trim().split(/\r?\n/).slice(1).with(2, '0 0 2').with(5, '1 2 3 4 5');
  const before = [
    '# mating: same',
    '# my tiles',
    '',
    'Dear all, here is my puzzle.',
    'It took me hours.',
    '',
  ];
  const linesOf = (text: string): number[] => readWhole(text).faults.map(({ line }) => line);
  const shifted = (by: number): number[] => [3 + by, 6 + by];

  test.each<[string, string, number[]]>([
    ['a head, a comment and prose', [...before, ...rows].join('\n'), shifted(before.length)],
    ['line ends of Windows', [...before, ...rows].join('\r\n'), shifted(before.length)],
    ['a comment as in C, and a size', ['// tiles', '', '3 3', ...rows].join('\n'), shifted(3)],
    ['numbered lines', rows.map((row, i) => `${i + 1}: ${row}`).join('\n'), shifted(0)],
  ])('only wrong tiles are errors, at their lines in the file: %s', (_, text, lines) => {
    expect(linesOf(text)).toEqual(lines);
  });
});

describe('a header is read before the format is chosen', () => {
  const numbers = '1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0';
  const square = '0 1 2 3\n1 0 3 2\n2 3 0 1\n3 2 1 0';
  const letters = 'aAbB\nAaBb\nbBaA\nBbAa';

  test.each<[string, string, object, object]>([
    ['# board: rectangle:2x2', numbers, { kind: 'sliding' }, { board: { kind: 'rectangle', width: 2, height: 2 } }],
    ['# mating: same', numbers, { kind: 'sliding' }, { kind: 'edge-matching', mating: 'same' }],
    ['# turns: fixed', numbers, { kind: 'sliding' }, { kind: 'edge-matching', turns: 'fixed' }],
    ['# rim: uniform', numbers, { kind: 'sliding' }, { kind: 'edge-matching', rim: { kind: 'uniform' } }],
    ['# mating: opposite', square, { kind: 'refused' }, { mating: 'opposite' }],
    ['# mating: same', letters, { mating: 'opposite' }, { mating: 'same' }],
  ])('%s', (head, text, without, withHead) => {
    expect(readWhole(text).reading?.puzzle ?? { kind: 'refused' }).toMatchObject(without);
    expect(readPuzzle(`${head}\n${text}`).puzzle).toMatchObject(withHead);
  }); // oxfmt-ignore
});

describe('boards', () => {
  const puzzle = edgePuzzle(arrows);
  test.each<[string, string, string]>([
    [
      'unknown tile',
      '1:0 2:0 3:0 4:0 5:0 6:0 7:0 8:0 12:0',
      'column 33: found tile 12; expected a tile number from 1 to 9',
    ],
    ['rotation', '1:0 2:0 3:0 4:0 5:0 6:0 7:0 8:0 9:4', 'found rotation 4; expected 0 to 3'],
    [
      'tile 0 and 9 of 9',
      '0:1 2:0 3:0 4:0 5:0 6:0 7:0 8:0 9:0',
      'found tile 9; expected a tile number from 0 to 8',
    ],
    ['nonsense', '1:0 2:0 3:0\n4:0 5:x 6:0\n7:0 8:0 9:0', 'Line 2, column 5: found "5:x"'],
    ['short row', '1:0 2:0 3:0\n4:0 5:0\n7:0 8:0 9:0', 'Line 2: found 2 cells in a row; expected 3'],
    ['rows missing', '1:0 2:0 3:0\n4:0 5:0 6:0', 'found 2 rows; expected 3'],
    ['other text', 'hello', 'a board: each cell as tile:rotation'],
    ['JSON cell', '[{"cell":9,"tile":0,"rotation":0}]', 'found cell 9 in placements[0]; expected 0 to 8'],
    ['JSON field', '{"placements":[{"cell":1,"tile":0}]}', 'placements'],
    [
      'link of another size',
      'https://e2.bucas.name/#board_w=1&board_h=1&board_edges=aaba',
      'a board of 1 × 1',
    ],
    [
      'link of another puzzle',
      `https://e2.bucas.name/#board_w=3&board_h=3&board_edges=${'zzzz'.repeat(9)}`,
      'edges "zzzz" in row 1, column 1',
    ],
  ])('%s', (_, text, message) => {
    expect(errorOf(() => readBoard(puzzle, text)).message).toContain(message);
  });
});

describe('no reader bypasses the schema or fails with a raw error', () => {
  const long = (length: number): string => 'x'.repeat(length);
  test.each<[string, string, { format?: string }, string]>([
    ['a name too long in a table', `# name: ${long(250)}\ntop,right,bottom,left\n1,1,1,1`, {}, 'name of 250 characters; expected at most 200'],
    ['a label too long in a table', `top,right,bottom,left\n${long(90)},1,1,1`, {}, 'of 90 characters; expected at most 80'],
    ['comments only as a table', '# nothing\n# here', { format: 'csv' }, 'found comments only'],
    ['a header only', 'top,right,bottom,left', {}, 'found a header, but no tiles'],
    ['a number of tiles only', '0', {}, 'found 1 number; expected 4 numbers'],
    ['a table of more colours than there may be', `top,right,bottom,left\n${Array.from({ length: 4096 }, (_, i) => `c${i},a,a,a`).join('\n')}`, {}, '4,097 colours; expected at most 4,096'],
    ['very many numbers', Array.from({ length: 150_000 }, (_, i) => (i % 400 === 399 ? '1\n' : '1 ')).join(''), {}, 'expected'],
    ['very many pieces', '1 2 3 4\n'.repeat(120_000), {}, 'expected'],
    ['JSON nested too deep', '{"n":['.repeat(200), {}, 'nested more than 100 levels deep'],
    ['a second |', '1 2 3 | 1 2 3 | 1 2 3', { format: 'numeric' }, 'Line 1, column 15: found a second |'],
    ['nothing behind |', '1 2 3 |', { format: 'numeric' }, 'nothing on one side of |'],
    ['a board that is none', '# board: klein:3\n1 2 3', { format: 'numeric' }, 'found the board "klein:3"'],
    ['a back with another number of edges', '# board: triangle:1\n1 2 3 | 1 2 3 4', {}, 'found 4 labels after the |'],
    ['tiles too few', '# board: cube\n1 2 3 4', {}, 'found 1 tile; expected at least 6 for the board (cube)'],
  ])('%s', (_, text, options, message) => {
    expect(errorOf(() => readPuzzle(text, options)).message).toContain(message);
  }); // oxfmt-ignore

  test('a file name becomes the name of the puzzle, and is refused if it is too long', () => {
    const { puzzle } = readPuzzle('1 2 3 4', { name: long(200) });
    expect(puzzle.name).toBe(long(200));
    expect(readPuzzle(writePuzzle(puzzle, 'edgewise').text).puzzle).toEqual(puzzle);
    expect(errorOf(() => readPuzzle('1 2 3 4', { name: long(201) })).message).toContain(
      'a puzzle name or file name of 201 characters; expected at most 200. Shorten it.',
    );
  });

  test('a link may ask for any order of motifs, and have any name', () => {
    const letters = readPuzzle(
      writePuzzle(eternity2([]), 'bucas').text.replace(/motifs_order=.*/, 'motifs_order=constructor'),
    );
    expect(letters.puzzle.name).toBe('Eternity II');
    const named = (name: string) =>
      `https://e2.bucas.name/#puzzle=${name}&board_w=1&board_h=1&board_edges=bcde`;
    expect(readPuzzle(named(long(150))).puzzle.name).toBe(long(150));
    expect(errorOf(() => readPuzzle(named(long(250)))).message).toContain('name of 250 characters');
  });

  test('too few tiles: lists of tiles can’t be written, a table can', () => {
    const plain = edgePuzzle('1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4');
    const few = { ...plain, tiles: plain.tiles.slice(1) };
    expect(() => writePuzzle(few, 'numeric')).toThrow(
      'at least as many tiles as the board has cells (4); this puzzle has 3',
    );
    expect(readPuzzle(writePuzzle(few, 'csv').text).puzzle).toMatchObject({
      board: few.board,
      tiles: few.tiles,
    });
    const halves = edgePuzzle(arrows);
    expect(() => writePuzzle({ ...halves, tiles: halves.tiles.slice(1) }, 'scramble')).toThrow(
      'this puzzle has 8',
    );
  });

  test('impossible graphs in files are rejected', () => {
    const file = (board: object): string =>
      JSON.stringify({
        edgewise: 2,
        puzzle: { kind: 'edge-matching', name: 'x', board, mating: 'same', rim: { kind: 'free' }, turns: 'rotate',
          tiles: [{ edges: [0, 0, 0] }, { edges: [0, 0, 0], back: [0, 0, 0, 0] }], labels: [{ name: '0' }], hints: [], forbidden: [] },
      }); // oxfmt-ignore
    const graph = { kind: 'graph', sides: 3, cells: 2, joints: [[0, 0, 1, 0]] };
    const message = (board: object): string => errorOf(() => readPuzzle(file(board))).message;
    expect(message(graph)).toContain('The back of tile 2 has 4 edges, but its front has 3');
    expect(message({ ...graph, joints: [[0, 0, 1, 0], [0, 0, 1, 1]] })).toContain('names side 0 of cell 0 a second time'); // oxfmt-ignore
    expect(message({ ...graph, sides: 7 })).toContain('found 7 in puzzle.board.sides; expected <=6');
    expect(message({ ...graph, sides: 4 })).toContain('Tile 1 has 3 edges; a tile on this board has 4');
    expect(message({ kind: 'triangle', side: 0 })).toContain('found 0 in puzzle.board.side');
  });
});

test('what a format can’t store is rejected with a sentence, or named as lost', () => {
  const halves = edgePuzzle(arrows);
  expect(() => writePuzzle(halves, 'numeric')).toThrow(CannotWrite);
  expect(() => writePuzzle(halves, 'bucas')).toThrow('Use the edgewise format');
  expect(() => writePuzzle(halves, 'nosuch')).toThrow(
    'No format "nosuch" writes puzzles; the formats are edgewise',
  );
  const rich = { ...halves, hints: [{ cell: 0, tile: 0 }], notes: 'x', turns: 'flip' as const };
  expect(() => writePuzzle(rich, 'scramble')).toThrow(
    "scramble can't hold the rule that tiles may be flipped: the text would be read as a different puzzle. Use the edgewise format, or allow the change (--lossy).",
  );
  expect(writePuzzle(rich, 'scramble', { lossy: true }).lost).toEqual([
    'the rule that tiles may be flipped',
    'the hints',
    'the notes',
  ]);
  const fixed = { ...edgePuzzle(owen), turns: 'fixed' as const };
  expect(() => writePuzzle(fixed, 'numeric')).toThrow('the rule that tiles may not be rotated');
  expect(() => writePuzzle({ ...halves, forbidden: [4] }, 'csv')).toThrow('the closed cells');
  expect(() => writePuzzle({ ...halves, rim: { kind: 'uniform' } }, 'scramble')).toThrow('the rim rule');
});

test('names each row of letters or words that has an edge too few or too many', () => {
  const rows =
    'Rd Rt Bd Gt;Bd Gt Rd Bt;Gd Rt Bt Bd;Rt Gd Gt;Bt Bd Rd Gt;Gd Gt Rt Bd;Rd Bt Gd Rt;Gt Bd Rt Gd;Bt Rd Gd Bd';
  const text = rows.replaceAll(';', '\n');
  expect(errorOf(() => readPuzzle(text)).message).toBe(
    'Line 4: found 3 labels; expected 4 labels, as on the other lines. Add the missing edge.',
  );
  const twice = text.replace('Gt Bd Rt Gd', 'Gt Bd Rt Gd Rd');
  expect(readWhole(twice).faults).toMatchObject([
    { line: 4, found: '3 labels' },
    { line: 8, found: '5 labels', fix: 'Write one tile per line.' },
  ]);
  // Verses are not tiles, although some lines have equally many words.
  const verse = 'the cat sat on;the mat and saw;a rat run by;so the cat;ran off as well;and the rat hid';
  expect(errorOf(() => readPuzzle(verse.replaceAll(';', '\n'))).message).not.toMatch(/labels/);
});

test.each([
  ['as many rows have another number of labels', 'Rd Rt Bd Gt;Bd Gt Rd Bt;Gd Rt Bt Bd;Rt Gd Gt;Bt Bd Rd;Gd Gt Rt;Rd Bt Gd;Gt Bd Rt Gd'],
  ['each label occurs once', 'Ab Cd Ef Gh;Ij Kl Mn Op;Qr St Uv Wx;Yz Ac Bd;Ce Df Eg Fh'],
  ['most rows have two labels', 'Rd Rt;Rt Rd;Rd Rd;Rt Rt;Rd;Rt Rd'],
  ['most rows have seven labels', 'q r s t u v w;r s t u v w q;s t u v w q r;t u v w q r;u v w q r s t'],
])('names no row that has an edge too few if %s', (_, rows) => {
  expect(errorOf(() => readPuzzle(rows.replaceAll(';', '\n'))).message).toMatch(/expected tiles such as/);
}); // oxfmt-ignore
