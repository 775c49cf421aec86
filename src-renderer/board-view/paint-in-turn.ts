/** Pictures of a list are painted in turn, a few milliseconds of each frame, so that it scrolls smoothly. */

/** Less than half a frame at 60 a second: the other half is the list's own. */
const FRAME_MS = 6;
const waiting = new Set<() => void>();
let frame = 0;

function paintSome(): void {
  frame = 0;
  const until = performance.now() + FRAME_MS;
  for (const paint of waiting) {
    waiting.delete(paint);
    paint();
    if (performance.now() >= until) break;
  }
  if (waiting.size > 0) frame = requestAnimationFrame(paintSome);
}

/** Paints it in one of the next frames; returns the way to give it up. */
export function paintInTurn(paint: () => void): () => void {
  waiting.add(paint);
  frame ||= requestAnimationFrame(paintSome);
  return () => waiting.delete(paint);
}
