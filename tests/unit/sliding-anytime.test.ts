import { describe, expect, it } from 'vitest';
import { random } from '../../src-core/random.ts';
import { anytime } from '../../src-core/sliding/anytime/engine.ts';
import { pathProblem, randomPosition, randomWalk } from '../../src-core/sliding/state.ts';
import { drive, instances, jobOf, memoryAssets, prepare, sliding } from './sliding-data.ts';

const assets = memoryAssets();
const fifteen = instances('korf15_25.txt');
const prepared = prepare(anytime, jobOf(anytime, fifteen[0]!.puzzle), assets);

describe('anytime', () => {
  it('ends with a proof where the bound meets the answer', () => {
    for (const { puzzle, optimum } of fifteen.slice(0, 5)) {
      const { tally, answers } = drive(anytime, jobOf(anytime, puzzle), prepared);
      expect(tally.sliding).toMatchObject({ lowerBound: optimum, optimal: true });
      expect(pathProblem(puzzle, tally.sliding.path!)).toBeNull();
      const lengths = answers.map((path) => path.length);
      expect(lengths).toEqual([...new Set(lengths)].sort((a, b) => b - a));
    }
  });

  it('gives the same answers and nodes however it is sliced, stopped and taken up again', () => {
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

  it('solves a board that is not square', () => {
    const puzzle = sliding(4, 3, randomWalk({ width: 4, height: 3 }, 'blank-first', 200, random(2)));
    const job = jobOf(anytime, puzzle);
    expect(drive(anytime, job, prepare(anytime, job, assets)).tally.sliding.optimal).toBe(true);
  });

  it('proves at once that an unreachable goal has no answer', () => {
    const { tally } = drive(anytime, jobOf(anytime, sliding(2, 2, [0, 1, 3, 2])), null);
    expect(tally.sliding.path).toBeNull();
  });
});
