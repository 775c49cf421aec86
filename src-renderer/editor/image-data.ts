/** Longest side of an image kept with a puzzle, in pixels: sharp in print on a tile of 50 mm. */
const MAX_PIXELS = 480;

/** A picture file as a small `data:` image, square, so that it can be cut in halves across an edge. Throws what is wrong with it. */
export async function imageData(file: Blob): Promise<string> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    throw new Error('This file is not an image Edgewise can show. Choose a PNG, JPEG or WebP file.');
  }
  const side = Math.min(bitmap.width, bitmap.height);
  const pixels = Math.min(side, MAX_PIXELS);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = pixels;
  canvas
    .getContext('2d')!
    .drawImage(
      bitmap,
      (bitmap.width - side) / 2,
      (bitmap.height - side) / 2,
      side,
      side,
      0,
      0,
      pixels,
      pixels,
    );
  return canvas.toDataURL('image/png');
}
