/** Actions for a run that any view can offer: pause, resume, stop and delete. */
import { client, messageOf } from '../../base/client.svelte.ts';
import type { RunSummary } from '../../../src-core/contract/runs.ts';
import { go } from '../../base/route.svelte.ts';
import { toast } from '../../base/toasts.svelte.ts';

const verbs = { pause: 'paused', resume: 'resumed', stop: 'stopped', remove: 'deleted' } as const;

/** Sends a request about a run and shows an error as a toast. Returns whether the request succeeded. */
export async function act(verb: keyof typeof verbs, runId: number): Promise<boolean> {
  try {
    if (verb !== 'resume') await client.call(`runs.${verb}`, { runId });
    else {
      const { waitsFor } = await client.call('runs.resume', { runId });
      if (waitsFor !== null) {
        toast(`Run ${runId} will start when run ${waitsFor} has ended.`, {
          action: { title: 'Run both now', run: () => void act('resume', runId) },
        });
      }
    }
    return true;
  } catch (error) {
    toast(`The run could not be ${verbs[verb]}: ${messageOf(error)}`, { tone: 'bad' });
    return false;
  }
}

/** Starts a new run with another run's settings and opens it. Shows an error as a toast. */
export async function startAgain({ settings }: Pick<RunSummary, 'settings'>): Promise<void> {
  try {
    const { runId } = await client.call('runs.start', settings);
    go('search', [settings.puzzleId], { run: runId });
  } catch (error) {
    toast(`The run could not be started: ${messageOf(error)}`, { tone: 'bad' });
  }
}
