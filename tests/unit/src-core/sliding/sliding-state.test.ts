import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { random } from '../../../../src-core/random.ts';
import {
  goalPosition,
  movableTiles,
  pathProblem,
  positionProblem,
  positionsAlong,
  randomPosition,
  randomWalk,
  slide,
  unreachableReason,
  withBlankFirst,
} from '../../../../src-core/sliding/state.ts';
import { sliding } from '../../support/sliding-data.ts';

const sizes = fc.record({ width: fc.integer({ min: 2, max: 8 }), height: fc.integer({ min: 2, max: 8 }) });
const goals = fc.constantFrom('blank-first' as const, 'blank-last' as const);

function reachable(width: number, height: number, goal: 'blank-first' | 'blank-last'): Set<string> {
  const size = { width, height };
  const seen = new Set([goalPosition(size, goal).join(' ')]);
  for (const key of seen) {
    const position = key.split(' ').map(Number);
    for (const tile of movableTiles(size, position)) seen.add(slide(size, position, tile).join(' '));
  }
  return seen;
}

const permutations = (items: number[]): number[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item) => permutations(items.filter((i) => i !== item)).map((rest) => [item, ...rest]));

describe('sliding state', () => {
  it.each([
    [2, 2, 12],
    [3, 2, 360],
    [2, 3, 360],
  ])('distinguishes reachable and unreachable positions of %i × %i', (width, height, count) => {
    const all = permutations([...Array(width * height).keys()]);
    for (const goal of ['blank-first', 'blank-last'] as const) {
      const seen = reachable(width, height, goal);
      expect(seen.size).toBe(count);
      for (const start of all) {
        expect(unreachableReason(sliding(width, height, start, goal)) === null).toBe(
          seen.has(start.join(' ')),
        );
      }
    }
  });

  it('says why the goal cannot be reached', () => {
    const start = [0, 1, 2, 3, 4, 5, 6, 8, 7];
    expect(unreachableReason(sliding(3, 3, start))).toBe(
      "The goal can't be reached: sorting the tiles takes an odd number of exchanges (1), but the empty space " +
        'is an even number of steps from its place (0). Goals that can be reached: snail. ' +
        'Swap any two tiles, such as 7 and 8, to make this goal reachable.',
    );
  });

  it('says what is wrong with a list of tiles', () => {
    expect(positionProblem({ width: 2, height: 2 }, [0, 1, 2])).toMatch('needs 4 numbers, not 3');
    expect(positionProblem({ width: 2, height: 2 }, [0, 1, 1, 3])).toBe(
      'Tile 2 is missing; the extra number is 1.',
    );
    expect(positionProblem({ width: 2, height: 2 }, [9, 1, 2, 3])).toBe(
      'The empty space (0) is missing; the extra number is 9.',
    );
  });

  it('creates reachable random positions and walks of every size', () => {
    fc.assert(
      fc.property(sizes, goals, fc.nat(), (size, goal, seed) => {
        const drawn = randomPosition(size, goal, random(seed));
        const walked = randomWalk(size, goal, 50, random(seed));
        for (const start of [drawn, walked]) {
          expect(unreachableReason(sliding(size.width, size.height, start, goal))).toBeNull();
        }
      }),
      { numRuns: 60 },
    );
  });

  it('creates all 12 positions of 2 × 2 about equally often', () => {
    const times = new Map<string, number>();
    const chance = random(7);
    for (let i = 0; i < 12_000; i++) {
      const key = randomPosition({ width: 2, height: 2 }, 'blank-first', chance).join();
      times.set(key, (times.get(key) ?? 0) + 1);
    }
    expect(times.size).toBe(12);
    // 130 is about 4 standard deviations of each count.
    for (const count of times.values()) expect(Math.abs(count - 1000)).toBeLessThan(130);
  });

  it('converts a blank-last puzzle and its path to blank-first', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), (size, seed) => {
        const chance = random(seed);
        const puzzle = sliding(
          size.width,
          size.height,
          randomPosition(size, 'blank-last', chance),
          'blank-last',
        );
        const { start, pathBack } = withBlankFirst(puzzle);
        const path: number[] = [];
        let position = start;
        for (let i = 0; i < 20; i++) {
          const tiles = movableTiles(size, position);
          path.push(tiles[chance.below(tiles.length)]!);
          position = slide(size, position, path.at(-1)!);
        }
        const end = positionsAlong(size, puzzle.start, pathBack(path)).at(-1);
        expect(withBlankFirst({ ...puzzle, start: end! }).start).toEqual(position);
      }),
      { numRuns: 40 },
    );
  });

  it('checks paths and names the wrong move', () => {
    const puzzle = sliding(3, 3, [1, 4, 2, 3, 0, 5, 6, 7, 8]);
    expect(pathProblem(puzzle, [4, 1])).toBeNull();
    expect(pathProblem(puzzle, [4])).toBe('after 1 move, cell 1 has tile 1, not the empty space');
    expect(pathProblem(puzzle, [4, 8])).toBe('move 2: tile 8 is not beside the empty space');
  });
});
