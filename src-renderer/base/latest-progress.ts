/** Passes on only the latest progress of each run, so that a slow page shows no outdated progress. */
import type { HostEvent } from '../../src-core/contract.ts';

/**
 * Returns a function that passes the events of the host to `pass`. Progress of a run is passed with a delay, and only
 * the latest progress of each run: when the page is ready, `soon` calls the function that it was given. Other events,
 * and progress with a new score, are passed at once.
 */
export function latestProgress(
  pass: (event: HostEvent) => void,
  soon: (flush: () => void) => void,
): (event: HostEvent) => void {
  const waiting = new Map<number, HostEvent>();
  /** for each run, the number of matched edges in its latest progress */
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
