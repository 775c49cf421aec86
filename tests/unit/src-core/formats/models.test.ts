import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exact } from '../../../../src-core/edge-matching/exact/exact.ts';
import { CannotWrite, FormatError } from '../../../../src-core/formats/format-error.ts';
import { writePuzzle } from '../../../../src-core/formats/write.ts';
import { readAnswer } from '../../../../src-core/formats/models/answer.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../../../src-core/puzzle/score.ts';
import { symmetriesOf } from '../../../../src-core/puzzle/symmetry.ts';
import { slidingPuzzle } from '../../support/data.ts';
import { smallPuzzle } from '../edge-matching/exact/puzzles.ts';
import { runEngine } from '../../support/run-engine.ts';
import { brandtSquares, hoglanSquares } from '../../support/sources.ts';

const model = (puzzle: EdgePuzzle, format: string, breakSymmetry = false): string =>
  writePuzzle(puzzle, format, { breakSymmetry }).text;

/**
 * Returns the solutions of an exact cover problem with colours. Branches on the first item with the fewest options.
 */
function covers(text: string): string[][] {
  const [items, ...lines] = text.split('\n').filter((line) => line !== '' && !line.startsWith('|'));
  const primary = items!.split(' | ')[0]!.trim().split(/\s+/);
  const options = lines.map((line) => line.split(' '));
  const solutions: string[][] = [];
  const colours = new Map<string, string>();
  const fits = (option: readonly string[]): boolean =>
    option.every((word) => {
      const [item, colour] = word.split(':') as [string, string?];
      const has = colours.get(item);
      return has === undefined || (colour !== undefined && has === colour);
    });
  const search = (left: readonly string[], chosen: readonly string[][]): void => {
    if (left.length === 0) return void solutions.push(chosen.map((option) => option.join(' ')));
    const ways = left.map((item) => options.filter((option) => option.includes(item) && fits(option)));
    const fewest = ways.reduce((best, each, i) => (each.length < ways[best]!.length ? i : best), 0);
    for (const option of ways[fewest]!) {
      const set: string[] = [];
      for (const word of option) {
        const [item, colour] = word.split(':') as [string, string?];
        if (!colours.has(item)) set.push(item);
        colours.set(item, colour ?? '');
      }
      search(
        left.filter((item) => !option.includes(item)),
        [...chosen, option],
      );
      for (const item of set) colours.delete(item);
    }
  };
  search(primary, []);
  return solutions;
}

describe('exact cover with colours', () => {
  test('has as many solutions as the exact engine counts, each a solution when read back', () => {
    fc.assert(
      fc.property(smallPuzzle, (puzzle) => {
        const { tally } =
          exact.refuses(puzzle, {}) === null ? runEngine(exact, puzzle) : { tally: { raw: 0 } };
        const found = covers(model(puzzle, 'xcc'));
        expect(found).toHaveLength(tally.raw);
        for (const lines of found.slice(0, 5)) {
          const answer = readAnswer(puzzle, lines.join('\n'));
          expect(answer.kind === 'board' && scoreOf(puzzle, answer.board).solved).toBe(true);
        }
      }),
      { numRuns: 80 },
    );
  });

  test('with symmetry broken each class remains once, if a tile looks different after every rotation', () => {
    for (const puzzle of [hoglanSquares, brandtSquares]) {
      expect(symmetriesOf(puzzle)).toHaveLength(4);
      expect(covers(model(puzzle, 'xcc'))).toHaveLength(12);
      expect(covers(model(puzzle, 'xcc', true))).toHaveLength(3);
    }
  });
});

describe('what solvers print', () => {
  const [cover] = covers(model(hoglanSquares, 'xcc', true));
  const board = readAnswer(hoglanSquares, cover!.join('\n'));
  const cnf = model(hoglanSquares, 'dimacs').split('\n');
  const trueVariables = (board.kind === 'board' ? [...board.board] : []).map((code, cell) => {
    const comment = cnf.find((line) => line.endsWith(`: ${cell + 1} ${(code >> 4) + 1} ${code & 7}`))!;
    return Number(/^c (\d+):/.exec(comment)![1]);
  });

  test('clauses: the numbers in the header are right, every clause ends with 0', () => {
    const [, variables, clauses] = cnf.find((line) => line.startsWith('p cnf'))!.match(/(\d+) (\d+)/)!;
    const body = cnf.filter((line) => /^-?\d/.test(line));
    expect(body).toHaveLength(Number(clauses));
    const largest = Math.max(
      ...body.flatMap((line) => line.split(' ').map((word) => Math.abs(Number(word)))),
    );
    expect(largest).toBe(Number(variables));
    expect(body.every((line) => line.endsWith(' 0'))).toBe(true);
  });

  test.each([
    ['v lines', `c comment\ns SATISFIABLE\nv ${trueVariables.join(' ')}\nv 0\n`],
    ['minisat', `SAT\n${trueVariables.join(' ')} -1 0\n`],
    ['XCC with counts', cover!.map((line) => ` ${line} (1 of 7)`).join('\n')],
  ])('%s', (_, text) => {
    expect(readAnswer(hoglanSquares, text)).toEqual(board);
  });

  test.each([
    ['s UNSATISFIABLE\n', 'none'],
    ['UNSAT\n', 'none'],
    ['=====UNSATISFIABLE=====\n', 'none'],
    ['s UNKNOWN\n', 'unknown'],
    ['=====UNKNOWN=====\n', 'unknown'],
    ['Altogether 0 solutions, 10+20 mems\n', 'none'],
  ])('%j says %s', (text, kind) => {
    expect(readAnswer(hoglanSquares, text)).toEqual({ kind });
  });

  test.each([
    ['hello', /Line 1: found "hello"/],
    ['\n\n', /Line 1: found "": expected|expected the output of a SAT solver/],
    ['c1 t2 e1:3', /Line 1: found .* expected an option of this puzzle/],
    ['1 99 0 0\n----------\n', /Line 1: found "1 99 0 0"/],
    ['1 2 0 0\n1 3 0 0\n----------\n', /Line 2: found .*second tile in cell 1/],
  ])('an answer to another puzzle is rejected: %j', (text, message) => {
    expect(() => readAnswer(hoglanSquares, text)).toThrow(FormatError);
    expect(() => readAnswer(hoglanSquares, text)).toThrow(message);
  });

  test('a sliding puzzle has no such model', () => {
    for (const format of ['dimacs', 'minizinc', 'xcc']) {
      expect(() => writePuzzle(slidingPuzzle('1 0 2\n3 4 5\n6 7 8'), format)).toThrow(CannotWrite);
    }
  });
});
