import { expect, it } from 'vitest';
import { generate } from '../../../../../src-core/edge-matching/generate/generate.ts';
import { best } from '../../../../../src-core/edge-matching/hunt/portfolio/engine.ts';
import { eternity2, officialHints } from '../../../../../src-core/puzzle/eternity2.ts';
import { openBoardOf } from '../../../../../src-core/puzzle/open-board.ts';
import { EMPTY } from '../../../../../src-core/puzzle/partial-board.ts';
import { rowScanOf } from '../../../../../src-core/puzzle/row-scan.ts';
import { scoreOf } from '../../../../../src-core/puzzle/score.ts';
import { hunt } from './run-hunt.ts';

const options = { goal: 'row-scan', width: 50 };

it('boards have no mismatch and no gap, and each is longer than the one before', () => {
  const puzzle = eternity2(officialHints);
  const { boards } = hunt(puzzle, { nodes: 12_000, options });
  const lengths = boards.map((board) => rowScanOf(puzzle, board));
  expect(lengths).toEqual([...new Set(lengths)].sort((a, b) => a - b));
  expect(lengths.at(-1)).toBeGreaterThan(100);
  for (const [i, board] of boards.entries()) {
    const { matched, placed, hintsKept } = scoreOf(puzzle, board);
    expect(hintsKept).toBe(5);
    // Beyond the cells that the row scan counts, a board has only hinted tiles.
    const ahead = officialHints.filter(({ cell }) => cell > lengths[i]!).length;
    expect(placed - lengths[i]!).toBeLessThanOrEqual(ahead);
    const { edges, board: shape } = openBoardOf(puzzle);
    const both = Array.from({ length: edges.length / 2 }, (_, e) =>
      [edges[2 * e]!, edges[2 * e + 1]!].every((side) => board[Math.floor(side / shape.sides)] !== EMPTY),
    ).filter(Boolean).length;
    expect(matched).toBe(both);
  }
});

it('a row scan of all cells is a solution; interruptions don’t change its boards', () => {
  const { puzzle } = generate({ family: 'framed', width: 5, height: 5, innerLabels: 12, seed: 2 });
  const setup = { nodes: 20_000, options };
  const whole = hunt(puzzle, setup);
  expect(whole.solutions).toHaveLength(1);
  expect(rowScanOf(puzzle, whole.solutions[0]!)).toBe(25);
  expect(hunt(puzzle, { ...setup, slice: 90, interrupted: true, milestones: true }).boards).toEqual(
    whole.boards,
  );
});

it('the length counts up to the first gap or mismatch', () => {
  const { puzzle, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
  expect(rowScanOf(puzzle, solution)).toBe(16);
  expect(rowScanOf(puzzle, solution.with(9, EMPTY))).toBe(9);
  const swapped = solution.with(5, solution[10]!).with(10, solution[5]!);
  expect(rowScanOf(puzzle, swapped)).toBe(5);
});

it('a board without rows is refused', () => {
  const { puzzle } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
  const job = {
    puzzle: { ...puzzle, board: { kind: 'rectangle', width: 4, height: 4, wrap: 'torus' } as const },
    engine: 'best',
    options,
    wanted: { solutions: 1 as const, boards: true },
    limits: { seconds: null, nodes: 10 },
    seed: 1,
    threads: 1,
  };
  expect(() => best.plan(job)).toThrow(/A row scan works only on rectangles/);
});
