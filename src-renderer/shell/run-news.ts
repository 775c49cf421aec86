/** Tells the user that a run has ended, with a toast or, while the page is hidden, a notification. */
import { isOver, type RunStatus, type RunSummary } from '../../src-core/contract/runs.ts';
import { onHostEvent } from '../base/client.svelte.ts';
import { runsOnScreen } from '../runs/shared/on-screen.ts';
import { toast } from '../base/toasts.svelte.ts';
import { go } from '../base/route.svelte.ts';
import { settings } from '../base/settings.svelte.ts';
import { isPresent } from '../base/presence.ts';
import { seeRuns } from '../base/unseen-runs.svelte.ts';
import { newsText } from './run-news-text.ts';

/**
 * Reports the end of every run while the application is open. A run's results have already been stored when the host
 * sends the event.
 */
export function followRunNews(): void {
  const last = new Map<number, RunStatus>();
  document.addEventListener('visibilitychange', tellGathered);
  onHostEvent('run.changed', ({ run }) => {
    const before = last.get(run.id);
    last.set(run.id, run.status);
    // Don't report runs that the user stopped (status `stopped`). Don't report merged runs either, because their page
    // opens after the merge.
    if (!isOver(run.status) || run.status === 'stopped' || run.merged || before === run.status) return;
    tell(run);
  });
}

/** Runs that end within this many milliseconds, or while the page is hidden, share a message. */
const GATHERING_MS = 1000;
let ended: RunSummary[] = [];

const show = (run: RunSummary): void => go('search', [run.settings.puzzleId], { run: run.id });

function tell(run: RunSummary): void {
  // On the desktop, the host shows notifications. In a browser, only the page can, and it needs permission.
  const allowed = !window.hostBridge && 'Notification' in window && Notification.permission === 'granted';
  if (document.hidden && settings.current?.notify && allowed) {
    new Notification('Edgewise', { body: newsText([run]) }).addEventListener('click', () => {
      window.focus();
      show(run);
    });
  }
  if (runsOnScreen.has(run.id)) return;
  ended.push(run);
  setTimeout(tellGathered, GATHERING_MS);
}

function tellGathered(): void {
  const [first] = ended;
  if (document.hidden || !first) return;
  const runs = ended;
  ended = [];
  // If the user is away, don't mark the runs as seen. The library view lists them when the user is back.
  if (isPresent()) void seeRuns(runs.map(({ id }) => id));
  toast(newsText(runs), {
    action: { title: 'Show', run: () => (runs.length === 1 ? show(first) : go('runs')) },
    tone: runs.some(({ status }) => status === 'failed') ? 'bad' : 'plain',
  });
}
