/** Chooses boards for a number of tiles with a number of sides. */
import { boardOf, shapeName } from '../../puzzle/board.ts';
import type { BoardShape, GraphShape } from '../../puzzle/puzzle.ts';
import type { Size } from '../size.ts';
import { frameFits } from './frame.ts';
import type { Layout } from './layout.ts';
import type { Said, TileText, Words } from './tile-text.ts';

export interface BoardChoice {
  readonly shape: BoardShape;
  readonly penalty: number;
  readonly said: boolean;
  /** several kinds or sizes were possible */
  readonly open: boolean;
  /** set if this board only makes sense for tiles that may not be turned */
  readonly turnsFixed?: true;
}

/** Returns the boards that fit the tiles, likeliest first. */
export function boardsFor(
  layout: Layout,
  said: Said,
  text: TileText,
  words: readonly Words[],
): BoardChoice[] {
  const count = layout.tiles.length;
  if (said.board && boardOf(said.board).cells > count) return [];
  if (said.board) return [{ shape: said.board, penalty: 0, said: true, open: false }];
  const asked = said.size ?? null;
  if (layout.sides === 4) {
    if (asked) {
      if (asked.width * asked.height > count) return [];
      return [{ shape: { kind: 'rectangle', ...asked }, penalty: 0, said: true, open: false }];
    }
    const { mentioned } = text;
    const isMentioned = mentioned !== null && mentioned.width * mentioned.height === count;
    const size = layout.size ?? text.size ?? (isMentioned ? mentioned : null);
    if (size && size.width * size.height <= count) {
      const { width, height } = size;
      const own: BoardChoice = {
        shape: { kind: 'rectangle', width, height },
        penalty: 0,
        said: false,
        open: false,
      };
      // Some files give rows before columns, which makes a different puzzle if tiles may not be turned.
      const turned: BoardChoice = {
        shape: { kind: 'rectangle', width: height, height: width },
        penalty: 0.3,
        said: false,
        open: false,
        turnsFixed: true,
      };
      return layout.size && width !== height ? [own, turned] : [own];
    }
    const sizes = sizesOf(count);
    const framed = sizes.filter((each) =>
      frameFits(
        words.map(({ edges }) => edges),
        each,
      ).some(({ exact }) => exact),
    );
    const possible = framed.length > 0 ? framed : sizes.filter(({ height }) => height > 1);
    return [
      ...possible.map((each, i): BoardChoice => ({
        shape: { kind: 'rectangle', ...each },
        penalty: i === 0 ? 0 : 2.5,
        said: false,
        open: possible.length > 1,
      })),
      ...(count === 6
        ? [{ shape: { kind: 'solid', solid: 'cube' } as const, penalty: 2.2, said: false, open: true }]
        : []),
    ];
  }
  const shapes: [BoardShape, number][] = [];
  if (layout.sides === 6) {
    for (let side = 2; 3 * side * (side - 1) + 1 <= count; side++) {
      if (3 * side * (side - 1) + 1 === count) shapes.push([{ kind: 'honeycomb', side }, 0]);
    }
    for (let side = 2; (side * (side + 1)) / 2 <= count; side++) {
      if ((side * (side + 1)) / 2 === count) shapes.push([hexagonTriangle(side), shapes.length > 0 ? 2 : 0]);
    }
  } else if (layout.sides === 3) {
    for (let side = 2; side * side <= count; side++)
      if (side * side === count) shapes.push([{ kind: 'triangle', side }, 0]);
    for (let side = 1; 6 * side * side <= count; side++)
      if (6 * side * side === count) shapes.push([{ kind: 'hexagon', side }, 0]);
    const solid = ({ 4: 'tetrahedron', 8: 'octahedron', 20: 'icosahedron' } as const)[count];
    if (solid) shapes.push([{ kind: 'solid', solid }, shapes.length > 0 ? 0.5 : 0]);
  } else if (count === 12) shapes.push([{ kind: 'solid', solid: 'dodecahedron' }, 0]);
  return shapes.map(([shape, penalty]) => ({ shape, penalty, said: false, open: true }));
}

function sizesOf(cells: number): Size[] {
  const sizes: Size[] = [];
  for (let height = Math.floor(Math.sqrt(cells)); height >= 1; height--) {
    if (cells % height === 0 && cells / height <= 64) sizes.push({ width: cells / height, height });
  }
  return sizes;
}

/** Returns a triangle of hexagons, in rows of 1, 2, 3 …, as a graph, because no kind of board describes it. */
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

/** Returns the name of a board for users. */
export const boardTitle = (shape: BoardShape): string =>
  shape.kind === 'graph' ? `a triangle of ${shape.cells} hexagons` : shapeName(shape);
