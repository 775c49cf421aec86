/** The part of the kernel that numbers the positions of ranked patterns (see numbering.ts). */
import { GROUP, rankBytes, type KernelLayout } from './kernel-layout.ts';
import { factorial } from './numbering.ts';
import { i32, type Code, type ModuleBuilder } from '../../wasm.ts';

/**
 * Number of a ranked group's position (see numbering.ts). The set's number is a sum over the two halves of
 * the mask; the order's comes from counting, below each tile, the cells that no earlier tile has. `index`:
 * which of the rank tables is that of this number of tiles.
 */
export function addRanking(
  module: ModuleBuilder,
  { chunkBits, ranks }: KernelLayout,
  tiles: number,
  index: number,
): number {
  const first = ranks + index * rankBytes(chunkBits);
  const table = 4 * (1 << chunkBits);
  return module.add(null, ['i32', 'i32'], ['i32'], ([group, mask], local) => {
    const slots = local('i32');
    const below = local('i32');
    const order = local('i32');
    const low = local('i32');
    const set = local('i32');
    const code: Code[] = [
      slots.set(i32.load(group!.get, GROUP.slots)),
      low.set(i32.and(mask!.get, i32.const((1 << chunkBits) - 1))),
      set.set(
        i32.add(
          i32.load(i32.shl(low.get, i32.const(2)), first),
          i32.load(
            i32.add(
              i32.mul(i32.popcnt(low.get), i32.const(table)),
              i32.shl(i32.shr(mask!.get, i32.const(chunkBits)), i32.const(2)),
            ),
            first + 9 * table,
          ),
        ),
      ),
    ];
    // Digits times their weights, not Horner's rule: the processor works on several at once. The last is 0.
    for (let i = 0; i + 1 < tiles; i++) {
      code.push(below.set(i32.load(slots.get, 4 * i)));
      const digit = i32.popcnt(i32.and(mask!.get, below.get));
      const worth = i + 2 < tiles ? i32.mul(digit, i32.const(factorial(tiles - 1 - i))) : digit;
      code.push(order.set(i === 0 ? worth : i32.add(order.get, worth)));
      // Take the tile's own cell, which is below + 1, out of the mask.
      if (i + 2 < tiles) code.push(mask!.set(i32.xor(mask!.get, i32.add(below.get, i32.const(1)))));
    }
    return [...code, i32.add(order.get, i32.mul(set.get, i32.const(factorial(tiles))))];
  });
}
