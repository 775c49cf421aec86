/**
 * Code and constants shared by the children kernels of both beams (`children-kernel.ts` in `row-beam` and
 * `frontier-beam`).
 */
import { choose, I32, type Local } from '../../../wasm/expressions.ts';
import { i32At, u8At, v128At } from '../../../wasm/places.ts';
import { type Steps } from '../../../wasm/statements.ts';
import { HASH_MULTIPLIERS } from './child.ts';

/** number of candidates per block of a candidate list */
export const BLOCK_CANDIDATES = 16;
/**
 * Fills the unused places in the last block of a candidate list. For each candidate, a block stores the index of the
 * byte on a board that contains the bit of the candidate's tile. No byte has this index, so the sieve (a quick test of
 * 16 candidates at a time) rejects the unused places.
 */
export const NO_CANDIDATE = 0xff;
/** size of a child in memory, in bytes */
export const CHILD_BYTES = 16;
/** byte offsets of a child's fields, at 4 bytes each */
const CHILD = { key: 0, weight: 4, parent: 8, orientation: 12 };
/** Size in bytes of an instruction to make a board: the index of the parent and the orientation to place */
export const LAID_BYTES = 8;
/**
 * The sieve works with rounded costs: it drops this many low bits of a cost and keeps the rest in one byte. The byte
 * 255 means 255 or more.
 */
export const COARSE_BITS = 2;
/**
 * The sieve's table of mismatch costs ends at this number of remaining half-edges. For larger numbers, the sieve uses
 * the last cost in the table. This is lower than the true cost, so the sieve never rejects a good candidate.
 */
export const COARSE_COUNT = 15;

/**
 * Returns code that adds the random part to a child's key and writes the child to memory. The child stays there only
 * if its key without the random part is below the threshold. Otherwise, the next child overwrites it.
 */
export function keepChild(
  locals: Readonly<Record<'child' | 'key' | 'withChance' | 'nth' | 'orientation', Local<I32>>>,
  given: { readonly weight: I32; readonly salt: I32; readonly threshold: I32; readonly bits: number },
): Steps {
  const { child, key, withChance, nth, orientation } = locals;
  const mixed = nth.xor(given.salt).times(HASH_MULTIPLIERS[0]).plus(orientation);
  return [
    withChance.set(key.plus(mixed.times(HASH_MULTIPLIERS[1]).shiftRight(32 - given.bits))),
    i32At(child, CHILD.key).set(choose(withChance.less(0), 0, withChance)),
    i32At(child, CHILD.weight).set(given.weight),
    i32At(child, CHILD.parent).set(nth),
    i32At(child, CHILD.orientation).set(orientation),
    // Overwriting a rejected child is cheaper than a branch that the processor can't predict.
    child.increase(key.less(given.threshold).scaled(CHILD_BYTES)),
  ];
}

/** Returns code that copies a parent board to the address `board`. The address `laid` holds the index of the parent. */
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

export const markUsed = (board: I32, tile: I32, slot: Local<I32>): Steps => [
  slot.set(board.plus(tile.shiftRight(3))),
  u8At(slot).set(u8At(slot).or(I32.of(1).shiftLeft(tile.and(7)))),
];
