/** Finds the frame's label: the one that is all around a rectangle's rim and nowhere else. */
import type { EdgeOrder } from '../edge-order.ts';
import type { Size } from '../size.ts';

/**
 * Edge orders that differ in which edges are opposite each other. Any other order gives the same puzzle as one of
 * these, but turned or mirrored.
 */
export const orderClasses: readonly {
  readonly order: EdgeOrder;
  readonly opposite: readonly [number, number, number, number];
}[] = [
  { order: 'NESW', opposite: [2, 3, 0, 1] },
  { order: 'NSWE', opposite: [1, 0, 3, 2] },
  { order: 'NWES', opposite: [3, 2, 1, 0] },
];

/** Returns whether two orders agree on which edges are opposite each other. */
export const isSameClass = (a: EdgeOrder, b: EdgeOrder): boolean => oppositeIn(a) === oppositeIn(b);
const oppositeIn = (order: EdgeOrder): string =>
  Array.from(order, (side) => order.indexOf('SWNE'['NESW'.indexOf(side)]!)).join();

/** A label that may mark the frame of a rectangle. */
export interface FrameFit {
  readonly label: string;
  /** the edge order under which the label is all around the rim, as an index into `orderClasses` */
  readonly order: number;
  /** true if exactly as many corner and border tiles have the label as a board of this size needs */
  readonly exact: boolean;
  /** true if the labels between border tiles occur nowhere else, as in most framed puzzles */
  readonly apart: boolean;
}

/**
 * Returns labels that may mark the frame of a rectangle, each with the edge order under which it fits. A label that can
 * fit under several orders is listed once for each. `exact` is false for a label that only nearly fits.
 */
export function frameFits(tiles: readonly (readonly string[])[], { width, height }: Size): FrameFit[] {
  if (width < 2 || height < 2) return [];
  const border = 2 * (width + height) - 8;
  const spare = tiles.length > width * height;
  const counts = new Map<string, { ones: number; twos: number; more: boolean; pairs: Set<number> }>();
  for (const edges of tiles) {
    const seen = new Set<string>();
    edges.forEach((label, at) => {
      if (seen.has(label)) return;
      seen.add(label);
      let count = counts.get(label);
      if (!count) counts.set(label, (count = { ones: 0, twos: 0, more: false, pairs: new Set() }));
      const second = edges.indexOf(label, at + 1);
      if (second === -1) count.ones++;
      else if (edges.indexOf(label, second + 1) !== -1) count.more = true;
      else {
        count.twos++;
        count.pairs.add(at * 4 + second);
      }
    });
  }
  const fits: FrameFit[] = [];
  for (const [label, { ones, twos, more, pairs }] of counts) {
    if (more) continue;
    const exact = spare ? twos >= 4 && ones >= border : twos === 4 && ones === border;
    const near = twos >= 1 && Math.abs(twos - 4) <= 1 && Math.abs(ones - border) <= Math.max(1, border / 8);
    if (!exact && !near) continue;
    orderClasses.forEach(({ opposite }, order) => {
      if ([...pairs].some((pair) => opposite[pair >> 2] === (pair & 3))) return;
      fits.push({ label, order, exact, apart: framesApart(tiles, label, opposite) });
    });
  }
  return fits;
}

function framesApart(
  tiles: readonly (readonly string[])[],
  frame: string,
  opposite: readonly number[],
): boolean {
  const beside = new Set<string>();
  const inside = new Set<string>();
  for (const edges of tiles) {
    if (!edges.includes(frame)) for (const label of edges) inside.add(label);
    else
      edges.forEach((label, side) => {
        if (label === frame) return;
        const framed = edges.some((other, at) => other === frame && at !== side && at !== opposite[side]);
        (framed ? beside : inside).add(label);
      });
  }
  return beside.size > 0 && ![...beside].some((label) => inside.has(label));
}

/**
 * Returns the edge orders under which the tiles have exactly the frame of some rectangle, as indices into
 * `orderClasses`.
 */
export function framedOrders(tiles: readonly (readonly string[])[]): ReadonlySet<number> {
  const orders = new Set<number>();
  for (let height = 2; height * height <= tiles.length; height++) {
    if (tiles.length % height !== 0) continue;
    for (const { exact, order } of frameFits(tiles, { width: tiles.length / height, height }))
      if (exact) orders.add(order);
  }
  return orders;
}
