/**
 * Writes a page for a laser cutter, as SVG in exact millimetres. Cuts, folds (scored) and engravings are in separate
 * groups and have different colours. All lines are hairlines in page coordinates, without transforms. No line is cut
 * twice, and nothing is engraved along a cut or fold.
 */
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { apply, type Matrix, type Point } from '../board-view/geometry.ts';
import { isPhoto, appearanceOf, type Wedge } from '../board-view/appearance.ts';
import { escapeXml } from '../board-view/svg.ts';
import { facePlace, numberHeight } from './face.ts';
import type { Page, TileItem } from './page.ts';
import { mm } from './svg.ts';

/** A thousandth of an inch. Laser software follows lines as thin as this. */
const HAIRLINE_MM = 0.0254;

export const laserColours = { engrave: '#0000ff', fold: '#00a000', cut: '#ff0000' } as const;

export function laserSheet(puzzle: EdgePuzzle, { width, height, items }: Page): string {
  const wedges = appearanceOf(puzzle);
  const lines = (role: 'cut' | 'fold'): string =>
    items
      .flatMap((item) =>
        item.type === 'line' && item.role === role ? [`<path d="${path([item.from, item.to])}"/>`] : [],
      )
      .join('');
  const engraved = items.map((item) => (item.type === 'tile' ? engravedFace(wedges, item) : '')).join('');
  const group = (name: keyof typeof laserColours, content: string): string =>
    `<g id="${name}" fill="none" stroke="${laserColours[name]}" stroke-width="${HAIRLINE_MM}">${content}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}"><title>${escapeXml(puzzle.name)}</title>${group('engrave', engraved)}${group('fold', lines('fold'))}${group('cut', lines('cut'))}</svg>`;
}

const path = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${mm(x)} ${mm(y)}`).join('L')}`;

function engravedFace(wedges: readonly Wedge[], item: TileItem): string {
  const { centre, scale, wedges: places } = facePlace(item);
  const onPage = (m: Matrix, point: Point): Point => {
    const [x, y] = apply(m, point);
    return [centre[0] + scale * x, centre[1] + scale * y];
  };
  const drawn = item.labels.map((label, side) => {
    const wedge = wedges[label];
    const at = places[side]!;
    if (!wedge) return '';
    const outlines = wedge.fills.flatMap(({ d }) => polygonsIn(d)).flatMap(withoutEdge);
    const paths = outlines.map((points) => `<path d="${path(points.map((point) => onPage(at, point)))}"/>`);
    if (isPhoto(wedge)) return side === 0 ? photoOf(wedge, at, onPage, scale) : '';
    return paths.join('') + pictureOf(wedge, at, onPage, scale);
  });
  const number = item.number ? textAt(item.number, centre, numberHeight(item) * scale, 0) : '';
  return drawn.join('') + number;
}

/** Parses SVG path data. Our outlines use only M, L and Z. */
const polygonsIn = (d: string): Point[][] =>
  d
    .split('M')
    .slice(1)
    .map((part) =>
      [...part.matchAll(/(?<![\d.])(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]): Point => [Number(x), Number(y)]),
    );

/** Returns a closed outline as open lines, without the parts along the tile's edge (y = 0), because those are cut. */
function withoutEdge(polygon: readonly Point[]): Point[][] {
  const onEdge = (i: number): boolean =>
    Math.abs(polygon[i]![1]) < 0.01 && Math.abs(polygon[(i + 1) % polygon.length]![1]) < 0.01;
  const first = polygon.findIndex((_, i) => onEdge(i));
  if (first === -1) return [[...polygon, polygon[0]!]];
  const lines: Point[][] = [];
  let line: Point[] = [];
  for (let step = 1; step <= polygon.length; step++) {
    const i = (first + step) % polygon.length;
    line.push(polygon[i]!);
    if (onEdge(i)) {
      if (line.length > 1) lines.push(line);
      line = [];
    }
  }
  return lines;
}

/**
 * Returns the whole photograph of a tile as an SVG image. The arguments describe the wedge at the tile's first side.
 */
function photoOf(
  { image }: Wedge,
  at: Matrix,
  onPage: (m: Matrix, point: Point) => Point,
  scale: number,
): string {
  if (!image) return '';
  const size = image.size * scale;
  const [x, y] = onPage(at, [0, image.y]);
  const turn = (Math.atan2(at[1], at[0]) * 180) / Math.PI + 90 * image.turns;
  return `<image href="${escapeXml(image.href)}" x="${mm(-size / 2)}" y="${mm(-size / 2)}" width="${mm(size)}" height="${mm(size)}" transform="translate(${mm(x)} ${mm(y)}) rotate(${mm(turn)})" preserveAspectRatio="none"/>`;
}

function pictureOf(
  { caption, image }: Wedge,
  at: Matrix,
  onPage: (m: Matrix, point: Point) => Point,
  scale: number,
): string {
  const angle = Math.atan2(at[1], at[0]);
  const words = caption
    ? textAt(
        caption.text,
        onPage(at, [0, caption.y]),
        caption.size * scale,
        caption.upright ? 0 : (angle * 180) / Math.PI,
      )
    : '';
  if (!image) return words;
  // The image is centred on the edge, where y = 0. Only its half with y ≥ 0 is on this tile, so the nested svg element
  // clips off the other half.
  const size = image.size * scale;
  const [x, y] = onPage(at, [0, 0]);
  const turn = (angle * 180) / Math.PI;
  const shown = `<image href="${escapeXml(image.href)}" width="${mm(size)}" height="${mm(size)}"${image.turns ? ` transform="rotate(180 ${mm(size / 2)} ${mm(size / 2)}) translate(0 ${mm(size / 2)})"` : ` y="${mm(-size / 2)}"`} preserveAspectRatio="none"/>`;
  return `${words}<g transform="translate(${mm(x)} ${mm(y)}) rotate(${mm(turn)})"><svg x="${mm(-size / 2)}" width="${mm(size)}" height="${mm(size / 2)}">${shown}</svg></g>`;
}

const textAt = (text: string, [x, y]: Point, size: number, angle: number): string =>
  `<text x="${mm(x)}" y="${mm(y)}" font-size="${mm(size)}" font-family="Helvetica, Arial, sans-serif" text-anchor="middle" dominant-baseline="central"${angle ? ` transform="rotate(${mm(angle)} ${mm(x)} ${mm(y)})"` : ''}>${escapeXml(text)}</text>`;
