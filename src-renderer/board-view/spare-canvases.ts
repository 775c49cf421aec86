/** Canvases that lists reuse while scrolling. Freeing hundreds of canvases at once would cause dropped frames. */
const MAX_SPARE_CANVASES = 100;
const spare: HTMLCanvasElement[] = [];

/** Returns a hidden canvas. It may still contain its previous picture. */
export function takeCanvas(): HTMLCanvasElement {
  const canvas = spare.pop() ?? document.createElement('canvas');
  canvas.style.visibility = 'hidden';
  return canvas;
}

/** Removes the canvas from the page and returns it to the pool. After that, the caller must not paint on it. */
export function giveBack(canvas: HTMLCanvasElement): void {
  canvas.remove();
  if (spare.length < MAX_SPARE_CANVASES) spare.push(canvas);
}
