/** Writes a drawing as SVG, for files, for printing, and for boards that must stay sharp at any size. */
import type { Drawing, DrawnCell } from './drawing.ts';
import type { Matrix } from './geometry.ts';
import { isPhoto, type Wedge } from './appearance.ts';
import { heatColour, marks, marksIn } from './marks.ts';
import { INK, PAPER } from './palette.ts';

interface SvgOptions {
  /** text of the title element, for screen readers */
  readonly title?: string;
  /** prefix of all ids in the drawing; must differ between the drawings on a page */
  readonly ids?: string;
  /** width and height attributes, such as "120mm"; default: the drawing fills its container */
  readonly size?: { readonly width: string; readonly height: string };
}

const round = (value: number): string => String(Math.round(value * 1000) / 1000);
const matrix = (m: Matrix): string => `matrix(${m.map(round).join(' ')})`;
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
export const escapeXml = (text: string): string =>
  text.replaceAll(NOT_XML, '\uFFFD').replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

const path = (d: string, colour: string, more = ''): string =>
  d === '' ? '' : `<path d="${d}" fill="${colour}" fill-rule="evenodd"${more}/>`;

export function svgOf(drawing: Drawing, options: SvgOptions = {}): string {
  const { places } = drawing;
  const ids = options.ids ?? 'e';
  const defs = wedgeDefs(
    drawing.wedges,
    drawing.cells.flatMap((cell) => cell.labels),
    ids,
  );
  const size = options.size ? ` width="${options.size.width}" height="${options.size.height}"` : '';
  const title = options.title ? `<title>${escapeXml(options.title)}</title>` : '';
  // ghosts extend beyond the picture, so a nested svg element clips them
  const ghosts = places.ghosts
    .map(({ cell, centre }) => tileSvg(drawing, { ...drawing.cells[cell]!, centre }, ids))
    .join('');
  const pale = ghosts ? `<g opacity="${marks.ghostOpacity}">${ghosts}</g>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${places.width} ${places.height}"${size}>${title}<defs>${defs}</defs>${pale}${drawing.cells
    .map((cell) => cellSvg(drawing, cell, ids))
    .join('')}</svg>`;
}

/** Returns the definitions that `faceSvg` refers to, one for each label. */
export const wedgeDefs = (wedges: readonly Wedge[], labels: readonly number[], ids: string): string =>
  [...new Set(labels)]
    .sort((a, b) => a - b)
    .map((label) => wedges[label] && wedgeSvg(wedges[label], `${ids}${label}`))
    .join('');

/** Returns SVG that draws the labels of a tile, each in the wedge at its side. The origin is the tile's centre. */
export const faceSvg = (
  wedges: readonly Wedge[],
  labels: readonly number[],
  places: readonly Matrix[],
  ids: string,
): string =>
  labels
    .map((label, side) => {
      const at = places[side]!;
      return `<use href="#${ids}${label}" transform="${matrix(at)}"/>${captionSvg(wedges[label], at)}`;
    })
    .join('');

function wedgeSvg(wedge: Wedge, id: string): string {
  const { image } = wedge;
  const picture = image
    ? `<clipPath id="${id}c"><path d="${wedge.ground.d}"/></clipPath><g clip-path="url(#${id}c)"><image href="${escapeXml(image.href)}" x="${-image.size / 2}" y="${-image.size / 2}" width="${image.size}" height="${image.size}"${image.turns || image.y ? ` transform="translate(0 ${image.y}) rotate(${90 * image.turns})"` : ''} preserveAspectRatio="none"/></g>`
    : '';
  return `<g id="${id}">${path(wedge.ground.d, wedge.ground.colour)}${wedge.fills.map(({ d, colour }) => path(d, colour)).join('')}${picture}</g>`;
}

const placed = ({ centre }: DrawnCell, inside: string): string =>
  `<g transform="translate(${round(centre[0])} ${round(centre[1])})">${inside}</g>`;

const tileSvg = (drawing: Drawing, cell: DrawnCell, ids: string): string =>
  cell.state === 'tile' ? placed(cell, tileInside(drawing, cell, ids)) : '';

function tileInside(drawing: Drawing, cell: DrawnCell, ids: string): string {
  const { outline, seams } = marksIn(cell.place);
  const seamLines = isPhoto(drawing.wedges[cell.labels[0]!])
    ? ''
    : `<path d="${seams}" stroke="#14161a" stroke-opacity=".22" stroke-width="${marks.seam.width}"/>`;
  return `${faceSvg(drawing.wedges, cell.labels, cell.place.wedges, ids)}${seamLines}<path d="${outline}" fill="none" stroke="#14161a" stroke-opacity=".55" stroke-width="${marks.outline.width}"/>`;
}

function cellSvg(drawing: Drawing, cell: DrawnCell, ids: string): string {
  const own = marksIn(cell.place);
  let inside = '';
  if (cell.state === 'forbidden') inside += path(own.hatch, '#80889466');
  if (cell.state === 'empty') inside += path(own.empty, '#80889429');
  if (cell.state === 'tile') inside += tileInside(drawing, cell, ids);
  if (cell.heat > 0) {
    const opacity = round(Math.min(1, cell.heat) * marks.heatOpacity);
    inside += path(own.outline, heatColour, ` fill-opacity="${opacity}"`);
  }
  if (cell.marked) inside += path(own.marked.halo, PAPER) + path(own.marked.d, marks.markedColour);
  if (cell.differs) inside += path(own.differs.halo, PAPER) + path(own.differs.d, marks.markedColour);
  const wrong = cell.strong ? own.wrongStrong : own.wrong;
  cell.place.wedges.forEach((at, side) => {
    if (!(cell.wrong & (1 << side))) return;
    inside += `<g transform="${matrix(at)}">${path(wrong.halo, PAPER)}${path(wrong.d, marks.wrongColour)}</g>`;
  });
  if (cell.hint) inside += path(own.hint.halo, PAPER) + path(own.hint.d, INK);
  if (cell.number) {
    inside += path(marks.badge(cell.number.length), PAPER);
    inside += text(cell.number, 0, 1, marks.numberSize, INK, 0);
  }
  return placed(cell, inside);
}

function captionSvg(wedge: Wedge | undefined, m: Matrix): string {
  if (!wedge?.caption) return '';
  const { caption } = wedge;
  const angle = caption.upright ? 0 : (Math.atan2(m[1], m[0]) * 180) / Math.PI;
  return text(
    caption.text,
    m[2] * caption.y + m[4],
    m[3] * caption.y + m[5],
    caption.size,
    caption.colour,
    angle,
  );
}

const text = (content: string, x: number, y: number, size: number, colour: string, angle: number): string =>
  `<text x="${round(x)}" y="${round(y)}" font-family="system-ui, sans-serif" font-weight="600" font-size="${round(size)}" fill="${colour}" text-anchor="middle" dominant-baseline="central"${angle ? ` transform="rotate(${round(angle)} ${round(x)} ${round(y)})"` : ''}>${escapeXml(content)}</text>`;
