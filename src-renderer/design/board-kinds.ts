/** The kinds of board that users can choose from, each with a picture and a default size. */
import { BoardShape } from '../../src-core/puzzle/puzzle.ts';
import * as v from 'valibot';

interface BoardKind {
  readonly id: string;
  readonly title: string;
  /** the default board of this kind */
  readonly usual: BoardShape;
  /** a small board for the picture of this kind */
  readonly picture: BoardShape;
  /** SVG path drawn over the picture, to show which rims are joined */
  readonly arrows?: string;
}

const WRAP_ACROSS_ARROWS = 'M-0.1 1H2.1M0.2 0.75L-0.1 1L0.2 1.25M1.8 0.75L2.1 1L1.8 1.25';
const WRAP_DOWN_ARROWS = 'M1 -0.1V2.1M0.75 0.2L1 -0.1L1.25 0.2M0.75 1.8L1 2.1L1.25 1.8';
const two = { kind: 'rectangle', width: 2, height: 2 } as const;
const three = { kind: 'rectangle', width: 3, height: 3 } as const;

const solid = (title: string, name: Extract<BoardShape, { kind: 'solid' }>['solid']): BoardKind => {
  const shape = { kind: 'solid', solid: name } as const;
  return { id: name, title, usual: shape, picture: shape };
};

export const boardKinds: readonly BoardKind[] = [
  { id: 'rectangle', title: 'Rectangle', usual: three, picture: three },
  {
    id: 'cylinder',
    title: 'Cylinder: left and right meet',
    usual: { ...three, width: 4, wrap: 'cylinder' },
    picture: two,
    arrows: WRAP_ACROSS_ARROWS,
  },
  {
    id: 'torus',
    title: 'Torus: left meets right, top meets bottom',
    usual: { ...three, wrap: 'torus' },
    picture: two,
    arrows: WRAP_ACROSS_ARROWS + WRAP_DOWN_ARROWS,
  },
  {
    id: 'triangle',
    title: 'Triangle',
    usual: { kind: 'triangle', side: 3 },
    // A triangle of side 2 would look like the net of a tetrahedron.
    picture: { kind: 'triangle', side: 3 },
  },
  {
    id: 'parallelogram',
    title: 'Parallelogram of triangles',
    usual: { kind: 'parallelogram', width: 3, height: 2 },
    picture: { kind: 'parallelogram', width: 2, height: 2 },
  },
  {
    id: 'hexagon',
    title: 'Hexagon of triangles',
    usual: { kind: 'hexagon', side: 2 },
    picture: { kind: 'hexagon', side: 1 },
  },
  {
    id: 'honeycomb',
    title: 'Honeycomb of hexagons',
    usual: { kind: 'honeycomb', side: 2 },
    picture: { kind: 'honeycomb', side: 2 },
  },
  solid('Tetrahedron: 4 triangles', 'tetrahedron'),
  solid('Cube: 6 squares', 'cube'),
  solid('Octahedron: 8 triangles', 'octahedron'),
  solid('Dodecahedron: 12 pentagons', 'dodecahedron'),
  solid('Icosahedron: 20 triangles', 'icosahedron'),
];

/** Returns the kind of a board; undefined for a graph. */
export function kindOf(board: BoardShape): BoardKind | undefined {
  const wrap = board.kind === 'rectangle' ? (board.wrap ?? 'none') : 'none';
  const id = board.kind === 'solid' ? board.solid : wrap === 'none' ? board.kind : wrap;
  return boardKinds.find((kind) => kind.id === id);
}

export type SizeField = 'width' | 'height' | 'side';

/** Returns the dimensions of a board that users can set, such as its width and height. */
export function sizesOf(board: BoardShape): { field: SizeField; title: string; value: number }[] {
  switch (board.kind) {
    case 'rectangle':
    case 'parallelogram':
      return [
        {
          field: 'width',
          title: board.kind === 'rectangle' ? 'Columns' : 'Number of triangles along the base',
          value: board.width,
        },
        { field: 'height', title: 'Rows', value: board.height },
      ];
    case 'triangle':
    case 'hexagon':
    case 'honeycomb':
      return [{ field: 'side', title: 'Cells along a side', value: board.side }];
    default:
      return [];
  }
}

export const resized = (board: BoardShape, field: SizeField, size: number): BoardShape => ({
  ...board,
  [field]: size,
});

/** Returns why a board can't have this size; empty if it can. */
export function problemOfSize(board: BoardShape, field: SizeField, size: number): string {
  const { success, issues } = v.safeParse(BoardShape, resized(board, field, size));
  if (success) return '';
  const [issue] = issues;
  return issue.type === 'raw_check' ? issue.message : `Enter a whole number from 1 to ${largestSize(board)}.`;
}

/** Returns the maximum number of cells along a side of a board. */
export const largestSize = (board: BoardShape): number =>
  board.kind === 'hexagon' ? 26 : board.kind === 'honeycomb' ? 37 : 64;
