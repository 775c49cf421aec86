import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf } from '../../../../../src-core/puzzle/compare.ts';
import {
  distinctSolutions,
  DistinctSearch,
} from '../../../../../src-core/edge-matching/distinct-search/distinct-search.ts';
import { placementCode } from '../../../../../src-core/puzzle/partial-board.ts';
import { errorsOf } from '../../../../../src-core/puzzle/validate.ts';
import { solveByForce } from '../exact/brute-force.ts';
import { smallOnAnyBoard } from '../exact/puzzles.ts';
import type { EdgePuzzle, Hint, MatingRule, RimRule, Turns } from '../../../../../src-core/puzzle/puzzle.ts';
import { mismatchedEdges, scoreOf } from '../../../../../src-core/puzzle/score.ts';
import { applySymmetry, distinctKey, symmetriesOf } from '../../../../../src-core/puzzle/symmetry.ts';

const puzzleOf = (
  tiles: readonly (readonly number[])[],
  width: number,
  height: number,
  rules: Partial<EdgePuzzle> = {},
): EdgePuzzle => ({
  kind: 'edge-matching',
  name: 'test',
  board: { kind: 'rectangle', width, height },
  mating: 'opposite',
  rim: { kind: 'free' },
  turns: 'rotate',
  tiles: tiles.map((edges) => ({ edges })),
  labels: [],
  hints: [],
  forbidden: [],
  ...rules,
});

/** Parses labels such as A1: a letter for the symbol and a digit for its half, 0 or 1. */
const lettered = (lines: string[]): number[][] =>
  lines.map((line) => line.split(',').map((label) => 2 * (label.charCodeAt(0) - 65) + Number(label[1])));

const framed = { mating: 'same', rim: { kind: 'colour', colour: 0, inside: false } } as const;

describe('the number of different appearances', () => {
  const table = readFileSync('tests/data/scramble/counts.tsv', 'utf8').trim().split('\n').slice(1);
  it.each(table)('agrees with an independent count: %s', (line) => {
    const [name, rows, columns, , , distinct] = line.split('\t');
    const lines = readFileSync(`tests/data/scramble/${name}.txt`, 'utf8').trim().split('\n');
    const puzzle = puzzleOf(lettered(lines), Number(columns), Number(rows));
    const found = distinctSolutions(puzzle, 1000)!;
    expect(found).toHaveLength(Number(distinct));
    for (const board of found) expect(scoreOf(puzzle, board).solved).toBe(true);
  });

  // The counts are those in tests/data/known-counts.md, divided by the number of the board's rotations: four for
  // squares, two for other rectangles. No tiles are identical.
  it.each([
    ['03x03', 3, 3, 16 / 4],
    ['04x03', 4, 3, 32 / 2],
    ['04x04', 4, 4, 36 / 4],
    ['05x03', 5, 3, 78 / 2],
    ['05x04', 5, 4, 1952 / 2],
    ['05x05', 5, 5, 16 / 4],
  ])("agrees with the published count of Brendan Owen's framed %s", (name, width, height, count) => {
    const lines = readFileSync(`tests/data/owen/pieces_${name}.txt`, 'utf8').trim().split('\n').slice(1);
    const puzzle = puzzleOf(
      lines.map((line) => line.split(' ').map(Number)),
      width,
      height,
      framed,
    );
    expect(distinctSolutions(puzzle, Infinity)).toHaveLength(count);
  });

  it('stops at a limit, and reports if its effort was not enough', () => {
    const lines = readFileSync('tests/data/scramble/legespiel_crazysheepgame.txt', 'utf8').trim().split('\n');
    const puzzle = puzzleOf(lettered(lines), 4, 4);
    expect(distinctSolutions(puzzle, 2)).toHaveLength(2);
    expect(distinctSolutions(puzzle, 100, 1000)).toBeNull();
  });

  it('equals that of exhaustive enumeration, on boards of every kind, with backs', () => {
    fc.assert(
      fc.property(smallOnAnyBoard, (puzzle) => {
        fc.pre(errorsOf(puzzle).length === 0);
        const found = distinctSolutions(puzzle, Infinity)!;
        expect(found).toHaveLength(solveByForce(puzzle).distinct);
        for (const board of found) expect(scoreOf(puzzle, board).solved).toBe(true);
      }),
      { numRuns: 250 },
    );
  });

  it('a uniform rim may have a colour that only backs have', () => {
    const puzzle = puzzleOf([[1, 1, 1]], 1, 1, {
      board: { kind: 'parallelogram', width: 1, height: 1 },
      tiles: [{ edges: [1, 1, 1], back: [2, 0, 0] }],
      labels: [{ name: 'a' }, { name: 'b' }],
      rim: { kind: 'uniform' },
      turns: 'flip',
      forbidden: [0],
    });
    expect(errorsOf(puzzle)).toEqual([]);
    expect(distinctSolutions(puzzle, Infinity)).toHaveLength(2);
    expect(solveByForce(puzzle).distinct).toBe(2);
  });

  it('is the same with the propagating engine in every second turn, even if some tiles are fixed', () => {
    const did = { propagated: 0, kept: 0 };
    fc.assert(
      fc.property(smallOnAnyBoard, fc.boolean(), (puzzle, keep) => {
        const { solutions, distinct } = solveByForce(puzzle);
        const [first] = distinctSolutions(puzzle, 1)!;
        const fixed = keep && first ? first.map((code, cell) => (cell < 2 ? code : -1)) : undefined;
        const alone = new DistinctSearch(puzzle, 1000, fixed, Infinity);
        const shared = new DistinctSearch(puzzle, 1000, fixed, 0);
        alone.step(Infinity);
        while (!shared.step(1));
        expect(shared.solutions).toHaveLength(alone.solutions.length);
        if (!fixed) expect(shared.solutions).toHaveLength(distinct);
        for (const board of shared.solutions) {
          expect(scoreOf(puzzle, board).solved).toBe(true);
          if (fixed) expect(board.slice(0, 2)).toEqual(fixed.slice(0, 2));
        }
        did.propagated += Number(shared.nodes !== alone.nodes && solutions.length > 0);
        did.kept += Number(fixed !== undefined);
      }),
      { numRuns: 180 },
    );
    expect(did.propagated).toBeGreaterThan(20);
    expect(did.kept).toBeGreaterThan(20);
  });

  it('does not depend on slicing', () => {
    const lines = readFileSync('tests/data/scramble/github_beckermath_4x4.txt', 'utf8').trim().split('\n');
    const puzzle = puzzleOf(lettered(lines), 4, 4);
    const whole = new DistinctSearch(puzzle, 1000);
    whole.step(Infinity);
    const sliced = new DistinctSearch(puzzle, 1000);
    while (!sliced.step(17));
    expect(sliced.nodes).toBe(whole.nodes);
    expect(sliced.solutions).toEqual(whole.solutions);
  });
});

describe('any small puzzle', () => {
  /** Returns every arrangement of all tiles on a 2 × 2 board that `scoreOf` calls solved. */
  const byHand = (puzzle: EdgePuzzle): Set<string> => {
    const keys = new Set<string>();
    const cells = 4 - puzzle.forbidden.length;
    const open = [0, 1, 2, 3].filter((cell) => !puzzle.forbidden.includes(cell));
    const board = new Int32Array(4).fill(-1);
    const place = (i: number): void => {
      if (i === cells) {
        if (scoreOf(puzzle, board).solved) keys.add(distinctKey(puzzle, board));
        return;
      }
      for (let tile = 0; tile < puzzle.tiles.length; tile++) {
        if (board.some((code) => code !== -1 && code >> 4 === tile)) continue;
        for (let r = 0; r < (puzzle.turns === 'fixed' ? 1 : 4); r++) {
          for (const flipped of puzzle.turns === 'flip' ? [false, true] : [false]) {
            board[open[i]!] = placementCode(tile, r, flipped);
            if (mismatchedEdges(puzzle, board).length === 0) place(i + 1);
          }
        }
      }
      board[open[i]!] = -1;
    };
    place(0);
    return keys;
  };
  const small = fc.record({
    tiles: fc.array(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 4, maxLength: 4 }), {
      minLength: 4,
      maxLength: 5,
    }),
    mating: fc.constantFrom<MatingRule>('same', 'opposite'),
    turns: fc.constantFrom<Turns>('rotate', 'rotate', 'flip', 'fixed'),
    rim: fc.constantFrom<RimRule>(
      { kind: 'free' },
      { kind: 'colour', colour: 0, inside: false },
      { kind: 'colour', colour: 0, inside: true },
      { kind: 'uniform' },
    ),
    hints: fc.constantFrom<Hint[]>(
      [],
      [],
      [{ cell: 1, tile: 2 }],
      [{ cell: 2, rotation: 0 }],
      [{ cell: 0, tile: 1, rotation: 0 }],
    ),
    forbidden: fc.constantFrom<number[]>([], [], [3]),
  });
  it('has the counts of exhaustive enumeration', () => {
    fc.assert(
      fc.property(small, ({ tiles, ...rules }) => {
        const puzzle = puzzleOf(tiles, 2, 2, rules);
        const found = distinctSolutions(puzzle, Infinity)!;
        expect(new Set(found.map((board) => distinctKey(puzzle, board)))).toEqual(byHand(puzzle));
        for (const board of found) expect(scoreOf(puzzle, board).solved).toBe(true);
      }),
      { numRuns: 80 },
    );
  });
});

describe('where two solutions differ', () => {
  it('aligns the second with the first as far as possible', () => {
    const lines = readFileSync('tests/data/scramble/github_bibi_jdufner.txt', 'utf8').trim().split('\n');
    const puzzle = puzzleOf(lettered(lines), 3, 3);
    const [first, second] = distinctSolutions(puzzle, 2)! as [Int32Array, Int32Array];
    const difference = differenceOf(puzzle, first, second);
    expect(difference.cells.length).toBeGreaterThan(0);
    expect(scoreOf(puzzle, difference.turned).solved).toBe(true);
    for (const symmetry of symmetriesOf(puzzle)) {
      const same = differenceOf(puzzle, first, applySymmetry(puzzle, symmetry, first));
      expect(same.cells).toEqual([]);
      const other = differenceOf(puzzle, first, applySymmetry(puzzle, symmetry, second));
      expect(other.cells).toHaveLength(difference.cells.length);
    }
  });
});
