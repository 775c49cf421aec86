import { FormatError } from './format-error.ts';

/** The order in which a format lists a tile's four labels, as compass points: "NESW" is clockwise from the top. */
export type EdgeOrder = string;

const CLOCKWISE: EdgeOrder = 'NESW';

/** Edge orders that occur in files, with titles for the user. */
export const knownOrders: readonly { readonly order: EdgeOrder; readonly title: string }[] = [
  { order: 'NESW', title: 'clockwise from the top' },
  { order: 'ESWN', title: 'right, bottom, left, top' },
  { order: 'SWNE', title: 'bottom, left, top, right' },
  { order: 'WNES', title: 'left, top, right, bottom' },
  { order: 'NWSE', title: 'anticlockwise from the top' },
  { order: 'NSWE', title: 'top, bottom, left, right' },
  { order: 'NSEW', title: 'top, bottom, right, left' },
  { order: 'WENS', title: 'left, right, top, bottom' },
  { order: 'NWES', title: 'top, left, right, bottom' },
];

/** Parses any permutation of the letters N, E, S, W (or T, R, B, L). Throws FormatError. */
export function parseEdgeOrder(text: string): EdgeOrder {
  const order = text.toUpperCase().replaceAll(/[\s,-]/g, '');
  const compass = order.replace('T', 'N').replace('R', 'E').replace('B', 'S').replace('L', 'W');
  if (Array.from(compass).sort().join('') === 'ENSW') return compass;
  throw new FormatError({
    found: `the edge order "${text}"`,
    expected: 'the letters N, E, S, W in some order, such as NESW or ESWN',
    fix: 'Name each edge once.',
  });
}

/** Reorders labels from the given edge order to clockwise from the top. */
export function clockwise<T>(labels: readonly T[], order: EdgeOrder): T[] {
  const edges: T[] = [];
  labels.forEach((label, i) => (edges[CLOCKWISE.indexOf(order[i]!)] = label));
  return edges;
}

/** Reorders labels from clockwise to the given edge order. */
export const inOrder = <T>(edges: readonly T[], order: EdgeOrder): T[] =>
  Array.from(order, (side) => edges[CLOCKWISE.indexOf(side)]!);
