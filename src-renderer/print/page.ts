/** A printed page as data, in millimetres from its top left corner. pdf.ts, svg.ts and laser.ts draw it exactly. */
import type { Point, Polygon } from '../../src-core/puzzle/polygons.ts';

export type { Point, Polygon };

export const papers = {
  a4: { title: 'A4', width: 210, height: 297 },
  a3: { title: 'A3', width: 297, height: 420 },
  letter: { title: 'US Letter', width: 215.9, height: 279.4 },
  plate300: { title: 'Plate, 200 × 300 mm', width: 200, height: 300 },
  plate600: { title: 'Plate, 400 × 600 mm', width: 400, height: 600 },
} as const;
export type Paper = keyof typeof papers;

/** The edge of the paper about which a printer turns the sheet over: “long-edge” or “short-edge” binding. */
export type TurnOver = 'long' | 'short';

/** A face of a tile, or a cell. Side s runs clockwise from corner s to the next and shows label s. */
export interface TileItem {
  readonly type: 'tile';
  readonly corners: Polygon;
  /** the label on each side; empty for a face without labels */
  readonly labels: readonly number[];
  readonly tile: number;
  /** text printed in the middle of the face */
  readonly number: string;
}

/**
 * The purpose of a line:
 * - `cut`: a cut line. No segment appears twice on a page.
 * - `fold`: a fold line.
 * - `edge`: an outline that isn't cut.
 * - `mark`: the ruler and crop marks.
 */
export type LineRole = 'cut' | 'fold' | 'edge' | 'mark';
export interface LineItem {
  readonly type: 'line';
  readonly role: LineRole;
  readonly from: Point;
  readonly to: Point;
}

interface TextItem {
  readonly type: 'text';
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly text: string;
}

export type Item = TileItem | LineItem | TextItem;

export interface Page {
  readonly kind: 'tiles' | 'back' | 'board' | 'key';
  readonly width: number;
  readonly height: number;
  readonly items: readonly Item[];
}

/** Thrown if something doesn't fit on the paper. */
export class DoesNotFit extends Error {}

/** Most printers leave a strip of this width blank. It also has room for crop marks. */
export const MARGIN_MM = 14;
/** Space reserved for the ruler at the foot of the page. */
const FOOT_MM = 16;
const RULER_MM = 100;

export interface Sheet {
  readonly width: number;
  readonly height: number;
}

export function sheetOf(paper: Paper, landscape: boolean): Sheet {
  const { width, height } = papers[paper];
  return landscape ? { width: height, height: width } : { width, height };
}

/** Returns the size of the printable area above the ruler. */
export const roomOn = ({ width, height }: Sheet): Sheet => ({
  width: width - 2 * MARGIN_MM,
  height: height - 2 * MARGIN_MM - FOOT_MM,
});

export const line = (role: LineRole, from: Point, to: Point): LineItem => ({ type: 'line', role, from, to });
export const text = (content: string, [x, y]: Point, size: number): TextItem => ({
  type: 'text',
  x,
  y,
  size,
  text: content,
});

/** Returns the foot of a page: a 100 mm ruler, for checking the scale, and the name of the sheet. */
export function foot({ width, height }: Sheet, name: string): Item[] {
  const [x, y] = [MARGIN_MM, height - MARGIN_MM];
  return [
    line('mark', [x, y], [x + RULER_MM, y]),
    ...Array.from({ length: 11 }, (_, i) => {
      const at = x + (i * RULER_MM) / 10;
      return line('mark', [at, y], [at, y - (i % 5 === 0 ? 3 : 1.8)]);
    }),
    text('100 mm when printed at 100 %', [x + RULER_MM / 2, y + 3.2], 2.6),
    text(name, [width / 2, MARGIN_MM / 2 - 1], 2.8),
  ];
}

export const sidesOf = (polygon: Polygon): [Point, Point][] =>
  polygon.map((corner, side) => [corner, polygon[(side + 1) % polygon.length]!]);

export const scaled = (polygon: Polygon, by: number, [x, y]: Point): Point[] =>
  polygon.map(([cornerX, cornerY]): Point => [x + by * cornerX, y + by * cornerY]);

/**
 * Returns the map from a point on the front of a sheet to the point behind it, in coordinates of the back. Turning the
 * paper over about a vertical edge mirrors x. Turning it over about a horizontal edge mirrors y.
 */
export function turnedOver({ width, height }: Sheet, along: TurnOver): (point: Point) => Point {
  const upright = (along === 'long') === height >= width;
  return upright ? ([x, y]) => [width - x, y] : ([x, y]) => [x, height - y];
}
