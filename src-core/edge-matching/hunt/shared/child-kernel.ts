/**
 * What both kernels (children-kernel.ts, frontier-beam/children-kernel.ts) do with a child alike: how candidates lie in blocks, what the
 * sieve counts in, how a child is kept that is good enough, and how the board of its parent becomes its own.
 */
import { i32, select, v128, type Code, type Local } from '../../../wasm.ts';
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

/** `bytes`: a power of two. */
export const times = (value: Code, bytes: number): Code =>
  bytes === 1 ? value : i32.shl(value, i32.const(Math.log2(bytes)));

/** Writes a child with its key and a random part, where `child` points, and goes on from there if the key is below the threshold. */
export function keepChild(
  locals: Readonly<Record<'child' | 'key' | 'withChance' | 'nth' | 'orientation', Local>>,
  given: { readonly weight: Code; readonly salt: Code; readonly threshold: Code; readonly bits: number },
): Code[] {
  const { child, key, withChance, nth, orientation } = locals;
  const mixed = i32.add(i32.mul(i32.xor(nth.get, given.salt), i32.const(MIX[0])), orientation.get);
  return [
    withChance.set(i32.add(key.get, i32.shr(i32.mul(mixed, i32.const(MIX[1])), i32.const(32 - given.bits)))),
    i32.store(
      child.get,
      select(i32.lessSigned(withChance.get, i32.const(0)), i32.const(0), withChance.get),
      CHILD.key,
    ),
    i32.store(child.get, given.weight, CHILD.weight),
    i32.store(child.get, nth.get, CHILD.parent),
    i32.store(child.get, orientation.get, CHILD.orientation),
    // One that is not good enough is written over by the next: cheaper than a branch that nobody can foresee.
    child.set(i32.add(child.get, times(i32.lessSigned(key.get, given.threshold), CHILD_BYTES))),
  ];
}

/** Copies the board of which `laid` has the number over `board`. */
export function copyParent(
  { board, parent, parents, laid }: Readonly<Record<'board' | 'parent' | 'parents' | 'laid', Local>>,
  boardBytes: number,
): Code[] {
  const vectors = boardBytes >> 4;
  const words = (boardBytes - 16 * vectors) / 4;
  return [
    parent.set(i32.add(parents.get, i32.mul(i32.load(laid.get), i32.const(boardBytes)))),
    ...Array.from({ length: vectors }, (_, i) =>
      v128.store(board.get, v128.load(parent.get, 16 * i), 16 * i),
    ),
    ...Array.from({ length: words }, (_, i) =>
      i32.store(board.get, i32.load(parent.get, 16 * vectors + 4 * i), 16 * vectors + 4 * i),
    ),
  ];
}

/** Sets the bit of a tile on a board. */
export const markUsed = (board: Local, tile: Local, slot: Local): Code[] => [
  slot.set(i32.add(board.get, i32.shr(tile.get, i32.const(3)))),
  i32.store8(slot.get, i32.or(i32.load8(slot.get), i32.shl(i32.const(1), i32.and(tile.get, i32.const(7))))),
];
