import { expect, it } from 'vitest';
import { RowBeam } from '../../../../../../src-core/edge-matching/hunt/row-beam/row-beam.ts';
import { Selection, KEY_LIMIT } from '../../../../../../src-core/edge-matching/hunt/shared/selection.ts';
import { instanceOf } from '../../../../../../src-core/edge-matching/hunt/shared/instance.ts';
import { variableOrder } from '../../../../../../src-core/edge-matching/hunt/row-beam/row-order.ts';
import { eternity2, officialHints } from '../../../../../../src-core/puzzle/eternity2.ts';
import { random } from '../../../../../../src-core/random.ts';

const MAX = 5000;
const PARENTS = 20_000;

/** Returns the keys of four children for each of many parents. The parents have different keys, in random order. */
function keysOf(seed: number): number[][] {
  const chance = random(seed);
  return Array.from({ length: PARENTS }, () => {
    const parent = 2000 + 400 * chance.fraction();
    return Array.from({ length: 4 }, () =>
      Math.min(KEY_LIMIT - 1, Math.floor(parent - 300 * Math.log(1 - chance.fraction()))),
    );
  });
}

/**
 * Adds all children to a selection. Returns how many were accepted when added, and the keys of those kept until the
 * end.
 */
function keep(keys: readonly (readonly number[])[], foreseen: readonly number[]) {
  const children = new Selection(MAX, 2 * MAX + 10, 4, random(7));
  children.begin(MAX);
  let taken = 0;
  const keyOf = new Map<string, number>();
  keys.forEach((ofParent, parent) => {
    ofParent.forEach((key, placed) => {
      if (key < children.threshold) taken++;
      keyOf.set(`${parent} ${placed}`, key);
      children.add(key, key, parent, placed);
    });
    if (foreseen.includes(parent + 1)) children.foresee((parent + 1) / PARENTS);
  });
  const kept = [...children.sorted()].map((i) => keyOf.get(`${children.parent[i]!} ${children.placed[i]!}`)!);
  return { taken, kept };
}

it('an estimated threshold drops many children early and none of the best', () => {
  for (const seed of [1, 2]) {
    const keys = keysOf(seed);
    const best = keys.flat().sort((a, b) => a - b);
    const plain = keep(keys, []);
    const foreseen = keep(keys, [1000]);
    expect(plain.kept).toEqual(best.slice(0, MAX));
    expect(foreseen.kept).toEqual(plain.kept);
    expect(foreseen.taken).toBeLessThan(plain.taken * 0.7);
  }
});

it('an estimated threshold stays when the worst children are dropped', () => {
  const children = new Selection(100, 150, 4, random(1));
  children.begin(100);
  for (let i = 0; i < 140; i++) children.add(i < 60 ? 10 : 500, 0, i, 0);
  children.foresee(0.2);
  expect(children.threshold).toBe(11);
  // There is room for ten more children, so adding twelve drops some of those with key 500.
  for (let i = 0; i < 12; i++) children.add(5, 0, i, 1);
  expect(children.threshold).toBe(11);
});

it('estimated thresholds leave no level of a wide beam with fewer boards than its width', () => {
  const width = 24_000;
  const instance = instanceOf(eternity2(officialHints.slice(0, 1)), {
    symmetry: 3,
    breakRim: false,
    rimLabel: null,
  });
  const beam = new RowBeam(instance, variableOrder(instance), random(1), {
    width,
    penalty: 6,
  });
  const least = new Map<number, number>();
  while (beam.placed < 30) {
    beam.step(width);
    least.set(beam.placed, beam.boards);
  }
  beam.release();
  expect([...least].filter(([placed, boards]) => placed >= 4 && boards < width)).toEqual([]);
});
