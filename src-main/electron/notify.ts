import { Notification } from 'electron';
import { betterOf, endingOf } from '../services/notices.ts';
import type { Services } from '../services/services.ts';

const MIN_NOTIFICATION_INTERVAL_MS = 60_000;

/** Shows a system notification when a run ends or finds a better board while nobody is watching the window. */
export function notifyOf(services: Services, options: { isWatched: () => boolean; show: () => void }): void {
  const notified = new Map<number, string>();
  let lastBestAt = -Infinity;
  const notify = (title: string, body: string): void => {
    if (options.isWatched() || !services.settings().notify || !Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    notification.on('click', options.show);
    notification.show();
  };
  // Events are sent after the library has been written, so a notification never announces a result that could still be
  // lost.
  services.onEvent((event) => {
    if (event.type === 'run.changed') {
      const ending = endingOf(event.run);
      if (ending && notified.get(event.run.id) !== event.run.changedAt) {
        notified.set(event.run.id, event.run.changedAt);
        notify(`${event.run.puzzleName}, run ${event.run.id}`, ending);
      }
    } else if (
      event.type === 'run.improved' &&
      performance.now() - lastBestAt > MIN_NOTIFICATION_INTERVAL_MS
    ) {
      lastBestAt = performance.now();
      const run = services.runs.get(event.runId);
      void services.runs.hunts(event.runId).then((hunts) => {
        if (hunts) notify(`${run.puzzleName}, run ${run.id}`, betterOf(event.matched));
      });
    }
  });
}
