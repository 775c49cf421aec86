import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { best } from '../../../../../src-core/edge-matching/hunt/portfolio/engine.ts';
import { FrontierBeam } from '../../../../../src-core/edge-matching/hunt/frontier-beam/frontier-beam.ts';
import { frontierOrder } from '../../../../../src-core/edge-matching/hunt/frontier-beam/frontier-order.ts';
import { boardInstanceOf, realBoard } from '../../../../../src-core/edge-matching/hunt/shared/instance.ts';
import { NeighbourhoodSearch } from '../../../../../src-core/edge-matching/hunt/portfolio/neighbourhood-search.ts';
import { matchedEdges } from '../../../../../src-core/edge-matching/hunt/portfolio/score.ts';
import { boardOf } from '../../../../../src-core/puzzle/board.ts';
import { solids, type BoardShape, type EdgePuzzle } from '../../../../../src-core/puzzle/puzzle.ts';
import { numberedLabels } from '../../../../../src-core/puzzle/labels.ts';
import { scoreOf } from '../../../../../src-core/puzzle/score.ts';
import { random } from '../../../../../src-core/random.ts';
import { arbitraryBoardShape, arbitraryPuzzle } from '../../../support/arbitrary.ts';
import { hunt } from './run-hunt.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Returns a puzzle with a solution: its tiles are cut from a board with random labels, then rotated and shuffled. */
function cut(shape: BoardShape, colours: number, seed: number, backs = false): EdgePuzzle {
  const chance = random(seed);
  const { cells, sides, across } = boardOf(shape);
  const labels = Array.from({ length: cells * sides }, () => chance.below(colours));
  across.forEach((facing, side) => {
    if (facing > side) labels[facing] = labels[side]!;
  });
  const tiles = Array.from({ length: cells }, (_, cell) => {
    const shown = labels.slice(cell * sides, (cell + 1) * sides);
    const by = chance.below(sides);
    const edges = [...shown.slice(by), ...shown.slice(0, by)];
    return backs ? { edges, back: edges.map(() => chance.below(colours)) } : { edges };
  });
  return {
    kind: 'edge-matching',
    name: 'cut',
    board: shape,
    mating: 'same',
    rim: { kind: 'free' },
    turns: backs ? 'flip' : 'rotate',
    tiles: chance.shuffle(tiles),
    labels: numberedLabels(colours),
    hints: [],
    forbidden: [],
  };
}

/** rectangles with any rules, and other boards with any rim, holes and printed backs */
const puzzles = fc.oneof(
  arbitraryPuzzle({ hints: true, forbidden: true }),
  fc
    .record({
      shape: arbitraryBoardShape({ cells: 12 }),
      colours: fc.integer({ min: 1, max: 4 }),
      seed: fc.nat(1000),
      backs: fc.boolean(),
      rim: fc.constantFrom('free' as const, 'uniform' as const),
      hole: fc.option(fc.nat(20)),
    })
    .map(({ shape, colours, seed, backs, rim, hole }): EdgePuzzle => {
      const puzzle = cut(shape, colours, seed, backs);
      const forbidden = hole === null || hole >= puzzle.tiles.length - 1 ? [] : [hole];
      return { ...puzzle, rim: { kind: rim }, forbidden };
    }),
);

describe('best on every board', () => {
  const shapes: BoardShape[] = [
    ...solids.map((solid) => ({ kind: 'solid' as const, solid })),
    { kind: 'triangle', side: 4 },
    { kind: 'parallelogram', width: 3, height: 2 },
    { kind: 'hexagon', side: 2 },
    { kind: 'honeycomb', side: 3 },
    { kind: 'rectangle', width: 4, height: 3, wrap: 'cylinder' },
    { kind: 'rectangle', width: 4, height: 4, wrap: 'torus' },
    {
      kind: 'graph',
      sides: 3,
      cells: 4,
      joints: [
        [0, 0, 1, 0],
        [0, 1, 2, 0],
        [0, 2, 3, 0],
        [1, 1, 2, 2],
        [2, 1, 3, 2],
        [3, 1, 1, 2],
      ],
    },
  ];

  it.each(shapes)('solves tiles cut from a $kind $solid', (shape) => {
    const puzzle = cut(shape, 5, 1);
    expect(best.refuses(puzzle, {})).toBeNull();
    const { solutions } = hunt(puzzle, { nodes: 3_000_000 });
    expect(scoreOf(puzzle, solutions[0]!)).toMatchObject({ solved: true });
  });

  it('solves a board with more than 256 different labels', () => {
    const puzzle = cut({ kind: 'rectangle', width: 7, height: 7 }, 1_000, 3, true);
    expect(new Set(puzzle.tiles.flatMap(({ edges, back = [] }) => [...edges, ...back])).size).toBeGreaterThan(
      256,
    );
    const { solutions } = hunt(puzzle, { nodes: 20_000 });
    expect(scoreOf(puzzle, solutions[0]!)).toMatchObject({ solved: true });
  });

  it('solves tiles printed on both sides', () => {
    for (const shape of [
      { kind: 'solid', solid: 'octahedron' },
      { kind: 'rectangle', width: 3, height: 3 },
    ] as const) {
      const puzzle = cut(shape, 4, 2, true);
      const { solutions } = hunt(puzzle, { nodes: 3_000_000 });
      expect(scoreOf(puzzle, solutions[0]!)).toMatchObject({ solved: true });
    }
  });

  it('places what it can, keeps every rule, and resumes from its checkpoints', () => {
    fc.assert(
      fc.property(puzzles, (puzzle) => {
        const setup = { nodes: 600, slice: 170, options: { width: 9 }, wanted: 'all' } as const;
        const whole = hunt(puzzle, setup);
        expect(hunt(puzzle, { ...setup, interrupted: true })).toEqual(whole);
        expect(hunt(puzzle, { ...setup, slice: 31, interrupted: true })).toEqual(whole);
        expect(hunt(puzzle, { ...setup, slice: 90, interrupted: true, milestones: true })).toEqual(whole);
        const scores = whole.boards.map((board) => scoreOf(puzzle, board));
        for (const score of scores) {
          expect(score).toMatchObject({ duplicates: 0, illegal: 0 });
          expect(score.hintsKept).toBe(puzzle.hints.length);
        }
        const matched = scores.map((score) => score.matched);
        expect(matched).toEqual([...new Set(matched)].sort((a, b) => a - b));
      }),
      { numRuns: 7 },
    );
  });

  it('fills boards by rows or by growth, whichever leaves fewer edges open', () => {
    const open = (shape: BoardShape): number => {
      const instance = boardInstanceOf(cut(shape, 5, 1), { breakRim: false, rimLabel: null });
      return frontierOrder(instance, random(1)).open;
    };
    // Only the better order of cells stays below these limits. With the other order, the mean number of open edges is
    // 19.6 on the torus (order by growth) and 5.7 on the icosahedron (row by row).
    expect(open({ kind: 'rectangle', width: 9, height: 9, wrap: 'torus' })).toBeLessThan(18.5);
    expect(open({ kind: 'solid', solid: 'icosahedron' })).toBeLessThan(5.5);
  });

  it('neighbourhood search counts correctly on any board', () => {
    fc.assert(
      fc.property(puzzles, (puzzle) => {
        const instance = boardInstanceOf(puzzle, { breakRim: false, rimLabel: null });
        const order = frontierOrder(instance, random(1));
        if (order.cells.length === 0) return;
        const beam = new FrontierBeam(instance, order, random(2), { width: 3, penalty: 6 });
        while (!beam.done) beam.step(100);
        const board = beam.board(0);
        expect(matchedEdges(instance, board)).toBe(scoreOf(puzzle, realBoard(instance, board)).matched);
        const search = new NeighbourhoodSearch(instance, board, random(3));
        for (let i = 0; i < 5; i++) search.step();
        const { matched, duplicates, illegal } = scoreOf(puzzle, realBoard(instance, search.board));
        expect({ matched, duplicates, illegal }).toEqual({
          matched: search.matched,
          duplicates: 0,
          illegal: 0,
        });
      }),
      { numRuns: 30 },
    );
  });
});
