/** Draws a search tree as an SVG file or on a canvas. */
import { escapeXml } from '../board-view/svg.ts';
import {
  BOX_HEIGHT_PX,
  BOX_RADIUS_PX,
  FONT_PX,
  HEAD_FONT_PX,
  HEAD_BASELINE_PX,
  type TreeDrawing,
} from './tree-drawing.ts';
import { boxStyle, linkStyle, type Colours } from './tree-style.ts';

const FONT_FAMILY = 'IBM Plex Sans, Plex, system-ui, sans-serif';
/** distance from the middle of a box down to its text's baseline, in pixels */
const BASELINE_OFFSET_PX = 4;
const NOTE_GAP_PX = 6;

export function treeSvg(drawing: TreeDrawing, title: string, colours: Colours): string {
  const { width, height, boxes, links, heads } = drawing;
  const dashes = (dash: string): string => (dash ? ` stroke-dasharray="${dash}"` : '');
  const lines = links.map((link) => {
    const { stroke, width: thick, dash } = linkStyle(link, colours);
    return `<path d="${link.d}" fill="none" stroke="${stroke}" stroke-width="${thick}"${dashes(dash)}/>`;
  });
  const names = heads.map(
    ({ x, text }) =>
      `<text x="${x}" y="${HEAD_BASELINE_PX}" font-size="${HEAD_FONT_PX}" fill="${colours['ink-3']}">${escapeXml(text)}</text>`,
  );
  const drawn = boxes.map((box, index) => {
    const style = boxStyle(box, index === drawing.current, colours);
    const y = box.y - BOX_HEIGHT_PX / 2;
    const behind =
      box.item.kind === 'group'
        ? `<rect x="${box.x + 2}" y="${y + 2}" width="${box.width}" height="${BOX_HEIGHT_PX}" rx="${BOX_RADIUS_PX}" fill="${style.fill}" stroke="${style.stroke}"/>`
        : '';
    const note = box.note
      ? `<text x="${box.x + box.width + NOTE_GAP_PX}" y="${box.y + BASELINE_OFFSET_PX}" fill="${style.note}">${escapeXml(box.note)}</text>`
      : '';
    return `<g><title>${escapeXml(box.label)}</title>${behind}<rect x="${box.x}" y="${y}" width="${box.width}" height="${BOX_HEIGHT_PX}" rx="${BOX_RADIUS_PX}" fill="${style.fill}" stroke="${style.stroke}" stroke-width="${style.width}"${dashes(style.dash)}/><text x="${box.x + box.width / 2}" y="${box.y + BASELINE_OFFSET_PX}" text-anchor="middle" font-weight="${style.weight}" fill="${style.text}">${escapeXml(box.text)}</text>${note}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT_FAMILY}" font-size="${FONT_PX}">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${colours.raised}"/>`,
    ...lines,
    ...names,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

/** Paints the tree at scale 1, with its top left corner at (0, 0). The caller sets the canvas's scale and offset. */
export function paintTree(context: CanvasRenderingContext2D, drawing: TreeDrawing, colours: Colours): void {
  const dashes = (dash: string): void => context.setLineDash(dash ? dash.split(' ').map(Number) : []);
  for (const link of drawing.links) {
    const { stroke, width, dash } = linkStyle(link, colours);
    context.strokeStyle = stroke;
    context.lineWidth = width;
    dashes(dash);
    context.stroke(new Path2D(link.d));
  }
  const write = (text: string, x: number, y: number, font: string, fill: string): void => {
    context.font = `${font} ${FONT_FAMILY}`;
    context.fillStyle = fill;
    context.fillText(text, x, y);
  };
  for (const { x, text } of drawing.heads)
    write(text, x, HEAD_BASELINE_PX, `${HEAD_FONT_PX}px`, colours['ink-3']);
  for (const [index, box] of drawing.boxes.entries()) {
    const style = boxStyle(box, index === drawing.current, colours);
    const { x, width } = box;
    const y = box.y - BOX_HEIGHT_PX / 2;
    context.fillStyle = style.fill;
    context.strokeStyle = style.stroke;
    context.lineWidth = style.width;
    dashes(style.dash);
    for (const offset of box.item.kind === 'group' ? [2, 0] : [0]) {
      context.beginPath();
      context.roundRect(x + offset, y + offset, width, BOX_HEIGHT_PX, BOX_RADIUS_PX);
      context.fill();
      context.stroke();
    }
    context.textAlign = 'center';
    write(box.text, x + width / 2, box.y + BASELINE_OFFSET_PX, `${style.weight} ${FONT_PX}px`, style.text);
    context.textAlign = 'left';
    if (box.note)
      write(box.note, x + width + NOTE_GAP_PX, box.y + BASELINE_OFFSET_PX, `${FONT_PX}px`, style.note);
  }
  context.setLineDash([]);
}
