/**
 * Many small squares at once, put together pixel by pixel: thousands of tiles in a few milliseconds, where a canvas
 * takes a tenth of a second to be told of them one label at a time.
 */
import type { DrawnCell, Drawing } from './drawing.ts';
import { EDGE } from './geometry.ts';

type Context = CanvasRenderingContext2D;
/**
 * Draws a label, with the lines of a tile over it, on one side of a tile around the origin; or, for the label WRONG, the
 * mark of an edge that does not match. False: not complete yet.
 */
export type DrawSide = (context: Context, label: number, side: number) => boolean;

/** In place of a label: the mark of an edge that does not match. */
export const WRONG = -1;

/** Tiles that are put together here with all they show. On others, marks lie over or under each other: canvas draws those. */
export const isComposed = (cell: DrawnCell): boolean =>
  cell.state === 'tile' && !(cell.heat > 0 || cell.marked || cell.differs || cell.hint || cell.number !== '');

const SIDES = 4;
/** Of tiles put together once and kept: a gallery shows the same hundreds again and again. */
const MOST_PIXELS = 300_000;

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
  readonly #pixels = new Map<number, Uint32Array>();
  /** by side, the places of the pixels that it fills alone */
  #own: readonly Uint16Array[] = [];
  /** places where sides meet, which are mixed */
  #mixed = new Uint16Array();
  /** by side, places of the pixels that the mark of an edge covers */
  #inMark: readonly Uint16Array[] = [];
  #complete = true;
  /** tiles by what they show */
  readonly #tiles = new Map<number, Uint32Array>();
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
  compose(drawing: Drawing, cells: Iterable<DrawnCell>, window: Window): ImageData {
    const size = this.#size;
    const picture = new ImageData(window.width, window.height);
    const out = new Uint32Array(picture.data.buffer);
    this.#prepare(drawing);
    for (const cell of cells) {
      const { centre, labels, state, wrong } = cell;
      if (state !== 'tile') continue;
      const tile = this.#tile(labels, isComposed(cell) ? wrong : 0);
      const left = Math.round((centre[0] / EDGE - 0.5) * size) - window.x;
      const top = Math.round((centre[1] / EDGE - 0.5) * size) - window.y;
      const from = Math.max(0, -left);
      const to = Math.min(size, window.width - left);
      for (let y = Math.max(0, -top); y < size && top + y < window.height; y++) {
        const [row, at] = [y * size, (top + y) * window.width + left];
        for (let x = from; x < to; x++) out[at + x] = tile[row + x]!;
      }
    }
    return picture;
  }

  /** Good until the next is asked for. */
  #tile(labels: readonly number[], wrong: number): Uint32Array {
    const key = labels.reduce((sum, label) => sum * this.#labels + label, wrong);
    const kept = this.#tiles.get(key);
    if (kept) return kept;
    const pixels = this.#scratch.length;
    const keeps = this.#complete && key <= Number.MAX_SAFE_INTEGER && pixels * this.#tiles.size < MOST_PIXELS;
    const tile = keeps ? new Uint32Array(pixels) : this.#scratch;
    if (keeps) this.#tiles.set(key, tile);
    for (let side = 0; side < SIDES; side++) {
      const pixels = this.#pixels.get(labels[side]! * SIDES + side);
      if (!pixels) continue;
      for (const at of this.#own[side]!) tile[at] = pixels[at]!;
    }
    const sides = labels.map((label, side) => this.#pixels.get(label * SIDES + side));
    for (const at of this.#mixed) {
      let mixed = 0;
      for (const pixels of sides) if (pixels) mixed = over(pixels[at]!, mixed);
      tile[at] = mixed;
    }
    if (wrong !== 0) this.#marks(wrong, tile);
    return tile;
  }

  #marks(wrong: number, tile: Uint32Array): void {
    for (let side = 0; side < SIDES; side++) {
      if (!(wrong & (1 << side))) continue;
      const pixels = this.#pixels.get(WRONG * SIDES + side)!;
      for (const at of this.#inMark[side]!) tile[at] = over(pixels[at]!, tile[at]!);
    }
  }

  /** Draws the labels that are not known yet, and the marks: all on one sheet, which is read once. */
  #prepare({ cells }: Drawing): void {
    const size = this.#size;
    const used = new Set<number>();
    for (let side = 0; side < SIDES; side++) used.add(WRONG * SIDES + side);
    for (const { labels } of cells) labels.forEach((label, side) => used.add(label * SIDES + side));
    const missing = [...used].filter((each) => !this.#pixels.has(each));
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
      this.#pixels.set(each, all.slice(place * size * size, (place + 1) * size * size));
    });
    if (this.#own.length > 0) return;
    this.#divide();
    this.#inMark = [0, 1, 2, 3].map((side) => {
      const pixels = this.#pixels.get(WRONG * SIDES + side)!;
      return Uint16Array.from([...pixels.keys()].filter((at) => pixels[at] !== 0));
    });
  }

  /** Which pixel belongs to which side; where it is near a diagonal, to several. */
  #divide(): void {
    const size = this.#size;
    const own: number[][] = Array.from({ length: SIDES }, () => []);
    const mixed: number[] = [];
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        const falling = x - y;
        const rising = x + y + 1 - size;
        if (Math.abs(falling) <= 1 || Math.abs(rising) <= 1) mixed.push(y * size + x);
        else own[falling > 0 ? (rising < 0 ? 0 : 1) : rising > 0 ? 2 : 3]!.push(y * size + x);
      }
    }
    this.#own = own.map((places) => Uint16Array.from(places));
    this.#mixed = Uint16Array.from(mixed);
  }
}

/** A pixel over another, as canvas does it ("source-over"); alpha is the highest byte. */
function over(top: number, bottom: number): number {
  const alpha = top >>> 24;
  if (alpha === 255 || bottom === 0) return top;
  if (alpha === 0) return bottom;
  const below = ((bottom >>> 24) * (255 - alpha)) / 255;
  const sum = alpha + below;
  const channel = (shift: number): number =>
    Math.round((((top >>> shift) & 255) * alpha + ((bottom >>> shift) & 255) * below) / sum) << shift;
  return ((Math.round(sum) << 24) | channel(16) | channel(8) | channel(0)) >>> 0;
}
