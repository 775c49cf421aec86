const MAX_PICTURE_SIDE_PX = 1024;

/**
 * Crops a picture to the board's proportions and returns it as a `data:` image. Throws an error that says what is
 * wrong with the file.
 */
export async function pictureFor(file: Blob, width: number, height: number): Promise<string> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    throw new Error('This file is not an image Edgewise can show. Choose a PNG, JPEG or WebP file.');
  }
  const unit = Math.min(bitmap.width / width, bitmap.height / height);
  const [cutWidth, cutHeight] = [unit * width, unit * height];
  const scale = Math.min(1, MAX_PICTURE_SIDE_PX / Math.max(cutWidth, cutHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(cutWidth * scale);
  canvas.height = Math.round(cutHeight * scale);
  const [left, top] = [(bitmap.width - cutWidth) / 2, (bitmap.height - cutHeight) / 2];
  const context = canvas.getContext('2d')!;
  // JPEGs have no transparency, so fill the background.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, left, top, cutWidth, cutHeight, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', 0.85);
}
