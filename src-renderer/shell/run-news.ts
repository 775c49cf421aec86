/** Tells the user that a run has ended: a toast, or a notification while the page is hidden. */
import type { RunStatus, RunSummary } from '../../src-core/contract/runs.ts';
import { onHostEvent } from '../base/client.svelte.ts';
import { isOver, statusWords } from '../runs/shared/status.ts';
import { runsOnScreen } from '../runs/shared/on-screen.ts';
import { toast } from '../base/toasts.svelte.ts';
import { go } from '../base/route.svelte.ts';
import { settings } from '../base/settings.svelte.ts';

/** Follows all runs for the life of the application. Results are stored before the host sends its event. */
export function followRunNews(): void {
  const last = new Map<number, RunStatus>();
  onHostEvent('run.changed', ({ run }) => {
    const before = last.get(run.id);
    last.set(run.id, run.status);
    // stopped runs were stopped by the user
    if (!isOver(run.status) || run.status === 'stopped' || before === run.status) return;
    tell(run);
  });
}

function tell(run: RunSummary): void {
  const text = `${run.puzzleName}, run ${run.id}: ${statusWords[run.status].word.toLowerCase()}`;
  const show = (): void => go('search', [run.settings.puzzleId], { run: run.id });
  // on the desktop the host notifies; in a browser only the page can, and only with permission
  const allowed = !window.hostBridge && 'Notification' in window && Notification.permission === 'granted';
  if (document.hidden && settings.current?.notify && allowed) {
    new Notification('Edgewise', { body: text }).addEventListener('click', () => {
      window.focus();
      show();
    });
  }
  if (runsOnScreen.has(run.id)) return;
  toast(text, { action: { title: 'Show', run: show }, tone: run.status === 'failed' ? 'bad' : 'plain' });
}
