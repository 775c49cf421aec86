/**
 * Makes the files in tests/data/scan/ from one photograph: `node tests/scan/heic.ts [megapixels] [quality]`. It needs
 * `heif-enc` of libheif (Debian: libheif-examples). The HEIC file resembles an iPhone's (ISO/IEC 23008-12): the
 * picture is stored sideways, both `irot` and Exif give its rotation, and a `grid` joins squares of 512 pixels.
 * heif-enc encodes each square as a separate file, and this script writes the boxes around the encoded data.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import jpeg from 'jpeg-js';
import type { Picture } from '../../src-core/scan/picture.ts';
import { caseOf, take } from './shots.ts';

const SQUARE = 512;

const u8 = (...values: number[]): Buffer => Buffer.from(values);
const u16 = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => u8(value >> 8, value & 255)));
const u32 = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => u16(Math.floor(value / 65536), value & 65535)));
const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(8 + body.length), Buffer.from(type, 'latin1'), body]);
};
/** Returns a box with a version, and with all flags set to 0. */
const full = (type: string, version: number, ...content: Buffer[]): Buffer =>
  box(type, u8(version, 0, 0, 0), ...content);

/**
 * Rotates a picture a quarter turn to the left. The `irot` value 3, which is three quarter turns to the left, restores
 * it.
 */
function onItsSide({ width, height, data }: Picture): Picture {
  const turned = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [from, to] = [4 * (y * width + x), 4 * ((width - 1 - x) * height + y)];
      turned.set(data.subarray(from, from + 4), to);
    }
  }
  return { width: height, height: width, data: turned };
}

/** Returns one square of a picture. Beyond the border, the last pixels are repeated. */
function square({ width, height, data }: Picture, column: number, row: number): Picture {
  const out = new Uint8ClampedArray(SQUARE * SQUARE * 4);
  for (let y = 0; y < SQUARE; y++) {
    for (let x = 0; x < SQUARE; x++) {
      const from =
        4 * (Math.min(height - 1, row * SQUARE + y) * width + Math.min(width - 1, column * SQUARE + x));
      out.set(data.subarray(from, from + 4), 4 * (y * SQUARE + x));
    }
  }
  return { width: SQUARE, height: SQUARE, data: out };
}

function encoded({ width, height, data }: Picture, kind: 'heic' | 'avif', quality: number): Buffer {
  const dir = mkdtempSync(path.join(tmpdir(), 'edgewise-heic-'));
  try {
    const [from, to] = [path.join(dir, 'from.jpg'), path.join(dir, `to.${kind}`)];
    writeFileSync(from, jpeg.encode({ width, height, data: Buffer.from(data) }, 98).data);
    execFileSync('heif-enc', ['-q', String(quality), from, '-o', to], { stdio: 'ignore' });
    return readFileSync(to);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Encodes a square. Returns its decoder configuration (a `hvcC` box) and the coded data. */
function coded(picture: Picture, quality: number): { decoder: Buffer; content: Buffer } {
  const file = encoded(picture, 'heic', quality);
  const decoder = file.indexOf('hvcC') - 4;
  return {
    decoder: file.subarray(decoder, decoder + file.readUInt32BE(decoder)),
    content: file.subarray(file.lastIndexOf('mdat') + 4),
  };
}

function asPhonesDo(upright: Picture, quality: number): Buffer {
  const picture = onItsSide(upright);
  const [columns, rows] = [Math.ceil(picture.width / SQUARE), Math.ceil(picture.height / SQUARE)];
  const squares = Array.from({ length: columns * rows }, (_, i) =>
    coded(square(picture, i % columns, Math.floor(i / columns)), quality),
  );
  // items of the file: the squares, numbered from 1, then the grid, then Exif
  const parts = squares.map((_, i) => i + 1);
  const [grid, exif] = [parts.length + 1, parts.length + 2];
  const contents = [
    ...squares.map(({ content }) => content),
    Buffer.concat([u8(0, 0, rows - 1, columns - 1), u16(picture.width, picture.height)]),
    // orientation 6 (Exif 2.3, table 4): a quarter turn to the right
    Buffer.concat([
      u32(6),
      Buffer.from('Exif\0\0MM\0*', 'latin1'),
      Buffer.from('00000008' + '0001' + '0112000300000001' + '00060000' + '00000000', 'hex'),
    ]),
  ];
  const item = (id: number, type: string, hidden: boolean): Buffer =>
    box('infe', u8(2, 0, 0, hidden ? 1 : 0), u16(id, 0), Buffer.from(`${type}\0`, 'latin1'));
  const properties = [
    squares[0]!.decoder,
    full('ispe', 0, u32(SQUARE, SQUARE)),
    full('ispe', 0, u32(picture.width, picture.height)),
    box('irot', u8(3)),
  ];
  // The highest bit of a property's index marks the property as essential.
  const associated = [
    ...parts.map((id) => Buffer.concat([u16(id), u8(2, 0x81, 2)])),
    Buffer.concat([u16(grid), u8(2, 3, 0x84)]),
  ];
  const metaAt = (first: number): Buffer => {
    let at = first;
    const places = contents.map((content, i) => {
      const place = Buffer.concat([u16(i + 1, 0, 1), u32(at, content.length)]);
      at += content.length;
      return place;
    });
    return full(
      'meta',
      0,
      full('hdlr', 0, u32(0), Buffer.from('pict'), u32(0, 0, 0), u8(0)),
      full('pitm', 0, u16(grid)),
      full('iloc', 0, u8(0x44, 0), u16(contents.length), ...places),
      full(
        'iinf',
        0,
        u16(contents.length),
        ...parts.map((id) => item(id, 'hvc1', true)),
        item(grid, 'grid', false),
        item(exif, 'Exif', true),
      ),
      full('iref', 0, box('dimg', u16(grid, parts.length, ...parts)), box('cdsc', u16(exif, 1, grid))),
      box('iprp', box('ipco', ...properties), full('ipma', 0, u32(associated.length), ...associated)),
    );
  };
  const begin = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  const before = begin.length + metaAt(0).length + 8;
  return Buffer.concat([begin, metaAt(before), box('mdat', ...contents)]);
}

const dir = path.resolve(import.meta.dirname, '../data/scan');
mkdirSync(dir, { recursive: true });
const [megapixels = 1, quality = 45] = process.argv.slice(2).map(Number);
const { picture } = take({ ...caseOf('ordinary', 0), megapixels }).photo;
for (const [name, file] of Object.entries({
  'as-phones-do.heic': asPhonesDo(picture, quality),
  'plain.avif': encoded(picture, 'avif', quality),
})) {
  writeFileSync(path.join(dir, name), file);
  console.log(`${name}: ${file.length} bytes`);
}
