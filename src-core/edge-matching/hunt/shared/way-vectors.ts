/**
 * Arranges the ways to fill a cell (tiles in rotations) in vectors of 16 bytes, with one byte per way. Each way adds a
 * number to the sum for one label. This label is called the way's *lane*. The kernels first add the bytes of two
 * neighbouring ways, so both ways of such a pair must have the same lane.
 */

const PAIRS_PER_VECTOR = 8;

/**
 * Where each way to fill a cell is stored in the vectors. `vectors` is the number of vectors. A pair holds one or two
 * ways (`entries`) that add to the sum for the same label (`lane`). The pair is at index `place` of vector number
 * `vector`.
 */
export interface Placement {
  readonly vectors: number;
  readonly pairs: readonly {
    readonly vector: number;
    readonly place: number;
    readonly lane: number;
    readonly entries: readonly number[];
  }[];
}

/**
 * Arranges the ways to fill a cell in pairs, and the pairs in as few vectors as possible. A vector has at most one pair
 * of each lane. `byLane` lists the ways of each lane.
 */
export function placementOf(byLane: readonly (readonly number[])[]): Placement {
  const pairsOf = (entries: readonly number[]): number => Math.ceil(entries.length / 2);
  const longest = Math.max(...byLane.map(pairsOf));
  const all = byLane.reduce((sum, entries) => sum + pairsOf(entries), 0);
  const filled = new Array<number>(Math.max(longest, Math.ceil(all / PAIRS_PER_VECTOR))).fill(0);
  const pairs = byLane.flatMap((entries, lane) => {
    // Filling the emptiest vectors first spreads the pairs evenly, so that no vector gets more than
    // `PAIRS_PER_VECTOR`.
    const emptiest = [...filled.keys()].sort((a, b) => filled[a]! - filled[b]!);
    return Array.from({ length: pairsOf(entries) }, (_, i) => {
      const vector = emptiest[i]!;
      return { vector, place: filled[vector]!++, lane, entries: entries.slice(2 * i, 2 * i + 2) };
    });
  });
  return { vectors: filled.length, pairs };
}
