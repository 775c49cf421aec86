/**
 * Many small squares at once, put together pixel by pixel: thousands of tiles in a few milliseconds, where a canvas
 * takes a tenth of a second to be told of them one label at a time.
 */
import type { DrawnCell } from './drawing.ts';
import { EDGE } from './geometry.ts';

type Context = CanvasRenderingContext2D;
/**
 * Draws a label, with the lines of a tile over it, on one side of a tile around the origin; or what WRONG and HOLE stand
 * for. False: not complete yet.
 */
type DrawSide = (context: Context, label: number, side: number) => boolean;

/** In place of a label: the mark of an edge that does not match, and (on side 0) all of an empty cell. */
export const WRONG = -1;
export const HOLE = -2;

/** Cells that are put together here with all they show. On others, marks lie over or under each other: canvas draws those. */
export const isComposed = (cell: DrawnCell): boolean =>
  cell.state !== 'forbidden' &&
  !(cell.heat > 0 || cell.marked || cell.differs || cell.hint || cell.number !== '');

const SIDES = 4;
/** Of tiles put together once and kept: a gallery shows the same hundreds again and again. */
const MAX_PIXELS = 300_000;
const TILES_A_SHEET = 64;

/** The part of a drawing that is seen, in device pixels of the whole. */
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
  /** by label · 4 + side: size² pixels of it */
  readonly #pixels: Uint32Array[] = [];
  /** by side: the mark of an edge that does not match */
  readonly #wrong: Uint32Array[] = [];
  #hole = new Uint32Array();
  /** by side, the places of the pixels that it fills alone */
  #own: readonly Uint16Array[] = [];
  /** by side, places where it may meet others, with which it is mixed */
  #mixed: readonly Uint16Array[] = [];
  /** by side, places of the pixels that the mark of an edge covers */
  #inMark: readonly Uint16Array[] = [];
  #complete = true;
  /** tiles by what they show */
  readonly #tiles = new Map<number, Uint32Array>();
  /** the rest of the sheet that the next tiles to be kept are cut from: thousands of small arrays cost more than one */
  #sheet = new Uint32Array();
  readonly #scratch: Uint32Array;
  readonly #labels: number;

  /** `labels`: how many there are to draw */
  constructor(size: number, labels: number, draw: DrawSide) {
    this.#size = size;
    this.#labels = labels;
    this.#draw = draw;
    this.#scratch = new Uint32Array(size * size);
  }

  /** False while an image of a label was still loading when it was drawn. */
  get complete(): boolean {
    return this.#complete;
  }

  /** The squares of these cells, and nothing elsewhere, as they are seen through the window. */
  compose(cells: readonly DrawnCell[], window: Window): ImageData {
    const size = this.#size;
    const picture = new ImageData(window.width, window.height);
    const out = new Uint32Array(picture.data.buffer);
    this.#prepare(cells);
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

  /** Good until the next is asked for. */
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

  /** Clear pixels for a tile: kept under its key while there is room for more. */
  #room(key: number): Uint32Array {
    const pixels = this.#scratch.length;
    if (!this.#complete || key > Number.MAX_SAFE_INTEGER || pixels * (this.#tiles.size + 1) > MAX_PIXELS)
      return this.#scratch.fill(0);
    if (this.#sheet.length < pixels) this.#sheet = new Uint32Array(pixels * TILES_A_SHEET);
    const tile = this.#sheet.subarray(0, pixels);
    this.#sheet = this.#sheet.subarray(pixels);
    this.#tiles.set(key, tile);
    return tile;
  }

  /** Draws the labels that are not known yet, and the marks: all on one sheet, which is read once. */
  #prepare(cells: readonly DrawnCell[]): void {
    const size = this.#size;
    const first = this.#wrong.length === 0;
    const missing = first ? [...[0, 1, 2, 3].map((side) => WRONG * SIDES + side), HOLE * SIDES] : [];
    const asked = new Set<number>();
    for (const { labels } of cells) {
      for (let side = 0; side < labels.length; side++) {
        const each = labels[side]! * SIDES + side;
        if (this.#pixels[each] || asked.has(each)) continue;
        asked.add(each);
        missing.push(each);
      }
    }
    if (missing.length === 0) return;
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
      if (each === HOLE * SIDES) this.#hole = pixels;
      else if (each < 0) this.#wrong[each - WRONG * SIDES] = pixels;
      else this.#pixels[each] = pixels;
    });
    if (!first) return;
    this.#divide();
    this.#inMark = this.#wrong.map((pixels) =>
      Uint16Array.from([...pixels.keys()].filter((at) => pixels[at] !== 0)),
    );
  }

  /** Which pixel belongs to which side; where it is near a diagonal, to several. */
  #divide(): void {
    const size = this.#size;
    const own: number[][] = Array.from({ length: SIDES }, () => []);
    const mixed: number[][] = Array.from({ length: SIDES }, () => []);
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        const falling = x - y;
        const rising = x + y + 1 - size;
        const at = y * size + x;
        // by side, whether the pixel lies in its triangle or less than a pixel and a half beside it
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

/** Pixels laid over others at these places. */
function lay(pixels: Uint32Array, places: Uint16Array, onto: Uint32Array): void {
  for (let i = 0; i < places.length; i++) {
    const at = places[i]!;
    const top = pixels[at]!;
    if (top >>> 24 === 255) onto[at] = top;
    else if (top >>> 24 !== 0) onto[at] = over(top, onto[at]!);
  }
}

/** A pixel over another, as canvas does it ("source-over"); alpha is the highest byte. */
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
