/** Pausing, resuming, stopping and deleting a run, from any view. */
import { client, messageOf } from '../../base/client.svelte.ts';
import { toast } from '../../base/toasts.svelte.ts';

const verbs = { pause: 'paused', resume: 'resumed', stop: 'stopped', remove: 'deleted' } as const;

/** Asks the host and shows an error as a toast. Returns whether it was done. */
export async function act(verb: keyof typeof verbs, runId: number): Promise<boolean> {
  try {
    await client.call(`runs.${verb}`, { runId });
    return true;
  } catch (error) {
    toast(`The run could not be ${verbs[verb]}: ${messageOf(error)}`, { tone: 'bad' });
    return false;
  }
}
