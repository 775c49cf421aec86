/** Says what the waiting runs wait for and how long they take. */
import type { RunSummary } from '../../../src-core/contract/runs.ts';
import { duration } from '../../components/format.ts';

type Queued = Pick<RunSummary, 'id' | 'status'> & {
  readonly settings: Pick<RunSummary['settings'], 'limits'>;
};

const isEndless = ({ settings: { limits } }: Queued): boolean =>
  limits.seconds === null && limits.nodes === null;

/** Returns the sentences above the queue. `active` and `waiting` are in their order. */
export function queueText(active: readonly Queued[], waiting: readonly Queued[]): string {
  return [whatTheyWaitFor(active), blockedBy(waiting), totalTime(waiting)].filter(Boolean).join(' ');
}

function whatTheyWaitFor(active: readonly Queued[]): string {
  const paused = active.find(({ status }) => status === 'paused');
  if (paused && active.length === 1) {
    return `These runs wait for run ${paused.id}, which is paused. Resume or stop it.`;
  }
  const endless = active.find(isEndless);
  if (endless) return `Run ${endless.id} has no limit. These runs wait until it is done or you stop it.`;
  return 'These runs start one after another. They stay in the queue when you close Edgewise.';
}

/** A run without a limit that is not the last may never let the next one start. */
function blockedBy(waiting: readonly Queued[]): string {
  const endless = waiting.slice(0, -1).find(isEndless);
  return endless ? `Run ${endless.id} has no limit, so the runs after it may never start.` : '';
}

function totalTime(waiting: readonly Queued[]): string {
  const seconds = waiting.map(({ settings }) => settings.limits.seconds);
  if (waiting.length === 0 || seconds.includes(null)) return '';
  return `Together they take at most ${duration(1000 * seconds.reduce<number>((sum, each) => sum + (each ?? 0), 0))}.`;
}
