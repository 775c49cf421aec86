/** Settings that affect the whole window. */
import { untrack } from 'svelte';
import type { Settings } from '../../src-core/contract/application.ts';
import { client, messageOf, onHostEvent } from './client.svelte.ts';
import { resource, type Resource } from './resource.svelte.ts';
import { followTheme } from './theme.svelte.ts';
import { toast } from './toasts.svelte.ts';

let followed = $state.raw<Resource<Settings> | null>(null);
const current = $derived(followed?.value ?? null);

export const settings = {
  /** the settings; null until the host has answered */
  get current(): Settings | null {
    return current;
  },
};

export async function changeSettings(change: Partial<Settings>): Promise<void> {
  try {
    const changed = await client.call('settings.set', change);
    if (followed) followed.value = changed;
  } catch (error) {
    toast(`The setting could not be saved: ${messageOf(error)}`, { tone: 'bad' });
  }
}

/** Keeps settings and theme up to date. Call once, while App.svelte initialises. */
export function followSettings(): void {
  const loading = resource(() => client.call('settings.get', {}));
  followed = loading;
  $effect(() => {
    const { problem, lost } = loading;
    // If the host can't be reached, App.svelte already says so. `untrack` keeps the effect from running again when the
    // list of messages changes.
    if (problem && !lost) untrack(() => toast(problem, { tone: 'bad' }));
  });
  $effect(() => onHostEvent('settings.changed', (event) => (loading.value = event.settings)));
  followTheme(() => current?.theme ?? 'system');
}
