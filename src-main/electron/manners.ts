import { Notification, powerMonitor, powerSaveBlocker } from 'electron';
import { betterOf, endingOf } from '../services/notices.ts';
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
        if (hunts) notify(run.puzzleName, betterOf(event.matched));
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
