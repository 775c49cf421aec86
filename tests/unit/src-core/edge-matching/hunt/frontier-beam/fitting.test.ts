import { expect, it } from 'vitest';
import { fittingOf } from '../../../../../../src-core/edge-matching/hunt/frontier-beam/fitting.ts';
import { boardInstanceOf } from '../../../../../../src-core/edge-matching/hunt/shared/instance.ts';
import { generate } from '../../../../../../src-core/edge-matching/generate/generate.ts';
import { random } from '../../../../../../src-core/random.ts';

it('finds the same orientations as a check of every orientation', () => {
  const { puzzle } = generate({ family: 'framed', board: { kind: 'honeycomb', side: 3 }, seed: 1 });
  const instance = boardInstanceOf(puzzle, { breakRim: false, rimLabel: null });
  const { allowed, labels, sides, sideCount } = instance;
  const fitting = fittingOf(instance);
  const chance = random(1);
  let found = 0;
  for (let i = 0; i < 2000; i++) {
    const cell = chance.below(allowed.length);
    const asked = [0, 1, 2, 3, 4, 5].filter(() => chance.below(3) === 0);
    // Start from the labels of an allowed orientation, because random labels would seldom fit. Replace some of them.
    const one = allowed[cell]![chance.below(allowed[cell]!.length)]!;
    const wanted = asked.map((side) =>
      chance.below(4) === 0 ? chance.below(labels) : sides[one * sideCount + side]!,
    );
    const key = wanted.reduceRight((sum, label) => sum * labels + label, 0);
    const fits = allowed[cell]!.filter((orientation) =>
      asked.every((side, at) => sides[orientation * sideCount + side] === wanted[at]),
    );
    const lists = fitting(allowed[cell]!, asked);
    expect(lists.at(key)).toEqual([...fits]);
    if (fits.length > 0) expect(lists.all()).toContainEqual({ labels: wanted, list: [...fits] });
    expect(lists.longest).toBe(Math.max(...lists.all().map(({ list }) => list.length)));
    found += fits.length;
  }
  expect(found).toBeGreaterThan(2000);
});
