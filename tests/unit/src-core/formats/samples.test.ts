import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { exact } from '../../../../src-core/edge-matching/exact/exact.ts';
import { boardText } from '../../../../src-core/formats/board-text.ts';
import { readBoard } from '../../../../src-core/formats/read-board.ts';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';
import { scoreOf } from '../../../../src-core/puzzle/score.ts';
import { problemsOf } from '../../../../src-core/puzzle/validate.ts';
import { sampleFiles, samplesFolder } from '../../../../scripts/make-samples.ts';
import { schemaFile, schemaText } from '../../../../scripts/make-schema.ts';
import { jobOf, runThrough } from '../edge-matching/exact/drive.ts';

const text = (file: string): string => readFileSync(resolve(samplesFolder, file), 'utf8');
const index = JSON.parse(text('index.json')) as { file: string; solution?: string }[];

test('the schema is up to date', async () => {
  expect(readFileSync(schemaFile, 'utf8')).toBe(await schemaText());
});

test('the generator makes the same files from their seeds on any machine', () => {
  const made = sampleFiles();
  expect(readdirSync(samplesFolder).sort()).toEqual([...made.keys()].sort());
  for (const [name, content] of made) expect(text(name)).toBe(content);
});

test.each(index)('$file is valid', ({ file, solution }) => {
  const { puzzle, format } = readPuzzle(text(file));
  expect(format).toBe('edgewise');
  const expected = file === 'no-way-out.edgewise' ? ['unsolvable'] : [];
  const serious = problemsOf(puzzle).filter(({ severity }) => severity !== 'warning');
  expect(serious.map(({ severity }) => severity)).toEqual(expected);
  expect(puzzle.notes).toBeTruthy();
  if (solution === undefined || puzzle.kind !== 'edge-matching') return;
  expect(scoreOf(puzzle, readBoard(puzzle, text(solution))).solved).toBe(true);
});

/**
 * The samples whose notes state two numbers: how many solutions the puzzle has (`raw`), and how many if boards that
 * differ only by a rotation count as one solution (`unique`).
 */
const told = index.flatMap(({ file }) => {
  const { puzzle } = readPuzzle(text(file));
  const said = /([\d,]+) solutions[,:] ([\d,]+) up to rotation/.exec(puzzle.notes ?? '');
  const [raw, unique] = said?.slice(1).map((digits) => Number(digits.replaceAll(',', ''))) ?? [];
  return raw === undefined || unique === undefined ? [] : [{ file, puzzle, raw, unique }];
});

// Counting these samples takes a long time. The icosahedron is counted in bench/exact.ts, and Owen's puzzle in
// tests/unit/src-core/edge-matching/exact/known-counts.test.ts.
const elsewhere = ['icosahedron-five-colours.edgewise', 'owen-6x6.edgewise'];
const here = told.filter(({ file }) => !elsewhere.includes(file));
test.each(here)('$file has the $raw solutions that its notes state', (sample) => {
  if (exact.refuses(sample.puzzle, {}) !== null) return expect(sample.raw).toBe(0);
  const { raw, unique } = runThrough(jobOf(sample.puzzle, {}, false)).tally;
  expect({ raw, unique }).toEqual({ raw: sample.raw, unique: sample.unique });
});

test('there are samples of every kind with stated solutions', () => {
  const boards = told.map(({ puzzle }) => (puzzle.kind === 'edge-matching' ? boardText(puzzle.board) : ''));
  for (const board of ['rectangle:3x3', 'honeycomb:2', 'cube', 'octahedron', 'dodecahedron', 'icosahedron'])
    expect(boards).toContain(board);
});

test('names differ, and there is a framed puzzle of every size from 2 to 15', () => {
  const puzzles = index.map(({ file }) => readPuzzle(text(file)).puzzle);
  expect(new Set(puzzles.map(({ name }) => name)).size).toBe(puzzles.length);
  for (let n = 2; n <= 15; n++) {
    expect(puzzles).toContainEqual(expect.objectContaining({ name: `Framed ${n} × ${n}` }));
  }
});
