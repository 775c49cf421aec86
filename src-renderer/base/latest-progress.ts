/** Passes on only the latest progress of each run, so that a slow page shows no outdated progress. */
import type { HostEvent } from '../../src-core/contract.ts';

/**
 * Returns a function that takes every event of the host. It calls `pass` with the latest progress of each run when the
 * function given to `soon` is called, and with any other event at once, after the progress that came before it. The
 * first progress with a new score is also passed at once, because it shows when the run improved.
 */
export function latestProgress(
  pass: (event: HostEvent) => void,
  soon: (flush: () => void) => void,
): (event: HostEvent) => void {
  const waiting = new Map<number, HostEvent>();
  /** by run: edges matched at its last progress */
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
