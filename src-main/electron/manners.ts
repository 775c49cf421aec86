import { Notification, powerMonitor, powerSaveBlocker } from 'electron';
import type { RunSummary } from '../../src-core/contract/runs.ts';
import type { Services } from '../services/services.ts';

/** New best boards are told of no more often than this. */
const QUIET_MS = 60_000;

/** What a good guest does with a machine: awake while searching, at rest on battery, and a word when done. */
export function mindManners(
  services: Services,
  options: { isWatched: () => boolean; show: () => void },
): void {
  let blocker: number | null = null;
  const rested = new Set<number>();
  const told = new Map<number, string>();
  let toldBestAt = -Infinity;

  const keepAwake = (): void => {
    const busy = services.runs.running.length > 0;
    if (busy && blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension');
    else if (!busy && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };

  const notify = (title: string, body: string): void => {
    if (options.isWatched() || !services.settings().notify || !Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    notification.on('click', options.show);
    notification.show();
  };

  // Events come after what they tell of is stored, so nothing is announced that could be lost.
  services.onEvent((event) => {
    if (event.type === 'run.changed') {
      keepAwake();
      const ending = endingOf(event.run);
      if (ending && told.get(event.run.id) !== event.run.changedAt) {
        told.set(event.run.id, event.run.changedAt);
        notify(event.run.puzzleName, ending);
      }
    } else if (event.type === 'run.improved' && performance.now() - toldBestAt > QUIET_MS) {
      toldBestAt = performance.now();
      const run = services.runs.get(event.runId);
      void services.runs.hunts(event.runId).then((hunts) => {
        if (hunts) notify(run.puzzleName, `A new best board: ${event.matched} edges matched.`);
      });
    }
  });

  powerMonitor.on('on-battery', () => {
    if (!services.settings().pauseOnBattery) return;
    for (const id of services.runs.running) {
      rested.add(id);
      services.runs.pause(id);
    }
  });
  powerMonitor.on('on-ac', () => {
    for (const id of rested) services.runs.resumePaused(id);
    rested.clear();
  });
}

function endingOf({ status, message, figures }: RunSummary): string | null {
  const found = `${figures.raw} ${figures.raw === 1 ? 'solution' : 'solutions'}`;
  if (status === 'solved')
    return figures.sliding?.path ? `Solved in ${figures.sliding.path.length} moves.` : 'Solved.';
  if (status === 'exhausted')
    return figures.raw > 0 ? `Searched to the end: ${found}.` : 'There is no solution.';
  if (status === 'limit') return `Limit reached: ${figures.matched} of ${figures.edges} edges, ${found}.`;
  if (status === 'failed') return `The run failed: ${message}.`;
  return null;
}
