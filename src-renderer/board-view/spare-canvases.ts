/**
 * Canvases that lists have done with, for those that come into view: a canvas takes memory of its own, and to be rid of
 * hundreds at once stops a scrolling list for several frames.
 */
const MAX_SPARE = 100;
const spare: HTMLCanvasElement[] = [];

/** A canvas, hidden, as it may still show what it showed elsewhere. */
export function takeCanvas(): HTMLCanvasElement {
  const canvas = spare.pop() ?? document.createElement('canvas');
  canvas.style.visibility = 'hidden';
  return canvas;
}

/** Takes it out of the page. Nobody may paint on it any more. */
export function giveBack(canvas: HTMLCanvasElement): void {
  canvas.remove();
  if (spare.length < MAX_SPARE) spare.push(canvas);
}
