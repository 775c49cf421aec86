/** Boards as cells and sides: which sides touch, the symmetries of boards, and their geometry. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { boardOf, type Board } from '../../../../src-core/puzzle/board.ts';
import { flatGeometry, solidGeometry, type Point } from '../../../../src-core/puzzle/geometry.ts';
import { BoardShape, solids, type Solid } from '../../../../src-core/puzzle/puzzle.ts';
import { arbitraryBoardShape } from '../../support/arbitrary.ts';

const rectangle = (width: number, height: number, wrap?: 'cylinder' | 'torus'): BoardShape => ({
  kind: 'rectangle',
  width,
  height,
  ...(wrap ? { wrap } : {}),
});
const solid = (name: Solid): BoardShape => ({ kind: 'solid', solid: name });

/**
 * Known numbers: cells, sides per cell, edges, sides on the rim, symmetries without reflection, symmetries with
 * reflection
 */
const known: [BoardShape, number[]][] = [
  [rectangle(3, 2), [6, 4, 7, 10, 2, 2]],
  [rectangle(3, 3), [9, 4, 12, 12, 4, 4]],
  [rectangle(3, 2, 'cylinder'), [6, 4, 9, 6, 6, 6]],
  [rectangle(2, 2, 'cylinder'), [4, 4, 6, 4, 4, 4]],
  [rectangle(3, 2, 'torus'), [6, 4, 12, 0, 12, 12]],
  [rectangle(3, 3, 'torus'), [9, 4, 18, 0, 36, 36]],
  [rectangle(1, 1, 'torus'), [1, 4, 2, 0, 4, 4]],
  [rectangle(2, 1, 'torus'), [2, 4, 4, 0, 4, 4]],
  [{ kind: 'triangle', side: 3 }, [9, 3, 9, 9, 3, 3]],
  [{ kind: 'parallelogram', width: 3, height: 2 }, [12, 3, 13, 10, 2, 0]],
  [{ kind: 'parallelogram', width: 2, height: 2 }, [8, 3, 8, 8, 2, 2]],
  [{ kind: 'hexagon', side: 1 }, [6, 3, 6, 6, 6, 6]],
  [{ kind: 'hexagon', side: 2 }, [24, 3, 30, 12, 6, 6]],
  [{ kind: 'honeycomb', side: 1 }, [1, 6, 0, 6, 6, 6]],
  [{ kind: 'honeycomb', side: 2 }, [7, 6, 12, 18, 6, 6]],
  [{ kind: 'honeycomb', side: 3 }, [19, 6, 42, 30, 6, 6]],
  [solid('tetrahedron'), [4, 3, 6, 0, 12, 0]],
  [solid('cube'), [6, 4, 12, 0, 24, 0]],
  [solid('octahedron'), [8, 3, 12, 0, 24, 0]],
  [solid('dodecahedron'), [12, 5, 30, 0, 60, 0]],
  [solid('icosahedron'), [20, 3, 30, 0, 60, 0]],
  // a ring of four triangles, each with one side on the rim
  [
    {
      kind: 'graph',
      sides: 3,
      cells: 4,
      joints: [
        [0, 1, 1, 0],
        [1, 1, 2, 0],
        [2, 1, 3, 0],
        [3, 1, 0, 0],
      ],
    },
    [4, 3, 4, 4, 4, 0],
  ],
  // three hexagons that meet at a corner
  [
    { kind: 'graph', sides: 6, cells: 3, joints: [[0, 0, 1, 1], [1, 0, 2, 1], [2, 0, 0, 1]] }, // oxfmt-ignore
    [3, 6, 3, 12, 3, 0],
  ],
  // two pairs of squares: each pair can be rotated, and the pairs can be swapped
  [{ kind: 'graph', sides: 4, cells: 4, joints: [[0, 0, 1, 0], [2, 3, 3, 1]] }, [4, 4, 2, 12, 8, 0]], // oxfmt-ignore
];

test.each(known)(
  '%j has the known numbers of cells, sides, edges, rim sides and symmetries',
  (shape, figures) => {
    const { cells, sides, edges, across, symmetries } = boardOf(shape);
    const rim = across.filter((other) => other === -1).length;
    const mirrors = symmetries.filter(({ mirrored }) => mirrored).length;
    expect([cells, sides, edges.length / 2, rim, symmetries.length - mirrors, mirrors]).toEqual(figures);
    expect(across.every((other, side) => other === -1 || across[other] === side)).toBe(true);
  },
);

/** Returns the side to which a symmetry maps a side. */
const takes = ({ sides }: Board, symmetry: Board['symmetries'][number], side: number): number => {
  const cell = Math.floor(side / sides);
  const from = symmetry.mirrored ? sides - (side % sides) : side % sides;
  return symmetry.to[cell]! * sides + ((symmetry.turn[cell]! + from) % sides);
};

test('every symmetry of every board keeps edges and rim; all differ, the identity first', () => {
  fc.assert(
    fc.property(arbitraryBoardShape({ cells: 40 }), (shape) => {
      const board = boardOf(shape);
      const names = board.symmetries.map((symmetry) => {
        const images = Array.from(board.across, (_, side) => takes(board, symmetry, side));
        expect(new Set(images).size).toBe(images.length);
        board.across.forEach((other, side) => {
          expect(board.across[images[side]!]).toBe(other === -1 ? -1 : images[other]);
        });
        return `${images.join()} ${symmetry.mirrored}`;
      });
      expect(new Set(names).size).toBe(names.length);
      expect(names[0]).toBe(`${[...board.across.keys()].join()} false`);
    }),
    { numRuns: 60 },
  );
});

test('the 32,768 symmetries of a 64 × 64 torus are made quickly and in little memory', () => {
  const { symmetries } = boardOf(rectangle(64, 64, 'torus'));
  expect(symmetries).toHaveLength(32_768);
  expect(symmetries[4095]!.to[0]).toBe(4095);
});

const length = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(ax - bx, ay - by);

describe('pictures', () => {
  test('have sides of length 1, clockwise, numbered from twelve o’clock, and cells row by row', () => {
    for (const [shape] of known) {
      const { polygons, width, height, joined, glued } = flatGeometry(shape);
      const { cells, sides, edges } = boardOf(shape);
      expect(polygons).toHaveLength(cells);
      expect(joined.length + glued.length).toBe(edges.length);
      const corners = polygons.flat();
      expect(Math.min(...corners.map(([x]) => x))).toBeCloseTo(0);
      expect(Math.max(...corners.map(([x]) => x))).toBeCloseTo(width);
      expect(Math.max(...corners.map(([, y]) => y))).toBeCloseTo(height);
      polygons.forEach((polygon) => {
        let area = 0;
        polygon.forEach(([x, y], side) => {
          const next = polygon[(side + 1) % sides]!;
          expect(length([x, y], next)).toBeCloseTo(1);
          area += (x * next[1] - y * next[0]) / 2;
        });
        expect(area).toBeGreaterThan(0.4);
      });
      if (shape.kind === 'graph') continue;
      const normals = polygons.map((polygon) =>
        polygon.map(([x, y], side) => {
          const [nextX, nextY] = polygon[(side + 1) % sides]!;
          return (Math.atan2(nextY - y, nextX - x) + 2 * Math.PI + 1e-6) % (2 * Math.PI);
        }),
      );
      for (const angles of normals) expect(angles).toEqual([...angles].sort((a, b) => a - b));
      const tops = polygons.map((polygon) => Math.min(...polygon.map(([, y]) => y)));
      tops.slice(1).forEach((top, i) => expect(top).toBeGreaterThan(tops[i]! - 1e-6));
    }
  });

  test('no two cells overlap', () => {
    const inside = ([x, y]: Point, polygon: readonly Point[]): boolean =>
      polygon.every(([ax, ay], side) => {
        const [bx, by] = polygon[(side + 1) % polygon.length]!;
        return (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-6;
      });
    for (const [shape] of known) {
      const { polygons } = flatGeometry(shape);
      polygons.forEach((polygon, cell) => {
        const [x, y] = [0, 1].map(
          (axis) => polygon.reduce((sum, corner) => sum + corner[axis]!, 0) / polygon.length,
        );
        const near = polygon.map(([cx, cy]): Point => [cx + (x! - cx) / 50, cy + (y! - cy) / 50]);
        polygons.forEach((other, otherCell) => {
          if (cell !== otherCell)
            expect([[x!, y!] as Point, ...near].some((point) => inside(point, other))).toBe(false);
        });
      });
    }
  });

  test.each(solids)('%s: a net in one piece, and a solid in which each side belongs to two faces', (name) => {
    const { cells, sides, edges, across } = boardOf(solid(name));
    const { vertices, faces } = solidGeometry(name);
    const { joined } = flatGeometry(solid(name));
    expect(joined.length / 2).toBe(cells - 1);
    // Euler's formula for polyhedra
    expect(vertices.length - edges.length / 2 + cells).toBe(2);
    const corner = (side: number): number => faces[Math.floor(side / sides)]![side % sides]!;
    const next = (side: number): number => side - (side % sides) + ((side + 1) % sides);
    across.forEach((other, side) => {
      expect([corner(side), corner(next(side))]).toEqual([corner(next(other)), corner(other)]);
      const [a, b] = [vertices[corner(side)]!, vertices[corner(next(side))]!];
      expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])).toBeCloseTo(1);
    });
    // The corners of a face run clockwise as seen from outside, so the normal points inwards.
    for (const [a, b, c] of faces.map((face) => face.map((vertex) => vertices[vertex]!))) {
      const [ux, uy, uz] = [0, 1, 2].map((i) => b![i]! - a![i]!) as [number, number, number];
      const [wx, wy, wz] = [0, 1, 2].map((i) => c![i]! - b![i]!) as [number, number, number];
      const normal = [uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx];
      expect(normal.reduce((sum, x, i) => sum + x * a![i]!, 0)).toBeLessThan(0);
    }
  });

  test('sides that touch on a torus but lie apart in the picture are listed', () => {
    const { joined, glued } = flatGeometry(rectangle(3, 2, 'torus'));
    expect([joined.length / 2, glued.length / 2]).toEqual([7, 5]);
  });
});

const fault = (shape: unknown): string => {
  const result = v.safeParse(BoardShape, shape);
  return result.success ? '' : result.issues[0].message;
};

test('impossible boards are rejected', () => {
  const graph = { kind: 'graph', sides: 3, cells: 2, joints: [[0, 0, 1, 0]] };
  expect(fault(graph)).toBe('');
  expect(fault({ kind: 'triangle', side: 0 })).toContain('>=1');
  expect(fault({ kind: 'honeycomb', side: 38 })).toContain('<=37');
  expect(fault({ kind: 'parallelogram', width: 64, height: 33 })).toContain('4,224 triangles');
  expect(fault({ ...graph, sides: 7 })).toContain('<=6');
  expect(fault({ ...graph, joints: [[0, 0, 1, 0], [1, 0, 0, 1]] })).toContain('names side 0 of cell 1 a second time'); // oxfmt-ignore
  expect(fault({ ...graph, joints: [[0, 0, 0, 0]] })).toContain('a second time');
  expect(fault({ ...graph, joints: [[0, 0, 2, 0]] })).toContain('cells are 0 to 1');
  expect(fault({ ...graph, joints: [[0, 3, 1, 0]] })).toContain('sides are 0 to 2');
  expect(fault({ ...graph, joints: [[0, 0, 1]] })).toContain('cell, side, cell, side');
  expect(fault({ ...graph, polygons: [[[0, 0], [1, 0], [0, 1]]] })).toContain('1 polygon given for 2 cells'); // oxfmt-ignore
});

test('a graph with too many equal parts reports too many symmetries', () => {
  const parts = { kind: 'graph', sides: 6, cells: 12, joints: [] } as const;
  expect(boardOf({ ...parts, joints: [] }).symmetriesKnown).toBe(false);
  expect(boardOf({ ...parts, cells: 3, joints: [] }).symmetries).toHaveLength(6 * 6 ** 3);
});
