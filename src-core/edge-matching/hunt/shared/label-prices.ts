/**
 * What the labels that are left promise. Were the n half-edges of a label that still have to meet another
 * paired at random with all others, everything would match with a chance in proportion to the product of
 * (n - 1)!! over the labels. So closing an edge of a label with n half-edges left costs ln(n - 1): of two
 * boards of one length, the one that used up scarce labels leaves more ways to go on. A mismatch takes
 * one half-edge of each of two labels.
 */
import { float } from './float32.ts';
import type { Instance } from './instance.ts';

/** Costs are integers, so many to one natural-log unit. */
export const UNIT = 64;

export interface LabelPrices {
  /** half-edges that have yet to meet another, by the label they have to meet */
  readonly left: Int32Array;
  /** by the number left of a label: the cost of an edge that takes two of it, and of taking one */
  readonly pair: Int32Array;
  readonly one: Int32Array;
}

export function labelPricesOf(instance: Instance): LabelPrices {
  const { orientations, tileOf, sideCount, sides, labels, mate, frame, across, pinned } = instance;
  const left = new Int32Array(labels);
  // Of a tile with two faces, the most that either shows.
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
  // Neighbouring hints have met.
  across.forEach((other, side) => {
    const own = pinned[Math.floor(side / sideCount)]!;
    if (own < 0 || other < 0 || pinned[Math.floor(other / sideCount)]! < 0) return;
    const label = sides[own * sideCount + (side % sideCount)]!;
    if (label !== frame && left[mate[label]!]! > 0) left[mate[label]!]!--;
  });
  // Beyond what can be: a hint that breaks the rim takes half-edges that were never counted.
  const most = Math.max(0, ...left) > 255 ? 65_535 : 255;
  const cost = (ways: number): number => Math.round(UNIT * Math.log(Math.max(1, ways)));
  return {
    left,
    pair: Int32Array.from({ length: most + 1 }, (_, n) => cost(n - 1)),
    one: Int32Array.from({ length: most + 1 }, (_, n) => Math.round(cost(n - 0.5) / 2)),
  };
}

/** The weight of an edge of a label with n half-edges left is PRICE / (n - 1); none where none is left. */
export const PRICE = 8;

/** What an edge of a label weighs, of which so many half-edges are left. */
export const priceOf = (left: number): number => (left === 0 ? 0 : float(PRICE / Math.max(1, left - 1)));
