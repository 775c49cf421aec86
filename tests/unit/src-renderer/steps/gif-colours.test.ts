import { expect, it } from 'vitest';
import { indexedColours } from '../../../../src-renderer/steps/gif-colours.ts';

it('keeps areas of one colour exactly; the other colours get the rest of the palette', () => {
  const background = 0xfffaf7f6;
  // the last 40 pixels are blurred borders of letters, each with a colour of its own
  const pixels = Uint32Array.from({ length: 500 }, (_, place) =>
    place < 460 ? background : (background - 0x10101 * (place - 459)) >>> 0,
  );
  const asked: number[] = [];
  const { palette, indices } = indexedColours(pixels, 255, {
    quantize: (rgba, colours) => {
      asked.push(rgba.length / 4, colours);
      return [[1, 2, 3]];
    },
    applyPalette: (rgba) => new Uint8Array(rgba.length / 4),
  });
  // The picture has 41 colours. 32 are kept exactly, and `quantize` reduces the other 9.
  expect(asked).toEqual([9, 255 - 32]);
  expect(palette).toHaveLength(33);
  const shown = indices.map((index) => palette[index]!);
  expect(shown[0]).toEqual([0xf6, 0xf7, 0xfa]);
  expect(new Set(indices.slice(0, 460)).size).toBe(1);
  expect(shown.at(-1)).toEqual([1, 2, 3]);
});

it('accepts a frame that has only few colours', () => {
  const never = (): never => {
    throw new Error('nothing is left to quantize');
  };
  const { palette, indices } = indexedColours(Uint32Array.of(0xff0000ff, 0xff00ff00), 255, {
    quantize: never,
    applyPalette: never,
  });
  expect(indices.map((index) => palette[index])).toEqual([
    [255, 0, 0],
    [0, 255, 0],
  ]);
});
