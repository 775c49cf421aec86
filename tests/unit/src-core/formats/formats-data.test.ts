import { gridOf } from '../../../../src-core/puzzle/board.ts';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { solutionsReport } from '../../../../src-core/formats/ascii.ts';
import { SortedBoards } from '../../../../src-main/cli/sorted-boards.ts';
import { readBoard } from '../../../../src-core/formats/read-board.ts';
import { readPuzzle, readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';
import { writeBoard, writePuzzle } from '../../../../src-core/formats/write.ts';
import { eternity2, officialHints } from '../../../../src-core/puzzle/eternity2.ts';
import type { PartialBoard } from '../../../../src-core/puzzle/partial-board.ts';
import { scoreOf } from '../../../../src-core/puzzle/score.ts';
import { canonicalBoard, compareBoards } from '../../../../src-core/puzzle/symmetry.ts';
import { dataText, edgePuzzle, slidingPuzzle } from '../../support/data.ts';

const files = (folder: string): string[] =>
  readdirSync(resolve(import.meta.dirname, '../../../data', folder));

describe('the Scramble Squares assignment', () => {
  const puzzle = edgePuzzle(dataText('arrows.txt'));
  const first = readBoard(puzzle, '1:0 2:2 4:3\n9:3 6:1 7:3\n3:1 8:3 5:0');

  test('is nine tiles of halves on 3 × 3', () => {
    expect(puzzle.board).toEqual({ kind: 'rectangle', width: 3, height: 3 });
    expect(puzzle.labels.map(({ name }) => name)).toEqual(['B', 'G', 'R', 'Y']);
    expect(writePuzzle(puzzle, 'scramble').text.trim()).toBe(dataText('arrows.txt').trim());
  });

  test('prints the expected report, whichever of the four rotations is found', () => {
    const expected = dataText('arrows-solved.txt');
    // In each drawing, the numbers and top labels of the tiles determine the board.
    const boards = expected
      .split('found:\n')[1]!
      .split('\n\n')
      .map((drawing) => drawnBoard(puzzle, drawing));
    expect(boards.every((board) => scoreOf(puzzle, board).solved)).toBe(true);
    expect(boards.map((board) => canonicalBoard(puzzle, board))).toEqual(boards);
    expect(compareBoards(boards[0]!, boards[1]!)).toBeLessThan(0);
    const unique = new SortedBoards();
    for (const board of [...boards.toReversed(), ...boards]) unique.add(board);
    expect([...solutionsReport(puzzle, unique, unique.count())].join('')).toBe(expected);
  });

  test('prints one solution and no solution as sentences', () => {
    const report = (boards: PartialBoard[]): string =>
      [...solutionsReport(puzzle, boards, boards.length)].join('');
    expect(report([first])).toContain('\n1 unique solution found.\n+---');
    expect(report([]).endsWith('9. <R0, G1, Y1, B0>\n\nNo solution found.\n')).toBe(true);
  });

  test('is written in pieces no longer than a drawing, because a million boards don’t fit in one string', () => {
    const pieces = [
      ...solutionsReport(
        puzzle,
        Array.from({ length: 1000 }, () => first),
        1000,
      ),
    ];
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(1000);
  });
});

/**
 * Reads a drawing of a board. A cell's first line has the number and top label of its tile, and its second line the
 * left label.
 */
function drawnBoard(puzzle: ReturnType<typeof edgePuzzle>, drawing: string) {
  const rows = drawing.split('\n').filter((line) => line.startsWith('|'));
  const words = Array.from({ length: 9 }, (_, cell) => {
    const at = (line: number, from: number): string =>
      rows[3 * Math.floor(cell / 3) + line]!.split('|')
        [1 + (cell % 3)]!.slice(from, from + 3)
        .trim();
    const tile = Number(at(0, 0));
    const shown = [at(0, 3), at(1, 5).trim(), at(2, 3), at(1, 0)].join();
    const name = (label: number): string => `${puzzle.labels[label >> 1]!.name}${label & 1}`;
    const names = puzzle.tiles[tile - 1]!.edges.map(name);
    const rotation = [0, 1, 2, 3].find(
      (r) => [0, 1, 2, 3].map((s) => names[(s - r + 4) % 4]).join() === shown,
    );
    return `${tile}:${rotation}`;
  });
  return readBoard(puzzle, words.join(' '));
}

test('Hoglan 2005: figure halves, and its twelve published boards', () => {
  const seed = JSON.parse(dataText('hoglan.json')) as {
    start_tiles: string[][];
    published_solutions_S1_to_S12: string[][];
  };
  const reading = readPuzzle(seed.start_tiles.map((tile) => tile.join(',')).join('\n'));
  expect(reading.format).toBe('figures');
  const puzzle = edgePuzzle(seed.start_tiles.map((tile) => tile.join(',')).join('\n'));
  expect(puzzle.labels.map(({ name }) => name)).toEqual(['A', 'E', 'I', 'O']);
  const boards = seed.published_solutions_S1_to_S12.map((board) =>
    readBoard(puzzle, board.join(' '), { pieceBase: 0 }),
  );
  expect(boards.map((board) => scoreOf(puzzle, board).solved)).toEqual(Array<boolean>(12).fill(true));
  expect(new Set(boards.map((board) => canonicalBoard(puzzle, board).join())).size).toBe(3);
});

test('scramble puzzles get the size that fits their number of tiles', () => {
  const counts = dataText('scramble/counts.tsv').trim().split('\n').slice(1);
  for (const line of counts) {
    const [name, rows, columns] = line.split('\t');
    const { board } = edgePuzzle(dataText(`scramble/${name}.txt`));
    expect(board).toEqual({ kind: 'rectangle', width: Number(columns), height: Number(rows) });
  }
});

test('Owen: framed puzzles with a header, and their generating solutions', () => {
  for (const file of files('owen').filter((name) => name.startsWith('pieces'))) {
    const text = dataText(`owen/${file}`);
    const reading = readPuzzle(text);
    expect(reading.format).toBe('numeric');
    expect(reading.questions).toEqual([]);
    const puzzle = edgePuzzle(text);
    expect(`${gridOf(puzzle.board).width} ${gridOf(puzzle.board).height}`).toBe(text.split('\n')[0]!.trim());
    expect(puzzle.rim).toEqual({ kind: 'colour', colour: 0, inside: false });
  }
});

test('clue puzzles: size from the frame, solutions as rows and as link', () => {
  for (const [clue, edges] of [
    ['clue1', 60],
    ['clue2', 126],
  ] as const) {
    const puzzle = edgePuzzle(dataText(`clues/${clue}_pieces.txt`));
    const text = dataText(`clues/${clue}_solution.txt`);
    const rows = readBoard(puzzle, text.split('puzzle=')[0]!);
    const link = readBoard(puzzle, `https://e2.bucas.name/#puzzle=${text.split('puzzle=')[1]!}`);
    expect(scoreOf(puzzle, rows)).toMatchObject({ matched: edges, edges, solved: true });
    expect(Array.from(link)).toEqual(Array.from(rows));
    expect(Array.from(readBoard(puzzle, text))).toEqual(Array.from(rows));
  }
});

describe('Eternity II', () => {
  const text = dataText('e2/e2_pieces.txt');
  const full = eternity2(officialHints);

  test('is what the file lists', () => {
    const puzzle = edgePuzzle(text, { name: 'Eternity II' });
    expect(puzzle).toEqual(eternity2([]));
    const hints = dataText('e2/hints.txt')
      .split('\n')
      .filter((line) => /^\d/.test(line))
      .map((line) => line.split(/\s+/).map(Number))
      .map(([cell, , , , piece, rotation]) => ({ cell, tile: piece! - 1, rotation }));
    expect(officialHints).toEqual(hints);
  });

  test.each(files('e2/boards'))('%s has the score in its name, also when read from any link', (file) => {
    const score = Number(file.split('_')[0]);
    const hints = Number(/_h(\d)/.exec(file)![1]);
    const board = readBoard(full, dataText(`e2/boards/${file}`));
    const measured = scoreOf(full, board);
    expect(measured).toMatchObject({ matched: score, edges: 480, hintsKept: hints, hints: 5, duplicates: 0 });
    expect(measured.rimOk).toBe(true);

    const link = writeBoard(full, board, 'bucas');
    expect(Array.from(readBoard(full, link))).toEqual(Array.from(board));
    // The same board in the viewer's default alphabet. The link doesn't name its alphabet.
    const reading = readPuzzle(translated(link));
    expect(Array.from(reading.board!)).toEqual(Array.from(board));
    expect(reading.puzzle).toMatchObject({ tiles: full.tiles });
  });
});

/** Returns the link with its labels written in the viewer's default alphabet. */
function translated(link: string): string {
  const letters = dataText('e2/colour_maps.txt')
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(/\s+/).slice(3));
  const map = new Map(letters.map(([ours, viewer]) => [ours!, viewer!]));
  return link
    .replace('&motifs_order=jblackwood', '')
    .replace(/(?<=board_edges=)[a-z]+/, (edges) => edges.replaceAll(/./g, (letter) => map.get(letter)!));
}

test('the viewer’s 4 × 4 example counts its pieces from 0', () => {
  const link =
    'https://e2.bucas.name/#puzzle=Sample_4x4&board_w=4&board_h=4' +
    '&board_edges=ajjaajojaetjaaeejoeaootottooeajteojattoootttjajtjeaaoeaeteaejaae' +
    '&board_pieces=000001002003004005006007008009010011012013014015&board_types=bccbcddccddcbccb';
  const { puzzle, board, questions } = readPuzzle(link);
  expect(questions).toEqual([]);
  expect(puzzle).toMatchObject({ name: 'Sample 4x4', rim: { kind: 'colour', colour: 0, inside: false } });
  if (puzzle.kind !== 'edge-matching') throw new Error('not edge matching');
  expect(scoreOf(puzzle, board!).solved).toBe(true);
});

test.each([
  ['korf15_25', 25],
  ['korf24_13', 13],
  ['fifteen_80', 17],
])('reads every position of %s, with the goal that its comment describes', (file, count) => {
  const readings = readPuzzles(dataText(`sliding/${file}.txt`));
  expect(readings).toHaveLength(count);
  for (const { puzzle, questions } of readings) {
    expect(questions).toEqual([]);
    expect(puzzle).toMatchObject({ kind: 'sliding', goal: 'blank-first' });
  }
});

test('reads Korf’s sliding puzzles, and rows of tiles', () => {
  for (const [file, side] of [
    ['korf15_25', 4],
    ['korf24_13', 5],
    ['fifteen_80', 4],
  ] as const) {
    for (const line of dataText(`sliding/${file}.txt`).split('\n')) {
      if (!/^\d/.test(line)) continue;
      const tiles = line.trim().split(/\s+/).slice(1, -1);
      const puzzle = slidingPuzzle(tiles.join(' '));
      expect([puzzle.width, puzzle.height, puzzle.goal]).toEqual([
        side,
        side,
        side === 5 ? 'blank-last' : puzzle.goal,
      ]);
      expect(puzzle.start).toEqual(tiles.map(Number));
    }
  }
  expect(slidingPuzzle('3 1 2\n0 4 5')).toMatchObject({ width: 3, height: 2 });
  expect(slidingPuzzle('3 1 2 0 4 5', { goal: 'blank-last' })).toMatchObject({
    width: 3,
    height: 2,
    goal: 'blank-last',
  });
});
