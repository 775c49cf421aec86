/** Whether the user is at the computer. The window can stay open while the user is away. */

/** Milliseconds after the last key press or pointer movement during which the user counts as present. */
const PRESENCE_TIMEOUT_MS = 60_000;
const PRESENCE_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;

let lastSign = performance.now();
for (const sign of PRESENCE_EVENTS) {
  window.addEventListener(sign, () => (lastSign = performance.now()), { capture: true, passive: true });
}

export const isPresent = (): boolean =>
  !document.hidden && performance.now() - lastSign < PRESENCE_TIMEOUT_MS;

/**
 * Calls `back` once, either now or, if the user is away, at the next key press or pointer movement. Returns a function
 * that cancels the call.
 */
export function whenPresent(back: () => void): () => void {
  if (isPresent()) {
    back();
    return () => undefined;
  }
  const cancel = new AbortController();
  for (const sign of PRESENCE_EVENTS) {
    const listener = (): void => {
      cancel.abort();
      back();
    };
    window.addEventListener(sign, listener, { signal: cancel.signal, passive: true });
  }
  return () => cancel.abort();
}
