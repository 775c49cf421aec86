/** Encodes photographs of tiles as small JPEGs in `data:` URLs, the form that puzzle files use. */
import jpeg from 'jpeg-js';
import {
  MAX_PHOTO_URL_LENGTH,
  MAX_TOTAL_PHOTO_LENGTH,
  type TilePhoto,
} from '../../src-core/puzzle/puzzle.ts';
import { pictureOf, type Face } from '../../src-core/scan/face.ts';

/**
 * Returns the photograph of each tile. Each respects the size limit for one photo, and together they respect the limit
 * for a puzzle.
 */
export function photosOf(faces: readonly Face[]): TilePhoto[] {
  const longest = Math.min(
    MAX_PHOTO_URL_LENGTH,
    Math.floor(MAX_TOTAL_PHOTO_LENGTH / Math.max(1, faces.length)),
  );
  return faces.map((face) => {
    const { width, height, data } = pictureOf(face);
    for (let quality = 85; ; quality -= 12) {
      const bytes = jpeg.encode({ width, height, data: Buffer.from(data) }, Math.max(1, quality)).data;
      const image = `data:image/jpeg;base64,${bytes.toString('base64')}`;
      if (image.length <= longest || quality <= 1) return { image };
    }
  });
}
