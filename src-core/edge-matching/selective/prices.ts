/**
 * The score of a partial board: the logarithm of a number proportional to its expected number of completions, if the
 * open half-edges are paired at random. 2k half-edges with the same label can be paired in (2k - 1)!! ways, and
 * (2k - 3)!! ways are left after one match, so the match costs ln(2k - 1). An edge along the frame joins the right side
 * of one rim tile to the left side of another. k such edges can be paired in k! ways, so a match costs ln k. Swapping n
 * tiles that look alike does not change a board, so the pairings count each different completion n! times. After one
 * of these tiles is placed, they count it (n - 1)! times, so placing the tile gains ln n.
 *
 * All scores are whole numbers, so that they are equal on every machine.
 */
import type { Model } from './model.ts';

/** Scores, prices and gains are natural logarithms, multiplied by UNITS_PER_NAT and rounded. */
export const UNITS_PER_NAT = 1024;

const units = (logarithm: number): number => Math.round(UNITS_PER_NAT * logarithm);

export interface Prices {
  /** price of a match, at `label · priceRow + k`, where k edges with this label were unmatched before the match */
  readonly price: Int32Array;
  readonly priceRow: number;
  /** gain of placing a tile, at `kind · gainRow + n`, where n tiles of its kind were unused before it was placed */
  readonly gain: Int32Array;
  readonly gainRow: number;
}

export function pricesOf({ edges, isRing, kinds, alike }: Model): Prices {
  const priceRow = Math.max(...edges) + 1;
  const gainRow = Math.max(...kinds.map((tiles) => tiles.length)) + 1;
  const price = new Int32Array(edges.length * priceRow);
  edges.forEach((count, label) => {
    for (let k = 1; k <= count; k++) {
      price[label * priceRow + k] = units(Math.log(isRing[label] ? k : 2 * k - 1));
    }
  });
  const gain = new Int32Array(kinds.length * gainRow);
  kinds.forEach((tiles, kind) => {
    for (let n = 1; n <= tiles.length; n++) gain[kind * gainRow + n] = units(Math.log(n * alike[kind]!));
  });
  return { price, priceRow, gain, gainRow };
}
