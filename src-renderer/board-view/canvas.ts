/**
 * Paints a drawing on a canvas. Only visible cells that have changed are painted, with a cached picture for each
 * label.
 */
import { sameMarks, type Drawing, type DrawnCell } from './drawing.ts';
import { EDGE, type Matrix, type Places, type Point } from './geometry.ts';
import { isPhoto, type Wedge } from './appearance.ts';
import { heatColour, marks, marksIn, type CellMarks } from './marks.ts';
import { INK, PAPER } from './palette.ts';
import { EMPTY_CELL, isComposed, LabelPixels, MISMATCH_MARK, type Window } from './pixels.ts';

type Context = CanvasRenderingContext2D;

/**
 * Maximum side, in device pixels, of tiles that are painted from cached pictures of their labels. Larger tiles are
 * painted directly, because only a few of them fit on the screen.
 */
const MAX_CACHED_SIDE_PX = 160;
/** Maximum number of label sizes cached for one puzzle; enough for the puzzle's views and the latest zoom levels */
const MAX_CACHED_SIZES = 12;

/** If more small square cells than this have changed, they are composed pixel by pixel (pixels.ts). */
const MIN_CELLS_TO_COMPOSE = 150;
/** Maximum side, in device pixels, of a square cell that counts as small */
const MAX_COMPOSED_CELL_PX = 40;

const paths = new Map<string, Path2D>();
const pathFor = (d: string): Path2D => {
  let path = paths.get(d);
  if (!path) paths.set(d, (path = new Path2D(d)));
  return path;
};

const images = new Map<string, HTMLImageElement>();
function imageFor(href: string, loaded: () => void): HTMLImageElement | null {
  let image = images.get(href);
  if (!image) {
    image = new Image();
    image.src = href;
    images.set(href, image);
  }
  if (image.complete && image.naturalWidth > 0) return image;
  image.addEventListener('load', loaded, { once: true });
  return null;
}

type Sizes<T> = Map<number, T>;
const cached = <T>(all: WeakMap<readonly Wedge[], Sizes<T>>, wedges: readonly Wedge[]): Sizes<T> => {
  let sizes = all.get(wedges);
  if (!sizes) all.set(wedges, (sizes = new Map<number, T>()));
  return sizes;
};
function keep<T>(sizes: Sizes<T>, size: number, value: T): T {
  sizes.delete(size);
  sizes.set(size, value);
  if (sizes.size > MAX_CACHED_SIZES) sizes.delete(sizes.keys().next().value!);
  return value;
}
/**
 * Cached pictures, by the puzzle's list of wedges and then by size in device pixels. Each shows a label or the lines
 * drawn over a tile.
 */
const pictures = new WeakMap<readonly Wedge[], Sizes<Map<string, HTMLCanvasElement>>>();
/**
 * Cached pixels of labels, by the puzzle's list of wedges and then by size. They are used to compose many small
 * squares.
 */
const labelPixels = new WeakMap<readonly Wedge[], Sizes<LabelPixels>>();

const contextOf = (width: number, height: number): Context => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext('2d')!;
};

/** Paints one canvas and remembers what it shows, so that only changed cells are repainted. */
export class BoardPainter {
  readonly #context: Context;
  readonly #imageLoaded: () => void;
  #shown: DrawnCell[] = [];
  #wedges: readonly Wedge[] | null = null;
  #places: Places | null = null;
  #size = 0;
  /** distance from a cell's centre to its farthest point, in device pixels */
  #reach = 0;
  #window: Window = { x: 0, y: 0, width: 0, height: 0 };
  #pictures = new Map<string, HTMLCanvasElement>();
  #unfinished = false;

  /** `imageLoaded` is called when a label's image has loaded and the board needs repainting. */
  constructor(canvas: HTMLCanvasElement, imageLoaded: () => void) {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser has no 2D canvas. Edgewise needs one to draw boards.');
    this.#context = context;
    this.#imageLoaded = () => {
      this.#wedges = null;
      imageLoaded();
    };
  }

  /** True if the last `paint` left cells for the next call. */
  get unfinished(): boolean {
    return this.#unfinished;
  }

  /**
   * Paints the cells that have changed. `size`: device pixels per edge. `part`: the visible part; default: the whole
   * drawing. `most`: the maximum number of small squares to paint now.
   */
  paint(drawing: Drawing, size: number, part: Window = wholeOf(drawing.places, size), most = Infinity): void {
    this.#begin(drawing, size, part);
    const seen: DrawnCell[] = [];
    const changed: number[] = [];
    drawing.cells.forEach((cell, index) => {
      if (!this.#sees(cell.centre)) return;
      seen.push(cell);
      const shown = this.#shown[index];
      if (!shown || !looksSame(shown, cell)) changed.push(index);
    });
    const many =
      drawing.places.squares &&
      changed.length > MIN_CELLS_TO_COMPOSE &&
      size <= MAX_COMPOSED_CELL_PX &&
      drawing.places.ghosts.length === 0;
    const now = many ? changed.slice(0, most) : changed;
    this.#unfinished = now.length < changed.length;
    if (many && !this.#manySquares(drawing, seen, now, most)) {
      this.#unfinished = true;
      return;
    }
    for (const index of now) this.#shown[index] = drawing.cells[index]!;
    if (many) return;
    if (drawing.places.squares) this.#squares(drawing, new Set(now));
    else if (now.length > 0) this.#polygons(drawing);
  }

  #begin(drawing: Drawing, size: number, part: Window): void {
    const { canvas } = this.#context;
    const resized = canvas.width !== part.width || canvas.height !== part.height;
    const same =
      !resized &&
      this.#wedges === drawing.wedges &&
      this.#places === drawing.places &&
      this.#size === size &&
      this.#window.x === part.x &&
      this.#window.y === part.y;
    if (same) return;
    if (resized) {
      canvas.width = part.width;
      canvas.height = part.height;
    } else this.#clear();
    this.#shown = [];
    this.#wedges = drawing.wedges;
    this.#places = drawing.places;
    this.#size = size;
    this.#window = part;
    this.#reach = reachOf(drawing.places) * size;
  }

  #clear(): void {
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  }

  #sees([x, y]: Point): boolean {
    const part = this.#window;
    const reach = this.#reach;
    const left = (x / EDGE) * this.#size - part.x;
    const top = (y / EDGE) * this.#size - part.y;
    return left + reach > 0 && top + reach > 0 && left - reach < part.width && top - reach < part.height;
  }

  /** Paints only the changed cells. Squares don't overlap, so the other cells stay as they are. */
  #squares(drawing: Drawing, changed: ReadonlySet<number>): void {
    const context = this.#context;
    const sizes = cached(pictures, drawing.wedges);
    this.#pictures = keep(sizes, this.#size, sizes.get(this.#size) ?? new Map<string, HTMLCanvasElement>());
    for (const { cell: index, centre } of drawing.places.ghosts) {
      const cell = { ...drawing.cells[index]!, centre };
      if (cell.state !== 'tile' || !this.#sees(centre)) continue;
      // `changed` contains only visible cells. A ghost (a cell drawn again beyond the opposite rim) may have an
      // original that isn't visible. It is then unknown whether the cell changed, so paint the ghost.
      if (!changed.has(index) && this.#sees(drawing.cells[index]!.centre)) continue;
      this.#move(cell);
      context.clearRect(-50, -50, 100, 100);
      context.globalAlpha = marks.ghostOpacity;
      this.#tile(drawing, cell);
      context.globalAlpha = 1;
    }
    for (const index of changed) {
      const cell = drawing.cells[index]!;
      this.#move(cell);
      context.clearRect(-50, -50, 100, 100);
      if (cell.state !== 'tile') drawHole(context, cell);
      else {
        this.#tile(drawing, cell);
        this.#move(cell);
      }
      drawMarks(context, cell);
    }
  }

  /**
   * Repaints all rows with changed cells. If too many labels have to be drawn first, draws only some of them, paints
   * nothing and returns false.
   */
  #manySquares(
    drawing: Drawing,
    seen: readonly DrawnCell[],
    changed: readonly number[],
    most: number,
  ): boolean {
    const context = this.#context;
    const sizes = cached(labelPixels, drawing.wedges);
    const pixels = keep(sizes, this.#size, sizes.get(this.#size) ?? this.#labelPixels(drawing));
    const heights = changed.map((index) => drawing.cells[index]!.centre[1]);
    const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
    const cells = seen.filter(({ centre: [, y] }) => y > top - EDGE && y < bottom + EDGE);
    // Drawing a label takes about as long as composing two tiles, so the limit for labels is half the limit for tiles.
    if (!pixels.prepare(cells, most / 2)) return false;
    const topOf = (y: number): number => this.#at([0, y])[1] - this.#size / 2;
    const from = Math.max(0, topOf(top));
    const to = Math.min(this.#window.height, topOf(bottom) + this.#size);
    const rows = { ...this.#window, y: this.#window.y + from, height: to - from };
    context.putImageData(pixels.compose(cells, rows), 0, from);
    if (!pixels.complete) sizes.delete(this.#size);
    for (const cell of cells) {
      if (isComposed(cell)) continue;
      this.#move(cell);
      if (cell.state !== 'tile') drawHole(context, cell);
      drawMarks(context, cell);
    }
    return true;
  }

  #labelPixels({ wedges, places }: Drawing): LabelPixels {
    const place = places.cells[0]!;
    return new LabelPixels(this.#size, wedges.length, (context, label, side) => {
      if (label === MISMATCH_MARK) {
        drawWrong(context, marksIn(place).wrong, place.wedges[side]!);
        return true;
      }
      if (label === EMPTY_CELL) {
        drawHole(context, { place, state: 'empty' });
        return true;
      }
      const wedge = wedges[label];
      if (!wedge) return true;
      const at = place.wedges[side]!;
      context.save();
      context.transform(...at);
      const complete = drawWedge(context, wedge, at, this.#imageLoaded);
      context.restore();
      context.globalCompositeOperation = 'source-atop';
      drawLines(context, { place }, !isPhoto(wedge));
      return complete;
    });
  }

  /** Repaints all cells, because painting one cell over its neighbours would leave seams along slanting edges. */
  #polygons(drawing: Drawing): void {
    const context = this.#context;
    this.#clear();
    const cells = drawing.cells.filter(({ centre }) => this.#sees(centre));
    for (const cell of cells) {
      this.#move(cell);
      if (cell.state === 'tile') drawTile(context, drawing, cell, this.#imageLoaded);
      else drawHole(context, cell);
    }
    for (const cell of cells) {
      this.#move(cell);
      drawMarks(context, cell);
    }
  }

  #move({ centre }: DrawnCell): void {
    const scale = this.#size / EDGE;
    this.#context.setTransform(scale, 0, 0, scale, ...this.#at(centre));
  }

  /** Returns a cell's centre on the canvas, rounded so that squares start and end on whole pixels. */
  #at([x, y]: Point): [x: number, y: number] {
    const [size, scale] = [this.#size, this.#size / EDGE];
    const on = (value: number): number =>
      this.#places?.squares ? Math.round((value - EDGE / 2) * scale) + size / 2 : value * scale;
    return [on(x) - this.#window.x, on(y) - this.#window.y];
  }

  /**
   * Paints a square tile from cached pictures of its labels. Creating a picture takes a hundred times as long as
   * painting a cached one.
   */
  #tile(drawing: Drawing, cell: DrawnCell): void {
    const context = this.#context;
    if (this.#size > MAX_CACHED_SIDE_PX) {
      drawTile(context, drawing, cell, this.#imageLoaded);
      return;
    }
    const scale = this.#size / EDGE;
    const [left, top] = this.#at(cell.centre);
    cell.labels.forEach((label, side) => {
      const [a, b, c, d, e, f] = cell.place.wedges[side]!;
      const picture = this.#wedge(drawing, label, cell.place.wedges[side]!);
      if (!picture) return;
      context.setTransform(a * scale, b * scale, c * scale, d * scale, left + e * scale, top + f * scale);
      context.drawImage(picture, -50, 0, 100, picture.height / scale);
    });
    this.#move(cell);
    context.drawImage(this.#lines(drawing, cell), -50, -50, 100, 100);
  }

  /**
   * Returns a cached picture of a label, in the wedge's coordinates. A label with upright text has a picture for each
   * side of the tile.
   */
  #wedge(drawing: Drawing, label: number, at: Matrix): HTMLCanvasElement | null {
    const wedge = drawing.wedges[label];
    if (!wedge) return null;
    const key = wedge.caption?.upright ? `${label} ${at.join()}` : String(label);
    let picture = this.#pictures.get(key);
    if (!picture) {
      const size = this.#size;
      const context = contextOf(size, Math.ceil(size / 2));
      context.setTransform(size / EDGE, 0, 0, size / EDGE, size / 2, 0);
      const complete = drawWedge(context, wedge, at, this.#imageLoaded);
      picture = context.canvas;
      if (complete) this.#pictures.set(key, picture);
    }
    return picture;
  }

  #lines(drawing: Drawing, cell: DrawnCell): HTMLCanvasElement {
    const seams = hasSeams(drawing, cell);
    const key = seams ? 'lines' : 'outline';
    let picture = this.#pictures.get(key);
    if (!picture) {
      const size = this.#size;
      const context = contextOf(size, size);
      context.setTransform(size / EDGE, 0, 0, size / EDGE, size / 2, size / 2);
      drawLines(context, cell, seams);
      this.#pictures.set(key, (picture = context.canvas));
    }
    return picture;
  }
}

const looksSame = (a: DrawnCell, b: DrawnCell): boolean =>
  a === b ||
  (a.code === b.code &&
    sameMarks(a, b) &&
    a.labels.length === b.labels.length &&
    a.labels.every((label, side) => label === b.labels[side]));

const wholeOf = ({ width, height }: Places, size: number): Window => ({
  x: 0,
  y: 0,
  width: Math.round((width / EDGE) * size),
  height: Math.round((height / EDGE) * size),
});

const reachOf = ({ squares, cells }: Places): number =>
  squares ? 0.5 : Math.max(...(cells[0]?.corners ?? []).map(([x, y]) => Math.hypot(x, y)), 0) / EDGE;

/** Draws a tile around the origin. Returns false while one of its images is loading. */
function drawTile(
  context: Context,
  drawing: Pick<Drawing, 'wedges'>,
  cell: Pick<DrawnCell, 'labels' | 'place'>,
  imageLoaded: () => void,
): boolean {
  let complete = true;
  cell.labels.forEach((label, side) => {
    const wedge = drawing.wedges[label];
    const at = cell.place.wedges[side];
    if (!wedge || !at) return;
    context.save();
    context.transform(...at);
    if (!drawWedge(context, wedge, at, imageLoaded)) complete = false;
    context.restore();
  });
  drawLines(context, cell, hasSeams(drawing, cell));
  return complete;
}

/**
 * Draws a label in the wedge's coordinates. `at` maps the wedge to the tile. Text that must stay upright is rotated to
 * undo the rotation in `at`. Returns false while the label's image is loading.
 */
function drawWedge(context: Context, wedge: Wedge, at: Matrix, imageLoaded: () => void): boolean {
  let complete = true;
  fill(context, wedge.ground.d, wedge.ground.colour);
  for (const { d, colour } of wedge.fills) fill(context, d, colour);
  if (wedge.image) {
    const image = imageFor(wedge.image.href, imageLoaded);
    if (image) drawImage(context, wedge, image);
    else complete = false;
  }
  if (wedge.caption) drawCaption(context, wedge.caption, Math.atan2(at[1], at[0]));
  return complete;
}

const hasSeams = ({ wedges }: Pick<Drawing, 'wedges'>, { labels }: Pick<DrawnCell, 'labels'>): boolean =>
  !isPhoto(wedges[labels[0]!]);

function drawLines(context: Context, { place }: Pick<DrawnCell, 'place'>, withSeams: boolean): void {
  const { seams, outline } = marksIn(place);
  if (withSeams) {
    context.lineWidth = marks.seam.width;
    context.strokeStyle = marks.seam.colour;
    context.stroke(pathFor(seams));
  }
  context.lineWidth = marks.outline.width;
  context.strokeStyle = marks.outline.colour;
  context.stroke(pathFor(outline));
}

function fill(context: Context, d: string, colour: string): void {
  context.fillStyle = colour;
  context.fill(pathFor(d), 'evenodd');
}

function drawImage(context: Context, wedge: Wedge, image: HTMLImageElement): void {
  const { size, turns, y } = wedge.image!;
  context.save();
  context.clip(pathFor(wedge.ground.d));
  context.translate(0, y);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(image, -size / 2, -size / 2, size, size);
  context.restore();
}

function drawCaption(context: Context, caption: NonNullable<Wedge['caption']>, angle: number): void {
  context.save();
  context.translate(0, caption.y);
  if (caption.upright) context.rotate(-angle);
  context.font = `600 ${caption.size}px ${marks.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = caption.colour;
  context.fillText(caption.text, 0, 0);
  context.restore();
}

function drawHole(context: Context, cell: Pick<DrawnCell, 'place' | 'state'>): void {
  const { hatch, empty } = marksIn(cell.place);
  if (cell.state === 'forbidden') fill(context, hatch, marks.hatchColour);
  else fill(context, empty, marks.emptyColour);
}

function drawMarks(context: Context, cell: DrawnCell): void {
  const own = marksIn(cell.place);
  if (cell.heat > 0) {
    context.globalAlpha = Math.min(1, cell.heat) * marks.heatOpacity;
    fill(context, own.outline, heatColour);
    context.globalAlpha = 1;
  }
  if (cell.marked) {
    fill(context, own.marked.halo, PAPER);
    fill(context, own.marked.d, marks.markedColour);
  }
  if (cell.differs) {
    fill(context, own.differs.halo, PAPER);
    fill(context, own.differs.d, marks.markedColour);
  }
  cell.place.wedges.forEach((at, side) => {
    if (cell.wrong & (1 << side)) drawWrong(context, cell.strong ? own.wrongStrong : own.wrong, at);
  });
  if (cell.hint) {
    fill(context, own.hint.halo, PAPER);
    fill(context, own.hint.d, INK);
  }
  if (cell.number) drawNumber(context, cell.number);
}

function drawWrong(context: Context, wrong: CellMarks['wrong'], at: Matrix): void {
  context.save();
  context.transform(...at);
  fill(context, wrong.halo, PAPER);
  fill(context, wrong.d, marks.wrongColour);
  context.restore();
}

function drawNumber(context: Context, text: string): void {
  context.fillStyle = PAPER;
  context.fill(pathFor(marks.badge(text.length)));
  context.font = `600 ${marks.numberSize}px ${marks.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = INK;
  context.fillText(text, 0, 1);
}
