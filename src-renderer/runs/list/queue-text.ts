/** Describes what the waiting runs are waiting for and how long that will take. */
import type { RunSummary } from '../../../src-core/contract/runs.ts';
import { duration } from '../../components/format.ts';

type Queued = Pick<RunSummary, 'id' | 'status'> & {
  readonly settings: Pick<RunSummary['settings'], 'limits' | 'whenIdle'>;
  readonly figures: Pick<RunSummary['figures'], 'elapsedMs'>;
};

interface Queue {
  /** active runs, in the order in which they started */
  readonly active: readonly Queued[];
  readonly waiting: readonly Queued[];
  /** the time at which all runs stop; null if there is none */
  readonly stopAt: string | null;
  /** the current time in milliseconds since 1970 */
  readonly now: number;
}

const isEndless = ({ settings: { limits } }: Queued): boolean =>
  limits.seconds === null && limits.nodes === null;

/** Returns the sentences to show above the queue. */
export function queueText({ active, waiting, stopAt, now }: Queue): string {
  if (stopAt !== null && now >= Date.parse(stopAt))
    return 'These runs are waiting for you to start the queue again.';
  return [whatTheyWaitFor(active, stopAt), blockedBy(waiting, stopAt), totalTime(active, waiting, now)]
    .filter(Boolean)
    .join(' ');
}

function whatTheyWaitFor(active: readonly Queued[], stopAt: string | null): string {
  const paused = active.find(({ status }) => status === 'paused');
  if (paused && active.length === 1) {
    return `These runs are waiting for run ${paused.id}, which is paused. Resume or stop it.`;
  }
  const endless = active.find(isEndless);
  if (endless && stopAt === null) {
    return `Run ${endless.id} has no limit. These runs will start when it finishes or you stop it.`;
  }
  return 'These runs start one after another. They stay in the queue when you close Edgewise.';
}

/**
 * Returns a warning if other runs wait behind a run without a time limit. The warning names the first such run.
 * Returns an empty string otherwise.
 */
function blockedBy(waiting: readonly Queued[], stopAt: string | null): string {
  const endless = waiting.slice(0, -1).find(isEndless);
  if (!endless) return '';
  return `Run ${endless.id} has no limit, so the runs after it ${stopAt === null ? 'may never' : 'will not'} start.`;
}

/**
 * Returns the longest time that a run can still take, in milliseconds. A run that has used up its time limit is given
 * the same limit again.
 */
function leftMs({ settings: { limits }, figures }: Queued): number {
  if (limits.seconds === null) return Infinity;
  const left = limits.seconds * 1000 - figures.elapsedMs;
  return left > 0 ? left : limits.seconds * 1000;
}

function totalTime(active: readonly Queued[], waiting: readonly Queued[], now: number): string {
  const all = [...active, ...waiting];
  const total = all.reduce((sum, run) => sum + leftMs(run), 0);
  if (waiting.length === 0 || total === Infinity) return '';
  const together =
    active.length === 0
      ? 'Together they take'
      : `With ${active.length === 1 ? 'the active run' : 'the active runs'}, they take`;
  // A run that is paused, or that runs only while the computer is idle, may take longer. Give no time of day then.
  const steady = all.every(({ status, settings }) => status !== 'paused' && !settings.whenIdle);
  return `${together} at most ${duration(total)}${steady ? `, until ${clock(now + total, now)}` : ''}.`;
}

const DAY_MS = 86_400_000;

/** Formats a time of day, with the weekday if it is at least a day ahead. */
export function clock(at: number, now: number): string {
  return new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    ...(Math.abs(at - now) >= DAY_MS ? { weekday: 'short' } : {}),
  }).format(new Date(at));
}

/**
 * Returns the next moment after `now` (in milliseconds) that has this local time of day, such as "07:00". The result is
 * in ISO 8601.
 */
export function nextAt(time: string, now: number): string {
  const [hours, minutes] = time.split(':').map(Number);
  const at = new Date(now);
  at.setHours(hours ?? 0, minutes ?? 0, 0, 0);
  if (at.getTime() <= now) at.setDate(at.getDate() + 1);
  return at.toISOString();
}
