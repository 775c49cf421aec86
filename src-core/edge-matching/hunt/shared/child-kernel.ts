/**
 * What both kernels (children-kernel.ts, frontier-beam/children-kernel.ts) do with a child alike: how candidates lie in blocks, what the
 * sieve counts in, how a child is kept that is good enough, and how the board of its parent becomes its own.
 */
import { choose, I32, i32At, u8At, v128At, type Local } from '../../../wasm/expressions.ts';
import { type Steps } from '../../../wasm/statements.ts';
import { MIX } from './child.ts';

/** Candidates to a block in memory. */
export const BLOCK_CANDIDATES = 16;
/** What fills a block up: a tile that no board has left, as its bits lie nowhere. */
export const NO_CANDIDATE = 0xff;
/** A child in memory. */
export const CHILD_BYTES = 16;
const CHILD = { key: 0, weight: 4, parent: 8, orientation: 12 };
/** What lays a board: the number of its parent and an orientation, 4 bytes each. */
export const LAID_BYTES = 8;
/** The sieve counts in units of keys times two to the power of this; 255 stands for all that is more. */
export const COARSE_BITS = 2;
/** Where more half-edges of a label are left, the sieve takes them for so many; with more, a mismatch costs more. */
export const COARSE_COUNT = 15;

/** Writes a child with its key and a random part, where `child` points, and goes on from there if the key is below the threshold. */
export function keepChild(
  locals: Readonly<Record<'child' | 'key' | 'withChance' | 'nth' | 'orientation', Local<I32>>>,
  given: { readonly weight: I32; readonly salt: I32; readonly threshold: I32; readonly bits: number },
): Steps {
  const { child, key, withChance, nth, orientation } = locals;
  const mixed = nth.xor(given.salt).times(MIX[0]).plus(orientation);
  return [
    withChance.set(key.plus(mixed.times(MIX[1]).shiftRight(32 - given.bits))),
    i32At(child, CHILD.key).set(choose(withChance.less(0), 0, withChance)),
    i32At(child, CHILD.weight).set(given.weight),
    i32At(child, CHILD.parent).set(nth),
    i32At(child, CHILD.orientation).set(orientation),
    // One that is not good enough is written over by the next: cheaper than a branch that nobody can foresee.
    child.increase(key.less(given.threshold).scaled(CHILD_BYTES)),
  ];
}

/** Copies the board of which `laid` has the number over `board`. */
export function copyParent(
  { board, parent, parents, laid }: Readonly<Record<'board' | 'parent' | 'parents' | 'laid', Local<I32>>>,
  boardBytes: number,
): Steps {
  const vectors = boardBytes >> 4;
  const words = (boardBytes - 16 * vectors) / 4;
  return [
    parent.set(parents.plus(i32At(laid).times(boardBytes))),
    Array.from({ length: vectors }, (_, i) => v128At(board, 16 * i).set(v128At(parent, 16 * i))),
    Array.from({ length: words }, (_, i) =>
      i32At(board, 16 * vectors + 4 * i).set(i32At(parent, 16 * vectors + 4 * i)),
    ),
  ];
}

/** Sets the bit of a tile on a board. */
export const markUsed = (board: I32, tile: I32, slot: Local<I32>): Steps => [
  slot.set(board.plus(tile.shiftRight(3))),
  u8At(slot).set(u8At(slot).or(I32.of(1).shiftLeft(tile.and(7)))),
];
