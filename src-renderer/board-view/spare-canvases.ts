/**
 * Pool of canvases that lists reuse while scrolling. Freeing hundreds of canvases at once would drop several frames.
 */
const MAX_SPARE_CANVASES = 100;
const spare: HTMLCanvasElement[] = [];

/** Returns a hidden canvas. It can still contain its previous picture. */
export function takeCanvas(): HTMLCanvasElement {
  const canvas = spare.pop() ?? document.createElement('canvas');
  canvas.style.visibility = 'hidden';
  return canvas;
}

/** Removes the canvas from the page and returns it to the pool. The caller must not paint on it again. */
export function giveBack(canvas: HTMLCanvasElement): void {
  canvas.remove();
  if (spare.length < MAX_SPARE_CANVASES) spare.push(canvas);
}
