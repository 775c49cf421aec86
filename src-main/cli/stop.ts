import { setTimeout } from 'node:timers/promises';
import { exit } from './failure.ts';

/** Milliseconds within which two signals count as one request to stop. */
const SAME_REQUEST_MS = 1_000;

/**
 * Milliseconds between the signal that stops a process and its exit. Node catches no signals while it shuts down, so a
 * repeated signal could kill the process although it stopped cleanly.
 */
const REPEAT_DELAY_MS = 250;

let lastAsked = -Infinity;
const stops = new Set<() => void>();
/** exit code to use once the output accepts no more writes; null while it accepts them */
let lost: number | null = null;

/**
 * Calls `stop` once, at the first signal (Ctrl-C, a closed terminal, a termination) or when the output accepts no more
 * writes. Signals within the next second count as the same request, because `timeout` signals both the child and its
 * group. A later signal ends the process at once. Returns a function that stops listening.
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
    // After a stop request, keep catching signals. A repeated signal can arrive while the process is closing, and must
    // not kill it.
    if (!asked) for (const signal of signals) process.off(signal, onSignal);
  };
}

/**
 * Waits until no second signal for the same stop request can arrive any more. Resolves immediately if there was no
 * request.
 */
export async function repeatedSignalPassed(): Promise<void> {
  const left = lastAsked + REPEAT_DELAY_MS - performance.now();
  if (left > 0) await setTimeout(left);
}

/** Handles an output that accepts no more writes: stops all work, or ends the process if there is none. */
export function outputLost(error: NodeJS.ErrnoException): void {
  if (lost !== null) return;
  // EPIPE: the reader closed the pipe, as `head` does in `edgewise … | head`. This is not a failure.
  lost = error.code === 'EPIPE' ? exit.answered : exit.failed;
  if (lost === exit.failed) {
    process.stderr.write(`edgewise: can't write the output: ${error.message}\n`);
  }
  if (stops.size === 0) process.exit(lost);
  for (const stop of stops) stop();
}

/**
 * Returns the exit code for the shell. Stopping because nobody reads the output doesn't count as reaching a
 * limit.
 */
export const finalCode = (code: number): number =>
  lost !== null && (lost === exit.failed || code === exit.limit) ? lost : code;
