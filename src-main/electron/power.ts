import { powerMonitor, powerSaveBlocker } from 'electron';
import type { Services } from '../services/services.ts';

/** Milliseconds between two checks of the power supply. Checking is necessary because Linux doesn't report changes. */
const POWER_CHECK_MS = 30_000;

/** Keeps the computer awake while Edgewise is working, and pauses the work on battery power if the settings say so. */
export function watchPower(services: Services, everyMs = POWER_CHECK_MS): void {
  let blocker: number | null = null;
  const keepAwake = (): void => {
    if (services.isWorking && blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension');
    else if (!services.isWorking && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };

  const pausedRuns = new Set<number>();
  const pausedExperiments = new Set<number>();
  const pauseAll = (): void => {
    for (const id of services.runs.running) {
      pausedRuns.add(id);
      services.runs.pause(id);
    }
    for (const id of services.lab.pending) {
      pausedExperiments.add(id);
      services.lab.pause(id);
    }
  };
  const resumeAll = (): void => {
    for (const id of pausedRuns) services.runs.resumePaused(id);
    for (const id of pausedExperiments) {
      try {
        services.lab.resume(id);
      } catch (error) {
        // The run or experiment has been deleted, so there is nothing to resume.
        console.error(error);
      }
    }
    pausedRuns.clear();
    pausedExperiments.clear();
  };

  let onBattery = false;
  /** Acts only when the power supply changes, so work that the user starts or resumes on battery power continues. */
  const follow = (now: boolean): void => {
    if (now === onBattery) return;
    onBattery = now;
    if (!now) resumeAll();
    else if (services.settings().pauseOnBattery) pauseAll();
  };
  services.onEvent(({ type }) => {
    if (type === 'run.changed' || type === 'lab.changed') keepAwake();
  });
  // Check at the start too, because runs and experiments of the last session may have been resumed already.
  keepAwake();
  powerMonitor.on('on-battery', () => follow(true));
  powerMonitor.on('on-ac', () => follow(false));
  follow(powerMonitor.isOnBatteryPower());
  setInterval(() => follow(powerMonitor.isOnBatteryPower()), everyMs).unref();
}
