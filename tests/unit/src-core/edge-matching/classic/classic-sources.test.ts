import { describe, expect, test } from 'vitest';
import { backtrack, fullTree } from '../../../../../src-core/edge-matching/classic/backtrack.ts';
import { bruteForce } from '../../../../../src-core/edge-matching/classic/brute-force.ts';
import { evaluate } from '../../../../../src-core/edge-matching/classic/evaluate.ts';
import { spiralOrder } from '../../../../../src-core/edge-matching/classic/order.ts';
import { rulesOf } from '../../../../../src-core/edge-matching/classic/rules.ts';
import { tree } from '../../../../../src-core/edge-matching/classic/tree.ts';
import { exact } from '../../../../../src-core/edge-matching/exact/exact.ts';
import type { Job } from '../../../../../src-core/engine.ts';
import { startBoard } from '../../../../../src-core/puzzle/open-board.ts';
import { emptyBoard } from '../../../../../src-core/puzzle/partial-board.ts';
import { runEngine } from '../../../support/run-engine.ts';
import { hoglan, brandt, hoglanSquares, hoglanSolutions, brandtSquares } from '../../../support/sources.ts';

describe('Hoglan 2005, tree', () => {
  test('NUMSTATES(9) = 4^9 · 9! = 95126814720', () => {
    expect(fullTree(hoglanSquares, true).at(-1)).toBe(95_126_814_720n);
  });

  test('STATES CREATED: 4679, and its twelve solutions in its order', () => {
    const { tally, solutions } = runEngine(tree, hoglanSquares);
    expect(tally.nodes).toBe(4679);
    expect(tally.counts['roots']).toBe(36);
    expect([tally.counts['roots'], ...tally.nodesByDepth.slice(1)]).toEqual(hoglan.level_counts_all);
    expect(solutions).toEqual(hoglanSolutions);
    expect([tally.raw, tally.unique, tally.distinct]).toEqual([12, 3, 3]);
  });

  test('194 states to the first solution, S1', () => {
    const { tally, solutions } = runEngine(tree, hoglanSquares, { wanted: 1 });
    expect(tally.nodes).toBe(194);
    expect(tally.nodesByDepth.slice(1)).toEqual(hoglan.level_counts_first_expanded);
    expect(solutions).toEqual(hoglanSolutions.slice(0, 1));
  });

  test('breadth-first search finds the same twelve solutions with as many states, but the first only on the last level', () => {
    const breadth = { order: 'breadth-first' };
    const all = runEngine(tree, hoglanSquares, { options: breadth });
    expect(all.tally.nodes).toBe(4679);
    expect(all.solutions).toEqual(hoglanSolutions);
    const first = runEngine(tree, hoglanSquares, { options: breadth, wanted: 1 });
    const aboveTheLast = hoglan.level_counts_all.slice(1, -1).reduce((sum, count) => sum + count);
    expect(first.tally.nodes).toBe(aboveTheLast + 1);
    expect(first.solutions).toEqual(hoglanSolutions.slice(0, 1));
    // `mostWaiting` is the maximum number of states in memory. Depth-first search keeps fewer than 60.
    expect(first.tally.counts['mostWaiting']).toBe(36 + aboveTheLast + 1);
    expect(runEngine(tree, hoglanSquares, { wanted: 1 }).tally.counts['mostWaiting']).toBeLessThan(60);
  });

  test('an empty cell costs 100, each conflict counts from both squares, at most 24', () => {
    expect(evaluate(hoglanSquares, emptyBoard(9))).toBe(900);
    expect(hoglanSolutions.map((board) => evaluate(hoglanSquares, board))).toEqual(new Array(12).fill(0));
    const twoBlanks = hoglanSolutions[0]!.slice();
    twoBlanks.fill(-1, 7);
    expect(evaluate(hoglanSquares, twoBlanks)).toBe(200);
    const start = evaluate(hoglanSquares, startBoard(hoglanSquares));
    expect(start % 2).toBe(0);
    expect(start).toBeGreaterThan(0);
    expect(start).toBeLessThanOrEqual(24);
  });
});

describe('Hoglan 2005, brute force by swaps and rotations', () => {
  const small = (width: number, tiles: readonly number[]) => ({
    ...hoglanSquares,
    board: { kind: 'rectangle' as const, width, height: tiles.length / width },
    tiles: tiles.map((tile) => hoglanSquares.tiles[tile]!),
  });

  test('36 swaps and 9 rotations of the start arrangement are 45 states; evaluation guides the descent', () => {
    const one = runEngine(bruteForce, hoglanSquares, { options: { threshold: 1 } });
    expect(one.tally).toMatchObject({ nodes: 45, nodesByDepth: [45] });
    const best = one.findings.filter(({ type }) => type === 'improved').at(-1) as { board: Int32Array };
    expect(evaluate(hoglanSquares, best.board)).toBeLessThan(
      evaluate(hoglanSquares, startBoard(hoglanSquares)),
    );
  });

  test('two squares: finds all that the exact engine finds, with a proof; with a lower threshold it proves nothing', () => {
    for (const tiles of [
      [0, 1],
      [2, 4],
      [5, 8],
    ]) {
      const puzzle = small(2, tiles);
      const all = runEngine(bruteForce, puzzle, { options: { threshold: 7 } });
      const expected = runEngine(exact, puzzle);
      expect(all.tally.raw).toBe(expected.tally.raw);
      expect(new Set(all.solutions.map(String))).toEqual(new Set(expected.solutions.map(String)));
    }
    const job = { puzzle: small(2, [0, 1]), options: { threshold: 6 } } as unknown as Job;
    expect(bruteForce.plan(job).outcome?.()).toBe('limit');
    expect('outcome' in bruteForce.plan({ ...job, options: { threshold: 7 } })).toBe(false);
  });

  test('four squares are solved from their start; counts do not depend on slices or interruptions', () => {
    // the four squares in the top left corner of Hoglan's solution S1
    const puzzle = small(2, [0, 6, 3, 7]);
    const whole = runEngine(bruteForce, puzzle, { wanted: 1, options: { threshold: 8 } });
    expect(whole.tally.raw).toBe(1);
    const cut = runEngine(bruteForce, puzzle, {
      wanted: 1,
      options: { threshold: 8 },
      slice: 97,
      interrupted: true,
    });
    expect(cut.tally).toEqual(whole.tally);
    expect(cut.solutions).toEqual(whole.solutions);
  });

  test('nine squares: the start has conflicts, and 100,000 states find no solution where the tree needs 194', () => {
    const { tally } = runEngine(bruteForce, hoglanSquares, { wanted: 1, slice: 10_000, slices: 10 });
    expect(tally).toMatchObject({ nodes: 100_000, raw: 0 });
  });
});

describe('Brandt et al. 2002, backtrack', () => {
  test('Table 2: calls by level, 672 in all, three solutions', () => {
    const { tally, solutions } = runEngine(backtrack, brandtSquares);
    expect(tally.counts['callsByLevel']).toEqual(brandt.table2_calls);
    expect(tally.counts['callsByLevel']).toEqual([1, 9, 37, 140, 80, 203, 62, 116, 21, 3]);
    expect(tally.counts['calls']).toBe(672);
    expect([tally.raw, tally.unique]).toEqual([12, 3]);
    expect(solutions).toHaveLength(12);
  });

  test('Figure 2: centre, east, then clockwise', () => {
    expect(spiralOrder(rulesOf(brandtSquares))).toEqual([4, 5, 8, 7, 6, 3, 0, 1, 2]);
  });

  test('Table 1: nodes at each level, with its two misprints corrected', () => {
    const table = fullTree(brandtSquares);
    expect(table).toEqual([
      1n,
      9n,
      288n,
      8_064n,
      193_536n,
      // the paper misprints 3,870,720 as 3,890,720
      3_870_720n,
      61_931_520n,
      743_178_240n,
      5_945_425_920n,
      23_781_703_680n,
    ]);
    // the paper misprints 30,536,311,978 as 30,563,311,978
    expect(table.reduce((sum, size) => sum + size)).toBe(30_536_311_978n);
  });

  test('rotating the first tile too: more calls for the same twelve solutions', () => {
    const unturned = runEngine(backtrack, brandtSquares);
    const turned = runEngine(backtrack, brandtSquares, { options: { turnFirst: true } });
    const calls = turned.tally.counts['callsByLevel'] as number[];
    expect([calls[1], calls[9]]).toEqual([36, 12]);
    const sorted = (boards: typeof turned.solutions): string[] => boards.map((board) => board.join()).sort();
    expect(sorted(turned.solutions)).toEqual(sorted(unturned.solutions));
  });
});
