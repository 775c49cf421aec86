import { describe, expect, it } from 'vitest';
import { random } from '../../../../../src-core/random.ts';
import { backwardPuzzles, withoutUndoing } from '../../../../../src-core/sliding/anytime/backward.ts';
import { Beam } from '../../../../../src-core/sliding/anytime/beam.ts';
import { anytime } from '../../../../../src-core/sliding/anytime/engine.ts';
import type { Search, Task } from '../../../../../src-core/engine.ts';
import type { AnytimeData, BeamState, BeamWork } from '../../../../../src-core/sliding/anytime/data.ts';
import { BeamSearch } from '../../../../../src-core/sliding/anytime/beam-search.ts';
import { DeepenSearch } from '../../../../../src-core/sliding/anytime/deepen.ts';
import { setUp } from '../../../../../src-core/sliding/anytime/setup.ts';
import { ShortenSearch } from '../../../../../src-core/sliding/anytime/shorten.ts';
import {
  keptPatterns,
  preparePatterns,
  type PreparedPatterns,
} from '../../../../../src-core/sliding/patterns/prepared.ts';
import { patternSet } from '../../../../../src-core/sliding/patterns/sets.ts';
import {
  goalPosition,
  manhattan,
  pathProblem,
  randomPosition,
  randomWalk,
  withBlankFirst,
} from '../../../../../src-core/sliding/state.ts';
import { prepare } from '../../../../../src-core/drive/drive.ts';
import {
  drive,
  fewestMoves,
  fromTo,
  instances,
  jobOf,
  memoryAssets,
  sliding,
} from '../../../support/sliding-data.ts';

const assets = memoryAssets();
const fifteen = instances('korf15_25.txt');
const prepared = prepare(anytime, jobOf(anytime, fifteen[0]!.puzzle), assets);

describe('anytime', () => {
  it('ends with a proof when the bound meets the solution', () => {
    for (const { puzzle, optimum } of fifteen.slice(0, 5)) {
      const { tally, solutions } = drive(anytime, jobOf(anytime, puzzle), prepared);
      expect(tally.sliding).toMatchObject({ lowerBound: optimum, optimal: true });
      expect(pathProblem(puzzle, tally.sliding.path!)).toBeNull();
      const lengths = solutions.map((path) => path.length);
      expect(lengths).toEqual([...new Set(lengths)].sort((a, b) => b - a));
    }
  });

  it('reports with each solution the bound proved so far', () => {
    const { puzzle, optimum } = fifteen[0]!;
    const { solutions, lowerBounds } = drive(anytime, jobOf(anytime, puzzle), prepared);
    expect(lowerBounds).toHaveLength(solutions.length);
    expect(lowerBounds[0]).toBeGreaterThanOrEqual(manhattan(puzzle, puzzle.start));
    expect(lowerBounds).toEqual([...lowerBounds].sort((a, b) => a - b));
    for (const bound of lowerBounds) expect(bound).toBeLessThanOrEqual(optimum);
  });

  it('gives the same solutions and nodes however it is sliced, stopped and resumed', () => {
    const puzzle = sliding(
      4,
      4,
      randomPosition({ width: 4, height: 4 }, 'blank-last', random(35)),
      'blank-last',
    );
    const job = jobOf(anytime, puzzle);
    const whole = drive(anytime, job, prepared);
    expect(whole.tally.nodes).toBeGreaterThan(100_000);
    expect(drive(anytime, job, prepared, 54_321, 3)).toEqual(whole);
  });

  it.each(['blank-first', 'blank-last'] as const)(
    'shortens a long solution piece by piece, goal %s',
    (goal) => {
      const size = { width: 4, height: 4 };
      const puzzle = sliding(4, 4, randomPosition(size, goal, random(5)), goal);
      const blankFirst = withBlankFirst(puzzle);
      const patterns = prepared as PreparedPatterns;
      const beam = new Beam(patterns, blankFirst.start, 3, random(1));
      while (!beam.over) beam.run(1000);
      const poor = blankFirst.pathBack(beam.path!);
      const work = { type: 'shorten', path: poor, nodes: 12_000_000 } as const;
      const setup = setUp(patterns, puzzle, 1, work);

      const shorten = (budget: () => number) => {
        let search = new ShortenSearch(setup, work);
        const solutions: (readonly number[])[] = [];
        let nodes = 0;
        for (let done = false; !done;) {
          const slice = search.step(budget());
          nodes += slice.nodes;
          done = slice.done;
          for (const finding of slice.findings) if (finding.type === 'path') solutions.push(finding.moves);
          search = new ShortenSearch(setup, work, structuredClone(search.checkpoint()));
        }
        return { solutions, nodes };
      };
      const whole = shorten(() => 1e9);
      expect(whole.solutions.at(-1)!.length).toBeLessThan(poor.length - 10);
      for (const path of whole.solutions) expect(pathProblem(puzzle, path)).toBeNull();
      const dice = random(9);
      expect(shorten(() => 1000 + dice.below(200_000))).toEqual(whole);
    },
  );

  it('finds paths from the goal back to a start, with the empty space in any corner', () => {
    const patterns = prepared as PreparedPatterns;
    const { puzzle } = fifteen[0]!;
    const backward = backwardPuzzles(patterns, puzzle.start, goalPosition(puzzle, 'blank-first'));
    // A backward puzzle starts at the goal. Its goal is the original start with the empty space moved to one of the
    // four corners. A corner can be reached in one or two ways, and each way gives a puzzle.
    expect(backward.length).toBeGreaterThanOrEqual(4);
    expect(backward.length).toBeLessThanOrEqual(8);
    for (const back of backward) {
      const beam = new Beam(patterns, back.start, 30, random(1));
      while (!beam.over) beam.run(1000);
      const path = withoutUndoing(back.solutionFrom(beam.path!));
      expect(pathProblem(puzzle, path)).toBeNull();
      expect(path.every((tile, move) => tile !== path[move - 1])).toBe(true);
    }
  });

  /** The empty space is in a corner, and the tiles are in no regular order. */
  const inCorner = [0, 3, 5, 1, 7, 9, 2, 4, 15, 13, 11, 6, 8, 10, 12, 14];
  const inside = [1, 2, 3, 4, 5, 0, 7, 8, 9, 10, 11, 12, 13, 14, 15, 6];
  const pairs = inside.map((_, tile) => Math.ceil(tile / 2));
  it.each([
    ['blank first', 'blank-first', null],
    ['blank first', 'blank-first', 1],
    ['blank last', 'blank-last', null],
    ['blank last', 'blank-last', 0],
    ['another goal with the blank in a corner', inCorner, null],
    ['another goal with the blank in a corner', inCorner, 0],
    ['blank inside', inside, null],
    ['blank inside', inside, 0],
    ['blank inside, equal tiles', inside, null, pairs],
    ['blank inside, equal tiles', inside, 0, pairs],
  ] as [string, 'blank-first' | 'blank-last' | number[], number | null, number[]?][])(
    'follows a known solution, leaves it and reaches the goal: %s',
    (_name, goal, backward, shown) => {
      const size = { width: 4, height: 4 };
      const plain = sliding(4, 4, randomPosition(size, goal, random(7)), goal);
      const puzzle = shown ? { ...plain, shown } : plain;
      const beam = (work: BeamWork, state?: BeamState): BeamSearch =>
        new BeamSearch(setUp(prepared as PreparedPatterns, puzzle, 1, work), work, state);
      const first = {
        type: 'beam',
        width: 10,
        stream: 0,
        backward: null,
        leaving: null,
        limit: null,
      } as const;
      const solution = beam(first).step(1e9).note.path!;
      expect(pathProblem(puzzle, solution)).toBeNull();
      const others = new Set<string>();
      for (let stream = 1; stream <= 8 && others.size < 2; stream++) {
        const work = { ...first, width: 300, stream, backward, leaving: solution, limit: solution.length };
        const { path } = beam(work).step(1e9).note;
        // The beam does not always find a solution.
        if (!path) continue;
        expect(pathProblem(puzzle, path)).toBeNull();
        // A backward path starts with at most 6 extra moves, which bring the empty space to a corner.
        expect(path.length).toBeLessThanOrEqual(solution.length + (backward === null ? 0 : 6));
        others.add(path.join());
        // The result depends only on the task, not on its slices.
        let search = beam(work);
        let slice = search.step(333);
        for (; !slice.done; slice = search.step(333)) search = beam(work, search.checkpoint());
        expect(slice.note.path).toEqual(path);
      }
      expect(others.size).toBe(2);
    },
  );

  it.each([
    ['1 2 1 / 2 0 2 / 1 2 3', '2 1 2 / 1 0 1 / 3 2 2'],
    ['3 1 2 / 1 0 2 / 1 3 2', '1 1 1 / 2 2 2 / 3 3 0'],
    ['8 1 3 / 4 0 2 / 7 6 5', '1 2 3 / 8 0 4 / 7 5 6'],
  ])('claims no more than a breadth-first search proves, from %s to %s', (start, goal) => {
    const puzzle = fromTo(start, goal);
    const job = jobOf(anytime, puzzle);
    const patterns = prepare(anytime, job, assets) as PreparedPatterns;
    const plan = anytime.plan(job);
    const fewest = fewestMoves(start, goal);
    for (let tasks = 0; tasks < 40 && !plan.finished; tasks++) {
      const task = plan.next()!;
      const search = anytime.open(job, task, patterns);
      for (let done = false; !done;) {
        const slice = search.step(1e6);
        plan.absorb(task, slice);
        done = slice.done;
        for (const finding of slice.findings) {
          if (finding.type !== 'path') continue;
          expect(pathProblem(puzzle, finding.moves)).toBeNull();
          expect(finding.lowerBound).toBeLessThanOrEqual(fewest);
        }
      }
    }
    const { path, lowerBound, optimal } = plan.tally().sliding!;
    expect(path!.length).toBeLessThanOrEqual(fewest + 2);
    expect(lowerBound).toBeLessThanOrEqual(fewest);
    expect(optimal).toBe(lowerBound === fewest);
  });

  it('ends with the same proof whichever thread is faster', () => {
    const { puzzle, optimum } = fifteen[4]!;
    const job = jobOf(anytime, puzzle);
    for (const seed of [1, 2, 3]) {
      const dice = random(seed);
      const plan = anytime.plan(job);
      const lanes: ({ task: Task<AnytimeData['work']>; search: Search<AnytimeData> } | null)[] = [
        null,
        null,
        null,
      ];
      const told: number[] = [];
      while (!plan.finished) {
        const at = dice.below(lanes.length);
        const task = lanes[at]?.task ?? plan.next();
        if (!task) continue;
        const lane = (lanes[at] ??= { task, search: anytime.open(job, task, prepared as PreparedPatterns) });
        const slice = lane.search.step(1 + dice.below(200_000));
        plan.absorb(task, slice);
        const { path } = plan.tally().sliding!;
        if (path && path.length < (told.at(-1) ?? Infinity)) {
          expect(pathProblem(puzzle, path)).toBeNull();
          told.push(path.length);
        }
        if (slice.done) lanes[at] = null;
      }
      expect(plan.tally().sliding).toMatchObject({ lowerBound: optimum, optimal: true });
      expect(told.at(-1)).toBe(optimum);
    }
  });

  it('resumes with other databases and keeps what is proved', () => {
    const { puzzle, optimum } = fifteen[2]!;
    const work = { type: 'deepen', nodes: 1e9, from: null } as const;
    const setup = setUp(prepared as PreparedPatterns, puzzle, 1, work);
    const first = new DeepenSearch(setup, work);
    const { note } = first.step(20_000);
    const { lowerBound } = note;
    const saved = first.checkpoint();
    const other = { ...saved, search: { ...saved.search, patterns: 'others' } };
    const second = new DeepenSearch(setup, work, other);
    expect(second.step(1).note.lowerBound).toBe(lowerBound);
    const end = second.step(1e9).note;
    expect(end.path).toHaveLength(optimum);
  });

  it('recognises whether all databases are built', () => {
    const size = { width: 3, height: 4 };
    const kept = memoryAssets();
    expect(keptPatterns(size, 'small', kept)).toBeNull();
    const built = [...preparePatterns(size, 'small', kept)].length;
    expect(built).toBeGreaterThan(0);
    expect(keptPatterns(size, 'small', kept)?.patterns).toEqual(patternSet(size, 'small'));
    [...kept.files.values()].at(-1)![1000]! ^= 1;
    expect(keptPatterns(size, 'small', kept)).toBeNull();
  });

  it('solves a board that is not square', () => {
    const puzzle = sliding(4, 3, randomWalk({ width: 4, height: 3 }, 'blank-first', 200, random(2)));
    const job = jobOf(anytime, puzzle);
    expect(drive(anytime, job, prepare(anytime, job, assets)).tally.sliding.optimal).toBe(true);
  });

  it('limits the memory of its widest beams on boards with long solutions', () => {
    const widest = (cells: number): number => {
      const start = randomPosition({ width: cells, height: cells }, 'blank-first', random(1));
      const job = { ...jobOf(anytime, sliding(cells, cells, start)), threads: 8 };
      const plan = anytime.plan(job);
      const widths = Array.from({ length: 8 }, () => plan.next()!.work).map((work) =>
        work.type === 'beam' ? work.width : 0,
      );
      expect(Math.max(...widths) * manhattan({ width: cells, height: cells }, start)).toBeLessThan(
        41_000_000,
      );
      return Math.max(...widths);
    };
    expect(widest(5)).toBe(400_000);
    expect(widest(8)).toBeLessThan(150_000);
  });

  it('proves at once that an unreachable goal has no solution', () => {
    const { tally } = drive(anytime, jobOf(anytime, sliding(2, 2, [0, 1, 3, 2])), null);
    expect(tally.sliding.path).toBeNull();
  });
});
