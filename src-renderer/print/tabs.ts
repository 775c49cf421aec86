/**
 * Tabs for gluing a net. Each pair of sides that meet has one tab. No tab overlaps a face or another tab. All lengths
 * are fractions of a face's side.
 */
import type { FlatGeometry } from '../../src-core/puzzle/geometry.ts';
import type { Point, Polygon } from './page.ts';

export interface Tab {
  /** number of the side that the tab is attached to: `cell * n + side`, where `n` is the number of sides of a cell */
  readonly side: number;
  /** number of the side that the tab is glued behind, numbered like `side` */
  readonly behind: number;
  /** the corners, clockwise, beginning with the two ends of the side that the tab is attached to */
  readonly corners: Polygon;
}

/**
 * Maximum angle between a tab's slanting side and the side that the tab is attached to, in radians. It is so small that
 * even a triangular face hides a tab glued behind it.
 */
const MAX_TAB_ANGLE = (50 * Math.PI) / 180;
/** A tab takes up at most this fraction of the angle between its own side and the next side. */
const MAX_TAB_ANGLE_FRACTION = 0.75;
/** Minimum length of a tab's outer edge, as a fraction of a face's side. */
const MIN_TAB_EDGE_FRACTION = 0.25;

/**
 * Returns the tabs of a net. `depth`: depth of a tab, as a fraction of a face's side. A tab that would overlap
 * something is made less deep.
 */
export function tabsOf({ polygons, glued }: Pick<FlatGeometry, 'polygons' | 'glued'>, depth: number): Tab[] {
  const pairs = Array.from(
    { length: glued.length / 2 },
    (_, i) => [glued[2 * i]!, glued[2 * i + 1]!] as const,
  );
  for (let deep = depth; deep > depth / 20; deep *= 0.8) {
    const chosen = choose(polygons, pairs, deep);
    if (chosen) return chosen;
  }
  throw new Error('There is no room for the tabs of this net.');
}

/**
 * Decides for each pair of sides which one has the tab. Finds, by backtracking, the first solution in which no tab
 * overlaps a face or another tab.
 */
function choose(
  polygons: readonly Polygon[],
  pairs: readonly (readonly [number, number])[],
  depth: number,
): Tab[] | null {
  const choices = pairs.map(([a, b]) =>
    [tabOn(polygons, a, b, depth), tabOn(polygons, b, a, depth)].filter(
      ({ corners }) => !polygons.some((polygon) => overlap(corners, polygon)),
    ),
  );
  const chosen: Tab[] = [];
  const from = (pair: number): boolean => {
    if (pair === choices.length) return true;
    for (const tab of choices[pair]!) {
      if (chosen.some(({ corners }) => overlap(corners, tab.corners))) continue;
      chosen.push(tab);
      if (from(pair + 1)) return true;
      chosen.pop();
    }
    return false;
  };
  return from(0) ? chosen : null;
}

function tabOn(polygons: readonly Polygon[], side: number, behind: number, deepest: number): Tab {
  const sides = polygons[0]!.length;
  const polygon = polygons[Math.floor(side / sides)]!;
  const [from, to] = [polygon[side % sides]!, polygon[(side + 1) % sides]!];
  const along: Point = [to[0] - from[0], to[1] - from[1]];
  // This normal points outwards, because y points down and the polygon is clockwise.
  const outwards: Point = [along[1], -along[0]];
  const first = baseAngle(polygons, from, along, outwards);
  const last = baseAngle(polygons, to, [-along[0], -along[1]], outwards);
  const lean = 1 / Math.tan(first) + 1 / Math.tan(last);
  const depth = Math.min(deepest, (1 - MIN_TAB_EDGE_FRACTION) / lean);
  const at = (share: number, out: number): Point => [
    from[0] + share * along[0] + out * outwards[0],
    from[1] + share * along[1] + out * outwards[1],
  ];
  return {
    side,
    behind,
    corners: [to, from, at(depth / Math.tan(first), depth), at(1 - depth / Math.tan(last), depth)],
  };
}

/**
 * Returns the maximum angle between a tab's slanting side and the side that the tab is attached to. It is a fraction
 * of the free angle at this corner, which extends to the next side of the net.
 */
function baseAngle(polygons: readonly Polygon[], corner: Point, along: Point, outwards: Point): number {
  let room = Math.PI;
  for (const polygon of polygons) {
    polygon.forEach((here, i) => {
      if (Math.hypot(here[0] - corner[0], here[1] - corner[1]) > 1e-6) return;
      for (const other of [polygon[(i + 1) % polygon.length]!, polygon.at(i - 1)!]) {
        const [x, y] = [other[0] - here[0], other[1] - here[1]];
        const turn = Math.atan2(x * outwards[0] + y * outwards[1], x * along[0] + y * along[1]);
        if (turn > 1e-6) room = Math.min(room, turn);
      }
    });
  }
  return Math.min(MAX_TAB_ANGLE, MAX_TAB_ANGLE_FRACTION * room);
}

/** Returns whether two convex polygons overlap in their interiors (separating axis theorem). */
export function overlap(one: Polygon, other: Polygon): boolean {
  const parted = (by: Polygon): boolean =>
    by.some(([x, y], i) => {
      const [nextX, nextY] = by[(i + 1) % by.length]!;
      const away = ([px, py]: Point): number => (px - x) * (nextY - y) - (py - y) * (nextX - x);
      const [a, b] = [one.map(away), other.map(away)];
      return Math.max(...a) <= Math.min(...b) + 1e-6 || Math.max(...b) <= Math.min(...a) + 1e-6;
    });
  return !parted(one) && !parted(other);
}
