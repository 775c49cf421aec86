import type { Board } from './board.ts';
import { bounded, centreOf, regular, type Polygon } from './polygons.ts';

/** Distance between separate groups of cells, in cell sides */
const GROUP_GAP = 0.5;

/**
 * Arranges regular polygons for a graph board that has no polygons. Each neighbour is attached at the side where it
 * touches, unless it would overlap another cell. Cells that can't be attached start a new group to the right.
 */
export function layOutPolygons({
  cells,
  sides,
  across,
}: Pick<Board, 'cells' | 'sides' | 'across'>): Polygon[] {
  const polygons: Polygon[] = [];
  let placed = 0;
  let left = 0;
  for (let first = 0; placed < cells; first++) {
    if (polygons[first]) continue;
    const group: { cell: number; polygon: Polygon }[] = [];
    const put = (cell: number, polygon: Polygon): void => {
      polygons[cell] = polygon;
      group.push({ cell, polygon });
      placed++;
    };
    put(first, regular(sides, [0, 0], [1, 0]));
    for (const { cell, polygon } of group) {
      for (let side = 0; side < sides; side++) {
        const other = across[cell * sides + side]!;
        const next = Math.floor(other / sides);
        if (other === -1 || polygons[next]) continue;
        const touching = regular(sides, polygon[(side + 1) % sides]!, polygon[side]!);
        const shift = (sides - (other % sides)) % sides;
        const turned = [...touching.slice(shift), ...touching.slice(0, shift)];
        if (!group.some((each) => overlap(each.polygon, turned))) put(next, turned);
      }
    }
    const { polygons: moved, width } = bounded(group.map(({ polygon }) => polygon));
    group.forEach(({ cell }, i) => (polygons[cell] = moved[i]!.map(([x, y]) => [x + left, y])));
    left += width + GROUP_GAP;
  }
  return polygons;
}

/** Returns whether two polygons overlap (separating axis test). Polygons that only share a side don't overlap. */
function overlap(a: Polygon, b: Polygon): boolean {
  const [[ax, ay], [bx, by]] = [centreOf(a), centreOf(b)];
  if (Math.hypot(ax - bx, ay - by) > 2) return false; // a corner is at most 1 away from the centre of its cell
  return !separates(a, b) && !separates(b, a);
}

const separates = (a: Polygon, b: Polygon): boolean =>
  a.some(([x, y], side) => {
    const [nextX, nextY] = a[(side + 1) % a.length]!;
    return b.every(([bx, by]) => (nextX - x) * (by - y) - (nextY - y) * (bx - x) < 1e-6);
  });
