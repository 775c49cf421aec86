import { describe, expect, it } from 'vitest';
import type { EngineOptions } from '../../../../../src-core/engine.ts';
import { random } from '../../../../../src-core/random.ts';
import { buildPattern } from '../../../../../src-core/sliding/patterns/build.ts';
import { optimal } from '../../../../../src-core/sliding/optimal/engine.ts';
import { orderFromNumber, setNumber, cellSets } from '../../../../../src-core/sliding/patterns/numbering.ts';
import { OptimalSearch } from '../../../../../src-core/sliding/optimal/search.ts';
import type { PreparedPatterns } from '../../../../../src-core/sliding/patterns/prepared.ts';
import {
  movableTiles,
  pathProblem,
  randomPosition,
  randomWalk,
  slide,
} from '../../../../../src-core/sliding/state.ts';
import { prepare } from '../../../../../src-core/drive/drive.ts';
import {
  drive,
  eightPuzzleDepths,
  instances,
  jobOf,
  memoryAssets,
  sliding,
} from '../../../support/sliding-data.ts';

const assets = memoryAssets();
const fifteen = instances('korf15_25.txt');
const small = { databases: 'small' };
const preparedFifteen = prepare(optimal, jobOf(optimal, fifteen[0]!.puzzle, small), assets);

/** Returns the distance of each position of a board from the goal, by breadth-first search. */
function distances(width: number, height: number): Map<string, number> {
  const size = { width, height };
  const goal = [...Array(width * height).keys()];
  const found = new Map([[goal.join(), 0]]);
  for (const [key, moves] of found) {
    const position = key.split(',').map(Number);
    for (const tile of movableTiles(size, position)) {
      const next = slide(size, position, tile).join();
      if (!found.has(next)) found.set(next, moves + 1);
    }
  }
  return found;
}

describe('pattern databases', () => {
  it('number sets of cells in colexicographic order', () => {
    let number = 0;
    for (const set of cellSets(9, 4)) expect(setNumber(set)).toBe(number++);
    expect(number).toBe(126);
  });

  it('hold the published number of 8-puzzle positions at each distance', () => {
    const steps = buildPattern({ width: 3, height: 3 }, [1, 2, 3, 4, 5, 6, 7, 8]);
    let step = steps.next();
    while (!step.done) step = steps.next();
    const counts = new Array<number>(32).fill(0);
    const places = new Uint8Array(8);
    let entry = 0;
    for (const set of cellSets(9, 8)) {
      for (let order = 0; order < 40320; order++, entry++) {
        const value = (step.value[entry >> 1]! >> (4 * (entry & 1))) & 15;
        // Half of all positions can't be reached and have no value.
        if (value === 15) continue;
        orderFromNumber(order, places);
        let moves = 2 * value;
        places.forEach((place, i) => {
          const [cell, home] = [set[place]!, i + 1];
          moves += Math.abs((cell % 3) - (home % 3)) + Math.abs(Math.floor(cell / 3) - Math.floor(home / 3));
        });
        counts[moves]!++;
      }
    }
    expect(counts).toEqual(eightPuzzleDepths());
  });

  it('are stored, verified, and rebuilt if damaged', () => {
    const puzzle = sliding(3, 3, randomPosition({ width: 3, height: 3 }, 'blank-first', random(1)));
    const own = memoryAssets();
    const job = jobOf(optimal, puzzle, small);
    const first = drive(optimal, job, prepare(optimal, job, own));
    const [name, bytes] = [...own.files][0]!;
    const sound = bytes.slice();
    bytes[bytes.length >> 1]! ^= 0x10;
    expect(drive(optimal, job, prepare(optimal, job, own))).toEqual(first);
    expect(Buffer.from(own.files.get(name)!).equals(Buffer.from(sound))).toBe(true);
    own.files.set(name, own.files.get(name)!.subarray(0, 100));
    expect(drive(optimal, job, prepare(optimal, job, own))).toEqual(first);
  });
});

describe('optimal', () => {
  it.each(fifteen.map((i) => [i.id, i] as const))(
    'solves Korf 15-puzzle %i in its published length',
    (_, i) => {
      const { tally, outcome } = drive(optimal, jobOf(optimal, i.puzzle, small), preparedFifteen, 1e6);
      expect(pathProblem(i.puzzle, tally.sliding.path!)).toBeNull();
      expect(tally.sliding).toMatchObject({ lowerBound: i.optimum, optimal: true });
      expect(tally.sliding.path).toHaveLength(i.optimum);
      expect(outcome).toBe('');
    },
  );

  it.each([
    [2, 2, 1],
    [3, 2, 1],
    [2, 4, 397],
  ])('solves every position of %i × %i, or one in %i', (width, height, every) => {
    const first = jobOf(optimal, sliding(width, height, [...Array(width * height).keys()]));
    const prepared = prepare(optimal, first, assets);
    for (const [index, [key, moves]] of [...distances(width, height)].entries()) {
      if (index % every !== 0) continue;
      const puzzle = sliding(width, height, key.split(',').map(Number));
      const { path } = drive(optimal, jobOf(optimal, puzzle), prepared).tally.sliding;
      if (path?.length !== moves || pathProblem(puzzle, path)) expect.fail(`${key}: ${path?.join(' ')}`);
    }
  });

  it.each([
    [3, 4, 40],
    [5, 3, 40],
    [5, 4, 30, small],
    [8, 8, 20, small],
  ] satisfies [number, number, number, EngineOptions?][])(
    'finds a path no longer than the random walk that made the puzzle, on %i × %i',
    (width, height, moves, options: EngineOptions = {}) => {
      const puzzle = sliding(
        width,
        height,
        randomWalk({ width, height }, 'blank-last', moves, random(5)),
        'blank-last',
      );
      const job = jobOf(optimal, puzzle, options);
      const { path, optimal: proved } = drive(optimal, job, prepare(optimal, job, assets)).tally.sliding;
      expect(pathProblem(puzzle, path!)).toBeNull();
      expect(path!.length).toBeLessThanOrEqual(moves);
      expect(proved).toBe(true);
    },
    60_000,
  );

  it('gives the same solution and nodes however it is sliced, stopped and resumed', () => {
    const puzzle = sliding(4, 4, randomPosition({ width: 4, height: 4 }, 'blank-first', random(35)));
    const job = jobOf(optimal, puzzle, small);
    const whole = drive(optimal, job, preparedFifteen, 1e7);
    expect(whole.tally.sliding.path).toHaveLength(60);
    // The probe did not solve the puzzle, so the search continued in rounds.
    expect(whole.tally.counts['rounds']).toBeGreaterThan(0);
    expect(drive(optimal, job, preparedFifteen, 123_457, 4)).toEqual(whole);
  });

  it('gives the same result with a budget of one node per step', () => {
    const { puzzle } = fifteen[2]!;
    const job = jobOf(optimal, puzzle, small);
    expect(drive(optimal, job, preparedFifteen, 1, 50)).toEqual(drive(optimal, job, preparedFifteen));
  });

  it('stops a chunk when an earlier one has the solution', () => {
    const work = {
      type: 'chunk',
      bound: 57,
      index: 3,
      roots: [{ position: fifteen[0]!.puzzle.start, path: [], before: -1 }],
    } as const;
    const search = new OptimalSearch(
      preparedFifteen as PreparedPatterns,
      fifteen[0]!.puzzle.start,
      (path) => [...path],
      work,
    );
    search.hear({ bound: 57, winner: 5 });
    expect(search.step(100).done).toBe(false);
    search.hear({ bound: 57, winner: 2 });
    expect(search.step(100)).toMatchObject({ done: true, nodes: 0 });
  });

  it('recognises a solved puzzle and an unreachable goal without a search', () => {
    const solved = jobOf(optimal, sliding(3, 3, [0, 1, 2, 3, 4, 5, 6, 7, 8]));
    expect(drive(optimal, solved, undefined).tally.sliding).toEqual({
      path: [],
      lowerBound: 0,
      optimal: true,
    });
    const never = jobOf(optimal, sliding(4, 4, [0, 2, 1, ...Array.from({ length: 13 }, (_, i) => i + 3)]));
    expect(prepare(optimal, never, assets)).toBeNull();
    expect(drive(optimal, never, undefined).tally.sliding.path).toBeNull();
  });
});
