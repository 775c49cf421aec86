/** Tables, lists and comments that earlier versions refused. The puzzles are our own. */
import { describe, expect, test } from 'vitest';
import { readPuzzle, readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';

const start = [8, 1, 3, 4, 0, 2, 7, 6, 5];

describe('positions in tables and lists', () => {
  test.each([
    `x,y,value\n${start.map((tile, cell) => `${cell % 3},${Math.floor(cell / 3)},${tile}`).join('\n')}`,
    `# where is each tile? (tile: row, column)\n${[...start.entries()]
      .sort((one, other) => one[1] - other[1])
      .map(([cell, tile]) => `${tile || 'empty'}: ${Math.floor(cell / 3) + 1}, ${(cell % 3) + 1}`)
      .join('\n')}`,
    ',A,B,C\n1,8,1,3\n2,4,,2\n3,7,6,5',
    'puzzle:\n  type: sliding\n  rows: 3\n  cells:\n    - [8, 1, 3]\n    - [4, 0, 2]\n    - [7, 6, 5]\n  limit: 60',
    '<html><body><h1>Puzzle of 30 Nov 2026</h1><table border=1><tr><td>8</td><td>1</td><td>3</td></tr><tr><td>4</td><td>&nbsp;</td><td>2</td></tr><tr><td>7</td><td>6</td><td>5</td></tr></table><p>24 moves</p></body></html>',
  ])('%j', (text) =>
    expect(readPuzzle(text)).toMatchObject({ questions: [], puzzle: { kind: 'sliding', width: 3, start } }),
  );

  test('rows with their names, but without words about puzzles, are asked about', () => {
    const { puzzle, questions } = readPuzzle('* row one: 8, 1, 3\n* row two: 4, 0, 2\n* row three: 7, 6, 5');
    expect(puzzle).toMatchObject({ start });
    expect(questions).toHaveLength(1);
  });
});

describe('tiles in comments are left out', () => {
  const tiles = [
    '5 2 7 7',
    '6 6 4 2',
    '6 6 4 7',
    '2 4 1 7',
    '4 3 7 5',
    '5 7 3 6',
    '2 3 1 4',
    '5 2 1 3',
    '3 1 6 5',
  ];
  test.each(['-- 9 9 9 9', '<!-- 9 9 9 9 -->', '<!--\n9 9 9 9\n-->', '~~9 9 9 9~~'])('%j', (comment) => {
    const { puzzle, questions } = readPuzzle([...tiles.slice(0, 5), comment, ...tiles.slice(5)].join('\n'));
    expect(puzzle).toMatchObject({ kind: 'edge-matching', board: { width: 3, height: 3 } });
    expect(questions).toEqual([]);
  });

  test('two dashes that also occur within rows are a label', () => {
    const { puzzle } = readPuzzle('-- -- 1 2\n2 -- -- 3\n-- 1 3 --\n1 3 -- --', {
      size: { width: 2, height: 2 },
    });
    expect(puzzle).toMatchObject({ tiles: { length: 4 } });
  });
});

describe('tiles in JSON and in strings', () => {
  const rows = [
    [4, 2, 8, 1],
    [2, 1, 3, 2],
    [8, 8, 5, 5],
    [7, 7, 6, 2],
    [8, 2, 7, 1],
    [5, 2, 2, 4],
    [7, 7, 3, 8],
    [5, 1, 6, 8],
    [2, 6, 1, 5],
  ];
  const words = rows.map((row) => row.map((label) => 'ABCDEFGH'[label - 1]).join(''));
  const edges = (text: string): unknown => {
    const { puzzle, questions } = readPuzzle(text);
    expect(questions).toEqual([]);
    if (puzzle.kind !== 'edge-matching') return puzzle.kind;
    return puzzle.tiles.map((tile) => tile.edges.map((label) => puzzle.labels[label]!.name).join(''));
  };
  const numbered = rows.map((row) => row.join(''));
  test('beside the number and the place of each tile', () =>
    expect(
      edges(JSON.stringify(rows.map(([a, b, c, d], id) => ({ a, b, c, d, x: id % 3, y: 0, id })))),
    ).toEqual(numbered));
  test('the first of nine tiles looks like a size', () =>
    expect(edges(JSON.stringify(rows))).toEqual(numbered));
  const lined = rows.map((row) => row.join(' '));
  // These begin with a row that can't be a size.
  const others = lined.toReversed();
  test.each([
    ['numbered from 1 in the last column', lined.map((row, i) => `${row} ${i + 1}`).join('\n')],
    ['with a last row that ends the list', `9\n${lined.join('\n')}\n-1 -1 -1 -1`],
    [
      'one per column',
      [
        `edge,${rows.map((_, i) => `t${i}`).join(',')}`,
        ...['north', 'east', 'south', 'west'].map(
          (side, at) => `${side},${rows.map((row) => row[at]).join(',')}`,
        ),
      ].join('\n'),
    ],
    ['numbered in brackets', lined.map((row, i) => `${row} (${i + 1})`).join('\n')],
  ])('%s', (_, text) => expect(edges(text)).toEqual(numbered));

  test.each([
    [
      'in two columns',
      [0, 1, 2, 3, 4]
        .map((i) => `${i + 1}: ${others[i]!}${i < 4 ? `      ${i + 6}: ${others[i + 5]!}` : ''}`)
        .join('\n'),
    ],
    [
      'in a diff',
      `--- a/p.txt\n+++ b/p.txt\n@@ -1,9 +1,9 @@\n ${others.slice(0, 4).join('\n ')}\n-7 7 7 7\n+${others[4]!}\n ${others.slice(5).join('\n ')}`,
    ],
  ])('%s', (_, text) => expect(edges(text)).toEqual(numbered.toReversed()));

  test('a drawing with a title', () => {
    const rule = '+---+---+---+';
    const drawn = [0, 3, 6].flatMap((from) => {
      const row = rows.slice(from, from + 3) as [number, number, number, number][];
      return [
        rule,
        `|${row.map(([top]) => `\\${top}/`).join('|')}|`,
        `|${row.map(([, right, , left]) => `${left}X${right}`).join('|')}|`,
        `|${row.map(([, , bottom]) => `/${bottom}\\`).join('|')}|`,
      ];
    });
    expect(edges(`Start:\n${drawn.join('\n')}\n${rule}\n`)).toEqual(numbered);
  });

  test('a position above tiles is not their solution', () =>
    expect(readPuzzles(`A) slide\n8 1 3\n4 0 2\n7 6 5\n\nB) match\n${others.join('\n')}`)).toMatchObject([
      { puzzle: { kind: 'sliding', start } },
      { puzzle: { kind: 'edge-matching' } },
    ]));

  test('positions below their sizes and their number', () => {
    const text = '2\n3\n8 1 3\n4 0 2\n7 6 5\n3\n2 8 3\n1 6 4\n7 0 5';
    expect(readPuzzles(text).map(({ puzzle }) => puzzle)).toMatchObject([
      { start },
      { start: [2, 8, 3, 1, 6, 4, 7, 0, 5] },
    ]);
  });

  test('the first of nine rows may be a size', () =>
    expect(readPuzzle(rows.map((row) => row.join(' ')).join('\n')).questions[0]?.choices).toHaveLength(2));
  test('named edges are preferred to other lists', () =>
    expect(
      edges(
        JSON.stringify({
          level: 7,
          stats: { plays: [1, 2, 3, 4], best: [10, 20, 30, 40] },
          data: {
            items: rows.map(([up, right, down, left], uid) => ({ uid, conn: { up, right, down, left } })),
          },
        }),
      ),
    ).toEqual(numbered));
  test.each([
    `tiles = "${words.join(' ')}".split()`,
    `String[] t = "${words.join(',')}".split(",");`,
    `P = <<~EOS.lines\n  ${words.join('\n  ')}\nEOS`,
  ])('%j', (text) => expect(edges(text)).toEqual(words));
});
