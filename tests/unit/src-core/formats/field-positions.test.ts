/**
 * Sliding puzzles in notations of public repositories that were misread or refused when first seen: planning problems,
 * facts, dictionaries, collections, programs. The positions are our own.
 */
import { describe, expect, test } from 'vitest';
import { goalPosition } from '../../../../src-core/puzzle/sliding-goal.ts';
import { readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';

const start = '813402765';
const next = '283164705';
const last = '123456780';
const ring = '123804765';
const fifteen = '5,1,2,4,9,6,3,8,13,10,7,11,0,14,15,12';
const fifteenLast = '1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0';

const listed = (position: string): string =>
  position.includes(',') ? position : Array.from(position).join(',');
const rowsOf = (position: string, between = ' '): string[] =>
  [0, 3, 6].map((from) => Array.from(position.slice(from, from + 3)).join(between));

/** Expects positions and their goals, without a question. A goal that isn't given may be any. */
function expectRead(
  text: string,
  ...expected: readonly (string | readonly [start: string, goal: string])[]
): void {
  const readings = readPuzzles(text);
  expect(readings.flatMap(({ questions }) => questions)).toEqual([]);
  const found = readings.map(({ puzzle }, i) => {
    if (puzzle.kind !== 'sliding') return puzzle.kind;
    const position = puzzle.start.join();
    return typeof expected[i] === 'string' ? position : [position, goalPosition(puzzle, puzzle.goal).join()];
  });
  expect(found).toEqual(expected.map((each) => (typeof each === 'string' ? listed(each) : each.map(listed))));
}

/** Writes each cell with its tile and its place. */
const cells = (position: string, write: (tile: string, row: number, column: number) => string): string =>
  Array.from(position, (tile, i) => write(tile, Math.floor(i / 3), i % 3)).join('\n');

const problem = (init: string, goal: string): string =>
  `(define (problem p1)\n(:domain slide)\n(:init ${init})\n(:goal (and ${goal})))`;

describe('places of tiles', () => {
  test.each<[string, (position: string, isGoal: boolean) => string]>([
    [
      'columns first',
      (p) =>
        cells(p, (t, r, c) => (t === '0' ? `(blank p${c + 1} p${r + 1})` : `(at t${t} p${c + 1} p${r + 1})`)),
    ],
    [
      'rows and columns',
      (p) =>
        cells(p, (t, r, c) =>
          t === '0' ? `(is-blank row${r} col${c})` : `(tile-at tile${t} row${r} col${c})`,
        ),
    ],
    [
      'counted places',
      (p) =>
        cells(p, (t, r, c) => (t === '0' ? `(empty s${3 * r + c + 1})` : `(at t${t} s${3 * r + c + 1})`)),
    ],
    [
      'an object for the empty space',
      (p) => cells(p, (t, r, c) => `(on ${t === '0' ? 'free' : `tile${t}`} case${3 * r + c + 1})`),
    ],
    [
      'rows from the bottom',
      (p) =>
        cells(p, (t, r, c) =>
          t === '0' ? `(empty h${c + 1} v${3 - r})` : `(at t0${t} h${c + 1} v${3 - r})`,
        ),
    ],
    [
      'a goal without the empty space',
      (p, isGoal) =>
        cells(p, (t, r, c) =>
          t !== '0' ? `(at t${t} s${3 * r + c})` : isGoal ? '' : `(empty s${3 * r + c})`,
        ),
    ],
    [
      'adjacent places',
      (p) =>
        `(adj s1 s2) (adj s2 s1) (adj s1 s4)\n${cells(p, (t, r, c) => (t === '0' ? `(empty s${3 * r + c + 1})` : `(at t${t} s${3 * r + c + 1})`))}`,
    ],
  ])('in PDDL: %s', (_, write) => {
    expectRead(problem(write(start, false), write(last, true)), [start, last]);
    expectRead(problem(write(next, false), write(ring, true)), [next, ring]);
  });

  test.each<[string, (position: string) => string]>([
    ['facts', (p) => cells(p, (t, r, c) => `cell(${r + 1}, ${c + 1}, ${t}).`)],
    ['tiles with places', (p) => `tiles = {\n${cells(p, (t, r, c) => `  ${t}: (${r}, ${c}),`)}\n}`],
    [
      'places with tiles',
      (p) => `board = {\n${cells(p, (t, r, c) => `  (${r}, ${c}): ${t === '0' ? 'None' : t},`)}\n}`,
    ],
    ['a list of pairs', (p) => `(setq board '(${cells(p, (t, r, c) => `((${r} ${c}) . ${t})`)}))`],
  ])('as %s', (_, write) => expectRead(write(start), start));

  test.each([
    [
      'a domain',
      '(define (domain slide)\n(:predicates (at ?t ?x ?y) (blank ?x ?y))\n(:action move :parameters (?t ?x ?y)))',
    ],
    ['matrices', `A = Matrix(3, 3, {${cells('123456789', (t, r, c) => `(${r}, ${c}): ${t},`)}})`],
  ])('%s is refused', (_, text) => expect(() => readPuzzles(text)).toThrow());
});

describe('collections', () => {
  test('a side, a start and its goal on each line', () =>
    expectRead(
      [`3,${listed(start)},${listed(last)}`, `4,${fifteen},${fifteenLast}`].join('\n').replaceAll(',', ' '),
      [start, last],
      [fifteen, fifteenLast],
    ));
  test('a start and its goal on each line', () =>
    expectRead(
      `${listed(start)},${listed(last)}\n${listed(next)},${listed(ring)}`,
      [start, last],
      [next, ring],
    ));
  test('a table whose columns are numbered', () =>
    expectRead(`0,1,2,3,4,5,6,7,8,moves\n${listed(start)},20\n${listed(next)},23`, start, next));
  test('different sizes under titles, with one that is too large', () => {
    const large = Array.from({ length: 9 }, (_, row) =>
      Array.from({ length: 9 }, (_cell, column) => 9 * row + column).join(' '),
    );
    const square = fifteen.replaceAll(/((?:\d+,){3}\d+),/g, '$1\n').replaceAll(',', ' ');
    expectRead(`# a\n${rowsOf(start).join('\n')}\n# b\n${square}\n# c\n${large.join('\n')}`, start, fifteen);
  });
  test('a position that is too large', () => {
    const rows = Array.from({ length: 9 }, (_, row) =>
      Array.from({ length: 9 }, (_cell, column) => (9 * row + column + 1) % 81).join(' '),
    );
    expect(() => readPuzzles(`9\n${rows.join('\n')}`)).toThrow('9 × 9');
  });
});

describe('programs', () => {
  const tuple = (position: string): string => `((${rowsOf(position, ', ').join('), (')}))`;
  test.each<[string, string]>([
    ['a goal called end', `    puzzle = str(${tuple(start)})\n    end = str(${tuple(last)})`],
    ['a goal called solution', `solution = [${listed(last)}]\nboard = [${listed(start)}]`],
    ['two texts in a call', `var p = new Puzzle("${start}", "${last}");`],
    ['two lists in a call', `(search '((${rowsOf(start).join(') (')})) '((${rowsOf(last).join(') (')})))`],
  ])('%s', (_, text) => expectRead(text, [start, last]));

  test('a text with a position, and others in comments', () =>
    expectRead(
      `int main() {\n  string board = "${start}";\n  // string board = "${next}";\n  int g = 0;\n}`,
      start,
    ));
  test('variables within a namespace', () =>
    expectRead(
      `namespace P\n{\n  vector<int> easy = {${listed(start)}};\n\n  // depth 20\n  vector<int> hard = {${listed(next)}};\n}`,
      start,
      next,
    ));
  test('numbers on lines of their own', () => {
    const call = (position: string): string =>
      `  expect(solve(\n    [\n${rowsOf(position, ',\n')
        .map((row) => `      [\n${row}\n],`)
        .join('\n')}\n    ]\n  ))\n    .toBe(7);\n`;
    expectRead(call(start) + call(next), start, next);
  });
  test('variables of one kind are puzzles, not a start and its goal', () =>
    expectRead(
      `int[] puzzle13 = {${listed(start)}};\nint[] puzzle3 = {${listed('013425786')}};`,
      start,
      '013425786',
    ));
});
