/** Decodes JPEG and PNG files to plain pixels, for programs without a browser. */
import { readFileSync } from 'node:fs';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { hasEnd, headerOf, MAX_PIXELS, orientationOf } from '../src-core/scan/picture-header.ts';
import { shrunk, turned, type Picture } from '../src-core/scan/picture.ts';

/** Larger pictures are shrunk, because a higher resolution doesn't make tiles easier to read. */
const MAX_SIDE_PX = 5000;

/** An error that says what is wrong with a picture file and how to fix it. */
export class PictureError extends Error {}

/**
 * Reads a JPEG or PNG file. Rotates the picture upright, and shrinks it if a side is longer than MAX_SIDE_PX. Throws
 * PictureError if the file has another format, is damaged or is too large.
 */
export function readPictureFile(file: string): Picture {
  const bytes = readFileSync(file);
  const header = headerOf(bytes);
  if (header?.kind !== 'JPEG' && header?.kind !== 'PNG') {
    throw new PictureError(
      header
        ? `a ${header.kind} picture; convert it to JPEG or PNG, or open it in the window`
        : 'not a JPEG or PNG picture; choose another file, or convert it',
    );
  }
  const { kind, width, height } = header;
  if (width * height > MAX_PIXELS) {
    throw new PictureError(
      `${Math.round((width * height) / 1e6)} megapixels; the limit is ${MAX_PIXELS / 1e6}. Make the picture smaller`,
    );
  }
  if (kind === 'JPEG' && !hasEnd(bytes)) throw new PictureError('the JPEG is incomplete; copy it again');
  const decoded = ((): Picture => {
    try {
      return kind === 'PNG'
        ? PNG.sync.read(bytes)
        : jpeg.decode(bytes, { useTArray: true, maxMemoryUsageInMB: 2048 });
    } catch {
      throw new PictureError(`the ${kind} is damaged or incomplete; copy it again`);
    }
  })();
  return turned(shrunk(decoded, MAX_SIDE_PX).picture, kind === 'JPEG' ? orientationOf(bytes) : 1);
}
