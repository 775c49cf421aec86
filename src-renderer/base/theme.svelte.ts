/** The theme of the page: the chosen one, or the system's. */
import type { Settings } from '../../src-core/contract/application.ts';

/** Applies the chosen theme; `system` follows the system's. Call during a component's initialisation. */
export function followTheme(chosen: () => Settings['theme']): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let systemDark = $state(dark.matches);
  $effect(() => {
    const listener = (): void => void (systemDark = dark.matches);
    dark.addEventListener('change', listener);
    return () => dark.removeEventListener('change', listener);
  });
  $effect(() => {
    const theme = chosen();
    document.documentElement.dataset['theme'] = theme === 'system' ? (systemDark ? 'dark' : 'light') : theme;
  });
}
