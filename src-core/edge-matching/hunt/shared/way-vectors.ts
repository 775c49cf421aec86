/** How ways to fill a cell are laid out for vectors of 16, so that those with the same label come to lie in pairs. */

/** Labels to a vector of ways, two ways of each. */
const PAIRS_A_VECTOR = 8;

/** Where ways lie in so many vectors: two entries with the same lane in each place. */
export interface Placement {
  readonly vectors: number;
  readonly pairs: readonly {
    readonly vector: number;
    readonly place: number;
    readonly lane: number;
    readonly entries: readonly number[];
  }[];
}

/** Pairs of ways, which are given by lane, no two pairs of one lane in the same vector, and as few vectors as that takes. */
export function placementOf(byLane: readonly (readonly number[])[]): Placement {
  const pairsOf = (entries: readonly number[]): number => Math.ceil(entries.length / 2);
  const most = Math.max(...byLane.map(pairsOf));
  const all = byLane.reduce((sum, entries) => sum + pairsOf(entries), 0);
  const filled = new Array<number>(Math.max(most, Math.ceil(all / PAIRS_A_VECTOR))).fill(0);
  const pairs = byLane.flatMap((entries, lane) => {
    // The emptiest vectors first: so none gets more than its share.
    const emptiest = [...filled.keys()].sort((a, b) => filled[a]! - filled[b]!);
    return Array.from({ length: pairsOf(entries) }, (_, i) => {
      const vector = emptiest[i]!;
      return { vector, place: filled[vector]!++, lane, entries: entries.slice(2 * i, 2 * i + 2) };
    });
  });
  return { vectors: filled.length, pairs };
}
