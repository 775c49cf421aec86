/**
 * Compares the compiled beam with a reference implementation, which stores positions as arrays and computes every
 * bound from scratch.
 */
import { describe, expect, it } from 'vitest';
import { random, type Random } from '../../../../../src-core/random.ts';
import { Beam } from '../../../../../src-core/sliding/anytime/beam.ts';
import { DRAW_VALUES, drawOf } from '../../../../../src-core/sliding/anytime/beam-kernel.ts';
import { preparePatterns, type PreparedPatterns } from '../../../../../src-core/sliding/patterns/prepared.ts';
import {
  distance,
  goalPosition,
  neighbours,
  pathProblem,
  randomPosition,
  type Position,
} from '../../../../../src-core/sliding/state.ts';
import { memoryAssets, sliding } from '../../../support/sliding-data.ts';

const assets = memoryAssets();
function preparedFor(width: number, height: number): PreparedPatterns {
  const steps = preparePatterns({ width, height }, 'small', assets);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Returns the mean of the bounds of a position and of its mirror image. */
function estimateOf(prepared: PreparedPatterns, position: Position): number {
  const { size, patterns, databases, withoutDatabase, mirrored, memory } = prepared;
  const { width } = size;
  const bytes = new Uint8Array(memory.buffer);
  const mirror = (cell: number): number => (cell % width) * width + Math.floor(cell / width);
  let steps = 0;
  position.forEach((tile, cell) => (steps += tile === 0 ? 0 : distance(width, cell, tile)));
  const sides = mirrored ? [(cell: number) => cell, mirror] : [(cell: number) => cell];
  const sums = sides.map((side) => {
    let sum = 0;
    patterns.forEach((tiles, p) => {
      if (withoutDatabase > 0 && p === patterns.length - 1) return;
      const number = tiles.reduce(
        (total, tile, i) => total + position.length ** i * side(position.indexOf(side(tile))),
        0,
      );
      sum += (bytes[databases[p]! + (number >> 1)]! >> (4 * (number & 1))) & 15;
    });
    return sum;
  });
  return steps + (sums.reduce((a, b) => a + b) * 2) / sums.length;
}

function plainBeam(
  prepared: PreparedPatterns,
  start: Position,
  width: number,
  chance: Random,
  limit: number,
) {
  const cells = start.length;
  const beside = neighbours(prepared.size);
  const bits = random(0x5eed);
  const hashes = Array.from({ length: cells }, (_, tile) =>
    Array.from({ length: cells }, () => (tile === 0 ? 0 : bits.next() | 0)),
  );
  const hashOf = (position: Position): number =>
    position.reduce((hash, tile, cell) => hash ^ hashes[tile]![cell]!, 0);
  const goal = goalPosition(prepared.size, 'blank-first').join();
  let layer = [{ position: start, before: -1, path: [] as number[] }];
  const sizes: number[] = [];
  for (let moves = 1; ; moves++) {
    const children = layer.flatMap(({ position, before, path }) => {
      const blank = position.indexOf(0);
      return beside[blank]!.filter((cell) => cell !== before).map((cell) => {
        const next = [...position];
        next[blank] = position[cell]!;
        next[cell] = 0;
        return {
          position: next,
          before: blank,
          path: [...path, position[cell]!],
          estimate: estimateOf(prepared, next),
        };
      });
    });
    sizes.push(children.length);
    const most = limit - moves;
    const count = (estimate: number): number =>
      children.filter((child) => child.estimate === estimate).length;
    let estimate = 0;
    let better = 0;
    while (estimate <= most && better + count(estimate) <= width) better += count(estimate++);
    const share = estimate <= most ? Math.floor(((width - better) / count(estimate)) * DRAW_VALUES) : 0;
    const salt = chance.next();
    const seen = new Set<number>();
    layer = [];
    for (const child of children) {
      const hash = hashOf(child.position);
      if (layer.length === width || child.estimate > estimate) continue;
      if (child.estimate === estimate && drawOf(hash, salt) >= share) continue;
      if (seen.has(hash)) continue;
      seen.add(hash);
      layer.push(child);
    }
    // A layer contains each position only once.
    const solution = layer.find(({ position }) => position.join() === goal);
    if (solution || layer.length === 0) return { path: solution?.path ?? null, sizes };
  }
}

describe('the compiled beam', () => {
  it.each([
    [4, 4, 2],
    [4, 4, 40],
    [3, 4, 25],
    [5, 3, 25],
  ])('makes and keeps the same children as the reference, %i × %i, width %i', (columns, rows, width) => {
    const prepared = preparedFor(columns, rows);
    for (const seed of width < 30 ? [1] : [1, 2]) {
      const start = randomPosition({ width: columns, height: rows }, 'blank-first', random(seed));
      for (const limit of [2000, 60]) {
        // A narrow beam can go around in circles, so don't let it make 2000 moves.
        if (width < 10 && limit === 2000) continue;
        const plain = plainBeam(prepared, start, width, random(seed, 1), limit);
        const beam = new Beam(prepared, start, width, random(seed, 1), limit);
        const dice = random(seed, 2);
        let nodes = 0;
        while (!beam.over) nodes += beam.run(1 + dice.below(300));
        expect(beam.path).toEqual(plain.path);
        expect(nodes).toBe(plain.sizes.reduce((a, b) => a + b));
        expect(beam.depth).toBe(plain.sizes.length);
        if (beam.path) expect(pathProblem(sliding(columns, rows, start), beam.path)).toBeNull();
      }
    }
  });

  it('works in memory that another beam used, and at the same time as another beam', () => {
    const prepared = preparedFor(4, 4);
    const start = randomPosition({ width: 4, height: 4 }, 'blank-first', random(4));
    const alone = (width: number): readonly number[] => {
      const beam = new Beam(prepared, start, width, random(1));
      while (!beam.over) beam.run(500);
      return beam.path!;
    };
    const [narrow, wide] = [alone(20), alone(3000)];
    const first = new Beam(prepared, start, 20, random(1));
    const second = new Beam(prepared, start, 3000, random(1));
    while (!first.over || !second.over) for (const beam of [first, second]) beam.run(500);
    expect([first.path, second.path]).toEqual([narrow, wide]);
  });

  it('gives up if its bound rules out a solution within the limit', () => {
    const prepared = preparedFor(4, 4);
    const start = randomPosition({ width: 4, height: 4 }, 'blank-first', random(6));
    const beam = new Beam(prepared, start, 100, random(1), estimateOf(prepared, start) - 1);
    while (!beam.over) beam.run(1000);
    expect(beam.path).toBeNull();
    expect(beam.depth).toBeLessThan(10);
  });
});
