import { setTimeout } from 'node:timers/promises';
import { serialize, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { best } from '../../../../../../src-core/edge-matching/hunt/portfolio/engine.ts';
import type { Milestone } from '../../../../../../src-core/edge-matching/hunt/portfolio/epoch.ts';
import type { Job } from '../../../../../../src-core/engine.ts';
import { generate } from '../../../../../../src-core/edge-matching/generate/generate.ts';
import { eternity2, officialHints } from '../../../../../../src-core/puzzle/eternity2.ts';
import type { EdgePuzzle } from '../../../../../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../../../../../src-core/puzzle/score.ts';
import { dataText, edgePuzzle } from '../../../../support/data.ts';
import { hunt } from '../run-hunt.ts';

vi.setConfig({ testTimeout: 120_000 });

const five = eternity2(officialHints);

/** Returns a search of a hunt whose first beam already has the full width. */
function wide(given: Partial<Job> = {}) {
  const job: Job = {
    puzzle: five,
    engine: 'best',
    options: { width: 20_000 },
    wanted: { solutions: 1, boards: true },
    limits: { seconds: null, nodes: null },
    seed: 1,
    threads: 1,
    ...given,
  };
  const task = best.plan(job).next()!;
  return { job, task, search: best.open(job, task, undefined) };
}

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  // Reading a WeakRef keeps its object alive until the end of the current task, so let this task end.
  await setTimeout();
  (runInNewContext('gc') as () => void)();
}

/** small enough for many epochs, but too hard for a narrow beam */
const small = generated({ width: 8, height: 8, family: 'framed' }).puzzle;
/** With a narrow beam, a hunt has many short epochs instead of a few long ones. */
const narrow = { width: 3 };

describe('best: Eternity II', () => {
  it('soon finds a full board with more than 430 matches, an intact rim, all hints and every tile once', () => {
    for (const puzzle of [five, eternity2([])]) {
      const { boards } = hunt(puzzle, { nodes: 100_000, options: { target: 431 } });
      const score = scoreOf(puzzle, boards.at(-1)!);
      expect(score).toMatchObject({ placed: 256, duplicates: 0, illegal: 0, rimOk: true, edges: 480 });
      expect(score.hintsKept).toBe(puzzle.hints.length);
      expect(score.matched).toBeGreaterThan(430);
    }
  });

  it('resumes from the first milestone after a level without dead boards, and finds the same until the end of its epoch', () => {
    const { job, task, search } = wide({ puzzle: eternity2([]), options: { width: 1000 } });
    while (search.step(500).depth < 16);
    const state = structuredClone(search.checkpoint());
    const milestone = structuredClone(search.milestone!(Infinity));
    const resumed = best.open(job, task, undefined, state, [milestone]);
    const [never, again] = [search, resumed].map((each) => {
      while (each.checkpoint().epoch === 0) each.step(100_000);
      return each.checkpoint().archive;
    });
    expect(never!.length).toBeGreaterThan(0);
    expect(again).toEqual(never);
  });

  it('resumes from the newest milestone not newer than its checkpoint, and repeats at most one level', () => {
    const { job, task, search } = wide();
    const go = (slices: number): void => {
      for (let i = 0; i < slices; i++) search.step(4_096);
    };
    const milestone = (): Milestone => search.milestone!(Infinity) as Milestone;
    go(38);
    const early = milestone();
    go(10);
    const late = milestone();
    const state = search.checkpoint();
    go(10);
    const tooNew = milestone();
    const next = search.step(4_096);
    const UNITS_PER_LEVEL = 5;
    expect(state.units - late.units).toBeLessThan(UNITS_PER_LEVEL);
    for (const [milestones, reads] of [
      [[tooNew, late, early], 2],
      [[early], 1],
      [[tooNew], 1],
      [[], 0],
    ] as const) {
      let read = 0;
      const resumed = best.open(
        job,
        task,
        undefined,
        structuredClone(state),
        (function* () {
          for (const each of milestones) {
            read++;
            yield structuredClone(each);
          }
        })(),
      );
      expect(read).toBe(reads);
      let slice = resumed.step(4_096);
      // Repeating one level of the beam takes one slice.
      if (milestones.length === 3) expect(slice.repeated ?? 1).toBe(1);
      while (slice.repeated !== undefined) slice = resumed.step(4_096);
      for (let i = 1; i < 10; i++) resumed.step(4_096);
      expect(resumed.step(4_096)).toEqual(next);
    }
  });

  it('can be stopped while it repeats work: a slice repeats about as many tiles as it may place', () => {
    const { job, task, search } = wide({ options: { width: 8_000 } });
    while (search.step(4_096).depth < 40);
    const resumed = best.open(job, task, undefined, structuredClone(search.checkpoint()));
    const BATCH_TOO_MANY = 256;
    let repeated = 0;
    for (let slice = resumed.step(500); slice.repeated !== undefined; slice = resumed.step(500)) {
      expect(slice.repeatedNodes).toBeLessThanOrEqual(4_096 + BATCH_TOO_MANY + 500);
      repeated += slice.repeatedNodes!;
    }
    expect(repeated).toBeGreaterThan(100_000);
  });

  it('can be stopped while it rebuilds a wide beam, and within a level', () => {
    const { job, task, search } = wide({ options: { width: 300_000, memory: 1024 } });
    let within = 0;
    for (let before = -1; ;) {
      const { nodes, depth } = search.step(1_000_000);
      if (nodes === 0 && depth === before) within++;
      before = depth;
      if (depth >= 6) break;
    }
    expect(within).toBeGreaterThan(0);
    const resumed = best.open(job, task, undefined, structuredClone(search.checkpoint()), [
      structuredClone(search.milestone!(Infinity)),
    ]);
    const parts = [];
    for (let slice = resumed.step(1); slice.nodes === 0; slice = resumed.step(1)) parts.push(slice.depth);
    expect(parts.filter((depth) => depth < 6).length).toBeGreaterThan(0);
    for (let i = 0; i < 3; i++) search.step(1);
    expect(resumed.checkpoint().archive).toEqual(search.checkpoint().archive);
  });

  it('releases the milestone that it resumed from', async () => {
    const { job, task, search } = wide({ options: { width: 1000 } });
    while (search.step(1000).depth < 16);
    const resume = () => {
      const milestone = structuredClone(search.milestone!(Infinity)) as Milestone;
      const { stage } = milestone;
      const held = new WeakRef(stage.kind === 'beam' ? stage.beam : stage);
      return { held, resumed: best.open(job, task, undefined, search.checkpoint(), [milestone]) };
    };
    // `resume` is a function so that its variables don't keep the search alive.
    const { held, resumed } = resume();
    resumed.step(1000);
    await collectGarbage();
    expect(held.deref()).toBeUndefined();
    expect(resumed.step(1000).done).toBe(false);
  });

  it('stores no beam in checkpoints, and makes no milestone larger than the limit', () => {
    const { search } = wide();
    for (let nodes = 0; nodes < 400_000;) nodes += search.step(4_096).nodes;
    expect(serialize(search.checkpoint()).length).toBeLessThan(60_000);
    const bytes = serialize(search.milestone!(Infinity)).length;
    expect(bytes).toBeGreaterThan(100_000);
    expect(search.milestone!(bytes)).not.toBeNull();
    expect(search.milestone!(bytes / 2)).toBeNull();
  });

  it('stops at its target', () => {
    const { ended, boards } = hunt(five, { nodes: 1_000_000, threads: 2, options: { target: 435 } });
    expect(ended).toBe(true);
    expect(scoreOf(five, boards.at(-1)!).matched).toBeGreaterThanOrEqual(435);
  });
});

describe('best: other puzzles', () => {
  it('reports a board only if it is better than all before', () => {
    const { boards } = hunt(small, { nodes: 2_000, options: narrow });
    const scores = boards.map((board) => scoreOf(small, board));
    const matched = scores.map((score) => score.matched);
    expect(matched.length).toBeGreaterThan(1);
    expect(matched).toEqual([...new Set(matched)].sort((a, b) => a - b));
    for (const score of scores)
      expect(score).toMatchObject({ placed: 64, duplicates: 0, illegal: 0, rimOk: true });
  });

  it('finds the same boards with the same seed, however it is sliced', () => {
    const whole = hunt(small, { nodes: 2_000, slice: 2_000, options: narrow });
    const sliced = hunt(small, { nodes: 2_000, slice: 101, options: narrow });
    expect(whole.nodes).toBe(2_000);
    expect(whole.boards.length).toBeGreaterThan(1);
    expect(sliced).toEqual(whole);
    expect(hunt(small, { nodes: 2_000, options: narrow, seed: 2 }).boards).not.toEqual(whole.boards);
  });

  it('finds the same boards when it is stopped and resumed', () => {
    const setup = { nodes: 2_900, threads: 2, slice: 250, options: narrow };
    const whole = hunt(small, setup);
    expect(whole.boards.length).toBeGreaterThan(1);
    expect(hunt(small, { ...setup, interrupted: true })).toEqual(whole);
  });

  it('finds the same boards when it resumes from a milestone or repeats its epoch', () => {
    const setup = { nodes: 1_500, slice: 100, options: narrow };
    const whole = hunt(small, setup);
    expect(whole.boards.length).toBeGreaterThan(0);
    expect(hunt(small, { ...setup, interrupted: true })).toEqual(whole);
    expect(hunt(small, { ...setup, interrupted: true, milestones: true })).toEqual(whole);
  });

  it.each([3, 4, 5])('solves Brendan Owen’s framed %i', (n) => {
    const puzzle = edgePuzzle(dataText(`owen/pieces_0${n}x0${n}.txt`));
    const { solutions, ended } = hunt(puzzle, { nodes: 3_000_000, wanted: 'all' });
    expect(ended).toBe(true);
    expect(scoreOf(puzzle, solutions[0]!).solved).toBe(true);
  });

  it('solves a rectangle with hints of every kind', () => {
    const { puzzle, solution } = generated({ width: 5, height: 3, family: 'framed' });
    const rotationOf = (cell: number): number => solution[cell]! & 7;
    const hinted: EdgePuzzle = {
      ...puzzle,
      hints: [
        { cell: 6, tile: solution[6]! >> 4, rotation: rotationOf(6) },
        { cell: 8, tile: solution[8]! >> 4 },
        { cell: 7, rotation: rotationOf(7) },
      ],
    };
    const { solutions } = hunt(hinted, { nodes: 2_000_000 });
    expect(scoreOf(hinted, solutions[0]!)).toMatchObject({ solved: true, hintsKept: 3 });
  });

  it('solves puzzles of nine squares whose halves must meet, and ones with a free rim', () => {
    for (const family of ['scramble', 'unframed'] as const) {
      const { puzzle } = generated({ width: 3, height: 3, family });
      const { solutions } = hunt(puzzle, { nodes: 2_000_000 });
      expect(scoreOf(puzzle, solutions[0]!).solved).toBe(true);
    }
  });

  it('keeps forbidden cells empty and fills as many cells as possible if tiles are missing', () => {
    const { puzzle } = generated({ width: 4, height: 4, family: 'unframed' });
    const holed = { ...puzzle, forbidden: [5] };
    const { boards } = hunt(holed, { nodes: 5_000 });
    expect(scoreOf(holed, boards.at(-1)!)).toMatchObject({ placed: 15, illegal: 0, duplicates: 0 });
    const short = { ...puzzle, tiles: puzzle.tiles.slice(0, 10) };
    expect(scoreOf(short, hunt(short, { nodes: 5_000 }).boards.at(-1)!)).toMatchObject({ placed: 10 });
  });

  it('breaks the rim only if the option allows it, and never counts two frame labels as a match', () => {
    const { puzzle } = generated({ width: 4, height: 4, family: 'framed' });
    const { boards } = hunt(puzzle, { nodes: 20_000, options: { breakRim: true, width: 20 }, wanted: 'all' });
    const scores = boards.map((board) => scoreOf(puzzle, board));
    expect(scores.length).toBeGreaterThan(0);
    expect(scores.map(({ matched }) => matched)).toEqual(
      scores.map(({ matched }) => matched).sort((a, b) => a - b),
    );
    expect(hunt(puzzle, { nodes: 20_000 }).boards.every((board) => scoreOf(puzzle, board).rimOk)).toBe(true);
  });

  it('refuses other puzzles and options out of range', () => {
    const sliding = {
      kind: 'sliding',
      name: 'x',
      width: 2,
      height: 2,
      start: [0, 1, 2, 3],
      goal: 'blank-first',
    };
    expect(best.refuses(sliding as Parameters<typeof best.refuses>[0], {})).toContain('edge-matching');
    expect(() => hunt(five, { nodes: 1000, options: { memory: 1 } })).toThrow('expected 16 to');
    expect(() => hunt(five, { nodes: 1000, options: { width: 1.5 } })).toThrow('expected a whole number');
  });
});

function generated(recipe: { width: number; height: number; family: 'framed' | 'unframed' | 'scramble' }) {
  return generate({ ...recipe, seed: 3 });
}
