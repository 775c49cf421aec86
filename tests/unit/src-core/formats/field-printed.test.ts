/**
 * Texts in notations that programs print and public solvers store, written after all readers were finished. Two
 * TetraVex files and the table of positions are from GitHub (Zolac-san/Tetravex-Solver,
 * logan-a-richey/tetravex_solver, acschwartz/n-puzzle). The rest are our own. An independent program counted the
 * solutions.
 */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { decoded } from '../../../../src-core/formats/encoding.ts';
import { readPuzzle, readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';
import type { Puzzle } from '../../../../src-core/puzzle/puzzle.ts';

const { puzzle: framed } = generate({ family: 'framed', width: 4, height: 4, seed: 11 });
const rows = framed.tiles.map(({ edges }) => [...edges]);
const lined = (write: (row: readonly number[], i: number) => string): string => rows.map(write).join('\n');

function rules(puzzle: Puzzle): unknown {
  if (puzzle.kind === 'sliding') return puzzle;
  const { tiles, rim, mating, turns, board } = puzzle;
  return { tiles, rim, mating, turns, board };
}

test.each<[string, string]>([
  ['R', `      [,1] [,2] [,3] [,4]\n${lined((row, i) => `[${i + 1},]    ${row.join('    ')}`)}`],
  ['an assembler', `tiles:\n${lined((row) => `    .byte ${row.join(', ')}`)}`],
  ['Fortran', `      DATA TILE /\n${lined((row) => `     &  ${row.join(',')},`)} /`],
  ['LaTeX', `\\begin{tabular}{|c|c|c|c|}\n\\hline\n${lined((row) => `${row.join(' & ')} \\\\ \\hline`)}`],
  ['a chat', lined((row, i) => `[12:${10 + i}] <al> ${row.join(' ')}`)],
  ['a patch', `+++ b/tiles.txt\n@@ -0,0 +1,16 @@\n${lined((row) => `+${row.join(' ')}`)}`],
  ['GAMS', `TABLE e(i,s)\n        n  e  s  w\n${lined((row, i) => `  t${i + 1}  ${row.join('  ')}`)} ;`],
  ['Clojure', `(def tiles [[${rows.map((row) => row.join(' ')).join(']\n            [')}]])`],
  ['tildes', lined((row) => row.join('~'))],
])('rows as printed by %s', (_, text) => {
  const [reading, more] = readPuzzles(text);
  expect(more).toBeUndefined();
  expect(reading!.questions).toEqual([]);
  expect(rules(reading!.puzzle)).toEqual(rules(framed));
});

test('reads a spreadsheet table whose frame is empty cells', () => {
  const text = `Top\tRight\tBottom\tLeft\n${lined((row) => row.map((label) => label || '').join('\t'))}`;
  expect(readPuzzle(text).puzzle).toMatchObject({ board: framed.board, rim: { kind: 'colour' } });
});

test.each(['6x2', 'rows=2 cols=6', 'w:6, h:2', 'Twelve tiles that fill 6 by 2 cells.'])(
  'twelve tiles under “%s” fill 6 × 2, not 4 × 3',
  (head) => {
    const { puzzle } = generate({ family: 'unframed', width: 6, height: 2, seed: 4 });
    const tiles = puzzle.tiles.map(({ edges }) => edges.map((label) => 'ABCDEFGHIJ'[label]).join(' '));
    expect(readPuzzle(`${head}\n${tiles.join('\n')}`).puzzle).toMatchObject({
      board: { width: 6, height: 2 },
      tiles: { length: 12 },
    });
  },
);

describe('tiles that may not be turned', () => {
  test('tiles of few digits below a size lead to a question if they have a solution without rotation', () => {
    // Six solutions if tiles may not be rotated (TetraVex), 2,216 if they may.
    const text = '3 3\n3 2 2 3\n1 0 0 3\n2 3 2 3\n2 3 2 3\n2 3 3 3\n0 1 1 2\n2 3 1 2\n1 0 3 3\n1 3 2 1\n';
    const turns = readPuzzle(text).questions[0]?.choices.map(
      ({ preview }) => preview.kind === 'edge-matching' && preview.turns,
    );
    expect(turns).toEqual(['rotate', 'fixed']);
  });

  test('two squares of joined digits are two puzzles', () => {
    const square =
      '5345 4376 4943 4332 3943 8747 \n8283 9439 4195 3296 8146 1283 \n1681 8591 1693 4837 7717 3189 \n3345 9744 1924 6449 2792 9447 \n6255 8963 8389 4981 9622 8319 \n8581 9665 6776 8414 4717 4164 \n';
    const found = readPuzzles(`\n${square}\n${square.split(/\s+/).filter(Boolean).toReversed().join(' ').replace(/((?:\d+ ){6})/g, '$1\n')}`);
    expect(found.map(({ puzzle }) => puzzle.kind === 'edge-matching' && puzzle.tiles.length)).toEqual([36, 36]);
  }); // oxfmt-ignore
});

describe('sliding puzzles', () => {
  const start = [2, 6, 1, 5, 0, 8, 4, 7, 3];
  test('a start and a goal in XML', () => {
    const text = '<puzzle size="3"><start>2 1 3 6 0 7 5 8 4</start><goal>1 2 3 8 0 4 7 6 5</goal></puzzle>';
    expect(readPuzzle(text).puzzle).toMatchObject({
      start: [2, 1, 3, 6, 0, 7, 5, 8, 4],
      goal: [1, 2, 3, 8, 0, 4, 7, 6, 5],
    });
  });

  test.each(['# 7 8\n1 2 3\n4 5 6', '1 2 3\n4 # 6\n7 5 8', '1 2 3\n# 5 6\n4 7 8'])(
    'an empty space written # is not a comment: %j',
    (text) => {
      expect(readPuzzle(text).puzzle).toMatchObject({
        start: text.replace('#', '0').split(/\s+/).map(Number),
      });
    },
  );

  test('a name with a remark in brackets, and a named number', () => {
    const text = `Initial state (row by row): ${start.join(', ')}\nExpected moves: 20\n`;
    expect(readPuzzle(text).puzzle).toMatchObject({ kind: 'sliding', start });
  });

  test('a table with tabs and large numbers after the positions', () => {
    const position = '15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4';
    const other = '14 10 2 1 13 9 8 11 7 3 6 12 15 5 4 0';
    const text = `Korf#\tinit state\th (Manhattan)\tf* (optimal sol len)\tIDA* nodes gen\n88\t${position}\t43\t65\t6,009,130,748\n82\t${other}\t40\t62\t5,506,801,123\n`;
    expect(readPuzzles(text).map(({ puzzle }) => puzzle.kind === 'sliding' && puzzle.start.join(' '))).toEqual([
      position,
      other,
    ]);
  }); // oxfmt-ignore
});

describe('encodings of files', () => {
  const text = 'Pièces\n0 0 1 2\r\n';
  const utf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  const units = Array.from(`\uFEFF${text}`, (letter) => letter.charCodeAt(0));
  test.each<[string, number[]]>([
    ['UTF-16, little-endian', units.flatMap((unit) => [unit & 255, unit >> 8])],
    ['UTF-16, big-endian', units.flatMap((unit) => [unit >> 8, unit & 255])],
    ['Latin-1', units.slice(1)],
    ['UTF-8', [...new TextEncoder().encode(text)]],
  ])('%s is decoded', (_, list) => {
    const bytes = Uint8Array.from(list);
    expect(decoded(bytes, utf8(bytes))).toBe(text);
  });

  test('a binary file stays unread', () => {
    const bytes = Uint8Array.from([0x89, 0x50, 0, 0xff, 0xfe, 1]);
    expect(() => readPuzzle(decoded(bytes, utf8(bytes)))).toThrow('a byte that is not text');
  });
});
