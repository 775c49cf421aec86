/**
 * Shapes and positions of cells, for the flat view, nets, the 3D view and printing. Sides have length 1. In the plane,
 * y points down. In space, y points up and z towards the viewer.
 */
import { boardOf, type Board } from './board.ts';
import { layOutPolygons } from './polygon-layout.ts';
import { bounded, polygonsOfFlat, type Point, type Polygon } from './polygons.ts';
import type { BoardShape, Solid } from './puzzle.ts';
import { foldedSolid, type Vertex } from './solids.ts';

export type { Point, Vertex };

/** A board in the plane. A solid is unfolded to its net. */
export interface FlatGeometry {
  /** corners by cell, clockwise; side s goes from corner s to the next */
  readonly polygons: readonly Polygon[];
  /** size of the picture, whose top left corner is at 0, 0 */
  readonly width: number;
  readonly height: number;
  /** pairs of sides that touch on the board and in the picture */
  readonly joined: Int32Array;
  /**
   * pairs of sides that touch on the board but not in the picture, such as glued sides of a net or wrapped sides of a
   * torus
   */
  readonly glued: Int32Array;
}

export interface SolidGeometry {
  /** corners of the solid, whose centre is at 0, 0, 0 */
  readonly vertices: readonly Vertex[];
  /** vertices of each cell, clockwise as seen from outside, in the order of its corners in the net */
  readonly faces: readonly (readonly number[])[];
}

const cache = new WeakMap<object, FlatGeometry>();

/** Returns the polygons of a board. Cached: don't modify them. */
export function flatGeometry(shape: BoardShape): FlatGeometry {
  let geometry = cache.get(shape);
  if (!geometry) cache.set(shape, (geometry = build(shape)));
  return geometry;
}

export function solidGeometry(solid: Solid): SolidGeometry {
  const { vertices, faces } = foldedSolid(solid);
  return { vertices, faces };
}

function build(shape: BoardShape): FlatGeometry {
  const picture = bounded(rawPolygons(shape));
  let pairs: Pick<FlatGeometry, 'joined' | 'glued'> | undefined;
  // Compute the pairs on first use, because most callers only draw the polygons.
  const found = (): Pick<FlatGeometry, 'joined' | 'glued'> =>
    (pairs ??= touching(boardOf(shape), picture.polygons));
  return {
    ...picture,
    get joined() {
      return found().joined;
    },
    get glued() {
      return found().glued;
    },
  };
}

function touching(
  { edges, sides }: Board,
  polygons: readonly Polygon[],
): Pick<FlatGeometry, 'joined' | 'glued'> {
  const joined: number[] = [];
  const glued: number[] = [];
  for (let i = 0; i < edges.length; i += 2) {
    const [a, b] = [edges[i]!, edges[i + 1]!];
    (meet(polygons, sides, a, b) ? joined : glued).push(a, b);
  }
  return { joined: Int32Array.from(joined), glued: Int32Array.from(glued) };
}

function rawPolygons(shape: BoardShape): readonly Polygon[] {
  if (shape.kind === 'solid') return foldedSolid(shape.solid).net;
  if (shape.kind !== 'graph') return polygonsOfFlat(shape);
  return (shape.polygons as unknown as Polygon[] | undefined) ?? layOutPolygons(boardOf(shape));
}

function meet(polygons: readonly Polygon[], sides: number, a: number, b: number): boolean {
  const end = (side: number, next: number): Point =>
    polygons[Math.floor(side / sides)]![((side % sides) + next) % sides]!;
  const near = ([x, y]: Point, [otherX, otherY]: Point): boolean => Math.hypot(x - otherX, y - otherY) < 1e-3;
  return near(end(a, 0), end(b, 1)) && near(end(a, 1), end(b, 0));
}

/**
 * Returns the number of cells in each row of the picture. Consecutive cells whose tops are at the same height form a
 * row.
 */
export function rowLengths(shape: BoardShape): number[] {
  if (shape.kind === 'rectangle') return Array<number>(shape.height).fill(shape.width);
  const tops = flatGeometry(shape).polygons.map((polygon) =>
    polygon.reduce((top, [, y]) => Math.min(top, y), Infinity),
  );
  const lengths: number[] = [];
  tops.forEach((top, cell) => {
    if (cell > 0 && Math.abs(top - tops[cell - 1]!) < 1e-3) lengths[lengths.length - 1]!++;
    else lengths.push(1);
  });
  return lengths;
}
