/** The part of the kernel that computes which number a position has in a ranked pattern (see numbering.ts). */
import { GROUP, rankBytes, type KernelLayout } from './kernel-layout.ts';
import { factorial } from './numbering.ts';
import { I32 } from '../../wasm/expressions.ts';
import { i32At } from '../../wasm/places.ts';
import { words, type ModuleBuilder, type Steps } from '../../wasm/statements.ts';

/**
 * Adds a function that returns the number of a ranked group's position in its database. Returns the function's index.
 * `tiles` is the number of tiles in the group. `index` says which rank tables to use: each number of tiles has its own.
 */
export function addRanking(
  module: ModuleBuilder,
  { chunkBits, ranks }: KernelLayout,
  tiles: number,
  index: number,
): number {
  const first = ranks + index * rankBytes(chunkBits);
  const table = 4 * (1 << chunkBits);
  return module.add(null, words('group', 'mask'), ({ group, mask }, locals) => {
    const { slots, below, order, low, set } = locals.named(I32, 'slots', 'below', 'order', 'low', 'set');
    const code: Steps[] = [
      slots.set(i32At(group, GROUP.slots)),
      low.set(mask.and((1 << chunkBits) - 1)),
      set.set(
        i32At(low.shiftLeft(2), first).plus(
          i32At(low.bitCount().times(table).plus(mask.shiftRight(chunkBits).shiftLeft(2)), first + 9 * table),
        ),
      ),
    ];
    // The number of the order of the tiles is a sum of digits times weights. Horner's rule would be shorter, but the
    // processor can compute these products in parallel. The last digit is always 0.
    for (let i = 0; i + 1 < tiles; i++) {
      code.push(below.set(i32At(slots, 4 * i)));
      const digit = mask.and(below).bitCount();
      const worth = i + 2 < tiles ? digit.times(factorial(tiles - 1 - i)) : digit;
      code.push(order.set(i === 0 ? worth : order.plus(worth)));
      if (i + 2 < tiles) code.push(mask.set(mask.xor(below.plus(1))));
    }
    return [...code, order.plus(set.times(factorial(tiles)))];
  });
}
