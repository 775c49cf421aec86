/**
 * Arranges the ways to fill a cell (tiles in rotations) in vectors of 16, one byte for each way. Each way adds to the
 * sum of one label, its *lane*. The kernels first add the bytes of two neighbouring ways, so the two ways of such a
 * pair must have the same lane.
 */

const PAIRS_PER_VECTOR = 8;

/**
 * An arrangement of ways in pairs. `vectors`: number of vectors. `vector`: index of the vector that holds a pair.
 * `place`: index of the pair in this vector. `entries`: the one or two ways of the pair.
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
 * Arranges ways in as few vectors as possible. No vector holds two pairs with the same lane. `byLane`: for each lane,
 * its ways.
 */
export function placementOf(byLane: readonly (readonly number[])[]): Placement {
  const pairsOf = (entries: readonly number[]): number => Math.ceil(entries.length / 2);
  const longest = Math.max(...byLane.map(pairsOf));
  const all = byLane.reduce((sum, entries) => sum + pairsOf(entries), 0);
  const filled = new Array<number>(Math.max(longest, Math.ceil(all / PAIRS_PER_VECTOR))).fill(0);
  const pairs = byLane.flatMap((entries, lane) => {
    // Filling the emptiest vectors first spreads the pairs evenly, so no vector gets more than `PAIRS_PER_VECTOR`.
    const emptiest = [...filled.keys()].sort((a, b) => filled[a]! - filled[b]!);
    return Array.from({ length: pairsOf(entries) }, (_, i) => {
      const vector = emptiest[i]!;
      return { vector, place: filled[vector]!++, lane, entries: entries.slice(2 * i, 2 * i + 2) };
    });
  });
  return { vectors: filled.length, pairs };
}
