/** Sheets as a PDF in exact millimetres, all drawings as vectors. */
import {
  clip,
  closePath,
  concatTransformationMatrix,
  drawObject,
  endPath,
  lineTo,
  moveTo,
  PDFDocument,
  PDFOperator,
  PDFOperatorNames,
  popGraphicsState,
  pushGraphicsState,
  rgb,
  setFillingRgbColor,
  setLineWidth,
  setStrokingRgbColor,
  StandardFonts,
  stroke,
  type PDFFont,
  type PDFImage,
  type PDFPage,
} from 'pdf-lib';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { labelsOf } from '../board-view/drawing.ts';
import { EDGE, wedgePlace, type Matrix } from '../board-view/geometry.ts';
import { lookOf, type Wedge } from '../board-view/look.ts';
import { rgb as parts } from '../board-view/palette.ts';
import type { Item, Page } from './sheets.ts';

/** Points in a millimetre: 72 to the inch of 25.4 mm. */
export const POINTS = 72 / 25.4;

interface Pen {
  readonly page: PDFPage;
  readonly height: number;
  readonly font: PDFFont;
  readonly images: ReadonlyMap<string, PDFImage>;
  readonly wedges: readonly Wedge[];
  readonly puzzle: EdgePuzzle;
}

export async function pdfOf(puzzle: EdgePuzzle, pages: readonly Page[]): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  document.setTitle(puzzle.name);
  document.setCreator('Edgewise');
  const font = await document.embedFont(StandardFonts.HelveticaBold);
  const wedges = lookOf(puzzle);
  const images = new Map<string, PDFImage>();
  for (const { image } of wedges) {
    if (image && !images.has(image.href)) images.set(image.href, await embedded(document, image.href));
  }
  for (const { width, height, items } of pages) {
    const page = document.addPage([width * POINTS, height * POINTS]);
    const pen: Pen = { page, height, font, images, wedges, puzzle };
    for (const item of items) draw(pen, item);
  }
  return (await document.save()) as Uint8Array<ArrayBuffer>;
}

/** PNG and JPEG are what a PDF takes; the editor keeps images as PNG. */
async function embedded(document: PDFDocument, href: string): Promise<PDFImage> {
  if (href.startsWith('data:image/jpeg')) return document.embedJpg(href);
  if (href.startsWith('data:image/png')) return document.embedPng(href);
  throw new Error('An image of a label is neither PNG nor JPEG: choose it anew in the editor.');
}

function draw(pen: Pen, item: Item): void {
  const { page, height, font } = pen;
  const y = (mm: number): number => (height - mm) * POINTS;
  if (item.type === 'line') {
    page.drawLine({
      start: { x: item.x1 * POINTS, y: y(item.y1) },
      end: { x: item.x2 * POINTS, y: y(item.y2) },
      thickness: 0.35,
      color: rgb(0, 0, 0),
    });
  } else if (item.type === 'text') {
    const size = item.size * POINTS;
    const text = encodable(font, item.text);
    page.drawText(text, {
      x: item.x * POINTS - font.widthOfTextAtSize(text, size) / 2,
      y: y(item.y) - size * 0.35,
      size,
      font,
    });
  } else {
    drawTile(pen, item);
  }
}

function drawTile(pen: Pen, { x, y, size, code, number }: Item & { type: 'tile' }): void {
  const { page, puzzle, font } = pen;
  const scale = (size * POINTS) / EDGE;
  const centre: Matrix = [
    scale,
    0,
    0,
    -scale, // the drawing's y goes down, the page's up
    (x + size / 2) * POINTS,
    (pen.height - y - size / 2) * POINTS,
  ];
  page.pushOperators(pushGraphicsState(), concatTransformationMatrix(...centre));
  const labels = labelsOf(puzzle, code);
  labels.forEach((label, side) => drawWedge(pen, pen.wedges[label]!, wedgePlace(labels.length, side)));
  const half = EDGE / 2;
  page.pushOperators(
    setStrokingRgbColor(0.2, 0.2, 0.22),
    setLineWidth(0.35),
    ...outline(`M${-half} ${-half}L${half} ${-half}L${half} ${half}L${-half} ${half}Z`),
    stroke(),
    popGraphicsState(),
  );
  if (number) {
    const height = size * POINTS * 0.11;
    const width = font.widthOfTextAtSize(number, height);
    const [cx, cy] = [centre[4], centre[5]];
    page.drawCircle({
      x: cx,
      y: cy,
      size: Math.max(width, height) * 0.72,
      color: rgb(1, 1, 1),
      opacity: 0.9,
    });
    page.drawText(number, { x: cx - width / 2, y: cy - height * 0.36, size: height, font });
  }
}

function drawWedge(pen: Pen, wedge: Wedge, matrix: Matrix): void {
  const { page, font } = pen;
  page.pushOperators(pushGraphicsState(), concatTransformationMatrix(...matrix));
  for (const { d, colour } of [wedge.ground, ...wedge.fills]) {
    if (d === '') continue;
    const [r, g, b] = parts(colour);
    page.pushOperators(
      setFillingRgbColor(r / 255, g / 255, b / 255),
      ...outline(d),
      PDFOperator.of(PDFOperatorNames.FillEvenOdd),
    );
  }
  const picture = wedge.image && pen.images.get(wedge.image.href);
  if (wedge.image && picture) {
    const { size, turned } = wedge.image;
    const key = page.node.newXObject('Image', picture.ref);
    const sign = turned ? 1 : -1; // images stand upright in the page's frame, whose y goes up
    page.pushOperators(
      pushGraphicsState(),
      ...outline(wedge.ground.d),
      clip(),
      endPath(),
      concatTransformationMatrix(-sign * size, 0, 0, sign * size, (sign * size) / 2, (-sign * size) / 2),
      drawObject(key),
      popGraphicsState(),
    );
  }
  page.pushOperators(popGraphicsState());
  if (wedge.caption) {
    const { text, size, y, colour } = wedge.caption;
    const [r, g, b] = parts(colour);
    const shown = encodable(font, text);
    const width = font.widthOfTextAtSize(shown, size);
    // A short text stands upright on the tile, a long one along the wedge; both mirrored back to the page's y.
    const angle = wedge.caption.upright ? -Math.atan2(matrix[1], matrix[0]) : 0;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    page.pushOperators(
      pushGraphicsState(),
      concatTransformationMatrix(...matrix),
      concatTransformationMatrix(cos, sin, sin, -cos, 0, y),
    );
    page.drawText(shown, {
      x: -width / 2,
      y: -size * 0.35,
      size,
      font,
      color: rgb(r / 255, g / 255, b / 255),
    });
    page.pushOperators(popGraphicsState());
  }
}

/** Our outlines are polygons: M, L and Z only. */
function outline(d: string): PDFOperator[] {
  return [...d.matchAll(/([ML])(-?[\d.]+) (-?[\d.]+)|Z/g)].map(([, command, x, y]) =>
    command === 'M'
      ? moveTo(Number(x), Number(y))
      : command === 'L'
        ? lineTo(Number(x), Number(y))
        : closePath(),
  );
}

/** The PDF's own fonts have the letters of Western Europe; any other is shown as a question mark. */
function encodable(font: PDFFont, text: string): string {
  const known = new Set(font.getCharacterSet());
  return Array.from(text, (letter) => (known.has(letter.codePointAt(0)!) ? letter : '?')).join('');
}
