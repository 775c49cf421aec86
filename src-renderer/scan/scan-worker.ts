/** Worker that decodes pictures, finds their tiles and compares edges, so that the window stays responsive. */
import { factsOf } from '../../src-core/scan/advice.ts';
import { pictureOf } from '../../src-core/scan/face.ts';
import type { Halves } from '../../src-core/scan/halves.ts';
import type { Picture } from '../../src-core/scan/picture.ts';
import { hasEnd, headerOf, HEADER_BYTES, MAX_PIXELS } from '../../src-core/scan/picture-header.ts';
import { halvesIn } from '../../src-core/scan/reading.ts';
import { readTiles, type LitPicture, type PlacedTile } from '../../src-core/scan/scan.ts';
import { findTiles } from '../../src-core/scan/tiles.ts';
import type { ScanRequest, OpenedPicture, PairRequest, ReadTiles, ScanReply } from './messages.ts';

/** A file larger than this isn't a photograph. */
const MAX_FILE_BYTES = 100 * 2 ** 20;
/** Larger pictures are scaled down, because more pixels wouldn't show the tiles any better. */
const MAX_PICTURE_PIXELS = 16_000_000;
const PREVIEW_LONG_SIDE_PX = 1600;

/** Decoded pictures, by the id they were opened with. */
const pictures = new Map<number, LitPicture>();

/** A problem that the user can fix. The message is for the user. */
class Unreadable extends Error {}

async function open(id: number, file: Blob): Promise<OpenedPicture> {
  if (file.size > MAX_FILE_BYTES) {
    throw new Unreadable(
      `The file is ${Math.round(file.size / 2 ** 20)} MB; the limit is ${MAX_FILE_BYTES / 2 ** 20} MB. Choose a smaller one.`,
    );
  }
  const begin = new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer());
  const header = headerOf(begin);
  if (!header) {
    throw new Unreadable(
      'Edgewise cannot read this file as a picture. Choose a JPEG, HEIC, PNG, WebP or AVIF file.',
    );
  }
  const { kind, width, height, colorSpace = 'srgb' } = header;
  if (width * height > MAX_PIXELS) {
    throw new Unreadable(
      `The picture has ${Math.round((width * height) / 1e6)} megapixels; the limit is ${MAX_PIXELS / 1e6}. Take it at a lower resolution, or make it smaller.`,
    );
  }
  const broken = `The ${kind} is damaged or incomplete. Copy it from the camera again, or take the picture again.`;
  if (kind === 'JPEG' && !hasEnd(new Uint8Array(await file.slice(-HEADER_BYTES).arrayBuffer()))) {
    throw new Unreadable(broken);
  }
  const source = kind === 'HEIC' ? await (await import('./heif.ts')).decodeHeic(file, colorSpace) : file;
  if (!source) throw new Unreadable(broken);
  const bitmap = await createImageBitmap(source, { imageOrientation: 'from-image' }).catch(() => {
    throw new Unreadable(broken);
  });
  const scale = Math.min(1, Math.sqrt(MAX_PICTURE_PIXELS / (bitmap.width * bitmap.height)));
  const { data, width: w, height: h } = pixelsOf(bitmap, scale);
  const picture: Picture = { data, width: w, height: h };
  const { tiles, overlooked, light } = findTiles(picture);
  pictures.set(id, { picture, light });
  const small = Math.min(1, PREVIEW_LONG_SIDE_PX / Math.max(bitmap.width, bitmap.height));
  const preview = await createImageBitmap(bitmap, {
    resizeWidth: Math.max(1, Math.round(bitmap.width * small)),
    resizeHeight: Math.max(1, Math.round(bitmap.height * small)),
    resizeQuality: 'medium',
  });
  bitmap.close();
  return { width: w, height: h, tiles, overlooked, facts: factsOf(picture, tiles), preview };
}

function pixelsOf(bitmap: ImageBitmap, scale: number): ImageData {
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  );
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Unreadable('There is not enough memory for this picture. Make it smaller.');
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

function read(tiles: readonly PlacedTile[]): ReadTiles {
  const read = readTiles(pictures, tiles);
  if (!read) throw new Unreadable('A tile has three corners on one line. Move its corners apart.');
  return { faces: read.faces.map((face) => pictureOf(face)), reading: read.reading };
}

const pair = ({ strips, far, groups, mating }: PairRequest): Halves => halvesIn(strips, far, groups, mating);

async function answer(asked: ScanRequest): Promise<ScanReply> {
  try {
    if (asked.kind === 'open') return { to: asked.number, opened: await open(asked.picture, asked.file) };
    if (asked.kind === 'read') return { to: asked.number, read: read(asked.tiles) };
    if (asked.kind === 'pair') return { to: asked.number, paired: pair(asked) };
    pictures.delete(asked.picture);
    return { to: asked.number };
  } catch (error) {
    const told =
      error instanceof Unreadable ? error.message : `The picture could not be read: ${String(error)}`;
    return { to: asked.number, problem: told };
  }
}

/** Handle requests one at a time, because reading tiles may need a picture that is still being opened. */
let before = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<ScanRequest>) => {
  before = before
    .then(async () => {
      const told = await answer(data);
      postMessage(told, { transfer: told.opened ? [told.opened.preview] : [] });
    })
    // this sends the page an `error` event
    .catch(reportError);
});
