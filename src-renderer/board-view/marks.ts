/** Everything that is drawn besides tiles: seams, holes and marks. Marks differ in shape as well as in colour. */
import { apothem, pathOf, type CellPlace, type Point } from './geometry.ts';
import { ellipse } from './pens.ts';

/**
 * Returns half of the mark for a mismatched edge: a lozenge on a bar along the edge. The neighbouring cell draws the
 * other half.
 */
const broken = (sides: number, width: number, height: number, bar: number): string => {
  const shoulder = width * (1 - bar / height);
  const flat = Math.min(1, apothem(sides) / 50);
  const half: Point[] = [
    [-50, 0],
    [50, 0],
    [50 - bar, bar],
    [shoulder, bar],
    [0, height],
    [-shoulder, bar],
    [-50 + bar, bar],
  ];
  return pathOf([half.map(([x, y]): Point => [x, y * flat])]);
};

const scaled = (around: readonly Point[], share: number): Point[] =>
  around.map(([x, y]): Point => [x * share, y * share]);
/**
 * Returns path data for marks in the corners of a cell. From each corner, a mark covers a fraction `length` of the two
 * sides that meet there. The middle of each side stays free, so that its motif remains visible. A mark lies between the
 * cell's outline scaled by `inner` and the outline scaled by `outer`.
 */
function brackets(around: readonly Point[], outer: number, inner: number, length: number): string {
  const between = ([x, y]: Point, [toX, toY]: Point): Point => [
    x + (toX - x) * length,
    y + (toY - y) * length,
  ];
  const [outside, inside] = [scaled(around, outer), scaled(around, inner)];
  const arms = around.flatMap((_, corner) =>
    [(corner + 1) % around.length, (corner + around.length - 1) % around.length].map((next): Point[] => [
      outside[corner]!,
      between(outside[corner]!, outside[next]!),
      between(inside[corner]!, inside[next]!),
      inside[corner]!,
    ]),
  );
  return pathOf(arms);
}

/** Returns a ring that leaves room for the tile's number and doesn't touch the motifs. */
const ring = (scale: number): CellMarks['differs'] => {
  const between = (outer: number, inner: number): string =>
    pathOf([ellipse(outer * scale, outer * scale), ellipse(inner * scale, inner * scale)]);
  return { halo: between(31, 20), d: between(29, 22) };
};

/** Returns the outline of two opposite corners drawn as if folded over. They mark a cell that is fixed in advance. */
const pins = (around: readonly Point[], size: number): string => {
  const fold = (corner: number): Point[] => {
    const [x, y] = around[corner]!;
    const towards = ([toX, toY]: Point): Point => {
      const length = Math.hypot(toX - x, toY - y);
      return [x + (size * (toX - x)) / length, y + (size * (toY - y)) / length];
    };
    return [[x, y], towards(around[(corner + 1) % around.length]!), towards(around.at(corner - 1)!)];
  };
  return pathOf([fold(0), fold(around.length >> 1)]);
};

/** Returns diagonal stripes, clipped to the cell: the bands between the lines x + y = 25 i and x + y = 25 i + 8. */
const stripes = (around: readonly Point[]): string => {
  const low = Math.floor(Math.min(...around.map(([x, y]) => x + y)) / 25);
  const high = Math.ceil(Math.max(...around.map(([x, y]) => x + y)) / 25);
  return pathOf(
    Array.from({ length: high - low + 1 }, (_, i) => {
      const at = (low + i) * 25;
      const above = clipped(around, ([x, y]) => x + y - at);
      return clipped(above, ([x, y]) => at + 8 - x - y);
    }),
  );
};

/** Returns the part of a convex polygon in which the linear function `height` is at least 0. */
function clipped(polygon: readonly Point[], height: (point: Point) => number): Point[] {
  const result: Point[] = [];
  polygon.forEach((to, i) => {
    const from = polygon.at(i - 1)!;
    const [a, b] = [height(from), height(to)];
    if (a >= 0 !== b >= 0) {
      const share = a / (a - b);
      result.push([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
    }
    if (b >= 0) result.push(to);
  });
  return result;
}

/** Tint of a cell with the highest heat, 1. A cell with heat 0 has no tint. */
export const heatColour = '#e0218a';

export const marks = {
  font: '"Plex", system-ui, sans-serif',
  seam: { width: 0.8, colour: 'rgba(20, 22, 26, 0.22)' },
  outline: { width: 1.6, colour: 'rgba(20, 22, 26, 0.55)' },
  emptyColour: 'rgba(128, 136, 148, 0.16)',
  hatchColour: 'rgba(128, 136, 148, 0.4)',
  wrongColour: '#e3102a',
  markedColour: '#1463d8',
  heatOpacity: 0.78,
  /** opacity of ghosts (cells repeated beyond the rim) */
  ghostOpacity: 0.32,
  numberSize: 20,
  badge: (digits: number): string => pathOf([ellipse(9 + 5 * digits, 14)]),
} as const;

/** Outlines of a cell's marks, relative to its centre. */
export interface CellMarks {
  readonly outline: string;
  readonly seams: string;
  readonly empty: string;
  readonly hatch: string;
  /** a cell that is fixed in advance: two corners drawn as if folded over */
  readonly hint: { readonly halo: string; readonly d: string };
  /** a highlighted cell: brackets in the corners */
  readonly marked: { readonly halo: string; readonly d: string };
  /** a cell where the compared boards differ: a ring around its middle */
  readonly differs: { readonly halo: string; readonly d: string };
  /** a mismatched edge, in the wedge's coordinates: a small lozenge on a thin bar, which leaves the motifs visible */
  readonly wrong: { readonly halo: string; readonly d: string };
  /** the strong mark for a mismatched edge */
  readonly wrongStrong: { readonly halo: string; readonly d: string };
}

const byForm = new WeakMap<readonly Point[], CellMarks>();

export function marksIn({ corners: around }: Pick<CellPlace, 'corners'>): CellMarks {
  let found = byForm.get(around);
  if (!found) {
    found = {
      outline: pathOf([around]),
      seams: around.map(([x, y]) => `M0 0L${x} ${y}`).join(''),
      empty: pathOf([scaled(around, 0.94)]),
      hatch: stripes(around),
      hint: { halo: pins(around, 24), d: pins(around, 18) },
      marked: { halo: brackets(around, 0.98, 0.8, 0.3), d: brackets(around, 0.94, 0.84, 0.28) },
      differs: ring(apothem(around.length) / 50),
      wrong: { halo: broken(around.length, 9, 10, 3.4), d: broken(around.length, 6, 7, 2) },
      wrongStrong: { halo: broken(around.length, 19, 22, 7), d: broken(around.length, 13, 16, 4) },
    };
    byForm.set(around, found);
  }
  return found;
}
