/** Handles the host's requests to the window: menu commands and files to open. */
import { onHostEvent } from '../base/client.svelte.ts';
import { enabledCommands } from '../base/commands.svelte.ts';
import { beginImport, importText } from '../library/importing.svelte.ts';
import { go } from '../base/route.svelte.ts';

/** Call this only once, because the listeners are never removed. */
export function followHost(): void {
  onHostEvent('app.command', ({ command }) =>
    enabledCommands()
      .find(({ id }) => id === command)
      ?.run(),
  );
  onHostEvent('app.import', ({ source, text }) => {
    beginImport();
    importText(text, source);
  });
  onHostEvent('app.open', ({ puzzleId }) => go('puzzle', [puzzleId]));
}
