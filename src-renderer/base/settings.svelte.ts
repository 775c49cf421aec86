/** Settings the whole window depends on, and the theme that follows from them and from the system. */
import type { Settings } from '../../src-core/contract/application.ts';
import { client, connection, messageOf, onHostEvent } from './client.svelte.ts';
import { toast } from './toasts.svelte.ts';

let current = $state.raw<Settings | null>(null);

export const settings = {
  /** null until the host has answered */
  get current(): Settings | null {
    return current;
  },
};

export async function changeSettings(change: Partial<Settings>): Promise<void> {
  try {
    current = await client.call('settings.set', change);
  } catch (error) {
    toast(`The setting was not saved: ${messageOf(error)}`, { tone: 'bad' });
  }
}

/** Keeps settings and theme up to date. Call once, while the application's frame is created. */
export function followSettings(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let systemDark = $state(dark.matches);
  $effect(() => {
    void connection.epoch;
    client.call('settings.get', {}).then(
      (loaded) => (current = loaded),
      (error: unknown) => toast(messageOf(error), { tone: 'bad' }),
    );
  });
  $effect(() => onHostEvent('settings.changed', (event) => (current = event.settings)));
  $effect(() => {
    const listener = (): void => void (systemDark = dark.matches);
    dark.addEventListener('change', listener);
    return () => dark.removeEventListener('change', listener);
  });
  $effect(() => {
    const theme = current?.theme ?? 'system';
    document.documentElement.dataset['theme'] = theme === 'system' ? (systemDark ? 'dark' : 'light') : theme;
  });
}
