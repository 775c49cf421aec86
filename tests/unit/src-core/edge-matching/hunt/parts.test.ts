import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { cheapestAssignment } from '../../../../../src-core/edge-matching/hunt/portfolio/assignment.ts';
import { RowBeam } from '../../../../../src-core/edge-matching/hunt/row-beam/row-beam.ts';
import { takeMemory } from '../../../../../src-core/edge-matching/hunt/shared/boards.ts';
import { bestOf, IMPROVED_BOARDS } from '../../../../../src-core/edge-matching/hunt/portfolio/improvement.ts';
import {
  instanceOf,
  realBoard,
  viewOfBoard,
} from '../../../../../src-core/edge-matching/hunt/shared/instance.ts';
import { variableOrder } from '../../../../../src-core/edge-matching/hunt/row-beam/row-order.ts';
import { NeighbourhoodSearch } from '../../../../../src-core/edge-matching/hunt/portfolio/neighbourhood-search.ts';
import { viewOf } from '../../../../../src-core/edge-matching/hunt/portfolio/epoch.ts';
import { symmetryOf, widthOf } from '../../../../../src-core/edge-matching/hunt/portfolio/schedule.ts';
import { matchedEdges } from '../../../../../src-core/edge-matching/hunt/portfolio/score.ts';
import type { Job, Limits } from '../../../../../src-core/engine.ts';
import { eternity2, officialHints } from '../../../../../src-core/puzzle/eternity2.ts';
import { scoreOf } from '../../../../../src-core/puzzle/score.ts';
import { random } from '../../../../../src-core/random.ts';
import { labelPricesOf } from '../../../../../src-core/edge-matching/hunt/shared/label-prices.ts';

vi.setConfig({ testTimeout: 120_000 });

describe('cheapest assignment', () => {
  const cheapest = (cost: Float64Array, n: number, row = 0, taken: readonly number[] = []): number =>
    row === n
      ? 0
      : Math.min(
          ...Array.from({ length: n }, (_, column) =>
            taken.includes(column)
              ? Infinity
              : cost[row * n + column]! + cheapest(cost, n, row + 1, [...taken, column]),
          ),
        );

  it('costs what the cheapest of all permutations costs', () => {
    const costs = fc
      .integer({ min: 1, max: 6 })
      .chain((n) => fc.array(fc.integer({ min: -9, max: 9 }), { minLength: n * n, maxLength: n * n }));
    fc.assert(
      fc.property(costs, (values) => {
        const n = Math.sqrt(values.length);
        const cost = Float64Array.from(values);
        const columns = cheapestAssignment(cost, n);
        expect(new Set(columns).size).toBe(n);
        expect(columns.reduce((sum, column, row) => sum + cost[row * n + column]!, 0)).toBe(
          cheapest(cost, n),
        );
      }),
    );
  });
});

describe('the symmetry of each beam', () => {
  it('follows an order drawn from the seed and repeats only after all others', () => {
    const dealt = (seed: number) => Array.from({ length: 16 }, (_, turn) => symmetryOf(turn, seed, 8));
    const first = dealt(1);
    for (let turn = 0; turn <= 8; turn++) expect(new Set(first.slice(turn, turn + 8)).size).toBe(8);
    expect(dealt(1)).toEqual(first);
    expect(dealt(2)).not.toEqual(first);
  });

  it('follows this order in the beams of a run', () => {
    const job: Job = {
      puzzle: eternity2(officialHints),
      engine: 'best',
      options: {},
      seed: 1,
      threads: 2,
      wanted: { solutions: 1, boards: true },
      limits: { seconds: null, nodes: null },
    };
    const second = Array.from(
      { length: 8 },
      (_, turn) => viewOf(job, turn, random(turn)).instance.realCell[1],
    );
    // Each view fills the board from one of the four corners, along one of the two sides that meet there.
    expect(new Set(second).size).toBe(8);
  });
});

describe('the width of beams', () => {
  const run = { threads: 2, cells: 255, widest: 10_000_000, rate: 1_600_000 };
  const none = { seconds: null, nodes: null };
  const widths = (limits: Limits) =>
    Array.from({ length: 12 }, (_, epoch) => widthOf(epoch, { ...run, limits }));

  it('lets narrow beams and three wide beams fit into the limits of a run', () => {
    for (let nodes = 3e6; nodes < 1e12; nodes *= 1.7) {
      const beams = widths({ ...none, nodes });
      const until = beams.indexOf(Math.max(...beams)) + 3;
      const placed = beams.slice(0, until).reduce((sum, width) => sum + width * run.cells, 0);
      // The node limit includes improving the boards, which takes 5 % here.
      expect(placed * 1.05).toBeLessThan(nodes / run.threads);
      expect(placed).toBeGreaterThan(0.85 * Math.min(nodes / run.threads, 3 * run.widest * run.cells));
      expect(beams[0]! * 2).toBeLessThan(Math.max(...beams));
    }
  });

  it('grows to all that memory holds in a run without a limit', () => {
    expect(widths(none)).toEqual([1e3, 6e3, 36e3, 216e3, 1_296_000, ...Array<number>(7).fill(1e7)]);
  });
});

it('half-edges between neighbouring hints cost nothing', () => {
  const [middle] = officialHints;
  const beside = { cell: middle!.cell + 1, tile: 100, rotation: 0 };
  const leftWith = (hints: typeof officialHints) =>
    labelPricesOf(instanceOf(eternity2(hints), { symmetry: 3, breakRim: false, rimLabel: null })).left;
  const total = (left: Int32Array) => left.reduce((sum, n) => sum + n, 0);
  expect(total(leftWith([middle!]))).toBe(2 * 480);
  expect(total(leftWith([middle!, beside]))).toBe(2 * 480 - 2);
});

it('a beam that needs too much memory names the option to lower', () => {
  expect(() => takeMemory(2 ** 33)).toThrow(
    /the beam needs 8192 MB, which this computer cannot provide: lower the option “memory”/,
  );
});

describe('beam and neighbourhood search on Eternity II', () => {
  const puzzle = eternity2(officialHints);
  const built = [0, 3, 6].map((symmetry) => {
    const instance = instanceOf(puzzle, { symmetry, breakRim: false, rimLabel: null });
    const order = variableOrder(instance);
    const beam = new RowBeam(instance, order, random(symmetry), {
      width: 30,
      penalty: 6,
    });
    while (!beam.done) beam.step(1000);
    return { instance, order, board: beam.board(0) };
  });
  it('makes different boards with different random seeds at equal symmetry and width', () => {
    const { instance, order } = built[0]!;
    const boards = [1, 2].map((seed) => {
      const beam = new RowBeam(instance, order, random(seed), { width: 30, penalty: 6 });
      while (!beam.done) beam.step(1000);
      return beam.board(0).join();
    });
    expect(new Set(boards).size).toBeGreaterThan(1);
  });

  it('grows the same boards in a memory of more than 2 GB', () => {
    const { instance, order } = built[0]!;
    const [narrow, wide] = [20_000, 6_000_000].map((width) => {
      const beam = new RowBeam(instance, order, random(1), { width, penalty: 6 });
      while (beam.placed < 3) beam.step(width);
      return Array.from({ length: beam.boards }, (_, rank) => beam.board(rank).join());
    });
    expect(wide!.length).toBeGreaterThan(1000);
    expect(wide).toEqual(narrow);
  });

  it('leaves many different boards of a finished beam to improve', () => {
    const { instance, order } = built[0]!;
    const beam = new RowBeam(instance, order, random(1), { width: 100, penalty: 6 });
    while (!beam.done) beam.step(1000);
    const boards = bestOf(instance, beam).map((board) => board.join());
    expect(new Set(boards).size).toBe(IMPROVED_BOARDS);
  });

  const full = { placed: 256, duplicates: 0, illegal: 0, rimOk: true, hintsKept: 5 };

  it('counts the score of the real board in every symmetry', () => {
    for (const { instance, board } of built) {
      const score = scoreOf(puzzle, realBoard(instance, board));
      expect(score).toMatchObject({ ...full, matched: matchedEdges(instance, board) });
      expect(viewOfBoard(instance, realBoard(instance, board))).toEqual(board);
    }
  });

  it('neighbourhood search counts correctly, never gets worse, and gains', () => {
    let gained = 0;
    for (const { instance, board } of built) {
      const search = new NeighbourhoodSearch(instance, board, random(1));
      const before = search.matched;
      for (let i = 0; i < 100; i++) {
        const last = search.matched;
        search.step();
        expect(search.matched).toBeGreaterThanOrEqual(last);
      }
      expect(scoreOf(puzzle, realBoard(instance, search.board))).toMatchObject({
        ...full,
        matched: search.matched,
      });
      gained += search.matched - before;
    }
    expect(gained).toBeGreaterThan(0);
  });
});
