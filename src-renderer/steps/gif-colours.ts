/** Reduces the colours of a GIF frame. */

/** Maximum number of colours that a frame keeps unchanged. They are the colours that cover the most pixels. */
const FLAT_COLOURS = 32;

/** The functions of gifenc that choose colours. */
interface Quantizer {
  readonly quantize: (rgba: Uint8Array, maxColors: number) => number[][];
  readonly applyPalette: (rgba: Uint8Array, palette: number[][]) => Uint8Array;
}

/**
 * Returns a palette of at most `colours` colours, and each pixel's index in it. `pixels`: 32 bits each, with red in
 * the lowest byte. The most frequent colours fill plain areas and are kept exactly. If they were rounded differently
 * in each frame, old text would remain visible as a shadow.
 */
export function indexedColours(
  pixels: Uint32Array,
  colours: number,
  { quantize, applyPalette }: Quantizer,
): { palette: number[][]; indices: number[] } {
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const flat = [...counts].sort((a, b) => b[1] - a[1]).slice(0, FLAT_COLOURS);
  const places = new Map(flat.map(([pixel], place) => [pixel, place]));
  const palette = flat.map(([pixel]) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255]);
  const rest = pixels.filter((pixel) => !places.has(pixel));
  const bytes = new Uint8Array(rest.buffer);
  const more = rest.length > 0 ? quantize(bytes, colours - flat.length) : [];
  const morePlaces = rest.length > 0 ? applyPalette(bytes, more) : [];
  let next = 0;
  const indices = Array.from(pixels, (pixel) => places.get(pixel) ?? flat.length + morePlaces[next++]!);
  return { palette: [...palette, ...more], indices };
}
