/**
 * Ctrl+C and a closed terminal signal every process of the group, and a shutdown signals every process of the machine.
 * The host hears the same signal and asks for a stop, which takes a last checkpoint. Until then the solver must live.
 * Import this first: a signal that comes before its handler ends the process.
 */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A solver that was signalled alone stops by itself after this time, in ms. The host has asked by then otherwise. */
const HOST_ASKS_WITHIN_MS = 5_000;

let signalled: (() => void) | null = null;
let early = false;

for (const signal of SIGNALS) {
  process.on(signal, () => {
    if (signalled) signalled();
    else early = true;
  });
}

/** Calls `stop` some seconds after the first signal to end. Every further signal is ignored. */
export function stopAfterSignal(stop: () => void): void {
  let once = false;
  signalled = () => {
    if (once) return;
    once = true;
    setTimeout(stop, HOST_ASKS_WITHIN_MS).unref();
  };
  if (early) signalled();
}
