import { describe, expect, test } from 'vitest';
import { backtrack, fullTree } from '../../src-core/edge-matching/classic/backtrack.ts';
import { evaluate } from '../../src-core/edge-matching/classic/evaluate.ts';
import { spiralOrder } from '../../src-core/edge-matching/classic/order.ts';
import { rulesOf } from '../../src-core/edge-matching/classic/rules.ts';
import { tree } from '../../src-core/edge-matching/classic/tree.ts';
import { startBoard } from '../../src-core/puzzle/open-board.ts';
import { emptyBoard } from '../../src-core/puzzle/partial-board.ts';
import { runEngine } from './support/run-engine.ts';
import { hoglan, rockhurst, seed000, seed000Solutions, seed004 } from './support/seeds.ts';

describe('seed 000 (Hoglan), tree', () => {
  test('NUMSTATES(9) = 4^9 · 9! = 95126814720', () => {
    expect(fullTree(seed000, true).at(-1)).toBe(95_126_814_720n);
  });

  test('STATES CREATED: 4679, and its twelve solutions in its order', () => {
    const { tally, solutions } = runEngine(tree, seed000);
    expect(tally.nodes).toBe(4679);
    expect(tally.counts['roots']).toBe(36);
    expect([tally.counts['roots'], ...tally.nodesByDepth.slice(1)]).toEqual(hoglan.level_counts_all);
    expect(solutions).toEqual(seed000Solutions);
    expect([tally.raw, tally.unique, tally.distinct]).toEqual([12, 3, 3]);
  });

  test('194 states to the first solution, S1', () => {
    const { tally, solutions } = runEngine(tree, seed000, { wanted: 1 });
    expect(tally.nodes).toBe(194);
    expect(tally.nodesByDepth.slice(1)).toEqual(hoglan.level_counts_first_expanded);
    expect(solutions).toEqual(seed000Solutions.slice(0, 1));
  });

  test('breadth-first finds the same twelve in as many states, but the first only on the last level', () => {
    const breadth = { order: 'breadth-first' };
    const all = runEngine(tree, seed000, { options: breadth });
    expect(all.tally.nodes).toBe(4679);
    expect(all.solutions).toEqual(seed000Solutions);
    const first = runEngine(tree, seed000, { options: breadth, wanted: 1 });
    const aboveTheLast = hoglan.level_counts_all.slice(1, -1).reduce((sum, count) => sum + count);
    expect(first.tally.nodes).toBe(aboveTheLast + 1);
    expect(first.solutions).toEqual(seed000Solutions.slice(0, 1));
    // what it must hold in memory, against depth-first
    expect(first.tally.counts['mostWaiting']).toBe(36 + aboveTheLast + 1);
    expect(runEngine(tree, seed000, { wanted: 1 }).tally.counts['mostWaiting']).toBeLessThan(60);
  });

  test('a blank counts 100, each conflict counts from both squares, at most 24', () => {
    expect(evaluate(seed000, emptyBoard(9))).toBe(900);
    expect(seed000Solutions.map((board) => evaluate(seed000, board))).toEqual(new Array(12).fill(0));
    const twoBlanks = seed000Solutions[0]!.slice();
    twoBlanks.fill(-1, 7);
    expect(evaluate(seed000, twoBlanks)).toBe(200);
    const start = evaluate(seed000, startBoard(seed000));
    expect(start % 2).toBe(0);
    expect(start).toBeGreaterThan(0);
    expect(start).toBeLessThanOrEqual(24);
  });
});

describe('seed 004 (Rockhurst), backtrack', () => {
  test('Table 2: calls by level, 672 in all, three solutions', () => {
    const { tally, solutions } = runEngine(backtrack, seed004);
    expect(tally.counts['callsByLevel']).toEqual(rockhurst.table2_calls);
    expect(tally.counts['callsByLevel']).toEqual([1, 9, 37, 140, 80, 203, 62, 116, 21, 3]);
    expect(tally.counts['calls']).toBe(672);
    expect([tally.raw, tally.unique]).toEqual([12, 3]);
    expect(solutions).toHaveLength(12);
  });

  test('Figure 2: centre, east, then clockwise', () => {
    expect(spiralOrder(rulesOf(seed004))).toEqual([4, 5, 8, 7, 6, 3, 0, 1, 2]);
  });

  test('Table 1: nodes at each level, with its two misprints mended', () => {
    const table = fullTree(seed004);
    expect(table).toEqual([
      1n,
      9n,
      288n,
      8_064n,
      193_536n,
      3_870_720n, // printed 3,890,720
      61_931_520n,
      743_178_240n,
      5_945_425_920n,
      23_781_703_680n,
    ]);
    expect(table.reduce((sum, size) => sum + size)).toBe(30_536_311_978n); // printed 30,563,311,978
  });

  test('the first tile turned as well: more calls for the same twelve solutions', () => {
    const unturned = runEngine(backtrack, seed004);
    const turned = runEngine(backtrack, seed004, { options: { turnFirst: true } });
    const calls = turned.tally.counts['callsByLevel'] as number[];
    expect([calls[1], calls[9]]).toEqual([36, 12]);
    const sorted = (boards: typeof turned.solutions): string[] => boards.map((board) => board.join()).sort();
    expect(sorted(turned.solutions)).toEqual(sorted(unturned.solutions));
  });
});
