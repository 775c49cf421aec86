/** Writes sheets as SVG files in exact millimetres, one page per file. */
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { appearanceOf, type Wedge } from '../board-view/appearance.ts';
import { escapeXml, faceSvg, wedgeDefs } from '../board-view/svg.ts';
import { facePlace, numberHeight } from './face.ts';
import type { Item, LineRole, Page, TileItem } from './page.ts';

const IDS = 'w';

export function svgSheet(puzzle: EdgePuzzle, { width, height, items }: Page): string {
  const wedges = appearanceOf(puzzle);
  const shown = items.flatMap((item) => (item.type === 'tile' ? item.labels : []));
  const drawn = items.map((item) => itemSvg(wedges, item)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}"><title>${escapeXml(puzzle.name)}</title><defs>${wedgeDefs(wedges, shown, IDS)}</defs>${drawn}</svg>`;
}

/** Formats a length, rounded to 0.0001 mm. */
export const mm = (value: number): string => String(Math.round(value * 1e4) / 1e4);

const strokes: Record<LineRole, string> = {
  cut: 'stroke="#333338" stroke-width="0.12"',
  fold: 'stroke="#333338" stroke-width="0.12" stroke-dasharray="1.6 1"',
  edge: 'stroke="#333338" stroke-opacity=".6" stroke-width="0.12"',
  mark: 'stroke="#000" stroke-width="0.12"',
};

function itemSvg(wedges: readonly Wedge[], item: Item): string {
  if (item.type === 'tile') return tileSvg(wedges, item);
  if (item.type === 'text') return textSvg(item.text, item.x, item.y, item.size);
  const { from, to, role } = item;
  return `<path d="M${mm(from[0])} ${mm(from[1])}L${mm(to[0])} ${mm(to[1])}" ${strokes[role]}/>`;
}

const textSvg = (text: string, x: number, y: number, size: number): string =>
  `<text x="${mm(x)}" y="${mm(y)}" font-size="${mm(size)}" font-family="Helvetica, Arial, sans-serif" font-weight="600" text-anchor="middle" dominant-baseline="central">${escapeXml(text)}</text>`;

function tileSvg(wedges: readonly Wedge[], item: TileItem): string {
  const { centre, scale, wedges: places } = facePlace(item);
  const face =
    item.labels.length > 0
      ? `<g transform="translate(${mm(centre[0])} ${mm(centre[1])}) scale(${scale})">${faceSvg(wedges, item.labels, places, IDS)}</g>`
      : '';
  if (!item.number) return face;
  const size = numberHeight(item) * scale;
  const badge =
    item.labels.length > 0
      ? `<circle cx="${mm(centre[0])}" cy="${mm(centre[1])}" r="${mm(size * Math.max(0.75, 0.4 * item.number.length))}" fill="#fff" fill-opacity=".9"/>`
      : '';
  return face + badge + textSvg(item.number, centre[0], centre[1], size);
}
