// Importing text: all errors in it are found. If it is a board, the library is searched for the board's puzzle.
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { readWhole } from '../../../../src-core/formats/faults.ts';
import { writeBoard, writePuzzle } from '../../../../src-core/formats/write.ts';
import { EMPTY } from '../../../../src-core/puzzle/partial-board.ts';
import { BackgroundWork } from '../../../../src-main/services/background-work.ts';
import { matchingPuzzlesService } from '../../../../src-main/services/matching-puzzles.ts';
import { libraryService } from '../../../../src-main/services/library.ts';
import { databaseFile, Store } from '../../../../src-main/store/store.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

const wrongLines = (text: string): (readonly [number, number])[] =>
  readWhole(text).faults.map(({ line, column }) => [line, column] as const);

const nine = Array.from({ length: 9 }, (_, i) => `Y1,G0,R${i % 2},B1`);

test('every wrong line is reported with its place, whichever check finds it', () => {
  expect(readWhole(nine.join('\n')).faults).toEqual([]);
  const wrong = nine
    .with(1, 'Y1,?0,R0,B1')
    .with(4, 'Y1,G0,R0')
    .with(6, 'Y1;G0;R0;B1')
    .with(8, 'Y1,G0,R0,,B1');
  expect(wrongLines(wrong.join('\n'))).toEqual([
    [2, 4],
    [5, 0],
    [7, 3],
    [9, 10],
  ]);
  // Errors are also found in the first line and in numeric notation.
  expect(wrongLines('0 1 2\n0 1 1 2\n1 0 x 0\n0 0 1 1').map(([line]) => line)).toEqual([1, 3]);
  // If the first line is a size, line numbers still count from it.
  expect(wrongLines('2 2\n0 1 2 0\n0 1 1\n1 0 2 0\n0 0 1').map(([line]) => line)).toEqual([3, 5]);
  expect(wrongLines(nine.slice(0, 7).join('\n'))).toEqual([[0, 0]]);
  expect(readWhole(nine.slice(0, 7).join('\n')).faults[0]).toMatchObject({ asks: 'size' });
  expect(readWhole(nine.slice(0, 7).join('\n'), { size: { width: 3, height: 2 } }).reading).not.toBeNull();
});

test('lines in an unknown notation are marked, after one sentence that lists the known notations; prose is not marked', () => {
  const [all, ...lines] = readWhole('Dear all,\nhere they are:\n\nno. 1: top A, right B\n').faults;
  expect(all?.message).toMatch(
    /^found a notation that Edgewise does not know; expected tiles such as Y1,G0,R0,B1 or/,
  );
  expect(lines.map(({ line }) => line)).toEqual([4]);
  expect(lines[0]?.message).toBe(
    'Line 4: found "no. 1: top A, right B"; expected the edges of one tile. Correct this line, or remove it.',
  );
});

test('a text with only errors, and a long one, are reported quickly', () => {
  expect(readWhole('Y1,G0,R0\n'.repeat(400)).faults.length).toBeLessThanOrEqual(100);
  expect(readWhole('what is this?\n'.repeat(60_000)).faults.length).toBeLessThanOrEqual(101);
  const long = readWhole(`${'Y1,G0,R0,B1\n'.repeat(60_000)}Y1,G0,?0,B1\nY1\n`);
  expect(long.faults.map(({ line }) => line)).toContain(60_001);
});

test('a text matches the puzzle its board belongs to, complete or partial, and no other', async () => {
  const dir = temporaryDir();
  const store = await Store.open(dir, 'test');
  const { puzzle, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 3 });
  const { id, name } = store.puzzles.add(puzzle);
  store.puzzles.add(generate({ family: 'framed', width: 4, height: 4, seed: 4 }).puzzle);
  const aside = new BackgroundWork(dir);
  const asked: string[] = [];
  const reading: BackgroundWork['reading'] = (what, input) => {
    asked.push(what);
    return aside.reading(what, input);
  };
  const matching = matchingPuzzlesService(libraryService({ store, emit: () => undefined }), { reading })[
    'library.matchingPuzzles'
  ];
  const link = (board = solution): string => writeBoard(puzzle, board, 'bucas');
  expect(await matching({ text: link(), options: {} })).toEqual([{ id, name, board: solution }]);
  // The host's own thread reads nothing, because it must stay free to answer.
  expect(asked).toEqual(['shownBoard', 'matchingPuzzles']);
  // A damaged puzzle with the same number of tiles doesn't match the board, and doesn't prevent other matches.
  const damaged = store.puzzles.add({ ...puzzle, name: 'damaged' }).id;
  const db = new Database(databaseFile(dir));
  db.prepare(`UPDATE puzzle SET json = '{}' WHERE id = ?`).run(damaged);
  db.close();
  expect(await matching({ text: link(), options: {} })).toEqual([{ id, name, board: solution }]);
  const part = solution.map((code, cell) => (cell < 8 ? code : EMPTY));
  expect(await matching({ text: link(part), options: {} })).toEqual([{ id, name, board: part }]);

  // Among puzzles that differ only in their hints, the one whose hints the board keeps comes first.
  const hints = [{ cell: 5, tile: solution[5]! >> 4, rotation: solution[5]! & 7 }];
  const kept = store.puzzles.add({ ...puzzle, hints }).id;
  const broken = store.puzzles.add({
    ...puzzle,
    hints: [{ ...hints[0]!, tile: (hints[0]!.tile + 1) % 16 }],
  }).id;
  expect((await matching({ text: link(), options: {} })).map(({ id: each }) => each)).toEqual([
    kept,
    id,
    broken,
  ]);

  const other = generate({ family: 'framed', width: 4, height: 4, seed: 5 });
  expect(await matching({ text: writeBoard(other.puzzle, other.solution, 'bucas'), options: {} })).toEqual(
    [],
  );
  // A text without a board matches no puzzle, even if its puzzle is in the library.
  expect(await matching({ text: writePuzzle(puzzle, 'numeric').text, options: {} })).toEqual([]);
  await aside.close();
  store.close();
  removeDir(dir);
});
