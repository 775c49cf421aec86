/**
 * The price of labels: the cost of using them up. Let n be the number of remaining half-edges with a label. If all
 * remaining half-edges are paired at random, the probability that every pair matches is proportional to the product
 * of (n - 1)!! over all labels. So one edge with this label costs ln(n - 1).
 *
 * Of two boards with the same number of tiles, the one that has used scarcer labels can be completed in more ways.
 */
import { float } from './float32.ts';
import type { Instance } from './instance.ts';

/** Costs, weights and keys are natural logarithms, multiplied by UNITS_PER_NAT and rounded to integers. */
export const UNITS_PER_NAT = 64;

/**
 * The numbers of half-edges before the first tile is placed, and the costs of edges, in units of 1 / UNITS_PER_NAT.
 */
export interface LabelPrices {
  /** for each label: the number of half-edges that could match it */
  readonly left: Int32Array;
  /**
   * cost of a matched edge, indexed by the number of half-edges that its label has left before the match; the match
   * uses up two of them
   */
  readonly pair: Int32Array;
  /** cost of using up one half-edge of a label, indexed by the number of its half-edges left, including this one */
  readonly one: Int32Array;
  /** true if a board stores labels and counts in two bytes each, false if it stores them in one */
  readonly wide: boolean;
}

/** Computes the numbers of half-edges before the first tile is placed, and the costs of edges. */
export function labelPricesOf(instance: Instance): LabelPrices {
  const { orientations, tileOf, sideCount, sides, labels, mate, frame, across, pinned } = instance;
  const left = new Int32Array(labels);
  // A tile with two faces can show only one of them, so for each label, only the face that shows it more often is
  // counted.
  let ofTile = new Int32Array(labels);
  for (let orientation = 0; orientation < orientations; orientation++) {
    const shown = new Int32Array(labels);
    for (let side = 0; side < sideCount; side++) {
      const label = sides[orientation * sideCount + side]!;
      if (label !== frame) shown[mate[label]!]!++;
    }
    ofTile = ofTile.map((n, label) => Math.max(n, shown[label]!));
    if (tileOf[orientation] === tileOf[orientation + 1]) continue;
    ofTile.forEach((n, label) => (left[label]! += n));
    ofTile.fill(0);
  }
  // Half-edges between two hinted tiles that touch are used up from the start.
  across.forEach((other, side) => {
    const own = pinned[Math.floor(side / sideCount)]!;
    if (own < 0 || other < 0 || pinned[Math.floor(other / sideCount)]! < 0) return;
    const label = sides[own * sideCount + (side % sideCount)]!;
    if (label !== frame && left[mate[label]!]! > 0) left[mate[label]!]!--;
  });
  // The tables have an entry for every count that a board can store, because a count can fall below 0 and wrap around.
  // This happens in the row beam if a hint breaks the rim rule and so uses up half-edges that were never counted.
  const wide = labels >= 256 || Math.max(0, ...left) >= 256;
  const maxCount = wide ? 65_535 : 255;
  const cost = (ways: number): number => Math.round(UNITS_PER_NAT * Math.log(Math.max(1, ways)));
  return {
    left,
    wide,
    pair: Int32Array.from({ length: maxCount + 1 }, (_, n) => cost(n - 1)),
    one: Int32Array.from({ length: maxCount + 1 }, (_, n) => Math.round(cost(n - 0.5) / 2)),
  };
}

/**
 * In the lookahead, the weight of an edge is PRICE_SCALE / (n - 1), where n is the number of half-edges left with its
 * label.
 */
export const PRICE_SCALE = 8;

/** Returns the weight of an edge in the lookahead, given the number of half-edges left with its label (`left`). */
export const priceOf = (left: number): number =>
  left === 0 ? 0 : float(PRICE_SCALE / Math.max(1, left - 1));
