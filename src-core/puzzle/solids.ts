/** The five regular solids and their nets. */
import { bounded, centreOf, regular, startingAt, topSide, type Point, type Polygon } from './polygons.ts';
import type { Solid } from './puzzle.ts';

/** A point in space: x to the right, y up, z towards the viewer */
export type Vertex = readonly [x: number, y: number, z: number];

export interface FoldedSolid {
  readonly sides: number;
  readonly across: Int32Array;
  /** polygon of each cell in the net */
  readonly net: readonly Polygon[];
  /** corners of the solid, whose sides have length 1 and whose centre is at 0, 0, 0 */
  readonly vertices: readonly Vertex[];
  /** corners of each cell, clockwise as seen from outside; side s goes from corner s to the next */
  readonly faces: readonly (readonly number[])[];
}

const cache = new Map<Solid, FoldedSolid>();

/** Returns a solid with its net, whose cells are numbered row by row from the top. */
export function foldedSolid(solid: Solid): FoldedSolid {
  let folded = cache.get(solid);
  if (!folded) cache.set(solid, (folded = fold(solid)));
  return folded;
}

/**
 * How to grow each net from cell 0. Each entry attaches the next cell to the given cell at the given side. Side 0 of
 * the new cell touches the given cell; its other sides follow clockwise.
 */
const growth: Record<Solid, readonly (readonly [cell: number, side: number])[]> = {
  tetrahedron: [
    [0, 0],
    [0, 1],
    [0, 2],
  ],
  cube: [
    [0, 0],
    [0, 1],
    [0, 2],
    [0, 3],
    [2, 2],
  ],
  octahedron: belt(6, [1], [2]),
  icosahedron: belt(10, [1, 3, 5, 7, 9], [0, 2, 4, 6, 8]),
  // The net consists of two flowers of six pentagons: one in the middle, with five around it.
  dodecahedron: [
    [0, 0],
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
    [2, 2],
    [6, 3],
    [7, 1],
    [7, 2],
    [7, 3],
    [7, 4],
  ],
};

function belt(length: number, above: readonly number[], below: readonly number[]): [number, number][] {
  const strip = Array.from({ length: length - 1 }, (_, i): [number, number] => [
    i,
    i === 0 ? 0 : i % 2 === 0 ? 1 : 2,
  ]);
  return [
    ...strip,
    ...above.map((cell): [number, number] => [cell, 1]),
    ...below.map((cell): [number, number] => [cell, cell === 0 ? 1 : 2]),
  ];
}

/**
 * End points of side 0 of the first cell. Side 0 is the right side of a triangle that points up, and otherwise the
 * top.
 */
const firstSides: Record<Solid, readonly [Point, Point]> = {
  tetrahedron: [
    [0, 0],
    [1, 0],
  ],
  cube: [
    [0, 0],
    [1, 0],
  ],
  octahedron: [
    [0.5, 0],
    [1, Math.sqrt(3) / 2],
  ],
  icosahedron: [
    [0.5, 0],
    [1, Math.sqrt(3) / 2],
  ],
  dodecahedron: [
    [0, 0],
    [Math.cos(Math.PI / 5), Math.sin(Math.PI / 5)],
  ],
};

function fold(solid: Solid): FoldedSolid {
  const vertices = verticesOf(solid);
  const faces = facesOf(vertices);
  const sides = faces[0]!.length;
  const faceBySide = new Map<string, readonly number[]>();
  for (const face of faces) {
    face.forEach((corner, side) => faceBySide.set(`${corner} ${face[(side + 1) % sides]!}`, face));
  }
  const grown: { polygon: Polygon; face: readonly number[] }[] = [
    { polygon: regular(sides, ...firstSides[solid]), face: faces[0]! },
  ];
  for (const [cell, side] of growth[solid]) {
    const { polygon, face } = grown[cell]!;
    const [from, to] = [side, (side + 1) % sides];
    const other = faceBySide.get(`${face[to]!} ${face[from]!}`)!;
    grown.push({
      polygon: regular(sides, polygon[to]!, polygon[from]!),
      face: startingAt(other, other.indexOf(face[to]!)),
    });
  }
  const highest = (polygon: Polygon): number => Math.round(1000 * Math.min(...polygon.map(([, y]) => y)));
  const cells = grown
    .sort(
      (a, b) => highest(a.polygon) - highest(b.polygon) || centreOf(a.polygon)[0] - centreOf(b.polygon)[0],
    )
    .map(({ polygon, face }) => {
      const first = topSide(polygon);
      return { polygon: startingAt(polygon, first), face: startingAt(face, first) };
    });

  const sideBetween = new Map(
    cells.flatMap(({ face }, cell) =>
      face.map((corner, side) => [`${corner} ${face[(side + 1) % sides]!}`, cell * sides + side] as const),
    ),
  );
  const across = Int32Array.from(
    cells.flatMap(({ face }) =>
      face.map((corner, side) => sideBetween.get(`${face[(side + 1) % sides]!} ${corner}`)!),
    ),
  );
  return {
    sides,
    across,
    net: bounded(cells.map(({ polygon }) => polygon)).polygons,
    vertices,
    faces: cells.map(({ face }) => face),
  };
}

function verticesOf(solid: Solid): Vertex[] {
  const golden = (1 + Math.sqrt(5)) / 2;
  const signs = [1, -1];
  const cycled = (x: number, y: number, z: number): Vertex[] => [
    [x, y, z],
    [z, x, y],
    [y, z, x],
  ];
  const cube = signs.flatMap((x) => signs.flatMap((y) => signs.map((z): Vertex => [x, y, z])));
  const rectangles = (short: number, long: number): Vertex[] =>
    signs.flatMap((a) => signs.flatMap((b) => cycled(0, a * short, b * long)));
  const vertices: Record<Solid, () => Vertex[]> = {
    tetrahedron: () => cube.filter(([x, y, z]) => x * y * z > 0),
    cube: () => cube,
    octahedron: () => signs.flatMap((sign) => cycled(sign, 0, 0)),
    icosahedron: () => rectangles(1, golden),
    dodecahedron: () => [...cube, ...rectangles(1 / golden, golden)],
  };
  const raw = vertices[solid]();
  const side = Math.min(...raw.slice(1).map((vertex) => Math.hypot(...minus(vertex, raw[0]!))));
  return raw.map(([x, y, z]) => [x / side, y / side, z / side]);
}

/**
 * Returns the faces of a solid. If a plane through three vertices has all other vertices on one side, it contains a
 * face.
 */
function facesOf(vertices: readonly Vertex[]): number[][] {
  const faces = new Map<string, number[]>();
  vertices.forEach((a, i) => {
    vertices.slice(i + 1).forEach((b, j) => {
      for (const c of vertices.slice(i + j + 2)) {
        const normal = cross(minus(b, a), minus(c, a));
        const heights = vertices.map((vertex) => dot(normal, minus(vertex, a)));
        const outward = heights.every((h) => h < 1e-9) ? 1 : heights.every((h) => h > -1e-9) ? -1 : 0;
        if (outward === 0) continue;
        const corners = [...vertices.keys()].filter((vertex) => Math.abs(heights[vertex]!) < 1e-9);
        const away = normal.map((x) => x * outward) as unknown as Vertex;
        if (!faces.has(corners.join())) faces.set(corners.join(), clockwise(vertices, corners, away));
      }
    });
  });
  return [...faces.values()];
}

function clockwise(vertices: readonly Vertex[], corners: readonly number[], away: Vertex): number[] {
  const centre = [0, 1, 2].map(
    (axis) => corners.reduce((sum, corner) => sum + vertices[corner]![axis]!, 0) / corners.length,
  ) as unknown as Vertex;
  const right = minus(vertices[corners[0]!]!, centre);
  const up = cross(away, right);
  const angle = (corner: number): number => {
    const at = minus(vertices[corner]!, centre);
    return Math.atan2(dot(at, up) / Math.hypot(...up), dot(at, right) / Math.hypot(...right));
  };
  return [...corners].sort((a, b) => angle(b) - angle(a));
}

const minus = (a: Vertex, b: Vertex): Vertex => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vertex, b: Vertex): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vertex, b: Vertex): Vertex => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
