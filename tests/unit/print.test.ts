import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream, type PDFPage } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { flippedOf, tileOf } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { labelsOf } from '../../src-renderer/board-view/drawing.ts';
import { pdfOf, POINTS } from '../../src-renderer/print/pdf.ts';
import {
  DoesNotFit,
  piecesOf,
  sheetsOf,
  usualPrint,
  type Item,
  type Page,
} from '../../src-renderer/print/sheets.ts';
import { svgSheet } from '../../src-renderer/print/svg.ts';

const scramble = generate({ family: 'scramble', width: 3, height: 3, seed: 1 });
const framed = generate({ family: 'framed', width: 6, height: 6, seed: 1 });

const itemsOf = <T extends Item['type']>(page: Page, type: T): (Item & { type: T })[] =>
  page.items.filter((item): item is Item & { type: T } => item.type === type);

/** The drawing operators of a page, as text. */
function contentOf(page: PDFPage): string {
  const contents = page.node.Contents();
  const streams =
    contents instanceof PDFArray
      ? contents.asArray().map((ref) => page.doc.context.lookup(ref))
      : contents
        ? [contents]
        : [];
  return streams
    .map((stream) => Buffer.from(decodePDFRawStream(stream as PDFRawStream).decode()).toString('latin1'))
    .join('\n');
}

it('refuses tiles that it would print wrongly: of another form, or printed on both sides', () => {
  const { puzzle } = scramble;
  const triangles = { ...puzzle, board: { kind: 'triangle' as const, side: 3 } };
  const backs = { ...puzzle, tiles: [{ edges: [0, 2, 4, 6], back: [1, 3, 5, 7] }, ...puzzle.tiles.slice(1)] };
  for (const other of [triangles, backs]) {
    expect(() => sheetsOf(other, usualPrint)).toThrow(/Only square tiles with one face/);
  }
});

describe('a printed page measures right', () => {
  it.each([
    ['a4', 210, 297],
    ['letter', 215.9, 279.4],
  ] as const)('%s: page box, tiles and ruler in points', async (paper, width, height) => {
    const pages = sheetsOf(scramble.puzzle, { ...usualPrint, paper, tile: 42.5, key: false });
    const pdf = await PDFDocument.load(await pdfOf(scramble.puzzle, pages));
    expect(pdf.getPageCount()).toBe(1);
    const page = pdf.getPage(0);
    const box = page.getMediaBox();
    expect(box.width).toBeCloseTo(width * POINTS, 6);
    expect(box.height).toBeCloseTo(height * POINTS, 6);

    const content = contentOf(page);
    // every tile is drawn 100 units wide under a matrix that scales it to 42.5 mm
    const scales = [...content.matchAll(/^([\d.]+) 0 0 -([\d.]+) ([\d.]+) ([\d.]+) cm$/gm)];
    expect(scales).toHaveLength(9);
    for (const [, x, y] of scales) {
      expect(Number(x) * 100).toBeCloseTo((42.5 * 72) / 25.4, 3);
      expect(Number(y)).toBe(Number(x));
    }
    // neighbours lie exactly one tile apart
    const centres = scales.map(([, , , x]) => Number(x));
    expect(centres[1]! - centres[0]!).toBeCloseTo((42.5 * 72) / 25.4, 3);
    // the ruler: one line of 100 mm
    const lines = [...content.matchAll(/^([\d.]+) ([\d.]+) m\s+([\d.]+) ([\d.]+) l$/gm)].map((match) =>
      match.slice(1).map(Number),
    );
    const long = lines.filter(
      ([x1, y1, x2, y2]) => y1 === y2 && Math.abs(x2! - x1! - (100 * 72) / 25.4) < 1e-3,
    );
    expect(long).toHaveLength(1);
  });

  it('an SVG page says its size in millimetres', () => {
    const [page] = sheetsOf(scramble.puzzle, usualPrint);
    const svg = svgSheet(scramble.puzzle, page!);
    expect(svg).toMatch(/^<svg [^>]*width="210mm" height="297mm" viewBox="0 0 210 297">/);
    expect(svg.match(/width="50" height="50"/g)).toHaveLength(9);
  });
});

describe('the sheets', () => {
  it('hold every tile once, within the page, on as many pages as needed, and shuffled', () => {
    const pages = sheetsOf(framed.puzzle, { ...usualPrint, key: false });
    const codes = pages.flatMap((page) => itemsOf(page, 'tile').map(({ code }) => code));
    expect(codes.map(tileOf).sort((a, b) => a - b)).toEqual([...framed.puzzle.tiles.keys()]);
    expect(codes).not.toEqual(piecesOf(framed.puzzle, { shuffled: false, seed: 1 }));
    expect(pages).toHaveLength(3);
    for (const page of pages) {
      for (const { x, y, size } of itemsOf(page, 'tile')) {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(14);
        expect(x + size).toBeLessThanOrEqual(page.width - 14);
        expect(y + size).toBeLessThanOrEqual(page.height - 14 - 10);
      }
    }
  });

  it('have a crop mark at both ends of every cut', () => {
    const [page] = sheetsOf(scramble.puzzle, { ...usualPrint, gap: 4 });
    const tiles = itemsOf(page!, 'tile');
    const cuts = new Set(tiles.flatMap(({ x, size }) => [x, x + size].map((cut) => cut.toFixed(3))));
    const marks = itemsOf(page!, 'line').filter(({ x1, x2, y1 }) => x1 === x2 && y1 < 250);
    for (const cut of cuts) expect(marks.filter(({ x1 }) => x1.toFixed(3) === cut)).toHaveLength(2);
  });

  it('backs lie behind their fronts and show the mirror image of tiles that flip', () => {
    const flip: EdgePuzzle = { ...scramble.puzzle, turns: 'flip' };
    const [front, back] = sheetsOf(flip, { ...usualPrint, backs: true, key: false }) as [Page, Page];
    const behind = itemsOf(back, 'tile');
    itemsOf(front, 'tile').forEach(({ x, y, size, code }, i) => {
      expect(behind[i]!.x).toBeCloseTo(front.width - x - size, 9);
      expect(behind[i]!.y).toBe(y);
      expect(tileOf(behind[i]!.code)).toBe(tileOf(code));
      expect(flippedOf(behind[i]!.code)).toBe(true);
      const [top, right, bottom, left] = labelsOf(flip, code);
      expect(labelsOf(flip, behind[i]!.code)).toEqual([top, left, bottom, right]);
    });
  });

  it('end with a key: each piece by number, and the solution', () => {
    const pages = sheetsOf(scramble.puzzle, usualPrint, scramble.solution);
    expect(pages).toHaveLength(3);
    expect(itemsOf(pages[2]!, 'tile').map(({ code }) => code)).toEqual([...scramble.solution]);
    expect(itemsOf(pages[1]!, 'text').map(({ text }) => text)).toContain('sheet 1, 3/3');
  });

  it('say when a tile is larger than the paper', () => {
    expect(() => sheetsOf(scramble.puzzle, { ...usualPrint, tile: 190 })).toThrow(
      new DoesNotFit('A tile of 190 mm does not fit on A4: at most 182 mm do.'),
    );
  });
});

describe('a PDF of labels of every kind', () => {
  it('takes text with letters beyond the fonts of a PDF, and says which image it cannot take', async () => {
    const [first, ...rest] = scramble.puzzle.labels;
    const withText: EdgePuzzle = { ...scramble.puzzle, labels: [{ ...first!, text: '7 × 8|≤ 56' }, ...rest] };
    const pages = sheetsOf(withText, usualPrint);
    expect((await pdfOf(withText, pages)).length).toBeGreaterThan(1000);
    const gif: EdgePuzzle = {
      ...scramble.puzzle,
      labels: [{ ...first!, image: 'data:image/gif;base64,R0lGOD' }, ...rest],
    };
    await expect(pdfOf(gif, pages)).rejects.toThrow(/neither PNG nor JPEG/);
  });
});
