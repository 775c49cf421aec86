/** Lists the boards that a number of tiles can fill. */
import { boardOf, shapeName } from '../../puzzle/board.ts';
import type { BoardShape, GraphShape } from '../../puzzle/puzzle.ts';
import { sizesOf } from '../size.ts';
import { frameFits } from './frame.ts';
import type { Layout } from './layout.ts';
import type { StatedFacts, TileText, Words } from './tile-text.ts';

export interface BoardChoice {
  readonly shape: BoardShape;
  readonly penalty: number;
  readonly said: boolean;
  /** true if the tiles could also fill a different board */
  readonly open: boolean;
  /** set if this board makes sense only when tiles can't be turned */
  readonly turnsFixed?: true;
}

/** Returns the boards that fit the tiles, likeliest first. */
export function boardsFor(
  layout: Layout,
  said: StatedFacts,
  text: TileText,
  words: readonly Words[],
): BoardChoice[] {
  const count = layout.tiles.length;
  const { board, size } = said;
  if (board) return boardOf(board).cells > count ? [] : [given(board)];
  if (layout.sides !== 4) {
    const shapes = layout.sides === 6 ? hexagonBoards(count) : otherBoards(layout.sides, count);
    return shapes.map(([shape, penalty]) => ({ shape, penalty, said: false, open: true }));
  }
  if (size) return size.width * size.height > count ? [] : [given({ kind: 'rectangle', ...size })];
  return rectangleIn(layout, text) ?? rectanglesOf(count, words);
}

const given = (shape: BoardShape): BoardChoice => ({ shape, penalty: 0, said: true, open: false });

/**
 * Returns the rectangle of the size given in the text. Some files give rows before columns, so a second rectangle may
 * have width and height exchanged.
 */
function rectangleIn(layout: Layout, { size, mentioned }: TileText): BoardChoice[] | null {
  const count = layout.tiles.length;
  const isMentioned = mentioned !== null && mentioned.width * mentioned.height === count;
  const found = layout.size ?? size ?? (isMentioned ? mentioned : null);
  if (!found || found.width * found.height > count) return null;
  const { width, height } = found;
  const own = { penalty: 0, said: false, open: false };
  const choices: BoardChoice[] = [{ shape: { kind: 'rectangle', width, height }, ...own }];
  // Also offer the rectangle with width and height exchanged. If tiles may be turned, both rectangles give the same
  // puzzle, so the second one is then offered only if the given rectangle is taller than wide, which is unusual.
  if (layout.size && width !== height) {
    const turned: BoardShape = { kind: 'rectangle', width: height, height: width };
    choices.push({ shape: turned, ...own, penalty: 0.3, ...(width > height ? { turnsFixed: true } : {}) });
  }
  return choices;
}

/**
 * Returns the boards for a number of tiles: rectangles and, for six tiles, a cube. If the tiles form a frame, returns
 * only rectangles that this frame fits.
 */
function rectanglesOf(count: number, words: readonly Words[]): BoardChoice[] {
  const sizes = sizesOf(count);
  const edges = words.map((tile) => tile.edges);
  const framed = sizes.filter((size) => frameFits(edges, size).some(({ exact }) => exact));
  const possible = framed.length > 0 ? framed : sizes.filter(({ height }) => height > 1);
  const choices = possible.map((size, i): BoardChoice => ({
    shape: { kind: 'rectangle', ...size },
    penalty: i === 0 ? 0 : 2.5,
    said: false,
    open: possible.length > 1,
  }));
  if (count === 6)
    choices.push({ shape: { kind: 'solid', solid: 'cube' }, penalty: 2.2, said: false, open: true });
  return choices;
}

type Weighed = readonly [shape: BoardShape, penalty: number];

function hexagonBoards(count: number): Weighed[] {
  const honeycomb = sideOf(count, (side) => 3 * side * (side - 1) + 1, 2);
  const triangle = sideOf(count, (side) => (side * (side + 1)) / 2, 2);
  return [
    ...(honeycomb ? [[{ kind: 'honeycomb', side: honeycomb }, 0] as const] : []),
    ...(triangle ? [[hexagonTriangle(triangle), honeycomb ? 2 : 0] as const] : []),
  ];
}

function otherBoards(sides: number, count: number): Weighed[] {
  if (sides !== 3) return count === 12 ? [[{ kind: 'solid', solid: 'dodecahedron' }, 0]] : [];
  const triangle = sideOf(count, (side) => side * side, 2);
  const hexagon = sideOf(count, (side) => 6 * side * side, 1);
  const solid = ({ 4: 'tetrahedron', 8: 'octahedron', 20: 'icosahedron' } as const)[count];
  return [
    ...(triangle ? [[{ kind: 'triangle', side: triangle }, 0] as const] : []),
    ...(hexagon ? [[{ kind: 'hexagon', side: hexagon }, 0] as const] : []),
    ...(solid ? [[{ kind: 'solid', solid }, triangle ? 0.5 : 0] as const] : []),
  ];
}

function sideOf(count: number, cells: (side: number) => number, least: number): number | null {
  let side = least;
  while (cells(side) < count) side++;
  return cells(side) === count ? side : null;
}

/**
 * Returns a triangle of hexagons, in rows of 1, 2, 3 …. It is a graph, because no other kind of board has this shape.
 */
function hexagonTriangle(side: number): GraphShape {
  const at = (row: number, place: number): number => (row * (row + 1)) / 2 + place;
  const joints: number[][] = [];
  const polygons: number[][][] = [];
  const half = Math.sqrt(3) / 2;
  for (let row = 0; row < side; row++) {
    for (let place = 0; place <= row; place++) {
      const cell = at(row, place);
      if (place < row) joints.push([cell, 1, at(row, place + 1), 4]);
      if (row + 1 < side) {
        joints.push([cell, 2, at(row + 1, place + 1), 5]);
        joints.push([cell, 3, at(row + 1, place), 0]);
      }
      const [x, y] = [(2 * place + side - row) * half, 1.5 * row + 1];
      polygons.push([
        [x, y - 1],
        [x + half, y - 0.5],
        [x + half, y + 0.5],
        [x, y + 1],
        [x - half, y + 0.5],
        [x - half, y - 0.5],
      ]);
    }
  }
  return { kind: 'graph', sides: 6, cells: at(side, 0), joints, polygons };
}

/** Returns the name of a board, for the user. */
export const boardTitle = (shape: BoardShape): string =>
  shape.kind === 'graph' ? `a triangle of ${shape.cells} hexagons` : shapeName(shape);
