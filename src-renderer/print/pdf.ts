/** Writes sheets as a PDF in exact millimetres. Drawings are vector graphics. */
import {
  clip,
  closePath,
  concatTransformationMatrix,
  drawObject,
  Duplex,
  endPath,
  lineTo,
  moveTo,
  PDFDocument,
  PDFOperator,
  PDFOperatorNames,
  popGraphicsState,
  PrintScaling,
  pushGraphicsState,
  rgb,
  setFillingRgbColor,
  StandardFonts,
  type PDFFont,
  type PDFImage,
  type PDFPage,
} from 'pdf-lib';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import type { Matrix } from '../board-view/geometry.ts';
import { appearanceOf, type Wedge } from '../board-view/appearance.ts';
import { rgb as parts } from '../board-view/palette.ts';
import { facePlace, numberHeight } from './face.ts';
import type { Item, LineRole, Page, Point, TileItem, TurnOver } from './page.ts';

/** One inch is 72 points or 25.4 mm. */
export const POINTS_PER_MM = 72 / 25.4;

interface Pen {
  readonly page: PDFPage;
  readonly height: number;
  readonly font: PDFFont;
  readonly images: ReadonlyMap<string, PDFImage>;
  readonly wedges: readonly Wedge[];
}

/**
 * Returns the PDF's bytes. `twoSided` tells the printer how to turn the sheets over. Without it, sheets are printed on
 * one side.
 */
export async function pdfOf(
  puzzle: EdgePuzzle,
  pages: readonly Page[],
  twoSided?: TurnOver,
): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  document.setTitle(puzzle.name);
  document.setCreator('Edgewise');
  const printer = document.catalog.getOrCreateViewerPreferences();
  printer.setPrintScaling(PrintScaling.None);
  if (twoSided)
    printer.setDuplex(twoSided === 'long' ? Duplex.DuplexFlipLongEdge : Duplex.DuplexFlipShortEdge);
  const font = await document.embedFont(StandardFonts.HelveticaBold);
  const wedges = appearanceOf(puzzle);
  const images = new Map<string, PDFImage>();
  for (const { image } of wedges) {
    if (image && !images.has(image.href)) images.set(image.href, await embedded(document, image.href));
  }
  for (const { width, height, items } of pages) {
    const page = document.addPage([width * POINTS_PER_MM, height * POINTS_PER_MM]);
    const pen: Pen = { page, height, font, images, wedges };
    for (const item of items) draw(pen, item);
  }
  return (await document.save()) as Uint8Array<ArrayBuffer>;
}

/** Embeds an image. It must be a PNG or a JPEG, because PDFs accept no other formats. */
async function embedded(document: PDFDocument, href: string): Promise<PDFImage> {
  if (href.startsWith('data:image/jpeg')) return document.embedJpg(href);
  if (href.startsWith('data:image/png')) return document.embedPng(href);
  throw new Error('A label or tile image is neither PNG nor JPEG. Choose the image again.');
}

/** How to draw each kind of line: its grey value, and the lengths of its dashes and gaps in points. */
const strokes: Record<LineRole, { readonly grey: number; readonly dash?: number[] }> = {
  cut: { grey: 0.2 },
  fold: { grey: 0.2, dash: [4.5, 3] },
  edge: { grey: 0.45 },
  mark: { grey: 0 },
};

function draw(pen: Pen, item: Item): void {
  const { page, height, font } = pen;
  const onPage = ([x, y]: Point): { x: number; y: number } => ({
    x: x * POINTS_PER_MM,
    y: (height - y) * POINTS_PER_MM,
  });
  if (item.type === 'tile') {
    drawTile(pen, item);
  } else if (item.type === 'line') {
    const { grey, dash } = strokes[item.role];
    page.drawLine({
      start: onPage(item.from),
      end: onPage(item.to),
      thickness: 0.35,
      color: rgb(grey, grey, grey),
      ...(dash ? { dashArray: dash } : {}),
    });
  } else {
    const size = item.size * POINTS_PER_MM;
    const text = encodable(font, item.text);
    const { x, y } = onPage([item.x, item.y]);
    page.drawText(text, { x: x - font.widthOfTextAtSize(text, size) / 2, y: y - size * 0.35, size, font });
  }
}

function drawTile(pen: Pen, item: TileItem): void {
  const { page, font } = pen;
  const { centre, scale: unit, wedges } = facePlace(item);
  const scale = unit * POINTS_PER_MM;
  const [x, y] = [centre[0] * POINTS_PER_MM, (pen.height - centre[1]) * POINTS_PER_MM];
  // y points down in the drawing but up on the page
  page.pushOperators(pushGraphicsState(), concatTransformationMatrix(scale, 0, 0, -scale, x, y));
  item.labels.forEach((label, side) => drawWedge(pen, pen.wedges[label]!, wedges[side]!));
  page.pushOperators(popGraphicsState());
  if (item.number) {
    const height = numberHeight(item) * scale;
    const width = font.widthOfTextAtSize(item.number, height);
    if (item.labels.length > 0) {
      page.drawCircle({ x, y, size: Math.max(width, height) * 0.72, color: rgb(1, 1, 1), opacity: 0.9 });
    }
    page.drawText(item.number, { x: x - width / 2, y: y - height * 0.36, size: height, font });
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
    const { size, turns, y } = wedge.image;
    const key = page.node.newXObject('Image', picture.ref);
    const [cos, sin] = [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ][turns]!;
    page.pushOperators(
      pushGraphicsState(),
      ...outline(wedge.ground.d),
      clip(),
      endPath(),
      concatTransformationMatrix(cos!, sin!, -sin!, cos!, 0, y),
      // PDFs draw an image upright if y points up. In the wedge's coordinates, y points down, so flip the image.
      concatTransformationMatrix(size, 0, 0, -size, -size / 2, size / 2),
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
    // Short text is upright on the tile, and long text follows the wedge. Mirror the text, because y points up on the
    // page.
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

/** Converts SVG path data to PDF operators. Our outlines use only M, L and Z. */
function outline(d: string): PDFOperator[] {
  return [...d.matchAll(/([ML])(-?[\d.]+) (-?[\d.]+)|Z/g)].map(([, command, x, y]) =>
    command === 'M'
      ? moveTo(Number(x), Number(y))
      : command === 'L'
        ? lineTo(Number(x), Number(y))
        : closePath(),
  );
}

/**
 * Writes question marks instead of letters that the PDF's standard fonts lack. The fonts have only Western European
 * letters.
 */
function encodable(font: PDFFont, text: string): string {
  const known = new Set(font.getCharacterSet());
  return Array.from(text, (letter) => (known.has(letter.codePointAt(0)!) ? letter : '?')).join('');
}
