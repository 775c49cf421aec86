/** What can be done with a run from anywhere. */
import { client, messageOf } from '../../base/client.svelte.ts';
import { toast } from '../../base/toasts.svelte.ts';

const verbs = { pause: 'paused', resume: 'resumed', stop: 'stopped', remove: 'deleted' } as const;

/** Asks the host; a refusal is shown. True when it was done. */
export async function act(verb: keyof typeof verbs, runId: number): Promise<boolean> {
  try {
    await client.call(`runs.${verb}`, { runId });
    return true;
  } catch (error) {
    toast(`The run was not ${verbs[verb]}: ${messageOf(error)}`, { tone: 'bad' });
    return false;
  }
}
