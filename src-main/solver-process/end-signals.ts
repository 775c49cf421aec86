/**
 * Ctrl+C or closing the terminal sends a signal to every process in the group. A shutdown sends one to every process on
 * the machine. The host receives the same signal and asks the solver to stop with a final checkpoint. Until then, the
 * solver must keep running. Import this module before all others, because a signal that arrives before its handler is
 * installed kills the process.
 */
const GROUP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Milliseconds after a signal until the solver stops by itself. Usually the host receives the signal too and asks for
 * a stop earlier.
 */
const STOP_DELAY_MS = 5_000;

let signalled: (() => void) | null = null;
let early = false;

for (const signal of GROUP_SIGNALS) {
  process.on(signal, () => {
    if (signalled) signalled();
    else early = true;
  });
}

/** Calls `stop` STOP_DELAY_MS milliseconds after the first termination signal. Ignores later signals. */
export function stopAfterSignal(stop: () => void): void {
  let once = false;
  signalled = () => {
    if (once) return;
    once = true;
    setTimeout(stop, STOP_DELAY_MS).unref();
  };
  if (early) signalled();
}
