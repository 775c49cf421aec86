import { setTimeout } from 'node:timers/promises';
import { exit } from './failure.ts';

/** Two signals within so long are one wish. */
const SAME_WISH_MS = 1_000;

/**
 * A process that was asked to stop ends no sooner than this after the wish: while Node takes itself down no signal is
 * caught, and the wish's second one would make of a clean stop an end by signal.
 */
const WISH_ARRIVED_MS = 250;

let lastAsked = -Infinity;
/** How to stop what is under way. */
const stops = new Set<() => void>();
/** The exit code owed to an output that takes no more; null while it takes some. */
let lost: number | null = null;

/**
 * Until the returned function is called: Ctrl-C, a closed terminal, an end asked for by the system, or an output
 * that takes no more call `stop` once, for a clean end. A second signal, a second later or more, ends the process at
 * once; sooner it is the same wish come twice (`timeout` signals both the child and its group).
 */
export function whenAskedToStop(stop: () => void): () => void {
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
    if (asked && performance.now() - askedAt >= SAME_WISH_MS) process.exit(exit.limit);
    once();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  stops.add(once);
  return () => {
    stops.delete(once);
    // Once asked, the signals stay caught: the wish's second one may come while the process is closing, and must not kill it.
    if (!asked) for (const signal of signals) process.off(signal, onSignal);
  };
}

/** Resolves when the second signal of a wish to stop has surely come, at once when nobody wished. */
export async function wishArrived(): Promise<void> {
  const left = lastAsked + WISH_ARRIVED_MS - performance.now();
  if (left > 0) await setTimeout(left);
}

/** Call when the output takes no more. Work that can't be stopped is work for nobody: the process ends. */
export function outputLost(error: NodeJS.ErrnoException): void {
  if (lost !== null) return;
  // `edgewise … | head`: the reader has seen enough, which is no failure of ours.
  lost = error.code === 'EPIPE' ? exit.answered : exit.failed;
  if (lost === exit.failed) {
    process.stderr.write(`edgewise: can't write the output: ${error.message}\n`);
  }
  if (stops.size === 0) process.exit(lost);
  for (const stop of stops) stop();
}

/** What the shell is told in the end: a stop for want of a reader is not a limit that was reached. */
export const finalCode = (code: number): number =>
  lost !== null && (lost === exit.failed || code === exit.limit) ? lost : code;
