/**
 * Arranges the ways to fill a cell (tiles in rotations) in vectors of 16, with one byte for each way. Each way adds a
 * number to the sum of one label, which is called the way's *lane*. The kernels first add the bytes of two
 * neighbouring ways, so the two ways of such a pair must have the same lane.
 */

const PAIRS_PER_VECTOR = 8;

/**
 * An arrangement of ways in pairs, which fills `vectors` vectors. Each pair consists of one or two ways (`entries`).
 * It is in the vector with index `vector`, at index `place`.
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
 * Arranges ways in as few vectors as possible, so that no vector contains two pairs with the same lane. `byLane`
 * lists the ways of each lane.
 */
export function placementOf(byLane: readonly (readonly number[])[]): Placement {
  const pairsOf = (entries: readonly number[]): number => Math.ceil(entries.length / 2);
  const longest = Math.max(...byLane.map(pairsOf));
  const all = byLane.reduce((sum, entries) => sum + pairsOf(entries), 0);
  const filled = new Array<number>(Math.max(longest, Math.ceil(all / PAIRS_PER_VECTOR))).fill(0);
  const pairs = byLane.flatMap((entries, lane) => {
    // The emptiest vectors are filled first. This spreads the pairs evenly, so no vector gets more than
    // `PAIRS_PER_VECTOR`.
    const emptiest = [...filled.keys()].sort((a, b) => filled[a]! - filled[b]!);
    return Array.from({ length: pairsOf(entries) }, (_, i) => {
      const vector = emptiest[i]!;
      return { vector, place: filled[vector]!++, lane, entries: entries.slice(2 * i, 2 * i + 2) };
    });
  });
  return { vectors: filled.length, pairs };
}
