/**
 * Runs that ended while the user wasn't looking at them. The navigation, the library and the list of runs show them.
 */
import type { Output } from '../../src-core/contract.ts';
import { client } from './client.svelte.ts';
import { resource, type Resource } from './resource.svelte.ts';

export type UnseenRun = Output<'runs.unseen'>[number];

let followed = $state.raw<Resource<Output<'runs.unseen'>> | null>(null);

export const unseenRuns = {
  /** the unseen runs, newest first; empty while they are loading */
  get list(): readonly UnseenRun[] {
    return followed?.value ?? [];
  },
};

/** Keeps the list of unseen runs up to date. Call once, while App.svelte initialises. */
export function followUnseenRuns(): void {
  followed = resource(() => client.call('runs.unseen', {}), ['run.changed', 'runs.seen']);
}

/** Records that the user has seen these runs. If the host can't be reached, they remain unseen. */
export async function seeRuns(runIds: readonly number[]): Promise<void> {
  await client.call('runs.see', { runIds }).catch(() => undefined);
}
