/**
 * What a board looks like: the one source for the flat view, nets, the view in space and print. Units: the side
 * of a cell is 1. In the plane x goes right and y down; in space x right, y up, z towards the viewer.
 */
import { boardOf, type Board } from './board.ts';
import { layOutPolygons } from './polygon-layout.ts';
import { bounded, polygonsOfFlat, type Point, type Polygon } from './polygons.ts';
import type { BoardShape, Solid } from './puzzle.ts';
import { foldedSolid, type Vertex } from './solids.ts';

export type { Point, Vertex };

/** A board in the plane; of a solid its net. */
export interface FlatGeometry {
  /** by cell its corners, clockwise as seen; side s of the cell goes from corner s to the next */
  readonly polygons: readonly Polygon[];
  /** the picture begins at 0, 0 */
  readonly width: number;
  readonly height: number;
  /** pairs of sides that touch on the board and in the picture: in a net the folds; length 2 · pairs */
  readonly joined: Int32Array;
  /**
   * pairs of sides that touch on the board but lie apart in the picture: a net is glued here, a torus or
   * cylinder goes on; length 2 · pairs
   */
  readonly glued: Int32Array;
}

export interface SolidGeometry {
  /** the centre is 0, 0, 0 */
  readonly vertices: readonly Vertex[];
  /** by cell its corners as numbers of vertices, clockwise from outside, as the corners of its polygon in the net */
  readonly faces: readonly (readonly number[])[];
}

const cache = new WeakMap<object, FlatGeometry>();

/** The polygons of any board; worked out once for each shape object, then shared: treat it as read-only. */
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
  // most only draw the polygons
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

/** Whether two sides are the same line in the picture, each going the other's way. */
function meet(polygons: readonly Polygon[], sides: number, a: number, b: number): boolean {
  const end = (side: number, next: number): Point =>
    polygons[Math.floor(side / sides)]![((side % sides) + next) % sides]!;
  const near = ([x, y]: Point, [otherX, otherY]: Point): boolean => Math.hypot(x - otherX, y - otherY) < 1e-3;
  return near(end(a, 0), end(b, 1)) && near(end(a, 1), end(b, 0));
}

/** How many cells stand in each row of the picture: cells one after the other whose highest points are level. */
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
