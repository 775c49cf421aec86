/** Queues the pictures of a list and paints for a few milliseconds per frame, so that the list scrolls smoothly. */

/** Milliseconds spent painting per frame: less than half a frame at 60 Hz, so that the rest is left for scrolling. */
const PAINTING_MS_PER_FRAME = 6;
const waiting = new Set<() => void>();
let frame = 0;

function paintSome(): void {
  frame = 0;
  const until = performance.now() + PAINTING_MS_PER_FRAME;
  for (const paint of waiting) {
    waiting.delete(paint);
    paint();
    if (performance.now() >= until) break;
  }
  if (waiting.size > 0) frame = requestAnimationFrame(paintSome);
}

/** Calls `paint` in one of the next frames. Returns a function that cancels the call. */
export function paintInTurn(paint: () => void): () => void {
  waiting.add(paint);
  frame ||= requestAnimationFrame(paintSome);
  return () => waiting.delete(paint);
}
