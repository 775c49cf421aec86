/** Maximum side of a puzzle's image, in pixels: sharp when printed on a tile of 50 mm. */
const MAX_PIXELS = 480;

/**
 * Returns a picture file as a small square `data:` image, which can be cut in halves across an edge. Throws
 * an error that says what is wrong with the file.
 */
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
