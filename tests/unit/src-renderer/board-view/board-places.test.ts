// The positions of cells on every kind of board, and how the pointer and the arrow keys find them.
import { describe, expect, test } from 'vitest';
import { boardOf } from '../../../../src-core/puzzle/board.ts';
import type { BoardShape } from '../../../../src-core/puzzle/puzzle.ts';
import {
  apply,
  hit,
  placesOf,
  stepFrom,
  type Direction,
  type Point,
} from '../../../../src-renderer/board-view/geometry.ts';
import { looseBoard } from '../../../../src-renderer/board-view/loose.ts';

const solid = (name: 'tetrahedron' | 'cube' | 'octahedron' | 'dodecahedron' | 'icosahedron'): BoardShape => ({
  kind: 'solid',
  solid: name,
});
const shapes: Record<string, BoardShape> = {
  rectangle: { kind: 'rectangle', width: 4, height: 3 },
  cylinder: { kind: 'rectangle', width: 4, height: 3, wrap: 'cylinder' },
  torus: { kind: 'rectangle', width: 4, height: 3, wrap: 'torus' },
  triangle: { kind: 'triangle', side: 3 },
  parallelogram: { kind: 'parallelogram', width: 3, height: 2 },
  hexagon: { kind: 'hexagon', side: 2 },
  honeycomb: { kind: 'honeycomb', side: 2 },
  tetrahedron: solid('tetrahedron'),
  cube: solid('cube'),
  octahedron: solid('octahedron'),
  dodecahedron: solid('dodecahedron'),
  icosahedron: solid('icosahedron'),
  'graph without polygons': { kind: 'graph', sides: 5, cells: 3, joints: [[0, 0, 1, 0]] },
  // irregular polygons in pixels
  'graph with polygons': {
    kind: 'graph',
    sides: 4,
    cells: 2,
    joints: [[0, 1, 1, 3]],
    polygons: [
      [
        [0, 0],
        [300, 20],
        [280, 220],
        [0, 200],
      ],
      [
        [300, 20],
        [620, 0],
        [600, 240],
        [280, 220],
      ],
    ],
  },
};

const plus = ([x, y]: Point, [dx, dy]: Point): Point => [x + dx, y + dy];

describe.each(Object.entries(shapes))('%s', (_, shape) => {
  const places = placesOf(shape);
  const board = boardOf(shape);

  test('finds each wedge under the pointer, from its edge to the centre', () => {
    expect(places.cells).toHaveLength(board.cells);
    places.cells.forEach(({ centre, wedges }, cell) => {
      wedges.forEach((wedge, side) => {
        for (const [along, deep] of [
          [0, 3],
          [-30, 4],
          [30, 4],
          [0, 20],
        ] as const) {
          const [x, y] = plus(centre, apply(wedge, [along, deep]));
          expect(hit(places, x, y)).toEqual({ cell, side });
        }
      });
    });
    expect(hit(places, -200, -200)).toBeNull();
  });

  test('a wedge lies on its side of the cell', () => {
    for (const { corners, wedges } of places.cells) {
      wedges.forEach((wedge, side) => {
        const [from, to] = [corners[side]!, corners[(side + 1) % corners.length]!];
        const ends = [apply(wedge, [-50, 0]), apply(wedge, [50, 0])];
        for (const [i, end] of [from, to].entries()) {
          expect(ends[i]![0]).toBeCloseTo(end[0], 3);
          expect(ends[i]![1]).toBeCloseTo(end[1], 3);
        }
      });
    }
  });

  test('the arrow keys reach every cell that is connected to the first', () => {
    const reached = new Set([0]);
    for (const cell of reached) {
      for (const direction of ['left', 'right', 'up', 'down'] as Direction[]) {
        reached.add(stepFrom(places, board.across, cell, direction));
      }
    }
    const joined = new Set([0]);
    for (const cell of joined) {
      for (let side = 0; side < board.sides; side++) {
        const other = board.across[cell * board.sides + side]!;
        if (other >= 0) joined.add(Math.floor(other / board.sides));
      }
    }
    for (const cell of joined) expect(reached).toContain(cell);
  });
});

test('on a rectangle, arrows move one cell and stop at the rim; on a torus they wrap around', () => {
  const walk = (shape: BoardShape, cell: number): number[] =>
    (['left', 'right', 'up', 'down'] as const).map((direction) =>
      stepFrom(placesOf(shape), boardOf(shape).across, cell, direction),
    );
  expect(walk(shapes['rectangle']!, 5)).toEqual([4, 6, 1, 9]);
  expect(walk(shapes['rectangle']!, 0)).toEqual([0, 1, 0, 4]);
  expect(walk(shapes['cylinder']!, 0)).toEqual([3, 1, 0, 4]);
  expect(walk(shapes['torus']!, 0)).toEqual([3, 1, 8, 4]);
});

test('beyond the rim of a torus are its opposite cells, each touching its neighbour', () => {
  const places = placesOf(shapes['torus']!);
  expect(places.ghosts).toHaveLength(2 * 6 + 2 * 3);
  // beyond the left and upper border of a torus
  expect(hit(places, 25, 75)?.cell).toBe(3);
  expect(hit(places, 75, 25)?.cell).toBe(8);
  expect(hit(places, 25, 25)?.cell).toBe(11);
  expect(placesOf(shapes['cylinder']!).height).toBe(300);
});

test('loose tiles of every shape lie apart and touch nothing', () => {
  for (const shape of Object.values(shapes)) {
    const loose = looseBoard(shape, 3, 2);
    expect(boardOf(loose).sides).toBe(boardOf(shape).sides);
    const { centres } = placesOf(loose);
    expect(centres).toHaveLength(6);
    expect(new Set(centres.map(([x]) => Math.round(x))).size).toBe(3);
  }
});
