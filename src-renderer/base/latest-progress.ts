/** Passes on only the latest progress of each run, so that a slow page never shows outdated progress. */
import type { HostEvent } from '../../src-core/contract.ts';

/**
 * Returns a function that passes events from the host to `pass`. A run's progress is held back until the page is ready,
 * and only the latest is then passed on. `soon` receives a function, which it calls when the page is ready. Progress
 * with a new score, and all other events, are passed on at once.
 */
export function latestProgress(
  pass: (event: HostEvent) => void,
  soon: (flush: () => void) => void,
): (event: HostEvent) => void {
  const waiting = new Map<number, HostEvent>();
  /** for each run, the number of matched edges in its last progress event */
  const scores = new Map<number, number>();
  const flush = (): void => {
    const events = [...waiting.values()];
    waiting.clear();
    events.forEach(pass);
  };
  return (event) => {
    if (event.type === 'run.progress') {
      const { matched } = event.figures;
      const isSame = scores.get(event.runId) === matched;
      scores.set(event.runId, matched);
      if (isSame) {
        if (waiting.size === 0) soon(flush);
        waiting.set(event.runId, event);
        return;
      }
    }
    flush();
    pass(event);
  };
}
