/**
 * How much of a board is seen, and which part: one state for every view of boards. Positions are shares of the
 * drawn board (0 its left or upper rim, 1 its right or lower one), so that several boards can share one viewport.
 */

/** What a board tells of itself when it is drawn. */
export interface Shown {
  /** names the form of the board: another one begins whole again */
  readonly form: string;
  /** device pixels an edge where the whole board is seen */
  readonly base: number;
  /** pixels an edge are multiples of this */
  readonly grain: number;
}

/** One press of a key or button, or one notch of a wheel. */
const STEP = 1.25;
/** An edge is never drawn longer, in device pixels, unless twice its usual size is. */
const LONGEST_EDGE = 320;
/** A small error of rounding that does not count as zoomed or moved. */
const TINY = 1e-9;

export class Viewport {
  /** 1: the whole board */
  scale = $state(1);
  /** of the upper left corner of what is seen */
  x = $state(0);
  y = $state(0);
  #shown = $state.raw<Shown>({ form: '', base: 50, grain: 1 });
  /** what was asked for before it became whole pixels */
  #wanted = 1;

  readonly zoomed = $derived(this.scale > 1 + TINY);
  readonly limit = $derived(Math.max(2, LONGEST_EDGE / this.#shown.base));
  readonly atLimit = $derived(this.scale > this.limit - TINY);

  /** To be called by the board that is drawn. */
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

  /** Larger (`by` 1) or smaller (-1); the point at these shares of what is seen stays where it is. */
  step(by: 1 | -1, atX = 0.5, atY = 0.5): void {
    const { base, grain } = this.#shown;
    const least = this.scale + (by * grain) / base;
    const next = this.scale * STEP ** by;
    this.#set(by > 0 ? Math.max(next, least) : Math.min(next, least), atX, atY);
  }
  zoomBy(factor: number, atX = 0.5, atY = 0.5): void {
    this.#set(this.#wanted * factor, atX, atY);
  }

  /** Moves what is seen, by shares of itself. False where it lies at the rim already. */
  panBy(x: number, y: number): boolean {
    const [oldX, oldY] = [this.x, this.y];
    this.#moveTo(oldX + x / this.scale, oldY + y / this.scale);
    return Math.abs(this.x - oldX) + Math.abs(this.y - oldY) > TINY;
  }

  /** Moves as little as must be for a rectangle of the board (in shares of it) to be seen. */
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
