import { setTimeout } from 'node:timers/promises';
import { exit } from './failure.ts';

/** Two signals within this many milliseconds count as one stop request. */
const SAME_REQUEST_MS = 1_000;

/**
 * Minimum time in milliseconds from a stop signal to the exit of the process. Node doesn't catch signals while it shuts
 * down, so a repeated signal could kill the process after a clean stop.
 */
const REPEAT_DELAY_MS = 250;

let lastAsked = -Infinity;
const stops = new Set<() => void>();
/** exit code to use once the output no longer accepts writes; null while it does */
let lost: number | null = null;

/**
 * Calls `stop` once, at the first signal (Ctrl-C, a closed terminal, a termination request) or when the output accepts
 * no more writes. Signals within the next second belong to the same request, because `timeout` signals both the child
 * and its group. A later signal ends the process at once. Returns a function that stops listening.
 */
export function onStopRequest(stop: () => void): () => void {
  let asked = false;
  let askedAt = 0;
  const once = (): void => {
    if (asked) return;
    asked = true;
    askedAt = performance.now();
    lastAsked = askedAt;
    stop();
  };
  const onSignal = (): void => {
    if (asked && performance.now() - askedAt >= SAME_REQUEST_MS) process.exit(exit.limit);
    once();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  stops.add(once);
  return () => {
    stops.delete(once);
    // After a stop request, keep catching signals. A repeated signal may arrive while the process is closing and must
    // not kill it.
    if (!asked) for (const signal of signals) process.off(signal, onSignal);
  };
}

/** Returns whether this process has to stop, because of a signal or because the output accepts no more writes. */
export const isStopRequested = (): boolean => lastAsked > -Infinity || lost !== null;

/** Waits until no second signal for the same stop request can arrive. Resolves immediately if there was no request. */
export async function repeatedSignalPassed(): Promise<void> {
  const left = lastAsked + REPEAT_DELAY_MS - performance.now();
  if (left > 0) await setTimeout(left);
}

/** Handles an output that accepts no more writes. Stops all work, or ends the process if there is none. */
export function outputLost(error: NodeJS.ErrnoException): void {
  if (lost !== null) return;
  // EPIPE means that the reader closed the pipe, as `head` does in `edgewise … | head`. That isn't a failure.
  lost = error.code === 'EPIPE' ? exit.answered : exit.failed;
  if (lost === exit.failed) {
    process.stderr.write(`edgewise: can't write the output: ${error.message}\n`);
  }
  if (stops.size === 0) process.exit(lost);
  for (const stop of stops) stop();
}

/**
 * Returns the exit code for the shell. Stopping because nobody is reading the output doesn't count as reaching a
 * limit.
 */
export const finalCode = (code: number): number =>
  lost !== null && (lost === exit.failed || code === exit.limit) ? lost : code;
