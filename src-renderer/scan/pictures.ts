/** Encodes photographs of tiles and pictures of labels as small JPEGs in `data:` URLs. */
import type { Picture } from '../../src-core/scan/picture.ts';
import type { LabelStyle } from '../../src-core/puzzle/puzzle.ts';
import { MAX_PHOTO_URL_LENGTH, MAX_TOTAL_PHOTO_LENGTH } from '../../src-core/puzzle/puzzle.ts';
import { styledGroups, type Sorted } from '../../src-core/scan/puzzle.ts';

/** Width and height of a label's picture, in pixels: about 75 dpi on a 50 mm tile. */
const LABEL_PICTURE_PX = 96;
/** Fraction of an edge's length shown in a label's picture. The board view draws the same part. */
const SHOWN_EDGE_FRACTION = 0.65;

const canvases = new WeakMap<Picture, HTMLCanvasElement>();

function canvasOf(picture: Picture): HTMLCanvasElement {
  let canvas = canvases.get(picture);
  if (!canvas) {
    canvas = document.createElement('canvas');
    canvas.width = picture.width;
    canvas.height = picture.height;
    const data = new ImageData(new Uint8ClampedArray(picture.data), picture.width, picture.height);
    canvas.getContext('2d')!.putImageData(data, 0, 0);
    canvases.set(picture, canvas);
  }
  return canvas;
}

/**
 * Returns a `data:` URL of at most `most` characters, with the best JPEG quality that fits. Shrinks the picture if
 * even the lowest quality doesn't fit.
 */
function jpegWithin(canvas: HTMLCanvasElement, most: number): string {
  for (let quality = 0.85; quality > 0.1; quality -= 0.12) {
    const address = canvas.toDataURL('image/jpeg', quality);
    if (address.length <= most) return address;
  }
  const smaller = document.createElement('canvas');
  smaller.width = smaller.height = Math.floor(canvas.width * 0.7);
  smaller.getContext('2d')!.drawImage(canvas, 0, 0, smaller.width, smaller.height);
  return jpegWithin(smaller, most);
}

/**
 * Returns the photograph of each tile. Each respects the size limit for one photograph, and together they respect the
 * limit for a puzzle.
 */
export const photosOf = (faces: readonly Picture[]): { image: string }[] => {
  const most = Math.min(MAX_PHOTO_URL_LENGTH, Math.floor(MAX_TOTAL_PHOTO_LENGTH / Math.max(1, faces.length)));
  return faces.map((face) => ({ image: jpegWithin(canvasOf(face), most) }));
};

/**
 * Draws a tile rotated so that edge `side` is on top and its middle is at (0, 0). `size`: side of the tile, in pixels.
 */
export function drawEdge(context: CanvasRenderingContext2D, face: Picture, side: number, size: number): void {
  context.save();
  context.translate(0, size / 2);
  context.rotate((-side * Math.PI) / 2);
  context.drawImage(canvasOf(face), -size / 2, -size / 2, size, size);
  context.restore();
}

/** Returns the appearance of each colour or symbol, put together from the photographs of its two halves. */
export function appearanceOf(
  sorted: Sorted,
  faces: readonly Picture[],
  certainty: readonly number[],
): Omit<LabelStyle, 'name'>[] {
  const best = (group: number): number | null => {
    let edge: number | null = null;
    sorted.groups.forEach((each, i) => {
      if (each === group && (edge === null || certainty[i]! > certainty[edge]!)) edge = i;
    });
    return edge;
  };
  return styledGroups(sorted).map(({ head, tail }) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = LABEL_PICTURE_PX;
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, LABEL_PICTURE_PX, LABEL_PICTURE_PX);
    const half = (group: number | null, turned: boolean): void => {
      const edge = group === null ? null : best(group);
      if (edge === null) return;
      context.save();
      context.translate(LABEL_PICTURE_PX / 2, LABEL_PICTURE_PX / 2);
      if (turned) context.rotate(Math.PI);
      context.beginPath();
      context.rect(-LABEL_PICTURE_PX / 2, 0, LABEL_PICTURE_PX, LABEL_PICTURE_PX / 2);
      context.clip();
      drawEdge(context, faces[edge >> 2]!, edge & 3, LABEL_PICTURE_PX / SHOWN_EDGE_FRACTION);
      context.restore();
    };
    half(head, false);
    // with the mating rule `same`, the neighbouring tile shows the same picture rotated by 180°
    half(sorted.mating === 'same' ? head : tail, true);
    return { colour: groundOf(canvas), image: canvas.toDataURL('image/jpeg', 0.85) };
  });
}

/** Returns the background colour of a label's picture (`#rrggbb`), sampled near the left and right borders. */
function groundOf(canvas: HTMLCanvasElement): string {
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, LABEL_PICTURE_PX, LABEL_PICTURE_PX);
  const parts = [0, 1, 2].map((c) => {
    let sum = 0;
    for (const [x, y] of [
      [4, 20],
      [91, 20],
      [4, 75],
      [91, 75],
    ] as const) {
      sum += data[4 * (y * LABEL_PICTURE_PX + x) + c]!;
    }
    return Math.round(sum / 4)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}
