import { expect, it } from 'vitest';
import { generate } from '../../../../../../src-core/edge-matching/generate/generate.ts';
import { boardShapeOf } from '../../../../../../src-core/edge-matching/hunt/shared/boards.ts';
import { instanceOf } from '../../../../../../src-core/edge-matching/hunt/shared/instance.ts';
import { labelPricesOf } from '../../../../../../src-core/edge-matching/hunt/shared/label-prices.ts';

it.each([
  { side: 4, innerLabels: 5 },
  { side: 14, innerLabels: 300 },
])('every count that a $side × $side board with $innerLabels labels can store has a cost', (size) => {
  const { side, innerLabels } = size;
  const { puzzle } = generate({ family: 'unframed', width: side, height: side, innerLabels, seed: 1 });
  const instance = instanceOf(puzzle, { symmetry: 0, breakRim: false, rimLabel: null });
  const prices = labelPricesOf(instance);
  const counts = boardShapeOf(instance, prices).wide ? 2 ** 16 : 2 ** 8;
  expect([prices.pair.length, prices.one.length]).toEqual([counts, counts]);
});
