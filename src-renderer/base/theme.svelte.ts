/** The theme of the window: the chosen one, or the system's. */
import type { Settings } from '../../src-core/contract/application.ts';

let shown = $state<Exclude<Settings['theme'], 'system'>>('light');

export const theme = {
  get shown(): typeof shown {
    return shown;
  },
};

/**
 * Applies the theme that the user chose. `system` means the theme of the operating system. Call while a component
 * initialises.
 */
export function followTheme(chosen: () => Settings['theme']): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let systemDark = $state(dark.matches);
  $effect(() => {
    const listener = (): void => void (systemDark = dark.matches);
    dark.addEventListener('change', listener);
    return () => dark.removeEventListener('change', listener);
  });
  $effect(() => {
    const wanted = chosen();
    const next = wanted === 'system' ? (systemDark ? 'dark' : 'light') : wanted;
    document.documentElement.dataset['theme'] = shown = next;
  });
}
