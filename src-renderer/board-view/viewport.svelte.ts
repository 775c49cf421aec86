/**
 * Zoom and position of a board. Positions are fractions of the drawn board, so boards that are drawn at different sizes
 * can share a viewport.
 */

/** What a board reports to its viewport whenever it is drawn. */
export interface Shown {
  /** identifies the shape of the board; when it changes, the zoom is reset */
  readonly form: string;
  /** device pixels per edge when the whole board is visible */
  readonly base: number;
  /** the number of device pixels per edge is always a multiple of this */
  readonly grain: number;
}

/** Zoom factor for a key press, a click on a button, or a notch of the wheel. */
const ZOOM_STEP = 1.25;
/**
 * Maximum length of an edge on a zoomed board, in device pixels. Every board can be zoomed to at least twice its size,
 * though.
 */
const MAX_ZOOMED_EDGE_PX = 320;
const ROUNDING_TOLERANCE = 1e-9;

export class Viewport {
  /** zoom factor; 1 shows the whole board */
  scale = $state(1);
  /** left border of the visible part, as a fraction of the board's width */
  x = $state(0);
  y = $state(0);
  #shown = $state.raw<Shown>({ form: '', base: 50, grain: 1 });
  /** the zoom factor asked for, before rounding to whole pixels per edge */
  #wanted = 1;

  readonly zoomed = $derived(this.scale > 1 + ROUNDING_TOLERANCE);
  readonly limit = $derived(Math.max(2, MAX_ZOOMED_EDGE_PX / this.#shown.base));
  readonly atLimit = $derived(this.scale > this.limit - ROUNDING_TOLERANCE);

  /** Tells the viewport the shape and size of the board. Boards call this whenever they are drawn. */
  shows(shown: Shown): void {
    const { form, base, grain } = this.#shown;
    if (shown.form === form && shown.base === base && shown.grain === grain) return;
    this.#shown = shown;
    if (shown.form !== form) this.whole();
    else if (this.zoomed) this.#set(this.scale, 0.5, 0.5);
  }

  whole(): void {
    this.scale = this.#wanted = 1;
    this.x = this.y = 0;
  }

  /** Zooms in (`by` is 1) or out (-1). The given point, in fractions of the visible part, stays where it is. */
  step(by: 1 | -1, atX = 0.5, atY = 0.5): void {
    const { base, grain } = this.#shown;
    const least = this.scale + (by * grain) / base;
    const next = this.scale * ZOOM_STEP ** by;
    this.#set(by > 0 ? Math.max(next, least) : Math.min(next, least), atX, atY);
  }
  zoomBy(factor: number, atX = 0.5, atY = 0.5): void {
    this.#set(this.#wanted * factor, atX, atY);
  }

  /** Moves the visible part by fractions of its size. Returns false if it is already at the board's border. */
  panBy(x: number, y: number): boolean {
    const [oldX, oldY] = [this.x, this.y];
    this.#moveTo(oldX + x / this.scale, oldY + y / this.scale);
    return Math.abs(this.x - oldX) + Math.abs(this.y - oldY) > ROUNDING_TOLERANCE;
  }

  /** Scrolls just far enough to show a rectangle, which is given in fractions of the board. */
  reveal(left: number, top: number, right: number, bottom: number): void {
    const seen = 1 / this.scale;
    this.#moveTo(
      Math.min(left, Math.max(this.x, right - seen)),
      Math.min(top, Math.max(this.y, bottom - seen)),
    );
  }

  #set(wanted: number, atX: number, atY: number): void {
    const { base, grain } = this.#shown;
    this.#wanted = Math.min(this.limit, Math.max(1, wanted));
    const pixels = Math.round((base * this.#wanted) / grain) * grain;
    const scale = Math.min(this.limit, Math.max(1, pixels / base));
    const [x, y] = [this.x + atX / this.scale - atX / scale, this.y + atY / this.scale - atY / scale];
    this.scale = scale;
    this.#moveTo(x, y);
  }

  #moveTo(x: number, y: number): void {
    const most = 1 - 1 / this.scale;
    this.x = Math.min(most, Math.max(0, x));
    this.y = Math.min(most, Math.max(0, y));
  }
}
