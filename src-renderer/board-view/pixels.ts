/**
 * Composes many small squares pixel by pixel: thousands of tiles in a few milliseconds. One canvas call per label
 * would take a tenth of a second.
 */
import type { DrawnCell } from './drawing.ts';
import { EDGE } from './geometry.ts';

type Context = CanvasRenderingContext2D;
/**
 * Draws one side of a tile whose centre is the origin. `label`: MISMATCH_MARK, EMPTY_CELL, or a label to draw with
 * the tile's seams and outline. Returns false while an image is loading.
 */
type DrawSide = (context: Context, label: number, side: number) => boolean;

/**
 * The mark of a mismatched edge and the empty cell are stored like labels, under these numbers. The empty cell is a
 * whole square, so it is stored only for side 0.
 */
export const MISMATCH_MARK = -1;
export const EMPTY_CELL = -2;

/**
 * Returns whether a cell can be composed pixel by pixel. The others have marks that overlap, so canvas.ts draws them.
 */
export const isComposed = (cell: DrawnCell): boolean =>
  cell.state !== 'forbidden' &&
  !(cell.heat > 0 || cell.marked || cell.differs || cell.strong || cell.hint || cell.number !== '');

const SIDES = 4;
/**
 * Maximum number of pixels in the cache of composed tiles. A gallery shows the same few hundred tiles over and over,
 * so caching pays off.
 */
const MAX_CACHED_PIXELS = 300_000;
const TILES_PER_SHEET = 64;

/** The visible part of a drawing, in device pixels from the top left corner of the whole drawing. */
export interface Window {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The labels of one puzzle at one size, as pixels. */
export class LabelPixels {
  readonly #size: number;
  readonly #draw: DrawSide;
  /** at index 4 · label + side, the size² pixels of the label on that side */
  readonly #pixels: Uint32Array[] = [];
  /** for each side, the pixels of the mark of a mismatched edge */
  readonly #wrong: Uint32Array[] = [];
  #hole = new Uint32Array();
  /** for each side, indices of the pixels that belong only to its triangle */
  #own: readonly Uint16Array[] = [];
  /** for each side, indices of the pixels near a diagonal, where its picture is blended with those of other sides */
  #mixed: readonly Uint16Array[] = [];
  /** for each side, indices of the pixels covered by the mark of a mismatched edge */
  #inMark: readonly Uint16Array[] = [];
  #complete = true;
  /** Pixels of composed tiles. The key is computed from the numbers of the tile's labels. */
  readonly #tiles = new Map<number, Uint32Array>();
  /**
   * The unused part of a buffer for cached tiles. One large buffer is cheaper to allocate than thousands of small
   * ones.
   */
  #sheet = new Uint32Array();
  readonly #scratch: Uint32Array;
  readonly #labels: number;

  /** `labels`: number of labels */
  constructor(size: number, labels: number, draw: DrawSide) {
    this.#size = size;
    this.#labels = labels;
    this.#draw = draw;
    this.#scratch = new Uint32Array(size * size);
  }

  /** False if a label was drawn before its image had loaded. */
  get complete(): boolean {
    return this.#complete;
  }

  /**
   * Returns a picture of the part of the board in `window`, with the given cells. All other pixels are transparent.
   * Call `prepare` first.
   */
  compose(cells: readonly DrawnCell[], window: Window): ImageData {
    const size = this.#size;
    const picture = new ImageData(window.width, window.height);
    const out = new Uint32Array(picture.data.buffer);
    for (const cell of cells) {
      const { centre, labels, state, wrong } = cell;
      const whole = isComposed(cell);
      if (state !== 'tile' && !whole) continue;
      const tile = state === 'tile' ? this.#tile(labels, whole ? wrong : 0) : this.#hole;
      const left = Math.round((centre[0] / EDGE - 0.5) * size) - window.x;
      const top = Math.round((centre[1] / EDGE - 0.5) * size) - window.y;
      const from = Math.max(0, -left);
      const to = Math.min(size, window.width - left);
      for (let y = Math.max(0, -top); y < size && top + y < window.height; y++) {
        const row = y * size;
        const at = (top + y) * window.width + left;
        for (let x = from; x < to; x++) out[at + x] = tile[row + x]!;
      }
    }
    return picture;
  }

  /** Returns the pixels of a tile. They are valid until the next call. */
  #tile(labels: readonly number[], wrong: number): Uint32Array {
    let key = wrong;
    for (const label of labels) key = key * this.#labels + label;
    const kept = this.#tiles.get(key);
    if (kept) return kept;
    const tile = this.#room(key);
    for (let side = 0; side < SIDES; side++) {
      const pixels = this.#pixels[labels[side]! * SIDES + side];
      if (!pixels) continue;
      const own = this.#own[side]!;
      for (let i = 0; i < own.length; i++) tile[own[i]!] = pixels[own[i]!]!;
      lay(pixels, this.#mixed[side]!, tile);
    }
    for (let side = 0; side < SIDES; side++) {
      if (wrong & (1 << side)) lay(this.#wrong[side]!, this.#inMark[side]!, tile);
    }
    return tile;
  }

  /** Returns transparent pixels on which to compose a tile. They are cached under the tile's key if there is room. */
  #room(key: number): Uint32Array {
    const pixels = this.#scratch.length;
    if (
      !this.#complete ||
      key > Number.MAX_SAFE_INTEGER ||
      pixels * (this.#tiles.size + 1) > MAX_CACHED_PIXELS
    )
      return this.#scratch.fill(0);
    if (this.#sheet.length < pixels) this.#sheet = new Uint32Array(pixels * TILES_PER_SHEET);
    const tile = this.#sheet.subarray(0, pixels);
    this.#sheet = this.#sheet.subarray(pixels);
    this.#tiles.set(key, tile);
    return tile;
  }

  /**
   * Draws the missing labels and marks that the given cells need, at most `most` of them. Uses a single canvas,
   * because reading a canvas back is slow. Returns whether all cells can now be composed.
   */
  prepare(cells: readonly DrawnCell[], most: number): boolean {
    const all = this.#missing(cells);
    const now = all.length > most ? all.slice(0, most) : all;
    if (now.length > 0) this.#drawLabels(now);
    return now.length === all.length;
  }

  /**
   * Returns the labels and marks that the given cells need but that haven't been drawn yet. A label on side s of its
   * tile is returned as label · 4 + s.
   */
  #missing(cells: readonly DrawnCell[]): number[] {
    const first = this.#wrong.length === 0;
    const missing = first
      ? [...[0, 1, 2, 3].map((side) => MISMATCH_MARK * SIDES + side), EMPTY_CELL * SIDES]
      : [];
    const asked = new Set<number>();
    for (const { labels } of cells) {
      for (let side = 0; side < labels.length; side++) {
        const each = labels[side]! * SIDES + side;
        if (this.#pixels[each] || asked.has(each)) continue;
        asked.add(each);
        missing.push(each);
      }
    }
    return missing;
  }

  #drawLabels(missing: readonly number[]): void {
    const size = this.#size;
    const first = this.#wrong.length === 0;
    const canvas = document.createElement('canvas');
    canvas.width = size;
    canvas.height = size * missing.length;
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    missing.forEach((each, place) => {
      context.save();
      context.setTransform(size / EDGE, 0, 0, size / EDGE, size / 2, (place + 0.5) * size);
      context.beginPath();
      context.rect(-EDGE / 2, -EDGE / 2, EDGE, EDGE);
      context.clip();
      const label = Math.floor(each / SIDES);
      if (!this.#draw(context, label, each - label * SIDES)) this.#complete = false;
      context.restore();
    });
    const { data } = context.getImageData(0, 0, size, canvas.height);
    const all = new Uint32Array(data.buffer);
    missing.forEach((each, place) => {
      const pixels = all.subarray(place * size * size, (place + 1) * size * size);
      if (each === EMPTY_CELL * SIDES) this.#hole = pixels;
      else if (each < 0) this.#wrong[each - MISMATCH_MARK * SIDES] = pixels;
      else this.#pixels[each] = pixels;
    });
    if (!first) return;
    this.#divide();
    this.#inMark = this.#wrong.map((pixels) =>
      Uint16Array.from([...pixels.keys()].filter((at) => pixels[at] !== 0)),
    );
  }

  #divide(): void {
    const size = this.#size;
    const own: number[][] = Array.from({ length: SIDES }, () => []);
    const mixed: number[][] = Array.from({ length: SIDES }, () => []);
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        const falling = x - y;
        const rising = x + y + 1 - size;
        const at = y * size + x;
        // for each side of the tile: whether this pixel lies in the side's triangle or at most a pixel and a half away
        const near = [
          falling >= -1 && rising <= 1,
          falling >= -1 && rising >= -1,
          falling <= 1 && rising >= -1,
          falling <= 1 && rising <= 1,
        ];
        const sides = [0, 1, 2, 3].filter((side) => near[side]);
        for (const side of sides) (sides.length === 1 ? own : mixed)[side]!.push(at);
      }
    }
    this.#own = own.map((places) => Uint16Array.from(places));
    this.#mixed = mixed.map((places) => Uint16Array.from(places));
  }
}

function lay(pixels: Uint32Array, places: Uint16Array, onto: Uint32Array): void {
  for (let i = 0; i < places.length; i++) {
    const at = places[i]!;
    const top = pixels[at]!;
    if (top >>> 24 === 255) onto[at] = top;
    else if (top >>> 24 !== 0) onto[at] = over(top, onto[at]!);
  }
}

/** Blends one pixel over another as canvas does ("source-over"). Alpha is the highest byte. */
function over(top: number, bottom: number): number {
  const alpha = top >>> 24;
  if (bottom === 0) return top;
  const below = bottom >>> 24 === 255 ? 255 - alpha : ((bottom >>> 24) * (255 - alpha)) / 255;
  const sum = alpha + below;
  const red = Math.round(((top & 255) * alpha + (bottom & 255) * below) / sum);
  const green = Math.round((((top >>> 8) & 255) * alpha + ((bottom >>> 8) & 255) * below) / sum);
  const blue = Math.round((((top >>> 16) & 255) * alpha + ((bottom >>> 16) & 255) * below) / sum);
  return ((Math.round(sum) << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
