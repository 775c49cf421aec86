import { describe, expect, it } from 'vitest';
import { random } from '../../src-core/random.ts';
import { Beam } from '../../src-core/sliding/anytime/beam.ts';
import { anytime } from '../../src-core/sliding/anytime/engine.ts';
import { ShortenSearch } from '../../src-core/sliding/anytime/shorten.ts';
import type { PreparedPatterns } from '../../src-core/sliding/optimal/pattern-search.ts';
import { pathProblem, randomPosition, randomWalk, withBlankFirst } from '../../src-core/sliding/state.ts';
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

  it.each(['blank-first', 'blank-last'] as const)(
    'shortens a poor answer piece by piece, goal %s',
    (goal) => {
      const size = { width: 4, height: 4 };
      const puzzle = sliding(4, 4, randomPosition(size, goal, random(5)), goal);
      const blankFirst = withBlankFirst(puzzle);
      const patterns = prepared as PreparedPatterns;
      const beam = new Beam(patterns, blankFirst.start, 3, 1, 0);
      while (!beam.over) beam.run(1000);
      const poor = blankFirst.pathBack(beam.path!);
      const setup = { prepared: patterns, puzzle, ...blankFirst, seed: 1 };

      const shorten = (budget: () => number) => {
        let search = new ShortenSearch(setup, { type: 'shorten', path: poor });
        const answers: (readonly number[])[] = [];
        let nodes = 0;
        for (let done = false; !done;) {
          const slice = search.step(budget());
          nodes += slice.nodes;
          done = slice.done;
          for (const finding of slice.findings) if (finding.type === 'path') answers.push(finding.moves);
          search = new ShortenSearch(
            setup,
            { type: 'shorten', path: poor },
            structuredClone(search.checkpoint()),
          );
        }
        return { answers, nodes };
      };
      const whole = shorten(() => 1e9);
      expect(whole.answers.at(-1)!.length).toBeLessThan(poor.length - 10);
      for (const path of whole.answers) expect(pathProblem(puzzle, path)).toBeNull();
      const dice = random(9);
      expect(shorten(() => 1000 + dice.below(200_000))).toEqual(whole);
    },
  );

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
