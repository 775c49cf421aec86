/** Maximum side of a label's image, in pixels. It is enough for a sharp print on a 50 mm tile. */
export const MAX_IMAGE_SIDE_PX = 480;

/**
 * The part of a picture that becomes a label's image. At scale 1, the picture covers the square and is centred. `x`
 * and `y` move it, in fractions of the square's side. `angle` rotates it clockwise, in degrees.
 */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly angle: number;
}
export const wholeCrop: Crop = { x: 0, y: 0, scale: 1, angle: 0 };
export const MIN_SCALE = 0.25;
export const MAX_SCALE = 8;

type Size = Pick<ImageBitmap, 'width' | 'height'>;
/** a matrix, with its values ordered as in the canvas method `setTransform` */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/**
 * Returns the matrix that draws the crop on a square with a side of `pixels`. It maps coordinates of the picture to
 * those of the square. Both have their origin at the top left corner.
 */
export function cropMatrix({ width, height }: Size, { x, y, scale, angle }: Crop, pixels: number): Matrix {
  const factor = (scale * pixels) / Math.min(width, height);
  const turn = (angle * Math.PI) / 180;
  const [cos, sin] = [factor * Math.cos(turn), factor * Math.sin(turn)];
  const [left, top] = [(0.5 + x) * pixels, (0.5 + y) * pixels];
  return [
    cos,
    sin,
    -sin,
    cos,
    left - (cos * width - sin * height) / 2,
    top - (sin * width + cos * height) / 2,
  ];
}

/**
 * Returns the crop scaled around a point, which is given relative to the square's centre, in fractions of its side.
 */
export function scaled(crop: Crop, scale: number, around: { x: number; y: number } = { x: 0, y: 0 }): Crop {
  const next = Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));
  const factor = next / crop.scale;
  return {
    ...crop,
    scale: next,
    x: around.x + (crop.x - around.x) * factor,
    y: around.y + (crop.y - around.y) * factor,
  };
}

/**
 * Returns the crop rotated around the centre of the square. `angle`: the new clockwise angle, which is brought into the
 * range from -180 to 180 degrees.
 */
export function rotated(crop: Crop, angle: number): Crop {
  const turn = ((angle - crop.angle) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return {
    ...crop,
    angle: angle > 180 ? angle - 360 : angle < -180 ? angle + 360 : angle,
    x: cos * crop.x - sin * crop.y,
    y: sin * crop.x + cos * crop.y,
  };
}

/** Draws the crop of a picture on a square canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d')!;
  context.resetTransform();
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.setTransform(...cropMatrix(picture, crop, canvas.width));
  context.drawImage(picture, 0, 0);
}

/** Reads a picture file. Throws an error that says what is wrong with it. */
export async function pictureIn(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch {
    throw new Error('This file is not an image Edgewise can show. Choose a PNG, JPEG or WebP file.');
  }
}

/** Returns the crop of a picture as a small square `data:` image. Each of two touching tiles shows half of it. */
export function imageData(picture: ImageBitmap, crop: Crop): string {
  const canvas = document.createElement('canvas');
  const side = Math.min(picture.width, picture.height) / crop.scale;
  canvas.width = canvas.height = Math.max(1, Math.round(Math.min(side, MAX_IMAGE_SIDE_PX)));
  drawCrop(canvas, picture, crop);
  return canvas.toDataURL('image/png');
}
