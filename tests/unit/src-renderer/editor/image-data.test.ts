import { expect, test } from 'vitest';
import {
  cropMatrix,
  MAX_SCALE,
  rotated,
  scaled,
  wholeCrop,
  type Crop,
} from '../../../../src-renderer/editor/image-data.ts';

const picture = { width: 400, height: 200 };

/** Returns where a point of the picture is drawn, in a square of 100 × 100 pixels. */
function drawn(crop: Crop, x: number, y: number): number[] {
  const [a, b, c, d, e, f] = cropMatrix(picture, crop, 100);
  return [a * x + c * y + e, b * x + d * y + f].map((value) => Math.round(value * 1e6) / 1e6 + 0);
}

test('the crop of a picture covers the square, and is moved, scaled and turned', () => {
  expect(drawn(wholeCrop, 200, 100)).toEqual([50, 50]);
  expect(drawn(wholeCrop, 100, 0)).toEqual([0, 0]);
  expect(drawn(wholeCrop, 300, 200)).toEqual([100, 100]);
  expect(drawn({ ...wholeCrop, x: 0.1, y: -0.2 }, 200, 100)).toEqual([60, 30]);
  // A clockwise quarter turn moves the picture's left side to the top.
  expect(drawn(rotated(wholeCrop, 90), 100, 100)).toEqual([50, 0]);
  expect(rotated({ ...wholeCrop, angle: 135 }, 225).angle).toBe(-135);
});

test('scaling keeps the point under the pointer, and turning keeps the one in the middle', () => {
  const crop: Crop = { x: 0.2, y: 0.1, scale: 2, angle: 30 };
  const [a, b, c, d, e, f] = cropMatrix(picture, crop, 100);
  const sourceOf = (x: number, y: number): [number, number] => {
    const [dx, dy, size] = [x - e, y - f, a * d - b * c];
    return [(d * dx - c * dy) / size, (a * dy - b * dx) / size];
  };
  const next = scaled(crop, 5, { x: 0.3, y: -0.4 });
  expect(next.scale).toBe(5);
  expect(drawn(next, ...sourceOf(80, 10))).toEqual([80, 10]);
  expect(drawn(rotated(crop, 70), ...sourceOf(50, 50))).toEqual([50, 50]);
  expect(scaled(crop, 100).scale).toBe(MAX_SCALE);
});
