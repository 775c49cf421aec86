/** Paints a drawing on a canvas, only the cells that changed, each tile from a picture made once. */
import type { Drawing, DrawnCell } from './drawing.ts';
import type { Places } from './geometry.ts';
import type { Wedge } from './look.ts';
import { heatColour, marks, marksIn } from './marks.ts';
import { INK, PAPER } from './palette.ts';

type Context = CanvasRenderingContext2D;

/** A picture larger than this many device pixels is drawn directly: big tiles are few. */
const LARGEST_PICTURE = 160;
/** Pictures kept for one puzzle at one size: 256 tiles in four rotations, twice over. */
const MOST_PICTURES = 2048;

const paths = new Map<string, Path2D>();
const pathFor = (d: string): Path2D => {
  let path = paths.get(d);
  if (!path) paths.set(d, (path = new Path2D(d)));
  return path;
};

const images = new Map<string, HTMLImageElement>();
/** The decoded image, or null while it is loading; `loaded` is called once it is there. */
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

const pictures = new WeakMap<readonly Wedge[], Map<number, Map<string, HTMLCanvasElement>>>();

/** Keeps what a canvas shows, so that the next drawing repaints only what differs. */
export class BoardPainter {
  readonly #context: Context;
  readonly #imageLoaded: () => void;
  #shown: string[] = [];
  #wedges: readonly Wedge[] | null = null;
  #places: Places | null = null;
  #size = 0;

  /** `imageLoaded` is called when a label's image has arrived and the board should be painted again. */
  constructor(canvas: HTMLCanvasElement, imageLoaded: () => void) {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser gives no 2D canvas; Edgewise needs one to draw boards.');
    this.#context = context;
    this.#imageLoaded = () => {
      this.#wedges = null;
      imageLoaded();
    };
  }

  /** `size`: device pixels an edge. Returns how many cells were painted. */
  paint(drawing: Drawing, size: number): number {
    const { canvas } = this.#context;
    const width = Math.round((drawing.places.width / 100) * size);
    const height = Math.round((drawing.places.height / 100) * size);
    const afresh =
      this.#wedges !== drawing.wedges ||
      this.#places !== drawing.places ||
      this.#size !== size ||
      canvas.width !== width ||
      canvas.height !== height;
    if (afresh) {
      canvas.width = width;
      canvas.height = height;
      this.#shown = [];
      this.#wedges = drawing.wedges;
      this.#places = drawing.places;
      this.#size = size;
    }
    const changed = new Set<number>();
    drawing.cells.forEach((cell, index) => {
      const shows = `${cell.state}${cell.code} ${cell.labels.join()} ${cell.wrong} ${cell.hint} ${cell.marked} ${cell.heat} ${cell.number}`;
      if (this.#shown[index] === shows) return;
      this.#shown[index] = shows;
      changed.add(index);
    });
    if (drawing.places.squares) this.#squares(drawing, changed, size);
    else if (changed.size > 0) this.#polygons(drawing, size);
    return changed.size;
  }

  /** Squares do not overlap: only what changed is painted, each from a picture made once. */
  #squares(drawing: Drawing, changed: ReadonlySet<number>, size: number): void {
    const context = this.#context;
    for (const { cell: index, centre } of drawing.places.ghosts) {
      if (!changed.has(index)) continue;
      const cell = { ...drawing.cells[index]!, centre };
      if (cell.state !== 'tile') continue;
      this.#move(cell, size);
      context.clearRect(-50, -50, 100, 100);
      context.globalAlpha = marks.ghostOpacity;
      context.drawImage(this.#picture(drawing, cell, size), -50, -50, 100, 100);
      context.globalAlpha = 1;
    }
    for (const index of changed) this.#cell(drawing, drawing.cells[index]!, size);
  }

  /** Other cells meet in slanting lines, which would be seen where one is painted over its neighbours: all anew. */
  #polygons(drawing: Drawing, size: number): void {
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    for (const cell of drawing.cells) {
      this.#move(cell, size);
      if (cell.state === 'tile') drawTile(context, drawing, cell, this.#imageLoaded);
      else drawHole(context, cell);
    }
    for (const cell of drawing.cells) {
      this.#move(cell, size);
      drawMarks(context, cell);
    }
  }

  #move({ centre }: DrawnCell, size: number): void {
    const scale = size / 100;
    this.#context.setTransform(scale, 0, 0, scale, centre[0] * scale, centre[1] * scale);
  }

  #cell(drawing: Drawing, cell: DrawnCell, size: number): void {
    const context = this.#context;
    this.#move(cell, size);
    context.clearRect(-50, -50, 100, 100);
    if (cell.state !== 'tile') {
      drawHole(context, cell);
    } else if (size > LARGEST_PICTURE) {
      drawTile(context, drawing, cell, this.#imageLoaded);
    } else {
      const picture = this.#picture(drawing, cell, size);
      context.drawImage(picture, -50, -50, 100, 100);
    }
    drawMarks(context, cell);
  }

  #picture(drawing: Drawing, cell: DrawnCell, size: number): HTMLCanvasElement {
    let sizes = pictures.get(drawing.wedges);
    if (!sizes) pictures.set(drawing.wedges, (sizes = new Map<number, Map<string, HTMLCanvasElement>>()));
    let known = sizes.get(size);
    if (!known) sizes.set(size, (known = new Map<string, HTMLCanvasElement>()));
    const key = cell.labels.join();
    let picture = known.get(key);
    if (!picture) {
      if (known.size >= MOST_PICTURES) known.clear();
      picture = document.createElement('canvas');
      picture.width = size;
      picture.height = size;
      const context = picture.getContext('2d')!;
      context.setTransform(size / 100, 0, 0, size / 100, size / 2, size / 2);
      const complete = drawTile(context, drawing, cell, this.#imageLoaded);
      if (complete) known.set(key, picture);
    }
    return picture;
  }
}

/** Draws a tile around the origin. False while one of its images is still loading. */
export function drawTile(
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
    fill(context, wedge.ground.d, wedge.ground.colour);
    for (const { d, colour } of wedge.fills) fill(context, d, colour);
    if (wedge.image) {
      const image = imageFor(wedge.image.href, imageLoaded);
      if (image) drawImage(context, wedge, image);
      else complete = false;
    }
    if (wedge.caption) drawCaption(context, wedge.caption, Math.atan2(at[1], at[0]));
    context.restore();
  });
  const { seams, outline } = marksIn(cell.place);
  context.lineWidth = marks.seam.width;
  context.strokeStyle = marks.seam.colour;
  context.stroke(pathFor(seams));
  context.lineWidth = marks.outline.width;
  context.strokeStyle = marks.outline.colour;
  context.stroke(pathFor(outline));
  return complete;
}

function fill(context: Context, d: string, colour: string): void {
  context.fillStyle = colour;
  context.fill(pathFor(d), 'evenodd');
}

function drawImage(context: Context, wedge: Wedge, image: HTMLImageElement): void {
  const { size, turned } = wedge.image!;
  context.save();
  context.clip(pathFor(wedge.ground.d));
  if (turned) context.rotate(Math.PI);
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

function drawHole(context: Context, cell: DrawnCell): void {
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
  cell.place.wedges.forEach((at, side) => {
    if (!(cell.wrong & (1 << side))) return;
    context.save();
    context.transform(...at);
    fill(context, own.wrong.halo, PAPER);
    fill(context, own.wrong.d, marks.wrongColour);
    context.restore();
  });
  if (cell.hint) {
    fill(context, own.hint.halo, PAPER);
    fill(context, own.hint.d, INK);
  }
  if (cell.number) drawNumber(context, cell.number);
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
