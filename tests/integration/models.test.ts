// Each solver solves the models that Edgewise writes for it. Skipped if the solver is not installed (Debian: cadical,
// minisat, minizinc).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { writePuzzle } from '../../src-core/formats/write.ts';
import { readAnswer } from '../../src-core/formats/models/answer.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../src-core/puzzle/score.ts';
import { owen } from '../unit/src-core/edge-matching/exact/puzzles.ts';
import { brandtSquares, hoglanSquares } from '../unit/support/sources.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'edgewise-models-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const has = (program: string): boolean => spawnSync(program, ['--help']).error === undefined;
const fileOf = (name: string, text: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};
const run = (program: string, args: readonly string[]): string =>
  spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1e9 }).stdout;
/**
 * Hoglan's nine squares, five of them with the same half on every edge. Too few edges match that half, so not all tiles
 * can be placed.
 */
const impossible: EdgePuzzle = {
  ...hoglanSquares,
  tiles: hoglanSquares.tiles.map((tile, i) => (i < 5 ? { edges: [0, 0, 0, 0] } : tile)),
};

/**
 * Counts the solutions of a set of clauses one by one. For each solution found, adds a clause that excludes it. Stops
 * when there are more than `most`.
 */
function countBySat(puzzle: EdgePuzzle, breakSymmetry: boolean, most: number): number {
  const { text } = writePuzzle(puzzle, 'dimacs', { breakSymmetry });
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('c'));
  const [, variables] = /^p cnf (\d+)/.exec(lines[0]!)!;
  const options = text.split('\n').filter((line) => /^c \d+:/.test(line)).length;
  const clauses = lines.slice(1);
  for (let found = 0; found <= most; found++) {
    const cnf = [`p cnf ${variables!} ${clauses.length}`, ...clauses, ''].join('\n');
    const printed = run('cadical', ['-q', fileOf('count.cnf', cnf)]);
    const answer = readAnswer(puzzle, printed);
    if (answer.kind === 'none') return found;
    expect(answer.kind === 'board' && scoreOf(puzzle, answer.board).solved).toBe(true);
    const literals = printed.match(/(?<=[ \n])\d+/g)!.map(Number);
    clauses.push(
      `${literals
        .filter((n) => n > 0 && n <= options)
        .map((n) => -n)
        .join(' ')} 0`,
    );
  }
  return most + 1;
}

describe.skipIf(!has('cadical'))('cadical', () => {
  test('counts what the exact engine counts: 12 and 3 for nine squares, 32 for Owen 4 x 4', () => {
    expect(countBySat(hoglanSquares, false, 12)).toBe(12);
    expect(countBySat(hoglanSquares, true, 3)).toBe(3);
    expect(countBySat(brandtSquares, true, 3)).toBe(3);
  });

  test('solves Owen 5 x 5 with a valid board', () => {
    const puzzle = owen(5, 5);
    const file = fileOf('five.cnf', writePuzzle(puzzle, 'dimacs').text);
    const answer = readAnswer(puzzle, run('cadical', ['-q', file]));
    expect(answer.kind === 'board' && scoreOf(puzzle, answer.board).solved).toBe(true);
  });

  test('proves that there is no solution', () => {
    const file = fileOf('none.cnf', writePuzzle(impossible, 'dimacs').text);
    expect(readAnswer(impossible, run('cadical', ['-q', file]))).toEqual({ kind: 'none' });
  });
});

describe.skipIf(!has('minisat'))('minisat', () => {
  test('solves nine squares; its output file is read', () => {
    const answer = path.join(folder, 'minisat.out');
    run('minisat', ['-verb=0', fileOf('nine.cnf', writePuzzle(hoglanSquares, 'dimacs').text), answer]);
    const read = readAnswer(hoglanSquares, readFileSync(answer, 'utf8'));
    expect(read.kind === 'board' && scoreOf(hoglanSquares, read.board).solved).toBe(true);
  });
});

describe.skipIf(!has('minizinc'))('MiniZinc', () => {
  const solve = (puzzle: EdgePuzzle, args: readonly string[], breakSymmetry = false): string =>
    run('minizinc', [
      '--solver',
      'gecode',
      ...args,
      fileOf('m.mzn', writePuzzle(puzzle, 'minizinc', { breakSymmetry }).text),
    ]);
  const solutions = (text: string): number =>
    text.split('\n').filter((line) => line === '-'.repeat(10)).length;

  test('counts what the exact engine counts', () => {
    expect(solutions(solve(hoglanSquares, ['-a']))).toBe(12);
    expect(solutions(solve(hoglanSquares, ['-a'], true))).toBe(3);
  });

  test('its board is a solution, and its proof is recognised', () => {
    const answer = readAnswer(brandtSquares, solve(brandtSquares, []));
    expect(answer.kind === 'board' && scoreOf(brandtSquares, answer.board).solved).toBe(true);
    expect(readAnswer(impossible, solve(impossible, []))).toEqual({ kind: 'none' });
  });
});
