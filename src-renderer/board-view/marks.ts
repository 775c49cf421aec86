/** What is drawn besides the tiles: seams, holes and marks, each told by its shape as well as its colour. */
import { pathOf, type Point } from './geometry.ts';
import { box, ellipse } from './pens.ts';

const frame = (outer: number, inner: number): string => pathOf([box(outer, outer), box(inner, inner)]);
/** Half a lozenge on a bar along the edge; the neighbour's half makes it whole. */
const broken = (width: number, height: number, bar: number): string => {
  const shoulder = width * (1 - bar / height);
  return pathOf([
    [
      [-50, 0],
      [50, 0],
      [50 - bar, bar],
      [shoulder, bar],
      [0, height],
      [-shoulder, bar],
      [-50 + bar, bar],
    ],
  ]);
};
const pin = (size: number): string =>
  pathOf([
    [
      [-50, -50],
      [-50 + size, -50],
      [-50, -50 + size],
    ],
    [
      [50, 50],
      [50 - size, 50],
      [50, 50 - size],
    ],
  ]);

const stripes = Array.from({ length: 9 }, (_, i): Point[] => {
  const at = i * 25 - 100;
  const clip = (value: number): number => Math.max(-50, Math.min(50, value));
  // The band between the lines x + y = at and x + y = at + 8, cut to the cell.
  const low = at;
  const high = at + 8;
  return [
    [clip(low + 50), low - clip(low + 50)],
    [clip(high + 50), high - clip(high + 50)],
    [high - clip(high + 50), clip(high + 50)],
    [low - clip(low + 50), clip(low + 50)],
  ];
});

/** Heat goes from nothing to this. */
export const heatColour = '#e0218a';

export const marks = {
  font: '"Plex", system-ui, sans-serif',
  seam: { width: 0.8, colour: 'rgba(20, 22, 26, 0.22)' },
  outline: { width: 1.6, colour: 'rgba(20, 22, 26, 0.55)' },
  empty: { d: pathOf([box(94, 94)]), colour: 'rgba(128, 136, 148, 0.16)' },
  hatch: { d: pathOf(stripes), colour: 'rgba(128, 136, 148, 0.4)' },
  /** an edge that does not match; in the wedge's frame */
  wrong: { halo: broken(19, 22, 7), d: broken(13, 16, 4), colour: '#e3102a' },
  /** a cell fixed in advance: two folded corners */
  hint: { halo: pin(24), d: pin(18) },
  /** a cell pointed out: a double frame */
  marked: { halo: frame(98, 80), d: frame(94, 84), colour: '#1463d8' },
  heatOpacity: 0.78,
  numberSize: 20,
  badge: (digits: number): string => pathOf([ellipse(9 + 5 * digits, 14)]),
} as const;
