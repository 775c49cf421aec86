// Images of labels in a PDF. If pdftoppm is installed, it renders the page, and the pixels are checked too.
import { spawnSync } from 'node:child_process';
import { deflateSync, crc32 } from 'node:zlib';
import { PDFDict, PDFDocument, PDFName, PDFNumber, PDFStream } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { halfOf, styleIndex } from '../../../../src-core/puzzle/labels.ts';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { pdfOf } from '../../../../src-renderer/print/pdf.ts';
import { sheetsOf, usualPrint } from '../../../../src-renderer/print/sheets.ts';

type Colour = readonly [red: number, green: number, blue: number];
const RED: Colour = [220, 20, 20];
const GREEN: Colour = [20, 180, 20];
const BLUE: Colour = [20, 20, 220];
const YELLOW: Colour = [230, 220, 20];
const SIDE = 64;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG in four colours: red and green at the top, blue and yellow at the bottom. */
function quarters(): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  // 8 bits for each of the channels red, green and blue
  header.set([8, 2], 8);
  const rows = Array.from({ length: SIDE }, (_, y) => [
    // the row's filter; 0 means none
    0,
    ...Array.from({ length: SIDE }, (_, x) =>
      y < SIDE / 2 ? (x < SIDE / 2 ? RED : GREEN) : x < SIDE / 2 ? BLUE : YELLOW,
    ).flat(),
  ]);
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

const { puzzle: plain } = generate({ family: 'scramble', width: 3, height: 3, seed: 1 });
const puzzle: EdgePuzzle = {
  ...plain,
  labels: plain.labels.map((label) => ({ ...label, image: quarters() })),
};
const pages = sheetsOf(puzzle, { ...usualPrint, key: false });

/** Reads the pixels of the first page, rendered by pdftoppm. */
function rasterise(pdf: Uint8Array, dotsPerInch: number): (xMm: number, yMm: number) => Colour {
  const { stdout } = spawnSync('pdftoppm', ['-r', String(dotsPerInch), '-f', '1', '-l', '1', '-'], {
    input: pdf,
    maxBuffer: 2 ** 28,
  });
  const [, width = 0] = /^P6\s(\d+)\s(\d+)\s255\s/
    .exec(stdout.subarray(0, 40).toString('latin1'))!
    .map(Number);
  const start = /^P6\s\d+\s\d+\s255\s/.exec(stdout.subarray(0, 40).toString('latin1'))![0].length;
  return (xMm, yMm) => {
    const [x, y] = [xMm, yMm].map((mm) => Math.floor((mm / 25.4) * dotsPerInch)) as [number, number];
    const at = start + 3 * (y * width + x);
    return [stdout[at]!, stdout[at + 1]!, stdout[at + 2]!];
  };
}

describe('image labels in a PDF', () => {
  it('appear once each, however many edges show them', async () => {
    const oneImage: EdgePuzzle = {
      ...plain,
      labels: plain.labels.map((label, i) => (i === 0 ? { ...label, image: quarters() } : label)),
    };
    const pdf = await PDFDocument.load(await pdfOf(oneImage, sheetsOf(oneImage, usualPrint)));
    const images = pdf.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (object instanceof PDFStream ? [object.dict] : []))
      .filter((dict) => dict.get(PDFName.of('Subtype')) === PDFName.of('Image'));
    expect(images.map((dict) => (dict.get(PDFName.of('Width')) as PDFNumber).asNumber())).toEqual([SIDE]);
    const resources = pdf.getPage(0).node.Resources()!.lookup(PDFName.of('XObject'), PDFDict);
    expect(resources.keys().length).toBeGreaterThan(0);
  });

  it.runIf(spawnSync('pdftoppm', ['-v']).status === 0)(
    'show their halves upright and unmirrored on all four sides',
    async () => {
      const pixel = rasterise(await pdfOf(puzzle, pages), 150);
      const near = (found: Colour, wanted: Colour): boolean =>
        found.every((value, i) => Math.abs(value - wanted[i]!) < 40);
      let looked = 0;
      for (const item of pages[0]!.items) {
        if (item.type !== 'tile') continue;
        const [left, top] = item.corners[0]!;
        const size = item.corners[1]![0] - left;
        item.labels.forEach((label, side) => {
          expect(puzzle.labels[styleIndex('opposite', label)]!.image).toBeDefined();
          // On a tile's top side, a head shows the lower half of the image, and a tail shows the upper half upside
          // down. So two tiles that meet show the whole image.
          const [onLeft, onRight] = halfOf(label) === 1 ? [BLUE, YELLOW] : [GREEN, RED];
          for (const [across, wanted] of [
            [-0.1, onLeft],
            [0.1, onRight],
          ] as const) {
            const [dx, dy] = [across, -0.5 + 0.06].map((share) => share * size) as [number, number];
            const [x, y] = [
              [dx, dy],
              [-dy, dx],
              [-dx, -dy],
              [dy, -dx],
            ][side]! as [number, number];
            const found = pixel(left + size / 2 + x, top + size / 2 + y);
            expect(
              near(found, wanted),
              `side ${side} at ${across}: ${found.join()} for ${wanted.join()}`,
            ).toBe(true);
            looked++;
          }
        });
      }
      expect(looked).toBe(9 * 4 * 2);
    },
  );
});
